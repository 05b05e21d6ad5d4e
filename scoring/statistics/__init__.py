"""What the games came to."""
