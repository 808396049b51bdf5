"""What stands behind `account.clock.skip_waits()`: waits that end at once."""

from __future__ import annotations

import asyncio
import math
import queue
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._account import AliasAccount

__tracebackhide__ = True

#: Only waits between these are skipped, in seconds. A longer one is meant to have no end.
_SHORTEST, _LONGEST = 0.1, 366 * 86_400.0

_real_sleep, _real_sleep_in_loop, _real_wait = time.sleep, asyncio.sleep, threading.Condition.wait
_real_time, _real_time_ns = time.time, time.time_ns
_real_monotonic, _real_monotonic_ns = time.monotonic, time.monotonic_ns


class _Blocks:
    """The open blocks of this process, which share their jumps."""

    def __init__(self) -> None:
        #: The account of each.
        self.accounts: list[AliasAccount] = []
        #: When the waits of threads end, by time.monotonic_ns inside.
        self.ends: dict[threading.Thread, int] = {}
        #: How far the clocks inside are ahead of the machine's, in nanoseconds.
        self._ahead = 0
        #: Threads that ran before the first block and opened none: they keep their time.
        self._outside: set[threading.Thread] = set()
        #: Threads in a method whose time limit takes real time.
        self._in_real_time: set[threading.Thread | None] = set()
        self._lock = threading.Lock()
        self._replaced = ExitStack()

    def open(self, account: AliasAccount) -> None:
        with self._lock:
            if not self.accounts:
                self._outside = set(threading.enumerate())
                self._replace_all()
            self._outside.discard(threading.current_thread())
            self.accounts.append(account)

    def close(self, account: AliasAccount) -> None:
        with self._lock:
            self.accounts.remove(account)
            if not self.accounts:
                self._replaced.close()
                self._ahead = 0

    def skips(self, seconds: float) -> bool:
        """Whether a wait of this thread is skipped."""
        if not _SHORTEST <= seconds <= _LONGEST or not self._have(thread := _this_thread()):
            return False
        return thread not in self._in_real_time

    def ahead(self) -> int:
        return self._ahead if self._have(_this_thread()) else 0

    def _have(self, thread: threading.Thread | None) -> bool:
        return thread is not None and bool(self.accounts) and thread not in self._outside

    def move_to(self, end: int) -> None:
        with self._lock:
            if self.accounts:
                self._ahead = max(self._ahead, end - _real_monotonic_ns())

    def _replace_all(self) -> None:
        replace = self._replace
        replace(time, "sleep", _sleep)
        replace(asyncio, "sleep", _sleep_in_loop)
        replace(threading.Condition, "wait", _wait)
        replace(time, "time", lambda: _real_time() + self.ahead() / 1e9)
        replace(time, "time_ns", lambda: _real_time_ns() + self.ahead())
        replace(time, "monotonic", lambda: _real_monotonic() + self.ahead() / 1e9)
        replace(time, "monotonic_ns", lambda: _real_monotonic_ns() + self.ahead())
        # The time limits of a loop are for its requests, which take real time.
        replace(asyncio.BaseEventLoop, "time", lambda _loop: _real_monotonic())
        # They wait again until the clock that they have imported is past their time limit.
        for owner, name in (
            (threading.Condition, "wait_for"),
            (threading.Semaphore, "acquire"),
            (queue.Queue, "get"),
            (queue.Queue, "put"),
        ):
            replace(owner, name, self._real_time_of(getattr(owner, name)))

    def _replace(self, owner: Any, name: str, function: Callable[..., Any]) -> None:
        self._replaced.callback(setattr, owner, name, getattr(owner, name))
        setattr(owner, name, function)

    def _real_time_of(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any, **kwargs: Any) -> Any:
            added = {_this_thread()} - self._in_real_time
            self._in_real_time |= added
            try:
                return method(*args, **kwargs)
            finally:
                self._in_real_time -= added

        return run


def _this_thread() -> threading.Thread | None:
    """None if `threading` did not start it: threading.current_thread() would list it for good."""
    ident = threading.get_ident()
    return next((thread for thread in threading.enumerate() if thread.ident == ident), None)


_blocks = _Blocks()


@contextmanager
def skip_waits(account: AliasAccount) -> Iterator[None]:
    _blocks.open(account)
    try:
        yield
    finally:
        _blocks.close(account)


class _Wait:
    """A wait from now on, in the time of each account."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.end = time.monotonic_ns() + math.ceil(seconds * 1e9)
        self._ends = {account: account.clock._after(seconds) for account in set(_blocks.accounts)}
        #: The real time of it, in seconds: so waits that begin together end in their order.
        self.moment = 0.005 + min(seconds / 1_000, 0.045)

    def skip(self) -> float:
        """Moves the accounts to its end. Returns what is left of it: all, if their blocks are over."""
        ends = {account: end for account, end in self._ends.items() if account in _blocks.accounts}
        if not ends:
            return self._seconds - self.moment
        for account, end in ends.items():
            account.do("advance_clock", to=end, waited=True)
        _blocks.move_to(self.end)
        return 0

    def is_next(self) -> bool:
        """Whether every other thread waits, too, and for longer."""
        others = set(threading.enumerate()) - {threading.current_thread()}
        return all(_blocks.ends.get(thread, 0) >= self.end for thread in others)


@contextmanager
def _waiting(seconds: float) -> Iterator[_Wait]:
    wait, thread = _Wait(seconds), threading.current_thread()
    _blocks.ends[thread] = wait.end
    try:
        yield wait
    finally:
        del _blocks.ends[thread]


def _sleep(seconds: float) -> None:
    if not _blocks.skips(seconds):
        return _real_sleep(seconds)
    with _waiting(seconds) as wait:
        _real_sleep(wait.moment)
        return _real_sleep(wait.skip())


async def _sleep_in_loop(delay: float, result: Any = None) -> Any:
    if not _blocks.skips(delay):
        return await _real_sleep_in_loop(delay, result)
    wait = _Wait(delay)
    await _real_sleep_in_loop(wait.moment)
    return await _real_sleep_in_loop(wait.skip(), result)


def _wait(condition: threading.Condition, timeout: float | None = None) -> bool:
    """Events and futures wait here, too: for what another thread does, in real time."""
    if timeout is None or not _blocks.skips(timeout):
        return _real_wait(condition, timeout)
    with _waiting(timeout) as wait:
        real_end = _real_monotonic() + timeout
        while (left := real_end - _real_monotonic()) > 0:
            if _real_wait(condition, min(left, wait.moment)):
                return True
            if wait.is_next():
                break
        wait.skip()
    return False
