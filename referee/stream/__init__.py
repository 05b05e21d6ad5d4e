"""The doorbell: a page that is open hears that its table has changed, and fetches its own part anew."""
