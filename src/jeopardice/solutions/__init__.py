"""What a solver found: values between turns, from which any turn is recomputed."""
