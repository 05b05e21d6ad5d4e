"""Pictures and photos: read, checked, kept."""
