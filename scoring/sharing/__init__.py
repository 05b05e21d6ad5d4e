"""Results shown to others by a link."""
