"""Who is in the crew: its phones, invitations, the recovery code, accounts."""
