"""For whoever runs the referee: is it well, how fast is it, what did it log."""
