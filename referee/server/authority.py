"""The house's own certificate authority, and the certificate of this machine (docs/decisions/0035).

Phones trust what this authority signs once somebody has installed its certificate on them. So it may sign
nothing but names and addresses that lie in a home: that stands in it, and phones hold it to that.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from django.conf import settings

from referee.server.files import write_file
from referee.server.network import Address, local_addresses, local_hostnames

#: A phone is not asked again in this time; a certificate may live 398 days at most, and is renewed in time.
LIFE_OF_AUTHORITY, LIFE, RENEWED = timedelta(days=3650), timedelta(days=397), timedelta(days=60)
#: A machine's clock may be behind the phones'.
_BEFORE = timedelta(days=1)

#: Names that no public DNS gives out, and the addresses of homes: all that the authority may sign.
_ZONES = ("localhost", "local", "lan", "home.arpa")
_HOMES = """10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16
    ::1/128 fc00::/7 fe80::/10"""
_NETWORKS = tuple(map(ipaddress.ip_network, _HOMES.split()))


def context() -> ssl.SSLContext:
    """What speaks https with the certificate of this machine, which is made or renewed where it has to be."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    refresh(made)
    return made


def refresh(server: ssl.SSLContext) -> None:
    """Renews the certificate where it will end soon, or this machine has other names or addresses by now.

    Connections that are open keep theirs, new ones get it.
    """
    server.load_cert_chain(renewed(local_hostnames(), local_addresses(), datetime.now(UTC)))


def renewed(names: Iterable[str], addresses: Iterable[Address], now: datetime) -> Path:
    """The file of a key and its certificate for these, as far as they lie in a home; made where it is not
    there, or is for others, or will end soon. So is the authority.
    """
    folder: Path = settings.HTTPS_DIR
    folder.mkdir(mode=0o700, exist_ok=True)
    key, authority = _authority(folder / "authority.pem", now)
    settings.AUTHORITY_FILE.write_bytes(authority.public_bytes(serialization.Encoding.DER))
    allowed = _permitted(authority)
    below = (name for name in names if _is_below(name, allowed))
    near = (address for address in addresses if any(address in network for network in _NETWORKS))
    wanted = x509.SubjectAlternativeName([*map(x509.DNSName, below), *map(x509.IPAddress, near)])
    file = folder / "server.pem"
    if not _serves(file, wanted, authority, now):
        _write(file, *_server(wanted, key, authority, now))
    return file


def _authority(file: Path, now: datetime) -> tuple[ec.EllipticCurvePrivateKey, x509.Certificate]:
    """The authority; a new one where there is none, or the one there is would end before a certificate."""
    found = _read(file)
    if found and found[1].not_valid_after_utc > now + LIFE:
        return found
    key = ec.generate_private_key(ec.SECP256R1())
    host = socket.gethostname().partition(".")[0].lower()
    name = _name(f"Referee at home, on {host}"[:64])
    names = [x509.DNSName(zone) for zone in dict.fromkeys([*_ZONES, host])]
    constraints = x509.NameConstraints([*names, *map(x509.IPAddress, _NETWORKS)], excluded_subtrees=None)
    signs = _usage("key_cert_sign", "crl_sign")
    made = (
        _builder(name, name, key.public_key(), now, LIFE_OF_AUTHORITY)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(constraints, critical=True)
        .add_extension(signs, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    _write(file, key, [made])
    return key, made


def _server(
    wanted: x509.SubjectAlternativeName,
    key: ec.EllipticCurvePrivateKey,
    authority: x509.Certificate,
    now: datetime,
) -> tuple[ec.EllipticCurvePrivateKey, list[x509.Certificate]]:
    """A new key and its certificate, with the authority's after it."""
    own = ec.generate_private_key(ec.SECP256R1())
    made = (
        _builder(_name("Referee"), authority.subject, own.public_key(), now, LIFE)
        .add_extension(wanted, critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage("digital_signature"), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    return own, [made, authority]


def _serves(
    file: Path, wanted: x509.SubjectAlternativeName, authority: x509.Certificate, now: datetime
) -> bool:
    """Whether the certificate that is there will do for a while."""
    found = _read(file)
    if not found:
        return False
    certificate = found[1]
    try:
        certificate.verify_directly_issued_by(authority)
        named = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (ValueError, TypeError, InvalidSignature, x509.ExtensionNotFound):
        return False
    lasts = certificate.not_valid_before_utc <= now < certificate.not_valid_after_utc - RENEWED
    return lasts and named == wanted


def _permitted(authority: x509.Certificate) -> list[str]:
    """The names below which the authority may sign."""
    constraints = authority.extensions.get_extension_for_class(x509.NameConstraints).value
    return [each.value for each in constraints.permitted_subtrees or () if isinstance(each, x509.DNSName)]


def _is_below(name: str, zones: Iterable[str]) -> bool:
    return any(name == zone or name.endswith(f".{zone}") for zone in zones)


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, now: datetime, life: timedelta
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _BEFORE)
        .not_valid_after(now - _BEFORE + life)
    )


def _usage(*uses: str) -> x509.KeyUsage:
    every = """digital_signature content_commitment key_encipherment data_encipherment key_agreement
        key_cert_sign crl_sign encipher_only decipher_only"""
    return x509.KeyUsage(**{use: use in uses for use in every.split()})


def _read(file: Path) -> tuple[ec.EllipticCurvePrivateKey, x509.Certificate] | None:
    """The key and the first certificate of a file; None where it is not there, or is no such file."""
    try:
        data = file.read_bytes()
        key = serialization.load_pem_private_key(data, password=None)
        certificate = x509.load_pem_x509_certificate(data)
    except (FileNotFoundError, ValueError, TypeError):
        return None
    return (key, certificate) if isinstance(key, ec.EllipticCurvePrivateKey) else None


def _write(file: Path, key: ec.EllipticCurvePrivateKey, chain: list[x509.Certificate]) -> None:
    pem = serialization.Encoding.PEM
    secret = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    write_file(file, [secret, *(certificate.public_bytes(pem) for certificate in chain)])
