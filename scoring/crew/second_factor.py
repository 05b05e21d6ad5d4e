"""The owner's second factor: codes of six digits from an app on a phone, made from a secret and the time.

RFC 6238 over RFC 4226, as every such app has it: HMAC-SHA-1, steps of 30 seconds (docs/decisions/0021).
"""

from __future__ import annotations

import base64
import hmac
import secrets
import time
from hashlib import sha1
from urllib.parse import quote

from django.contrib.auth.models import User

from scoring.models import SecondFactor

STEP = 30
DIGITS = 6
#: A clock may be so many steps off.
SLACK = 1


def enrol(user: User) -> str:
    """A new secret for somebody, 160 bits; an older one is void. Returns the address that the app reads."""
    secret = base64.b32encode(secrets.token_bytes(20)).decode()
    SecondFactor.objects.update_or_create(user=user, defaults={"secret": secret, "last_step": 0})
    name = quote(f"Referee:{user.get_username()}")
    return f"otpauth://totp/{name}?secret={secret}&issuer=Referee&digits={DIGITS}&period={STEP}"


def passes(user: User, typed: str) -> bool:
    """Whether it is a code of now. Each is good once; False for whoever has no second factor."""
    factor = SecondFactor.objects.filter(user=user).first()
    code = "".join(typed.split())
    if factor is None or not (code.isascii() and code.isdigit() and len(code) == DIGITS):
        return False
    secret, now = base64.b32decode(factor.secret), int(time.time()) // STEP
    for step in range(now - SLACK, now + SLACK + 1):
        if hmac.compare_digest(code_at(secret, step), code):
            # Of two who send the same code at once, one comes too late.
            mine = SecondFactor.objects.filter(user=user, secret=factor.secret, last_step__lt=step)
            return bool(mine.update(last_step=step))
    return False


def code_at(secret: bytes, step: int) -> str:
    """The code of one step of 30 seconds since 1970.

    >>> code_at(b"12345678901234567890", 59 // 30)
    '287082'
    """
    mac = hmac.digest(secret, step.to_bytes(8, "big"), sha1)
    offset = mac[-1] & 0xF
    number = int.from_bytes(mac[offset : offset + 4], "big") & 0x7FFFFFFF
    return f"{number % 10**DIGITS:0{DIGITS}}"
