"""What every page shares, and nothing of any room: it knows neither games nor the record.

`views` declares what a request may do and `middleware` holds it to that; `requests` and `responses` read what
was sent and answer it, `errors` says what went wrong; `context`, `wording` and `numbers` are what is shown.
"""
