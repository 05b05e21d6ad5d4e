"""What runs the app on a machine: threads, port, https at home, backups, logs and measurements."""
