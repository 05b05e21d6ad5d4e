"""The rulebooks in the app."""
