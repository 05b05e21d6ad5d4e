"""The games on screen: from a form to a typed move, from a state to what the templates show."""
