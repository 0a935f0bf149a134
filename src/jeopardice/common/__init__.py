"""What every storey uses: errors, files, numbers, progress."""
