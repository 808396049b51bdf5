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
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any, Literal, TypedDict
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
    "AliasSandbox",
    "AliasSandboxError",
    "ArmedFault",
    "Entry",
    "Fault",
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
        found = self._find("requests/wait", {**filter, "timeout": timeout})
        first: Entry = found["requests"][0]
        return first

    def wait_for_requests(self, **wait: Unpack[RequestWait]) -> list[Entry]:
        """All calls that match, as soon as there are `count`."""
        __tracebackhide__ = True
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
        if body is not None:
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


# The sandbox of the run

_START_TIMEOUT = 60.0
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


def _start_of(test: pytest.Item) -> dict[str, Any]:
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
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(html)
    except (AliasSandboxError, OSError) as error:
        path = f"not saved ({error})"
    report.sections.append(("alias-sandbox", f"what happened: {path}"))


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
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["alias_sandbox"] = run.etiquette.facts()
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
