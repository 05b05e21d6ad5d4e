"""Years of random play, to measure with."""
