"""What the games came to: leaders, nights, records."""
