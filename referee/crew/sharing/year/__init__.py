"""A year of the crew: a page, and a set of pictures of it, for the crew alone."""
