"""What every test lives under."""
