"""Exclusive locks on open files. The operating system releases a lock when the process that holds it ends."""

import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    # On Windows other processes cannot read a locked byte, so the lock is far behind the content.
    _BYTE = 1 << 30

    def acquire(descriptor: int) -> bool:
        """Lock an open file without waiting.

        Parameters
        ----------
        descriptor : int
            The descriptor of the file.

        Returns
        -------
        bool
            Whether the caller has the lock.
        """
        os.lseek(descriptor, _BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        finally:
            os.lseek(descriptor, 0, os.SEEK_SET)
        return True

    def release(descriptor: int) -> None:
        """Unlock a file that `acquire` locked."""
        os.lseek(descriptor, _BYTE, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def acquire(descriptor: int) -> bool:
        """Lock an open file without waiting.

        Two descriptors exclude each other even in one process, if each comes from its own `os.open`.

        Parameters
        ----------
        descriptor : int
            The descriptor of the file.

        Returns
        -------
        bool
            Whether the caller has the lock.
        """
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def release(descriptor: int) -> None:
        """Unlock a file that `acquire` locked, also for children of this process."""
        fcntl.flock(descriptor, fcntl.LOCK_UN)


def is_at(descriptor: int, path: "str | os.PathLike[str]") -> bool:
    """Return whether an open file still has a path, or was moved or removed.

    Parameters
    ----------
    descriptor : int
        The descriptor of the file.
    path : str or path
        The path.

    Returns
    -------
    bool
        Whether the path is that of the open file.
    """
    try:
        return os.path.samestat(os.fstat(descriptor), Path(path).stat())
    except FileNotFoundError:
        return False
