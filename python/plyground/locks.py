"""Exclusive locks on open files. The operating system releases a lock when the process that holds it ends."""

import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    # On Windows a locked byte cannot be read by other processes, so the lock is far behind the content.
    _BYTE = 1 << 30

    def acquire(descriptor: int) -> bool:
        """Locks an open file without waiting; returns whether the caller has the lock now."""
        os.lseek(descriptor, _BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        finally:
            os.lseek(descriptor, 0, os.SEEK_SET)
        return True

    def release(descriptor: int) -> None:
        """Unlocks a file that `acquire` locked."""
        os.lseek(descriptor, _BYTE, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def acquire(descriptor: int) -> bool:
        """Locks an open file without waiting; returns whether the caller has the lock now.

        Two descriptors exclude each other even in one process, if each comes from its own `os.open`.
        """
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def release(descriptor: int) -> None:
        """Unlocks a file that `acquire` locked, for children of this process, too."""
        fcntl.flock(descriptor, fcntl.LOCK_UN)


def is_at(descriptor: int, path: "str | os.PathLike[str]") -> bool:
    """Whether an open file still has this path, or was moved or removed since it was opened."""
    try:
        return os.path.samestat(os.fstat(descriptor), Path(path).stat())
    except FileNotFoundError:
        return False
