"""The crew's players."""
