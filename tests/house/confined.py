"""`python -m tests.house.confined`: the app below the filter of calls that deploy/referee.service asks for.

What the unit takes away (`~`) ends the process here as it does there: SIGSYS. What it lets in is not held.
"""

import ctypes
import os
import re
import sys
from pathlib import Path

from django.core.management import execute_from_command_line

UNIT = Path(__file__).parents[2] / "deploy/referee.service"
#: What systemd's names stand for, as `systemd-analyze syscall-filter` tells them.
SETS = {
    "@privileged": """@chown @clock @module @raw-io @reboot @swap acct bpf capset chroot fanotify_init
        fanotify_mark nfsservctl open_by_handle_at pivot_root quotactl setdomainname setfsgid setfsuid
        setgid setgroups sethostname setregid setresgid setresuid setreuid setuid vhangup""",
    "@chown": "chown fchown fchownat lchown",
    "@clock": "adjtimex clock_adjtime clock_settime settimeofday",
    "@module": "delete_module finit_module init_module",
    "@raw-io": "ioperm iopl pciconfig_iobase pciconfig_read pciconfig_write",
    "@reboot": "kexec_file_load kexec_load reboot",
    "@swap": "swapoff swapon",
    "@resources": """ioprio_set mbind migrate_pages move_pages nice sched_setaffinity sched_setattr
        sched_setparam sched_setscheduler set_mempolicy setpriority setrlimit""",
}
_ALLOW, _KILL_PROCESS = 0x7FFF0000, 0x80000000


def forbidden(unit: str) -> set[str]:
    """The calls that a unit takes away."""
    words = [
        word for line in re.findall(r"^SystemCallFilter=~(.*)$", unit, re.MULTILINE) for word in line.split()
    ]
    found: set[str] = set()
    while words:
        word = words.pop()
        if word.startswith("@"):
            words += SETS[word].split()
        else:
            found.add(word)
    return found


def confine(calls: set[str]) -> None:
    """Whoever makes one of these calls from now on, in any thread, ends the process."""
    library = ctypes.CDLL("libseccomp.so.2")
    library.seccomp_init.restype = ctypes.c_void_p
    rules = ctypes.c_void_p(library.seccomp_init(ctypes.c_uint32(_ALLOW)))
    for name in sorted(calls):
        call = library.seccomp_syscall_resolve_name(name.encode())
        # Below zero: this machine has no such call.
        if call >= 0 and library.seccomp_rule_add(rules, ctypes.c_uint32(_KILL_PROCESS), call, 0):
            raise OSError(f"{name} could not be forbidden.")
    if library.seccomp_load(rules):
        raise OSError("The filter could not be put in place.")


if __name__ == "__main__":
    taken = forbidden(UNIT.read_text())
    if os.geteuid() == 0:
        # The unit runs it as a user; for root SQLite sees to it whose its files are.
        taken -= set(SETS["@chown"].split())
    confine(taken)
    execute_from_command_line([sys.argv[0], "serve"])
