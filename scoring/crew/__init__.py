"""Who is asking: visitors, phones, invitations, accounts."""
