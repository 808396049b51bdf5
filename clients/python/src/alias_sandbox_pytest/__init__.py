"""A pytest plugin: each test gets an account of its own on a local alias-sandbox.

    def test_works_again_once_the_invoice_is_settled(alias_account):
        client = MyClient(alias_account.url, alias_account.api_key)
        alias_account.fail("outage", times=2)
        ...

`alias_sandbox` is the sandbox of the run: the one at ALIAS_SANDBOX_URL, or else one that is started
when a test first asks for it and that ends with the run. The package is this one file.
"""

from __future__ import annotations

import http.client
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any, Literal, TypedDict, cast, no_type_check
from urllib.parse import quote, urlencode, urlsplit

import pytest

if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter
    from typing_extensions import NotRequired, Unpack

__version__ = "0.1.0"
__all__ = [
    "Account",
    "Alias",
    "AliasAccount",
    "AliasClock",
    "AliasInbox",
    "AliasSandbox",
    "AliasSandboxError",
    "ArmedFault",
    "Entry",
    "Fault",
    "Mail",
    "Performed",
    "Report",
]


class AliasSandboxError(Exception):
    """What the sandbox refused, or what kept it from answering. `message` is for people."""

    def __init__(
        self,
        code: ErrorCode | Literal["unreachable", "not_a_sandbox", "wrong_version", "not_started"],
        message: str,
        *,
        status: int | None = None,
        reason: RefusalReason | None = None,
        field: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        #: The status of the answer, if there was one.
        self.status = status
        #: Why a request was refused, if its code is `refused`.
        self.reason = reason
        #: The argument that is wrong, if there is one.
        self.field = field

    def __reduce__(self) -> tuple[Any, ...]:
        return _error_from, (self._facts(),)

    def _facts(self) -> dict[str, Any]:
        return {
            "code": self.code,
            "message": self.message,
            "status": self.status,
            "reason": self.reason,
            "field": self.field,
        }


def _error_from(facts: Mapping[str, Any]) -> AliasSandboxError:
    return AliasSandboxError(**facts)


class AliasSandbox:
    """A running sandbox. `account()` opens an account, as the fixture `alias_account` does."""

    def __init__(self, url: str) -> None:
        """Connects to the sandbox at a URL. Raises AliasSandboxError if there is none."""
        __tracebackhide__ = True
        self.url = _origin_of(url)
        self._control = _Control(self.url)
        self._control.check_version()
        #: Accounts that were opened here and not deleted.
        self._open: set[AliasAccount] = set()
        #: Looks at an account before it is deleted.
        self._judge: Callable[[AliasAccount], None] = lambda _account: None

    def account(
        self, scenario: str | Mapping[str, object] | None = None, **start: object
    ) -> AliasAccount:
        """Opens an account in a scenario. The fields of `start` replace those of the scenario.

            alias_sandbox.account("past_due", clock={"now": "2026-03-01T12:00:00Z"})
        """
        __tracebackhide__ = True
        base = scenario if isinstance(scenario, Mapping) else _without_none({"scenario": scenario})
        account: Account = self._control.ask("POST", "accounts", {**base, **start})
        return AliasAccount(self, account)


class AliasAccount:
    """One customer of the service, with its own key, clock, plan, limits, faults and journal."""

    def __init__(self, sandbox: AliasSandbox, account: Account) -> None:
        sandbox._open.add(self)
        self._sandbox = sandbox
        self._control = sandbox._control
        self._opened_in = _this_test()
        self._path = f"accounts/{quote(account['name'], safe='')}"
        self.name = account["name"]
        #: The base URL for the client, without `/v1`.
        self.url = sandbox.url
        #: The first key of the account. It does not change when the key is rotated.
        self.api_key = account["first_key"]
        self.clock = AliasClock(self)
        self.inbox = AliasInbox(self)

    def __repr__(self) -> str:
        return f"<AliasAccount {self.name} at {self.url}>"

    def do(self, action: ActionName, **arguments: object) -> Performed:
        """Performs an action: what happens outside `/v1`, such as a payment.

            account.do("suspend_alias", id=alias["id"], reason="spam")
        """
        __tracebackhide__ = True
        performed: Performed = self._control.ask(
            "POST", f"{self._path}/actions/{quote(action, safe='')}", _named(arguments)
        )
        return performed

    def fail(self, kind: FaultKind, **arguments: Unpack[FaultArguments]) -> ArmedFault:
        """Arms a fault: a documented error, or a failure of the network. `for_` means `for`.

            outage = account.fail("outage", times=2)
        """
        __tracebackhide__ = True
        performed = self.do("arm_fault", kind=kind, **arguments)
        return ArmedFault(self, performed["result"]["fault"])

    def deliver(
        self, to: str, *, raw: str | None = None, **mail: Unpack[MailContent]
    ) -> dict[str, Any]:
        """Delivers a mail; `outcome` says whether it was forwarded. `from_` means `from`.

            account.deliver(alias["address"], subject="Your code", text="482913")
            account.deliver(alias["address"], raw=message.as_string())
        """
        __tracebackhide__ = True
        if raw is None:
            performed = self.do("deliver_mail", to=to, **mail)
        else:
            message: dict[str, object] = {"to": to, "raw": raw, **_named(mail)}
            performed = self._control.ask("POST", f"{self._path}/inbox", message)
        result: dict[str, Any] = performed["result"]
        return result

    def state(self) -> Account:
        """Plan, billing, clock, usage, faults, and what the next call would get."""
        __tracebackhide__ = True
        account: Account = self._control.ask("GET", self._path)
        return account

    def aliases(self, **filter: Unpack[AliasFilter]) -> list[Alias]:
        """The aliases of the account, all or those that match."""
        __tracebackhide__ = True
        aliases: list[Alias] = self._find("aliases", filter)["aliases"]
        return aliases

    def requests(self, **filter: Unpack[RequestFilter]) -> list[Entry]:
        """The calls that the account received, oldest first. Each says `why` it got its answer."""
        __tracebackhide__ = True
        entries: list[Entry] = self._find("requests", filter)["requests"]
        return entries

    def wait_for_request(
        self, *, timeout: str | float | timedelta = "5s", **filter: Unpack[RequestFilter]
    ) -> Entry:
        """The first call that matches, as soon as there is one; raises `timeout` if none comes.

        It blocks this thread: the client must run in another one, or have made its call already.
        """
        __tracebackhide__ = True
        with _Journey.watching():
            found = self._find("requests/wait", {**filter, "timeout": timeout})
        first: Entry = found["requests"][0]
        return first

    def wait_for_requests(self, **wait: Unpack[RequestWait]) -> list[Entry]:
        """All calls that match, as soon as there are `count`."""
        __tracebackhide__ = True
        with _Journey.watching():
            entries: list[Entry] = self._find("requests/wait", wait)["requests"]
        return entries

    def report(self, *, strict: bool = False) -> Report:
        """The outcomes that the client met, and how it behaved. With `strict`, advice fails."""
        __tracebackhide__ = True
        report: Report = self._find("report", {"strict": strict or None})
        return report

    def page(self) -> str:
        """What happened as a page: one HTML file that opens in any browser."""
        __tracebackhide__ = True
        html: str = self._control.ask("GET", f"history/page?account={quote(self.name)}")["html"]
        return html

    def reset(self) -> None:
        """Puts the account back to how it started, and clears its journal."""
        __tracebackhide__ = True
        self.do("reset")

    def delete(self) -> None:
        """Deletes the account; no effect if it is gone already."""
        __tracebackhide__ = True
        self._sandbox._open.discard(self)
        try:
            self._sandbox._judge(self)
            self._control.ask("DELETE", self._path)
        except AliasSandboxError as error:
            if error.code != "not_found":
                raise

    def __enter__(self) -> AliasAccount:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.delete()

    def _find(self, route: str, query: Mapping[str, object]) -> Any:
        __tracebackhide__ = True
        given = urlencode({name: _parameter(value) for name, value in _named(query).items()})
        return self._control.ask("GET", f"{self._path}/{route}{'?' if given else ''}{given}")


class AliasInbox:
    """The owner's inbox of an account: the mails that the service forwarded."""

    def __init__(self, account: AliasAccount) -> None:
        self._account = account

    def list(self, **filter: Unpack[MailFilter]) -> list[Mail]:
        """The mails, oldest first: at most the last 200, or those of them that match."""
        __tracebackhide__ = True
        mails: list[Mail] = self._account._find("inbox", filter)["mails"]
        return mails

    def wait_for(
        self, *, timeout: str | float | timedelta = "5s", **filter: Unpack[MailFilter]
    ) -> Mail:
        """The first mail that matches, as soon as there is one; raises `timeout` if none comes.

            code = account.inbox.wait_for(to=alias["address"])["codes"][0]
        """
        __tracebackhide__ = True
        with _Journey.watching():
            mail: Mail = self._account._find("inbox/wait", {**filter, "timeout": timeout})
        return mail

    def clear(self) -> None:
        """Empties the inbox, so that no later test finds these mails. The history keeps them."""
        __tracebackhide__ = True
        account = self._account
        account._control.ask("DELETE", f"{account._path}/inbox")


class AliasClock:
    """The clock of an account. Trials end, aliases expire and limits are counted by it."""

    def __init__(self, account: AliasAccount) -> None:
        self._account = account

    def now(self) -> datetime:
        """The time on it, in UTC."""
        __tracebackhide__ = True
        now = self._account.state()["clock"]["now"]
        return datetime.fromisoformat(now.replace("Z", "+00:00"))

    def advance(self, by: str | float | timedelta) -> Performed:
        """Moves it by "25h", a timedelta or a number of seconds; the result says what `fired`."""
        __tracebackhide__ = True
        return self._account.do("advance_clock", by=by)

    def advance_to(self, to: str | float | datetime) -> Performed:
        """Moves it forward to a time, or to "burst_reset", "utc_midnight" or "next_event"."""
        __tracebackhide__ = True
        return self._account.do("advance_clock", to=to)

    def freeze(self, at: str | float | datetime | None = None) -> Performed:
        """Stops it, now or at a later time."""
        __tracebackhide__ = True
        return self._account.do("freeze_clock", at=at)

    def resume(self, *, scale: float | None = None) -> Performed:
        """Lets it run again, `scale` times as fast as real time."""
        __tracebackhide__ = True
        return self._account.do("resume_clock", scale=scale)

    @contextmanager
    def skip_waits(self) -> Iterator[None]:
        """Waits take no time inside: while the code only waits, its clocks jump, and this one too.

            with account.clock.skip_waits():
                client.create()  # waits 30 s after a 503, in milliseconds

        That holds for this thread, with its event loop, and for threads that are started inside.
        What they wait for besides, such as an answer of another service, takes its time.
        """
        __tracebackhide__ = True
        journey = _Journey.join()
        if journey is None:
            yield
            return
        use = journey.add(self._account)
        try:
            yield
        finally:
            journey.remove(use)
        if use.error:
            raise use.error


class ArmedFault:
    """A fault that was armed with `account.fail()`. At the end of a `with` block it is cleared."""

    def __init__(self, account: AliasAccount, fault: Fault) -> None:
        self._account = account
        self.id = fault["id"]
        self.kind = fault["kind"]

    def hits(self) -> int:
        """How many calls it was applied to so far."""
        __tracebackhide__ = True
        return self._state()["hits"]

    def is_armed(self) -> bool:
        """Whether it can still be applied to calls."""
        __tracebackhide__ = True
        return self._state()["state"] == "armed"

    def clear(self) -> None:
        """Disarms it; no effect if it is over already."""
        __tracebackhide__ = True
        self._account.do("clear_faults", id=self.id)

    def __enter__(self) -> ArmedFault:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.clear()

    def _state(self) -> Fault:
        __tracebackhide__ = True
        fault: Fault = self._account._find(f"faults/{quote(self.id, safe='')}", {})
        return fault


# The control API

#: In seconds: a little longer than the longest wait for a request.
_ANSWER_TIMEOUT = 630.0


class _Control:
    """Sends requests to the control API, past all proxies and mocks of HTTP libraries."""

    def __init__(self, url: str) -> None:
        self.url = url
        token = os.environ.get("ALIAS_SANDBOX_CONTROL_TOKEN")
        self._headers = {"alias-sandbox-origin": "library"}
        if token:
            self._headers["Authorization"] = f"Bearer {token}"

    def check_version(self) -> None:
        __tracebackhide__ = True
        live = self.ask("GET", "live")
        if live.get("service") != "alias-sandbox":
            raise self._not_a_sandbox()
        major = __version__.split(".")[0]
        if str(live.get("version")).split(".")[0] != major:
            message = (
                f"alias-sandbox at {self.url} has version {live.get('version')}, but this plugin "
                f"supports {major}.x; install the same version on both sides"
            )
            raise AliasSandboxError("wrong_version", message)

    def ask(self, method: str, path: str, body: Mapping[str, object] | None = None) -> Any:
        __tracebackhide__ = True
        status, answer = self._send(method, path, body)
        if status == 204:
            return None
        if not isinstance(answer, dict):
            raise self._not_a_sandbox()
        if status < 300:
            return answer
        if not isinstance(answer.get("message"), str):
            raise self._not_a_sandbox()
        raise AliasSandboxError(
            answer.get("code", "failed"),
            answer["message"],
            status=status,
            reason=answer.get("reason"),
            field=answer.get("field"),
        )

    def _send(self, method: str, path: str, body: Mapping[str, object] | None) -> tuple[int, Any]:
        __tracebackhide__ = True
        scheme, server = urlsplit(self.url)[:2]
        is_secure = scheme == "https"
        connect = http.client.HTTPSConnection if is_secure else http.client.HTTPConnection
        connection = connect(server, timeout=_ANSWER_TIMEOUT)
        headers = dict(self._headers)
        if method != "GET":
            headers["Content-Type"] = "application/json"
        text = None if body is None else json.dumps(body, default=_wire)
        try:
            connection.request(method, f"/_sandbox/{path}", text, headers)
            response = connection.getresponse()
            answer = response.read()
        except OSError as error:
            message = f"no server answers at {self.url} ({error})"
            raise AliasSandboxError("unreachable", message) from None
        except http.client.HTTPException:
            raise self._not_a_sandbox() from None
        finally:
            connection.close()
        try:
            return response.status, json.loads(answer or b"null")
        except ValueError:
            raise self._not_a_sandbox() from None

    def _not_a_sandbox(self) -> AliasSandboxError:
        return AliasSandboxError("not_a_sandbox", f"the server at {self.url} is not alias-sandbox")


def _origin_of(url: str) -> str:
    __tracebackhide__ = True
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        message = f"the URL of the sandbox must be like http://127.0.0.1:25427 (got {url!r})"
        raise AliasSandboxError("bad_argument", message, field="url")
    return f"{parts.scheme}://{parts.netloc}"


def _named(arguments: Mapping[str, object]) -> dict[str, object]:
    """Arguments by their names in the control API, where `for_` is `for`. None leaves one out."""
    return _without_none({name.rstrip("_"): value for name, value in arguments.items()})


def _without_none(values: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in values.items() if value is not None}


def _wire(value: object) -> object:
    """What JSON has no form for."""
    if isinstance(value, timedelta):
        return f"{round(value / timedelta(milliseconds=1))}ms"
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError(f"{value!r} has no time zone, so it is unclear which moment it means")
        return value.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")
    raise TypeError(f"{value!r} is neither a value of JSON nor a datetime or timedelta")


def _parameter(value: object) -> str:
    if isinstance(value, str):
        return value
    text = json.dumps(value, default=_wire)
    return str(json.loads(text)) if text.startswith('"') else text


# Waits that take no time

#: From here on somebody wonders why the waits take so long.
_MIN_HINDERED = 2.0
#: A shorter jump takes as long as the wait, in milliseconds.
_MIN_JUMP = 3
#: Between attempts to jump, in seconds.
_MIN_PAUSE, _MAX_PAUSE = 0.001, 0.008


def _refuse_fakes() -> None:
    __tracebackhide__ = True
    for name in ("sleep", "time", "monotonic"):
        function = getattr(time, name)
        if type(function).__name__ == "builtin_function_or_method" or hasattr(function, "travels"):
            continue
        message = (
            f"clock.skip_waits: time.{name} of this test is fake, so nobody can tell a wait from "
            "none; end freezegun or monkeypatch first: waits take no time anyway"
        )
        raise AliasSandboxError("refused", message)


class _Use:
    """An account that a journey takes along."""

    def __init__(self, account: AliasAccount, now: int) -> None:
        self.account = account
        self.thread = threading.get_ident()
        #: When its clock was last moved, by the clock of the journey, in milliseconds.
        self.moved_at = now
        self.error: AliasSandboxError | None = None

    def move(self, now: int, jump: int) -> None:
        """A clock that runs moves by the jump; a frozen one by all that has passed."""
        clock = self.account.state()["clock"]
        by = now - self.moved_at if clock["mode"] == "frozen" else jump * clock["scale"]
        self.moved_at = now
        self.account.do("advance_clock", by=f"{math.ceil(by)}ms", waited=True)


class _Journey:
    """From the first block of `skip_waits` to the last: blocks at the same time share one time.

    A thread of its own lets the time jump when all threads in the blocks only wait.
    """

    current: _Journey | None = None
    _lock = threading.Lock()
    #: One for all: what was imported in a block may hold functions of it.
    _clock: Any = None
    _has_warned = False

    @classmethod
    def join(cls) -> _Journey | None:
        """The one that is under way, or a new one; none where Python cannot travel, or does so anyway."""
        __tracebackhide__ = True
        with cls._lock:  # while another thread begins or ends one, nobody can tell whose clocks these are
            if cls.current is None and getattr(time.sleep, "travels", False):
                return None  # in `exec --skip-waits` and `explore`
            _refuse_fakes()
            try:
                cls._clock = cls._clock or _clock_of_platform()
            except ImportError as error:
                cls._warn(str(error))
                return None
            cls.current = cls.current or cls()
            cls.current._blocks += 1
            return cls.current

    @classmethod
    @contextmanager
    def watching(cls) -> Iterator[None]:
        """Inside, this thread waits for something that the client is to do: it forbids no jump."""
        journey = cls.current
        if journey:
            journey._clock.watch(True)
        try:
            yield
        finally:
            if journey:
                journey._clock.watch(False)

    def __init__(self) -> None:
        self._blocks = 0
        self._uses: list[_Use] = []
        #: How far its clock is ahead, in milliseconds.
        self._skew = 0
        self._is_over = False
        #: Why there was no jump of late, and for how long, in seconds.
        self._hindrance = ""
        self._hindered = 0.0
        #: Held while the threads in the blocks are looked at and moved.
        self._attempt = threading.Lock()
        self._clock.install()
        threading.Thread(target=self._run, daemon=True).start()

    @contextmanager
    def _halted(self) -> Iterator[None]:
        """No jump meanwhile. The time limit tells apart who waits here from who waits for others."""
        self._attempt.acquire(timeout=threading.TIMEOUT_MAX)
        try:
            yield
        finally:
            self._attempt.release()

    def add(self, account: AliasAccount) -> _Use:
        with self._halted():
            use = _Use(account, self._now())
            self._uses.append(use)
            self._clock.enter()
            return use

    def remove(self, use: _Use) -> None:
        with self._lock:
            with self._halted():
                self._clock.leave()
                self._uses = [one for one in self._uses if one is not use]
                self._blocks -= 1
                if self._blocks == 0:
                    self._is_over = True
                    type(self).current = None
                    self._clock.remove()
        if self._hindered >= _MIN_HINDERED:
            self._warn(self._hindrance)

    @classmethod
    def _warn(cls, why: str) -> None:
        """Once in a process: the other waits take real time for the same reason."""
        if not cls._has_warned:
            cls._has_warned = True
            warnings.warn(f"clock.skip_waits: waits take real time: {why}", stacklevel=5)

    def _now(self) -> int:
        return int(self._clock.real_time_ns() // 1_000_000) + self._skew

    def _run(self) -> None:
        pause = _MIN_PAUSE
        while not self._is_over:
            began = time.monotonic()
            with self._attempt:
                hindrance = None if self._is_over else self._try_to_jump()
            if hindrance is None:
                pause = _MIN_PAUSE
                continue
            time.sleep(pause)
            pause = min(_MAX_PAUSE, pause * 2)
            if self._hindered < _MIN_HINDERED:
                before = self._hindered if hindrance == self._hindrance else 0
                self._hindered = before + time.monotonic() - began
                self._hindrance = hindrance

    def _try_to_jump(self) -> str | None:
        """Jumps to the first moment that a thread waits for, or says why not."""
        first, turns = self._look()
        if first.hindrance:
            return str(first.hindrance)
        # Nothing has run in between: at one moment all of them only waited, and nobody was about to wake one.
        time.sleep(_MIN_PAUSE)
        second, turns_since = self._look()
        if second.hindrance or first.events != second.events or turns is None or turns != turns_since:
            return str(second.hindrance or "something in this process never rests")
        if second.due is None:
            return "the test waits for something that time does not bring"
        jump = (second.due - self._clock.real_monotonic_ns()) // 1_000_000 + 1
        if jump < _MIN_JUMP:
            return "its waits are too short"
        self._skew += jump
        for use in self._uses:
            self._move(use, jump)
        self._clock.travel_to(self._skew)
        return None

    def _look(self) -> tuple[Any, Any]:
        seen = self._clock.look(threading.get_ident())
        at_work = [pid for pid in self._clock.children() if pid not in _own_pids]
        if at_work and not seen.hindrance:
            seen.hindrance = f"a child process may be at work (pid {at_work[0]})"
        return seen, self._clock.turns(threading.get_native_id())

    def _move(self, use: _Use, jump: int) -> None:
        try:
            use.move(self._now(), jump)
        except AliasSandboxError as error:
            use.error = error
            self._uses = [one for one in self._uses if one is not use]
            self._clock.fail(use.thread, error)


def _clock_of_platform() -> Any:
    if sys.platform != "linux" or sys.implementation.name != "cpython":
        raise ImportError("skipping them needs CPython on Linux")
    return cast(Any, travelling_clock)()


# The clock in src/hunt/time-travel/python/sitecustomize.py
@no_type_check
# <time-travel>
def travelling_clock(skew_ms=None):
    """A clock that jumps while all threads that live by it wait in `rest`: in time.sleep, for bytes of a TCP
    connection, for another thread (conditions, events, queues, pools, join), or in an event loop.

    With a skew, the whole process lives by it, for good. Without one, those threads do that `enter`, and those that
    they start, from `install` to `remove`.
    """
    import _socket
    import _thread
    import datetime
    import gc
    import heapq
    import queue
    import select
    import selectors
    import signal
    import socket
    import threading
    import time
    import types
    import weakref
    from ctypes import py_object, pythonapi

    is_whole = skew_ms is not None

    def cells_of_closures():
        """Those that hold functions of `time`."""
        functions = [one for one in vars(time).values() if isinstance(one, types.BuiltinFunctionType)]
        return [holder for holder in gc.get_referrers(*functions) if isinstance(holder, types.CellType)]

    cells_of_others = [] if is_whole else cells_of_closures()

    MS = 1_000_000  # nanoseconds
    #: Shorter waits take real time, as in Node: a jump takes as long.
    SHORTEST = 0.003
    LONGEST = 2**31 - 1  # of a poll, in milliseconds

    modified = pythonapi.PyType_Modified
    modified.argtypes, modified.restype = [py_object], None
    # What its own threads use must not be replaced.
    real_time_ns, real_monotonic_ns = time.time_ns, time.monotonic_ns
    poll, pipe, read_fd, write_fd, close_fd = select.poll, os.pipe, os.read, os.write, os.close
    alarm, open_file, list_folder = signal.getitimer, open, os.listdir
    get_ident, current_frames = _thread.get_ident, sys._current_frames
    POLLIN = select.POLLIN
    # Held for moments only, so that waits and time change together.
    lock = _thread.allocate_lock()
    skew = (skew_ms or 0) * MS

    # Who lives by it

    inside = {}  # how often each thread has entered
    starting = 0  # threads that they have started and that do not run yet

    def is_inside():
        return is_whole or get_ident() in inside

    def enter():
        me = get_ident()
        inside[me] = inside.get(me, 0) + 1
        move_timers(True)

    def leave():
        me = get_ident()
        move_timers()
        count = inside.pop(me, 1) - 1
        if count > 0:
            inside[me] = count
        move_timers()

    # What it replaces

    replacements = []  # of attributes: owner, name, the new value
    constructors = []  # of classes that are written in C: their names, the class, the new methods
    undo = []
    paths_at_first = {}  # where the threads are that are there at `install`
    alarm_at_first = None

    def install():
        nonlocal alarm_at_first
        me = get_ident()
        alarm_at_first = next_alarm()
        paths_at_first.update((one, path_of(frame)) for one, frame in current_frames().items() if one != me)
        for owner, name, own in replacements:
            put(owner, name, own)
        for names, cls, methods in constructors:
            put_in_class(names, cls, methods)
        if not is_whole:
            put_in_holders()

    def remove():
        nonlocal skew
        with lock:
            inside.clear()
            paths_at_first.clear()
            errors.clear()
            fds_before.clear()
            skew = 0
        while undo:
            undo.pop()()

    def replace(owner, name, make):
        """`make` gets the real one, which threads outside go on using."""
        real = getattr(owner, name)
        own = make(real)
        if isinstance(own, types.FunctionType):
            own.__name__, own.__doc__ = name, real.__doc__
        replacements.append((owner, name, own))

    def put(owner, name, own):
        is_inherited = name not in vars(owner)
        before = getattr(owner, name)
        setattr(owner, name, own)

        def put_back():
            if vars(owner).get(name) is not own:
                return  # somebody else has replaced it since
            if is_inherited:
                delattr(owner, name)
            else:
                setattr(owner, name, before)

        undo.append(put_back)

    class Plain:
        """A function that does not become a method in a class, like those of C: `converter = time.localtime`."""

        travels = True

        def __init__(self, name, function):
            self.__module__, self.__name__, self.__qualname__ = "time", name, name
            self._function = function

        def __call__(self, *arguments):
            return self._function(*arguments)

        def __reduce__(self):
            return self.__name__

    in_time = {}  # what replaces a function of `time`, by the id of that one
    real_functions = []  # these functions

    def replace_in_time(name, make):
        real = getattr(time, name)
        in_time[id(real)] = own = Plain(name, make(real))
        real_functions.append(real)
        replacements.append((time, name, own))

    def put_in_class(names, cls, methods):
        """In the class itself: all instances keep their type, also those that C code makes."""
        before = {name: names[name] for name in methods}

        def write(values):
            names.update(values)
            modified(py_object(cls))

        write(methods)
        undo.append(lambda: write(before))

    def replace_constructors(cls, **functions):
        names = gc.get_referents(cls.__dict__)[0]
        methods = {name: constructing(names[name], function) for name, function in functions.items()}
        constructors.append((names, cls, methods))

    def constructing(real, function):
        def construct(cls, *arguments, **named):
            if is_inside():
                return function(cls, *arguments, **named)
            return real.__get__(None, cls)(*arguments, **named)

        return classmethod(construct)

    # Where else functions of `time` are held: `from time import sleep`, `def client(sleep=time.sleep)`

    own_cells = set()  # their ids

    def put_in_holders():
        held_by_others = []
        for holder in gc.get_referrers(*real_functions):
            if type(holder) is types.CellType:
                if id(holder) not in own_cells:
                    put_in_cell(holder)
            elif isinstance(holder, tuple):
                held_by_others.append(holder)  # defaults of a function?
            elif isinstance(holder, dict):
                put_in_names(holder)
                if "__module__" in holder:
                    held_by_others.append(holder)  # names of a class?
            elif isinstance(holder, list):
                if holder is not real_functions:
                    put_in_list(holder)
            elif isinstance(getattr(holder, "__dict__", None), dict):
                put_in_names(holder.__dict__)
        for holder in gc.get_referrers(*held_by_others) if held_by_others else ():
            if isinstance(holder, type):
                modified(py_object(holder))
                undo.insert(0, lambda cls=holder: modified(py_object(cls)))
            elif isinstance(holder, types.FunctionType) and holder.__defaults__:
                put_in_defaults(holder)

    def put_in_names(names):
        held = {name: value for name, value in names.items() if id(value) in in_time}
        names.update((name, in_time[id(value)]) for name, value in held.items())

        def put_back():
            names.update((name, value) for name, value in held.items() if names.get(name) is in_time[id(value)])

        undo.append(put_back)

    def put_in_list(values):
        held = {place: value for place, value in enumerate(values) if id(value) in in_time}
        for place, value in held.items():
            values[place] = in_time[id(value)]

        def put_back():
            for place, value in held.items():
                if place < len(values) and values[place] is in_time[id(value)]:
                    values[place] = value

        undo.append(put_back)

    def put_in_cell(cell):
        before = cell.cell_contents
        cell.cell_contents = own = in_time[id(before)]

        def put_back():
            if cell.cell_contents is own:
                cell.cell_contents = before

        undo.append(put_back)

    def put_in_defaults(function):
        before = function.__defaults__
        function.__defaults__ = own = tuple(in_time.get(id(value), value) for value in before)

        def put_back():
            if function.__defaults__ is own:
                function.__defaults__ = before

        undo.append(put_back)

    # Waits

    waits = {}  # of each thread that rests
    events = 0  # how often one began or ended
    errors = {}  # what a thread gets where it waits next
    of_thread = _thread._local()

    class Wake:
        """A pipe that ends the poll of one thread."""

        def __init__(self):
            self.read, self.write = pipe()

        def __call__(self):
            write_fd(self.write, b".")

        def __del__(self):
            close_fd(self.read)
            close_fd(self.write)

    def wake_of_thread():
        if not hasattr(of_thread, "wake"):
            of_thread.wake = Wake()
        return of_thread.wake

    def watching():
        return getattr(of_thread, "is_watching", False)

    def watch(is_watching):
        of_thread.is_watching = is_watching

    class Wait:
        def __init__(self, seconds, fd, loop, is_over):
            #: By the real clock; a jump brings it nearer.
            self.due = None if seconds is None or watching() else real_monotonic_ns() + int(float(seconds) * 1e9)
            self.fd = fd
            #: What an event loop waits for, by file descriptor.
            self.loop = loop
            #: Has another thread done what this one waits for?
            self.is_over = is_over
            self.wake = wake_of_thread()
            #: Does it wait for what another thread is to do, though it asks somebody else?
            self.is_watching = watching()
            #: Has anybody been told of it?
            self.is_told = False

        def has_ended(self):
            """Then its thread runs as soon as it can."""
            if self.is_over is not None and self.is_over():
                return True
            if self.fd is None:
                return False
            ready = poll()
            ready.register(self.fd, POLLIN)
            return bool(ready.poll(0))

    def rest(seconds, fd=None, loop=None, is_over=None):
        """Waits for so long on this clock, until `fd` has something to read, or until it is over."""
        nonlocal events
        me = get_ident()
        wait = Wait(seconds, fd, loop, is_over)
        ready = poll()
        ready.register(wait.wake.read, POLLIN)
        if fd is not None:
            ready.register(fd, POLLIN)
        with lock:
            outer = waits.get(me)  # a signal handler may wait, too
            waits[me] = wait
            events += 1
        try:
            while True:
                if me in errors:
                    raise errors.pop(me)
                if is_over is not None and is_over():
                    return True
                left = None if wait.due is None else max(0, wait.due - real_monotonic_ns())
                found = [one for one, _ in ready.poll(None if left is None else min(LONGEST, -(-left // MS)))]
                if fd in found:
                    return True
                if found:
                    read_fd(wait.wake.read, 4096)
                elif wait.due is not None and wait.due <= real_monotonic_ns():
                    return is_over is not None and is_over()
        finally:
            with lock:
                events += 1
                if outer:
                    waits[me] = outer
                else:
                    waits.pop(me, None)

    def takes_real_time(seconds):
        return (seconds is not None and seconds < SHORTEST) or not is_inside()

    def sleeping(real):
        def sleep(seconds):
            if takes_real_time(seconds):
                real(seconds)
            else:
                rest(seconds)

        return sleep

    replace_in_time("sleep", sleeping)

    # Clocks

    for name in ("time", "monotonic", "perf_counter"):
        replace_in_time(name, lambda real: lambda: real() + skew / 1e9 if is_inside() else real())
        replace_in_time(f"{name}_ns", lambda real: lambda: real() + skew if is_inside() else real())

    def with_default(place, now):
        """A function takes `now()` if its argument at this place is left out."""

        def make(real):
            def function(*arguments):
                if is_inside() and (len(arguments) <= place or arguments[place] is None):
                    arguments = (*arguments[:place], now())
                return real(*arguments)

            return function

        return make

    for name in ("localtime", "gmtime", "ctime"):
        replace_in_time(name, with_default(0, lambda: time.time()))
    replace_in_time("asctime", with_default(0, lambda: time.localtime()))
    replace_in_time("strftime", with_default(1, lambda: time.localtime()))

    replace_constructors(datetime.date, today=lambda cls: cls.fromtimestamp(time.time()))
    replace_constructors(
        datetime.datetime,
        now=lambda cls, tz=None: cls.fromtimestamp(time.time(), tz),
        utcnow=lambda cls: cls.utcfromtimestamp(time.time()),
    )

    # Waits for another thread

    def waiting(real):
        def wait(self, timeout=None):
            if takes_real_time(timeout):
                return real(self, timeout)
            if not self._is_owned():
                raise RuntimeError("cannot wait on un-acquired lock")
            notice = Notice()
            self._waiters.append(notice)
            saved = self._release_save()
            has_come = False
            try:
                has_come = rest(timeout, is_over=notice.has_come)
                return has_come
            finally:
                self._acquire_restore(saved)
                if not has_come and notice in self._waiters:
                    self._waiters.remove(notice)

        return wait

    class Notice:
        """What a condition keeps of a thread that waits on it, in place of a lock."""

        def __init__(self):
            self._wake = wake_of_thread()
            self._has_come = False

        def has_come(self):
            return self._has_come

        def release(self):
            if self._has_come:
                raise RuntimeError("release unlocked lock")
            self._has_come = True
            self._wake()

    replace(threading.Condition, "wait", waiting)

    class SimpleQueue(queue.SimpleQueue):  # type: ignore[type-arg]
        """What idle threads of a pool wait on."""

        def __init__(self):
            self._wakes = []

        def put(self, item, block=True, timeout=None):
            super().put(item)
            for wake in list(self._wakes):
                wake()

        def put_nowait(self, item):
            self.put(item)

        def get(self, block=True, timeout=None):
            if not block or takes_real_time(timeout):
                return super().get(block, timeout)
            end = None if timeout is None else time.monotonic() + timeout
            wake = wake_of_thread()
            self._wakes.append(wake)
            try:
                while True:
                    try:
                        return super().get(False)
                    except queue.Empty:
                        left = None if end is None else end - time.monotonic()
                        if left is not None and left <= 0:
                            raise
                    rest(left, is_over=lambda: not self.empty())
            finally:
                self._wakes.remove(wake)

    replace(queue, "SimpleQueue", lambda _: SimpleQueue)

    class End:
        """That of a thread."""

        def __init__(self):
            self._has_come = False
            self._wakes = []

        def come(self):
            self._has_come = True
            for wake in list(self._wakes):
                wake()

        def await_for(self, seconds):
            self._wakes.append(wake_of_thread())
            return rest(seconds, is_over=lambda: self._has_come)

    ends = weakref.WeakKeyDictionary()  # of threads that were started inside

    def starting_inside(real):
        def start(function, *arguments, **named):
            nonlocal starting
            if not is_inside():
                return real(function, *arguments, **named)
            end = End()
            if isinstance(getattr(function, "__self__", None), threading.Thread):
                ends[function.__self__] = end

            def run(*given):
                nonlocal starting
                enter()
                with lock:
                    starting -= 1
                try:
                    return function(*given)
                finally:
                    end.come()
                    leave()

            with lock:
                starting += 1
            try:
                return real(run, *arguments, **named)
            except BaseException:
                with lock:
                    starting -= 1
                raise

        return start

    for name in ("_start_new_thread", "_start_joinable_thread"):  # before Python 3.13, and since
        if hasattr(threading, name):
            replace(threading, name, starting_inside)

    def joining(real):
        def join(self, timeout=None):
            end = ends.get(self)
            if end is not None and is_inside() and self.ident != get_ident():
                if not end.await_for(None if timeout is None else max(timeout, 0)):
                    return
                timeout = None  # its last moments
            real(self, timeout)

        return join

    replace(threading.Thread, "join", joining)

    # Connections: how many bytes they have sent and read, and how long one waits for more

    class Book:
        def __init__(self):
            self.written = self.read = 0
            self.has_ended = self.is_connected = False
            self.answer = Answer()

    class Answer:
        """Tells whether an answer of HTTP/1.1 is under way; of anything else, that one may be."""

        def __init__(self):
            self.is_awaited = False
            self._head = b""
            self._left = None  # of its body

        def read(self, data):
            while data or self._left == 0:
                if self._left is None:
                    self._head += data
                    head, blank, data = self._head.partition(b"\r\n\r\n")
                    if not blank:
                        return
                    self._head = b""
                    self._left = self._length_of(head)
                    if head[9:10] == b"1":
                        self._left = None  # a further one follows
                        continue
                count = min(self._left, len(data))
                data = data[count:] if count else data
                self._left -= count
                if self._left == 0:
                    self._left = None
                    self.is_awaited = False
                elif not data:
                    return

        def _length_of(self, head):
            if head[9:12] in (b"204", b"304"):
                return 0
            for line in head.lower().split(b"\r\n"):
                name, _, value = line.partition(b":")
                if name == b"content-length":
                    return int(value)
            return float("inf")

    books = weakref.WeakKeyDictionary()  # of sockets
    listening = weakref.WeakSet()
    pairs = weakref.WeakSet()

    def book_of(sock):
        book = books.get(sock)
        if book is None:
            book = books[sock] = Book()
        return book

    def is_tcp(sock):
        return sock.type == _socket.SOCK_STREAM and sock.family in (_socket.AF_INET, _socket.AF_INET6)

    def replace_in_sockets(name, make):
        real = getattr(socket.socket, name)
        method = make(real)

        def of_socket(self, *arguments):
            return method(self, *arguments) if is_inside() else real(self, *arguments)

        replace(socket.socket, name, lambda _: of_socket)

    def connecting(real):
        def method(self, address):
            book_of(self).is_connected = True
            return real(self, address)

        return method

    def receiving(bytes_of, place_of_flags):
        def make(real):
            def method(self, *arguments):
                book = book_of(self)
                seconds = self.gettimeout()
                if seconds != 0 and is_tcp(self) and not rest(seconds, self.fileno()):
                    raise socket.timeout("timed out")
                result = real(self, *arguments)
                flags = arguments[place_of_flags] if len(arguments) > place_of_flags else 0
                if not flags & _socket.MSG_PEEK:
                    received = bytes_of(result, arguments)
                    book.read += len(received)
                    book.has_ended = book.has_ended or len(received) == 0
                    if seconds == 0 and not is_whole:
                        book.answer.read(bytes(received))
                return result

            return method

        return make

    def sending(real):
        def method(self, *arguments):
            book = book_of(self)
            book.answer.is_awaited = True
            count = real(self, *arguments)
            book.written += count
            return count

        return method

    def sending_all(real):
        def method(self, data, *flags):
            book = book_of(self)
            book.answer.is_awaited = True
            before = book.written
            # If this fails, nobody knows how much was sent.
            book.written = float("-inf")  # pyright: ignore -- not a number of bytes
            real(self, data, *flags)
            book.written = before + memoryview(data).nbytes

        return method

    def listen(real):
        def method(self, *arguments):
            listening.add(self)
            return real(self, *arguments)

        return method

    replace_in_sockets("connect", connecting)
    replace_in_sockets("connect_ex", connecting)
    replace_in_sockets("recv", receiving(lambda result, _: result, 1))
    replace_in_sockets("recv_into", receiving(lambda result, given: memoryview(given[0]).cast("B")[:result], 2))
    replace_in_sockets("send", sending)
    replace_in_sockets("sendmsg", sending)
    replace_in_sockets("sendall", sending_all)
    replace_in_sockets("listen", listen)

    def pairing(real):
        def socketpair(*arguments, **named):
            pair = real(*arguments, **named)
            pairs.update(pair)
            return pair

        return socketpair

    replace(socket, "socketpair", pairing)

    # Event loops: asyncio uses this selector on Linux

    def selecting(real):
        def select_on_clock(self, timeout=None):
            if takes_real_time(timeout):
                return real(self, timeout)
            rest(timeout, self.fileno(), self.get_map())
            move_timers()
            return real(self, 0)

        return select_on_clock

    replace(selectors.EpollSelector, "select", selecting)

    fds_before = set()  # what event loops watched when their threads came inside: others know what they wait for
    loops = weakref.WeakKeyDictionary()  # their timers that were set outside, by id; and the skew when they were moved

    def move_timers(is_entering=False):
        """Timers that were set outside take real time. Those that wait in the end take the rest of theirs."""
        asyncio = None if is_whole else sys.modules.get("asyncio")
        loop = asyncio._get_running_loop() if hasattr(asyncio, "_get_running_loop") else None  # pyright: ignore -- private
        timers = getattr(loop, "_scheduled", None)
        if timers is None or not (is_inside() or loop in loops):
            return
        before = ({id(timer): timer for timer in timers}, 0) if is_entering else ({}, skew)
        outer, moved_at = loops.get(loop, before)
        now = skew if is_inside() else 0
        for timer in timers:
            if id(timer) in outer or not is_inside():
                timer._when += (now - moved_at) / 1e9
        heapq.heapify(timers)
        if is_entering and loop not in loops:
            fds_before.update(loop._selector.get_map())  # pyright: ignore -- private
        if is_inside():
            loops[loop] = (outer, now)
        else:
            del loops[loop]

    # What somebody asks who lets it jump

    def path_of(frame):
        """Where a thread is."""
        path = []
        while frame is not None:
            path.append((frame.f_code, frame.f_lasti))
            frame = frame.f_back
        return path

    #: The number of the call to the system in which threads wait for locks.
    futex = {"x86_64": "202", "aarch64": "98"}.get(os.uname().machine)

    def time_limit_of(task):
        """Of its wait for a lock: 0 if it has none, None if it does anything else."""
        call = text_of(f"self/task/{task}/syscall").split()
        is_waiting = len(call) > 4 and call[0] == futex and int(call[2], 16) & 0x7F in (0, 9)
        return int(call[4], 16) if is_waiting else None

    def waits_for_others(thread):
        """Another thread of Python wakes it, and nothing else."""
        threads = threading._active.copy()  # pyright: ignore -- private
        tasks = {ident: one.native_id for ident, one in threads.items()}
        if thread not in tasks or time_limit_of(tasks[thread]) != 0:
            return False
        # Threads that are not Python's wake it if they wait for a network, say.
        others = set(list_folder("/proc/self/task")) - {str(task) for task in tasks.values()}
        at_work = [task for task in others if time_limit_of(task) is None]
        return len(at_work) <= len(current_frames().keys() - tasks.keys())  # Python's too, started with `_thread`

    def is_of_xdist(frame):
        """Does a thread of pytest-xdist wait for what the next test is?"""
        return frame.f_code.co_name == "read" and frame.f_globals.get("__name__") == "execnet.gateway_base"

    def next_alarm():
        """It rings in real time, here in nanoseconds."""
        left = alarm(signal.ITIMER_REAL)[0]
        return real_monotonic_ns() + int(left * 1e9) if left > 0 else None

    def look(me):
        """What the threads do, except for the one that asks."""
        with lock:
            sockets = [(sock, sock.fileno(), book) for sock, book in books.items()]
            own = [wait for thread, wait in waits.items() if is_whole or thread in inside]
            awaited = set()
            for wait in own:
                wait.is_told = True
                if wait.loop is not None:
                    awaited.update(fd for fd in wait.loop if fd >= 0)
                elif wait.fd is not None and not wait.is_watching:
                    awaited.add(wait.fd)
            return types.SimpleNamespace(
                hindrance=hindrance(me, own, awaited, sockets),
                due=min((wait.due for wait in own if wait.due is not None), default=None),
                events=events,
                sockets=sockets,
                awaited=awaited,
            )

    def hindrance(me, own, awaited, sockets):
        """Why it is not known that all of them only wait; None if it is."""
        if starting > 0:
            return "a thread is about to start"
        for thread, frame in current_frames().items():
            is_own = is_whole or thread in inside
            wait = waits.get(thread)
            if thread == me or (wait if is_own else paths_at_first.get(thread) == path_of(frame)):
                continue
            if is_of_xdist(frame):
                continue
            # Left over from an earlier block, say an idle one of a pool.
            if wait and wait.due is None and wait.fd is None and not wait.has_ended():
                continue
            # Only `turns` show that nobody has just woken it, and who asks for a whole process does not look at them.
            if not is_whole and waits_for_others(thread):
                continue
            code = frame.f_code
            place = f"{code.co_name} ({code.co_filename}:{frame.f_lineno})"
            if is_own:
                return f"a thread is at work, or waits in its own way, in {place}"
            return f"a thread that was started outside may be at work, in {place}"
        if any(wait.has_ended() for wait in own):
            return "a thread has something to do"
        if next_alarm() is not None and not is_alarm_of_others():
            return "an alarm is set"
        tcp = {fd: (sock, book) for sock, fd, book in sockets if is_tcp(sock)}
        if not awaited <= {*tcp, 0, 1, 2, *fds_before, *(sock.fileno() for sock in (*listening, *pairs))}:
            return "an event loop waits for something unknown"
        if is_whole:
            return None  # the sandbox knows of answers
        for fd in awaited & set(tcp):
            sock, book = tcp[fd]
            if book.answer.is_awaited or not any(wait.loop is not None and fd in wait.loop for wait in own):
                return f"an answer of {place_of(peer_of(sock))} may be on its way"
        return None

    def is_alarm_of_others():
        rings = next_alarm()
        if is_whole or rings is None or alarm_at_first is None:
            return False
        return abs(rings - alarm_at_first) < 50 * MS

    def peer_of(sock):
        try:
            return sock.getpeername()
        except OSError:
            return ("nobody", 0)

    def place_of(address):
        host = address[0]
        return f"{host[7:] if host.startswith('::ffff:') else host}:{address[1]}"

    def children():
        of_threads = (text_of(f"self/task/{thread}/children") for thread in list_folder("/proc/self/task"))
        # Nobody waits for one that has ended, unless in another function than those above.
        return [int(pid) for pids in of_threads for pid in pids.split() if not has_ended(pid)]

    def has_ended(pid):
        return text_of(f"{pid}/stat").rpartition(")")[2].split()[:1] in ([], ["Z"])

    def text_of(place):
        try:
            with open_file(f"/proc/{place}") as file:
                return file.read()
        except OSError:
            return ""  # it has just ended

    def turns(own_task):
        """How often each other thread of this process has run, or None while one does."""
        counts = {}
        for task in list_folder("/proc/self/task"):
            if task == str(own_task):
                continue
            facts = dict(line.split(":\t", 1) for line in text_of(f"self/task/{task}/status").splitlines() if ":\t" in line)
            if facts.get("State", "S")[:1] != "S":
                return None
            counts[task] = (facts.get("voluntary_ctxt_switches"), facts.get("nonvoluntary_ctxt_switches"))
        return counts

    def travel_to(ms):
        nonlocal skew
        with lock:
            by, skew = ms * MS - skew, ms * MS
            # A wait that began after the last look began after the jump, as far as this process can tell.
            for thread, wait in waits.items():
                if by > 0 and wait.is_told and wait.due is not None and (is_whole or thread in inside):
                    wait.due -= by
                    wait.wake()

    def fail(thread, error):
        """Ends the wait of a thread."""
        with lock:
            errors[thread] = error
            if thread in waits:
                waits[thread].wake()

    def forget():
        """A forked process has none of the threads. It goes by real time, and so does its parent meanwhile."""
        waits.clear()
        inside.clear()
        of_thread.__dict__.clear()
        lock.release()

    os.register_at_fork(before=lock.acquire, after_in_parent=lock.release, after_in_child=forget)
    if is_whole:
        install()
    else:
        own_cells.update({id(cell) for cell in cells_of_closures()} - {id(cell) for cell in cells_of_others})
        cells_of_others.clear()
    return types.SimpleNamespace(
        enter=enter,
        leave=leave,
        install=install,
        remove=remove,
        look=look,
        children=children,
        turns=turns,
        travel_to=travel_to,
        fail=fail,
        watch=watch,
        place_of=place_of,
        is_tcp=is_tcp,
        real_time_ns=real_time_ns,
        real_monotonic_ns=real_monotonic_ns,
    )


# </time-travel>
_START_TIMEOUT = 60.0
#: Sandboxes that this process has started.
_own_pids: set[int] = set()
#: Runs inside `alias-sandbox exec`: tells the URL, and ends when its input is closed.
_KEEPER = "import os,sys;print(os.environ['ALIAS_SANDBOX_URL'],flush=True);sys.stdin.read()"


class _OwnSandbox:
    """A sandbox that is started when it is first needed.

    Its input is a pipe from this process: however this process ends, the sandbox ends, too.
    """

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._url: str | None = None
        self._failure: AliasSandboxError | None = None

    def url(self) -> str:
        """Starts it if nobody has. Raises AliasSandboxError each time if it cannot be started."""
        __tracebackhide__ = True
        with self._lock:
            if self._failure:
                raise self._failure
            try:
                self._url = self._url or self._start()
            except AliasSandboxError as error:
                self._failure = error
                raise
            return self._url

    def close(self) -> None:
        """Ends it; no effect if it was not started."""
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            return
        process.stdin.close()
        # A process that was forked off here may still hold the pipe open.
        if not _has_ended(process, 2.0):
            process.terminate()
        if not _has_ended(process, 10.0):
            process.kill()
            process.wait()
        process.stdout.close()

    def _start(self) -> str:
        __tracebackhide__ = True
        command = [*_command(), "exec", "--quiet", "--", sys.executable, "-I", "-S", "-c", _KEEPER]
        with tempfile.TemporaryFile("w+", errors="replace") as log:
            try:
                self._process = subprocess.Popen(
                    command,
                    cwd=self._folder,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=log,
                    text=True,
                    start_new_session=True,  # Ctrl-C is for pytest, which then ends the sandbox
                )
            except OSError as error:
                raise _not_started(f"{command[0]} cannot be run: {error}") from None
            assert self._process.stdout is not None
            _own_pids.add(self._process.pid)
            alarm = threading.Timer(_START_TIMEOUT, self._process.kill)
            alarm.start()
            line = self._process.stdout.readline().strip()
            alarm.cancel()
            if line:
                return line
            status = self._process.wait()
            log.seek(0)
            said = log.read().strip() or "it wrote nothing"
        started = " ".join(command[: command.index("exec") + 1])
        raise _not_started(f"`{started}` ended with {status}:\n{said}\n")


def _has_ended(process: subprocess.Popen[str], within: float) -> bool:
    try:
        process.wait(within)
    except subprocess.TimeoutExpired:
        return False
    return True


def _command() -> list[str]:
    __tracebackhide__ = True
    installed = shutil.which("alias-sandbox")
    if installed:
        return [installed]
    npx = shutil.which("npx")
    if npx:
        return [npx, "--no-install", "alias-sandbox"]
    raise _not_started("neither alias-sandbox nor npx is on the PATH. ")


def _not_started(why: str) -> AliasSandboxError:
    help = (
        "Install it with `npm install --save-dev alias-sandbox`, "
        "or set ALIAS_SANDBOX_URL to the URL of one that runs."
    )
    return AliasSandboxError("not_started", f"the sandbox was not started: {why}{help}")


class _Sharing:
    """Lets the workers of pytest-xdist ask this process for the sandbox."""

    def __init__(self, own: _OwnSandbox) -> None:
        from multiprocessing.connection import Listener

        self._own = own
        key = os.urandom(32)
        self._listener = Listener(("127.0.0.1", 0), authkey=key)
        #: What a worker needs to know.
        self.address = {"at": self._listener.address, "key": key}
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def _serve(self) -> None:
        from multiprocessing import AuthenticationError

        while True:
            try:
                connection = self._listener.accept()
            except (AuthenticationError, EOFError, ConnectionError):
                continue  # somebody else, or a worker that is gone
            except OSError:
                return  # closed
            with connection:
                try:
                    answer: dict[str, Any] = {"url": self._own.url()}
                except AliasSandboxError as error:
                    answer = {"error": error._facts()}
                try:
                    connection.send(answer)
                except OSError:
                    pass  # the worker is gone


def _ask_for_sandbox(address: Mapping[str, Any]) -> str:
    __tracebackhide__ = True
    from multiprocessing.connection import Client

    host, port = address["at"]
    with Client((host, port), authkey=address["key"]) as connection:
        answer = connection.recv()
    if "error" in answer:
        raise AliasSandboxError(**answer["error"])
    url: str = answer["url"]
    return url


# Etiquette

_WORST_FIRST = ("fail", "advice", "pass", "not_exercised")


class _Etiquette:
    """How the clients of all tests behaved. Its facts are values that a worker can send."""

    def __init__(self) -> None:
        self._accounts = 0
        self._calls = 0
        self._verdicts: dict[str, str] = {}
        #: What is wrong, and in which test.
        self._findings: list[dict[str, Any]] = []

    def judge(self, account: AliasAccount) -> None:
        __tracebackhide__ = True
        report = account.report()
        rows = report["etiquette"]
        findings = [row for row in rows if row["verdict"] in ("fail", "advice")]
        self.add(
            {
                "accounts": 1,
                "calls": report["calls"],
                "verdicts": {row["rule"]: row["verdict"] for row in rows},
                "findings": [{**row, "test": account._opened_in} for row in findings],
            }
        )

    def facts(self) -> dict[str, Any]:
        return {
            "accounts": self._accounts,
            "calls": self._calls,
            "verdicts": self._verdicts,
            "findings": self._findings,
        }

    def add(self, facts: Mapping[str, Any]) -> None:
        self._accounts += facts["accounts"]
        self._calls += facts["calls"]
        self._findings += facts["findings"]
        for rule, verdict in facts["verdicts"].items():
            known = self._verdicts.get(rule, "not_exercised")
            self._verdicts[rule] = min(known, verdict, key=_WORST_FIRST.index)

    def has_failed(self) -> bool:
        """A rule failed, or no client was there to judge although tests had accounts."""
        return "fail" in self._verdicts.values() or (self._accounts > 0 and self._calls == 0)

    def write(self, terminal: TerminalReporter, *, verified: bool) -> None:
        if self._accounts == 0:
            return
        terminal.section("alias-sandbox: etiquette")
        given = list(self._verdicts.values())
        counts = [f"{given.count(name)} {text}" for name, text in _COUNTED if name in given]
        terminal.write_line(f"calls: {self._calls}; rules: {', '.join(counts)}")
        for finding in sorted(self._findings, key=lambda row: _WORST_FIRST.index(row["verdict"])):
            has_failed = finding["verdict"] == "fail"
            title = f"{'FAILED' if has_failed else 'advice'} {finding['rule']}: {finding['title']}"
            terminal.write_line(title, red=has_failed, yellow=not has_failed)
            terminal.write_line(f"  in {finding['test']}")
            terminal.write_line(f"  {finding['why']}")
            terminal.write_line(f"  Expected: {finding['expected']}")
        if self._calls == 0:
            terminal.write_line(_UNUSED, red=verified, yellow=not verified)
        elif not verified and self.has_failed():
            terminal.write_line("With --alias-sandbox-verify the run fails for this.")


_UNUSED = (
    "No call reached the accounts of the tests. "
    "Does the client use alias_account.url and alias_account.api_key?"
)
_COUNTED = (
    ("pass", "passed"),
    ("fail", "failed"),
    ("advice", "with advice"),
    ("not_exercised", "not exercised"),
)


def _this_test() -> str:
    return os.environ.get("PYTEST_CURRENT_TEST", "no test").rsplit(" (", 1)[0]


# The plugin


class _Run:
    """What this process of a run knows."""

    def __init__(self, config: pytest.Config) -> None:
        self.etiquette = _Etiquette()
        self._worker_input: Mapping[str, Any] = getattr(config, "workerinput", {})
        self._own = _OwnSandbox(str(config.rootpath))
        self._sharing: _Sharing | None = None

    def sandbox_url(self) -> str:
        __tracebackhide__ = True
        shared = self._worker_input.get("alias_sandbox")
        return os.environ.get("ALIAS_SANDBOX_URL") or (
            _ask_for_sandbox(shared) if shared else self._own.url()
        )

    def share(self) -> Mapping[str, Any]:
        self._sharing = self._sharing or _Sharing(self._own)
        return self._sharing.address

    def close(self) -> None:
        if self._sharing:
            self._sharing.close()
        self._own.close()


_run = pytest.StashKey[_Run]()


@pytest.fixture(scope="session")
def alias_sandbox(request: pytest.FixtureRequest) -> Iterator[AliasSandbox]:
    """The sandbox of the run, which all tests share."""
    run = request.config.stash[_run]
    sandbox = AliasSandbox(run.sandbox_url())
    sandbox._judge = run.etiquette.judge
    yield sandbox
    for account in list(sandbox._open):
        account.delete()


@pytest.fixture
def alias_account(
    request: pytest.FixtureRequest, alias_sandbox: AliasSandbox
) -> Iterator[AliasAccount]:
    """An account for this test, which starts as @pytest.mark.alias_sandbox(scenario=...) says."""
    with alias_sandbox.account(**_start_of(request.node)) as account:
        yield account


def _start_of(test: pytest.Item | pytest.Collector) -> dict[str, Any]:
    """What all marks of a test say; the nearest one wins."""
    __tracebackhide__ = True
    start: dict[str, Any] = {}
    for mark in test.iter_markers("alias_sandbox"):
        if mark.args:
            example = "@pytest.mark.alias_sandbox(scenario='past_due')"
            raise pytest.UsageError(f"the arguments of this mark need names, as in {example}")
        start = {**mark.kwargs, **start}
    return start


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("alias-sandbox").addoption(
        "--alias-sandbox-verify",
        action="store_true",
        help="fail the run if a client breaks a rule of etiquette",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_run] = _Run(config)
    config.addinivalue_line(
        "markers",
        "alias_sandbox(scenario=..., clock=..., usage=...): how alias_account starts: "
        "a scenario by name, and any field of a scenario",
    )


def pytest_exception_interact(node: Any, report: Any) -> None:
    """A test fails: with ALIAS_SANDBOX_PAGES, the story of its account is saved as a page."""
    folder = os.environ.get("ALIAS_SANDBOX_PAGES")
    account = getattr(node, "funcargs", {}).get("alias_account")
    if not folder or not isinstance(account, AliasAccount):
        return
    name = re.sub(r"[^\w.-]+", "_", f"{node.name}-{account.name}", flags=re.ASCII)[-100:]
    path = os.path.join(folder, f"{name.lstrip('.-')}.html")
    try:
        html = account.page()
        os.makedirs(folder, exist_ok=True)
        _write_whole(path, html)
    except (AliasSandboxError, OSError) as error:
        path = f"not saved ({error})"
    report.sections.append(("alias-sandbox", f"what happened: {path}"))


def _write_whole(path: str, text: str) -> None:
    """Under its name only once all of it is written: a run may be stopped at any time."""
    temporary = f"{path}.{os.getpid()}.tmp"
    try:
        with open(temporary, "x", encoding="utf-8", newline="") as file:
            file.write(text)
        os.replace(temporary, path)
    except BaseException:
        with suppress(FileNotFoundError):
            os.remove(temporary)
        raise


def pytest_unconfigure(config: pytest.Config) -> None:
    run = config.stash.get(_run, None)  # another plugin may have failed before this one was configured
    if run:
        run.close()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """pytest-xdist starts a worker."""
    node.workerinput["alias_sandbox"] = node.config.stash[_run].share()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """A worker of pytest-xdist has ended."""
    facts = getattr(node, "workeroutput", {}).get("alias_sandbox")
    if facts:
        node.config.stash[_run].etiquette.add(facts)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    run = session.config.stash[_run]
    of_worker: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if of_worker is not None:
        of_worker["alias_sandbox"] = run.etiquette.facts()
    elif (
        session.config.getoption("alias_sandbox_verify")
        and session.exitstatus == pytest.ExitCode.OK
        and run.etiquette.has_failed()
    ):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: TerminalReporter, config: pytest.Config) -> None:
    verified = bool(config.getoption("alias_sandbox_verify"))
    config.stash[_run].etiquette.write(terminalreporter, verified=verified)


# The shapes of the control API, from its OpenAPI document
# <types>

ErrorCode = Literal[
    "bad_argument",
    "unauthorized",
    "not_found",
    "bad_request",
    "timeout",
    "refused",
    "failed",
    "database",
    "busy",
    "closed",
]


RefusalReason = Literal[
    "account_exists",
    "alias_burned",
    "alias_not_active",
    "alias_not_suspended",
    "allowance_used",
    "already_past_due",
    "card_declined",
    "choice_held",
    "default_account",
    "embedded",
    "free_plan",
    "history_cut",
    "key_revoked",
    "key_taken",
    "no_action",
    "no_burst_window",
    "no_event",
    "no_free_id",
    "no_open_invoice",
    "no_room",
    "not_repeatable",
    "no_subscription",
    "same_plan",
    "subscribed",
    "too_large",
    "too_many",
    "trial_used",
]


ActionName = Literal[
    "advance_clock",
    "freeze_clock",
    "resume_clock",
    "start_trial",
    "subscribe",
    "change_plan",
    "fail_payment",
    "update_card",
    "settle_invoice",
    "cancel_subscription",
    "set_account",
    "rotate_key",
    "revoke_key",
    "create_alias",
    "suspend_alias",
    "resume_alias",
    "delete_alias",
    "configure_replies",
    "populate_aliases",
    "forward_message",
    "deliver_mail",
    "reply_message",
    "compose_message",
    "set_usage",
    "set_choices",
    "arm_fault",
    "clear_faults",
    "load_scenario",
    "reset",
]


FaultKind = Literal[
    "invalid_key",
    "plan_required",
    "plan_past_due",
    "plan_canceled",
    "outage",
    "burst",
    "daily_cap",
    "collision",
    "draw_collision",
    "delay",
    "drop_before",
    "drop_after",
    "hang",
    "truncate",
    "garbage",
    "server_error",
    "answer",
]


Outcome = Literal[
    "created",
    "listed",
    "invalid_key",
    "plan_required",
    "plan_past_due",
    "plan_canceled",
    "outage",
    "burst",
    "daily_cap",
    "collision",
    "bad_request",
    "not_found",
    "method_not_allowed",
    "too_large",
    "unsupported_media_type",
    "draw_collision",
    "delay",
    "drop_before",
    "drop_after",
    "hang",
    "truncate",
    "garbage",
    "server_error",
    "answer",
]


class FaultArguments(TypedDict):
    operation: NotRequired[Literal["create", "list", "any"]]
    times: NotRequired[Literal["always"] | int]
    skip: NotRequired[int]
    for_: NotRequired[str | float]
    ms: NotRequired[int | FaultArgumentsMs | list[int]]
    after: NotRequired[bool]
    status: NotRequired[int]
    headers: NotRequired[dict[str, Any]]
    body: NotRequired[str]
    json: NotRequired[Any]
    retry_after: NotRequired[int]


class FaultArgumentsMs(TypedDict):
    p50: int
    p99: int


class MailContent(TypedDict):
    from_: NotRequired[str]
    subject: NotRequired[str]
    text: NotRequired[str]
    html: NotRequired[str]
    attachments: NotRequired[list[MailContentAttachments]]


class MailContentAttachments(TypedDict):
    name: str
    type: NotRequired[str]
    content: str


class RequestFilter(TypedDict):
    operation: NotRequired[Literal["create", "list"]]
    status: NotRequired[int]
    outcome: NotRequired[Outcome]
    body: NotRequired[dict[str, Any]]
    header: NotRequired[dict[str, Any]]
    query: NotRequired[dict[str, Any]]
    since: NotRequired[str]
    limit: NotRequired[int]


class RequestWait(TypedDict):
    operation: NotRequired[Literal["create", "list"]]
    status: NotRequired[int]
    outcome: NotRequired[Outcome]
    body: NotRequired[dict[str, Any]]
    header: NotRequired[dict[str, Any]]
    query: NotRequired[dict[str, Any]]
    since: NotRequired[str]
    limit: NotRequired[int]
    count: NotRequired[int]
    timeout: NotRequired[str]


class AliasFilter(TypedDict):
    search: NotRequired[str]
    status: NotRequired[Literal["active", "suspended", "burned", "expired"]]
    order: NotRequired[Literal["id", "newest", "oldest"]]
    limit: NotRequired[int]
    skip: NotRequired[int]


class MailFilter(TypedDict):
    to: NotRequired[str]
    text: NotRequired[str]
    after: NotRequired[str]
    since: NotRequired[str]


class Account(TypedDict):
    name: str
    api_key: str
    first_key: str
    key_status: Literal["active", "revoked", "rotated"]
    scenario: str
    plan: Literal["free", "plus", "pro"]
    billing: Literal["active", "trialing", "past_due", "canceled"]
    cycle: Literal["monthly", "yearly"]
    card: Literal["good", "declined"]
    price: AccountPrice | None
    trial_used: bool
    trial_ends_at: str | None
    renews_at: str | None
    seed: int
    clock: AccountClock
    usage: AccountUsage
    aliases: int
    choices: dict[str, Any]
    faults: list[Fault]
    forked_from: AccountForkedFrom | None
    last_action: AccountLastAction | None
    can_come_back: bool
    next_events: list[Fired]
    steps_at_calls: list[AccountStepsAtCalls]
    next_call: AccountNextCall


class AccountPrice(TypedDict):
    amount: float
    currency: Literal["USD"]


class AccountClock(TypedDict):
    now: str
    epoch_seconds: int
    mode: Literal["running", "frozen"]
    scale: float


class AccountUsage(TypedDict):
    burst: AccountUsageBurst
    daily: AccountUsageDaily
    forwards: AccountUsageForwards


class AccountUsageBurst(TypedDict):
    used: int
    limit: int | None
    resets_in: int | None


class AccountUsageDaily(TypedDict):
    used: int
    limit: int | None
    resets_at: str


class AccountUsageForwards(TypedDict):
    used: int
    limit: int | None
    resets_at: str


class Fault(TypedDict):
    id: str
    kind: FaultKind
    operation: Literal["create", "list", "any"]
    times: Literal["always"] | int
    skip: int
    skipped: NotRequired[int]
    hits: int
    ms: NotRequired[int | FaultMs | list[int]]
    after: NotRequired[bool]
    status: NotRequired[int]
    headers: NotRequired[dict[str, Any]]
    body: NotRequired[str]
    json: NotRequired[Any]
    retry_after: NotRequired[int]
    ends_at: NotRequired[str]
    state: Literal["armed", "over"]


class FaultMs(TypedDict):
    p50: int
    p99: int


class AccountForkedFrom(TypedDict):
    account: str
    at: str | None


class AccountLastAction(TypedDict):
    id: str
    action: str
    at: str


class Fired(TypedDict):
    at: str
    event: str


class AccountStepsAtCalls(TypedDict):
    in_calls: int
    operation: Literal["create", "list", "any"]
    do: str
    arguments: dict[str, Any]


class AccountNextCall(TypedDict):
    create: AccountNextCallCreate
    list: AccountNextCallList


class AccountNextCallCreate(TypedDict):
    status: int
    outcome: Outcome
    why: str
    retry_after: NotRequired[int]
    delay_ms: NotRequired[int]


class AccountNextCallList(TypedDict):
    status: int
    outcome: Outcome
    why: str
    retry_after: NotRequired[int]
    delay_ms: NotRequired[int]


class Alias(TypedDict):
    id: str
    address: str
    status: str
    created_at: int
    forward_count: int
    note: str
    source: str
    label: str
    category: str
    single_use: bool
    expires_at: int | None
    replies_enabled: NotRequired[Any]
    suspended_reason: NotRequired[Any]


class Entry(TypedDict):
    id: str
    at: str
    real_at: str
    account: str
    operation: Literal["create", "list"] | None
    request: EntryRequest
    response: EntryResponse
    duration_ms: float
    outcome: Outcome
    checks: list[EntryChecks]
    why: str
    effect: EntryEffectCreated | EntryEffectNone
    refused: EntryRefused | None
    basis: Literal["documented", "assumed", "injected"]
    source: str
    choices: list[str]
    fault: str | None


class EntryRequest(TypedDict):
    method: str
    path: str
    query: str
    headers: dict[str, Any]
    body: Any


class EntryResponse(TypedDict):
    status: int
    headers: dict[str, Any]
    body: Any


class EntryChecks(TypedDict):
    check: str
    passed: bool
    detail: NotRequired[str]


class EntryEffectCreated(TypedDict):
    kind: Literal["created"]
    alias: str


class EntryEffectNone(TypedDict):
    kind: Literal["none"]


class EntryRefused(TypedDict):
    field: str
    reason: EntryRefusedReason


EntryRefusedReason = Literal[
    "malformed",
    "wrong_type",
    "out_of_range",
    "too_large",
    "unsupported",
    "repeated",
    "unknown_field",
    "gone",
    "missing",
    "unknown",
    "rotated",
    "revoked",
]


class MailAttachments(TypedDict):
    name: str
    type: str
    size: int


class MailHeaders(TypedDict):
    name: str
    value: str


Mail = TypedDict("Mail", {
    "id": str,
    "at": str,
    "alias": str,
    "to": str,
    "from": str,
    "subject": str,
    "text": str,
    "html": str,
    "codes": list[str],
    "links": list[str],
    "attachments": list[MailAttachments],
    "headers": list[MailHeaders],
    "raw_bytes": int | None,
})


class Performed(TypedDict):
    action: str
    account: str
    now: str
    result: Any
    unchanged: NotRequired[Literal[True]]
    fired: list[Fired]
    fired_total: NotRequired[int]


class Report(TypedDict):
    strict: NotRequired[Literal[True]]
    accounts: list[str]
    calls: int
    forgotten: int
    coverage: list[ReportCoverage]
    etiquette: list[ReportEtiquette]
    assumptions: list[ReportAssumptions]


class ReportCoverage(TypedDict):
    outcome: str
    documented: bool
    count: int


class ReportEtiquette(TypedDict):
    rule: str
    title: str
    source: str
    verdict: Literal["pass", "fail", "advice", "not_exercised"]
    why: str
    expected: str
    entries: list[str]
    aliases: NotRequired[list[str]]


class ReportAssumptions(TypedDict):
    choice: str
    count: int
    question: str

# </types>
