"""The crew's regular nights, and what calendars and feed readers fetch of the crew."""
