"""The best dice to bring: sets of dice from an inventory, what each is worth, and the search for the best."""
