"""The sandbox as a test sees it: its accounts, their clocks, inboxes and faults."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from ._api import Account, ActionName, Fault, FaultKind, Performed, Replay, Report, Request
from ._api import RequestWait
from ._control import AliasSandboxError, Control, merged, wrong_argument
from ._routes import AccountRoutes, AliasInbox, SandboxRoutes
from ._skipped_waits import skip_waits

if TYPE_CHECKING:
    from typing_extensions import Unpack

__tracebackhide__ = True


class AliasSandbox(SandboxRoutes):
    """A running sandbox. `account()` opens an account, as the fixture `alias_account` does."""

    def __init__(self, url: str) -> None:
        """Connects to the sandbox at a URL. Raises AliasSandboxError if there is none."""
        super().__init__(Control(url))
        self._control.check_version()
        self.url = self._control.url
        #: Accounts that were opened here and not disposed of.
        self._open: set[AliasAccount] = set()
        #: Looks at an account before it is deleted.
        self._judge: Callable[[AliasAccount], None] = lambda _account: None

    @property
    def default_account(self) -> AliasAccount:
        """The account that exists from the start."""
        return self.account_named("default")

    @property
    def api_key(self) -> str:
        """The API key of the default account."""
        return self.default_account.api_key

    @property
    def smtp_url(self) -> str | None:
        """Where it receives mails over SMTP, if it does."""
        return self._ask("GET", "ready")["smtp_url"]

    def account(
        self, scenario: str | Mapping[str, object] | None = None, **start: object
    ) -> AliasAccount:
        """Opens an account in a scenario. The fields of `start` are merged over it, key by key.

            alias_sandbox.account("past_due", clock={"now": "2026-03-01T12:00:00Z"})
        """
        base = scenario if isinstance(scenario, Mapping) else {"scenario": scenario}
        return self._opened(self._ask("POST", "accounts", body=merged(base, start)))

    def account_named(self, name: str) -> AliasAccount:
        """An account that exists, by its name or key, such as one that its first request made. It stays."""
        try:
            return AliasAccount(self, self._ask("GET", "accounts", name))
        except AliasSandboxError:
            for account in self.accounts():
                if account.api_key == name:
                    return account
            raise

    def accounts(self) -> list[AliasAccount]:
        """All accounts, `default` first."""
        return [AliasAccount(self, account) for account in self._ask("GET", "accounts")["accounts"]]

    def load(self, session: Mapping[str, object]) -> None:
        """Loads a session in place of all accounts; an invalid one changes nothing."""
        self._control.ask("PUT", "session", _known_session(session))

    def replay(self, session: Mapping[str, object]) -> Replay:
        """Replays a session beside all accounts, and compares the answers with the recorded ones."""
        return self._control.ask("POST", "replay", _known_session(session))

    def save(self, file: str | os.PathLike[str], *, note: str | None = None) -> None:
        """Saves what happened in all accounts, as `AliasAccount.save` does."""
        self._save(file, note, None)

    def report(self, *, strict: bool = False) -> Report:
        """The report on the requests of all accounts. With `strict`, advice fails."""
        return self._ask("GET", "report", query={"strict": strict, "accounts": "all"})

    def _opened(self, view: Account) -> AliasAccount:
        account = AliasAccount(self, view)
        self._open.add(account)
        return account


class AliasAccount(AccountRoutes):
    """One customer of the service, with its own key, clock, plan, limits, faults and history."""

    def __init__(self, sandbox: AliasSandbox, account: Account) -> None:
        super().__init__(sandbox._control, "accounts", account["name"])
        self._sandbox = sandbox
        self._opened_in = _this_test()
        self.name = account["name"]
        #: The base URL for the client, without `/v1`.
        self.url = sandbox.url
        #: The first key of the account. It does not change when the key is rotated.
        self.api_key = account["first_key"]
        self.clock = AliasClock(self)
        #: The mails that the service forwarded: `inbox.wait_for(to=alias["address"])["codes"][0]`.
        self.inbox = AliasInbox(self._control, *self._path)

    def __repr__(self) -> str:
        return f"<AliasAccount {self.name} at {self.url}>"

    def do(self, action: ActionName, **arguments: object) -> Performed:
        """Performs an action: what happens outside `/v1`, such as a payment.

            account.do("suspend_alias", id=alias["id"], reason="spam")
        """
        return self._ask("POST", "actions", action, body=arguments)

    def fail(self, kind: FaultKind, **arguments: object) -> ArmedFault:
        """Arms a fault: a documented error, or a failure of the network. `for_` means `for`.

            outage = account.fail("outage", times=2)
        """
        performed = self.do("arm_fault", kind=kind, **arguments)
        return ArmedFault(self, performed["result"]["fault"])

    def deliver(self, to: str, *, raw: str | None = None, **mail: object) -> dict[str, Any]:
        """Delivers a mail; `outcome` says whether it was forwarded. `from_` means `from`.

            account.deliver(alias["address"], subject="Your code", text="482913")
            account.deliver(alias["address"], raw=message.as_string())
        """
        if raw is None:
            return self.do("deliver_mail", to=to, **mail)["result"]
        return self._ask("POST", "inbox", body={"to": to, "raw": raw, **mail})["result"]

    def wait_for_request(self, **filter: Unpack[RequestWait]) -> Request:
        """The first request that matches, as soon as there is one; raises `timeout` if none comes.

        It blocks this thread: the client must run in another one, or have sent it already.
        """
        return self.wait_for_requests(**filter)[0]

    def report(self, *, strict: bool = False) -> Report:
        """The outcomes that the client met, and how it behaved. With `strict`, advice fails."""
        return self._ask("GET", "report", query={"strict": strict})

    def session(self) -> dict[str, Any]:
        """Start and history of the account, for `replay`. Without `default`, `load` refuses it."""
        return self._sandbox._ask("GET", "session", query={"account": self.name})

    def save(self, file: str | os.PathLike[str], *, note: str | None = None) -> None:
        """Saves what happened: a session (.json), page (.html), scenario (.yaml) or HAR (.har).

            account.save("bug.json")  # then: alias-sandbox replay bug.json

        A `note` says why you send a page; it is shown first.
        """
        self._save(file, note, self.name)

    def undo(self, id: str | None = None) -> None:
        """Takes the account back to before an entry of its history, or before its last action."""
        self._ask("POST", "undo", body={"to": id})

    def usage(self) -> dict[str, Any]:
        """How much of each limit is used: burst, daily, forwards."""
        return self.state()["usage"]

    def fork(self, *, at: str | None = None, name: str | None = None) -> AliasAccount:
        """Opens an account with the state of this one, now or before an entry of its history."""
        return self._sandbox._opened(self._ask("POST", "fork", body={"at": at, "name": name}))

    def reset(self) -> None:
        """Puts the account back to how it started. Its requests and report begin anew; the history keeps all."""
        self.do("reset")

    def dispose(self) -> None:
        """Judges and deletes the account; no effect if it is gone already."""
        self._sandbox._open.discard(self)
        try:
            self._sandbox._judge(self)
            self._ask("DELETE")
        except AliasSandboxError as error:
            if error.code != "not_found":
                raise

    def __enter__(self) -> AliasAccount:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.dispose()


class AliasClock:
    """The clock of an account. Trials end, aliases expire and limits are counted by it."""

    def __init__(self, account: AliasAccount) -> None:
        self._account = account

    def now(self) -> datetime:
        """The time on it, in UTC."""
        return _to_datetime(self._account.state()["clock"]["now"])

    def advance(self, by: str) -> Performed:
        """Moves it by a duration with a unit, such as "25s" or "25h"; the result says what `fired`."""
        return self._account.do("advance_clock", by=by)

    def advance_to(self, to: str | float | datetime) -> Performed:
        """Moves it forward to a time, or to "burst_reset", "utc_midnight" or "next_event"."""
        return self._account.do("advance_clock", to=to)

    def freeze(self, at: str | float | datetime | None = None) -> Performed:
        """Stops it, now or at a later time."""
        return self._account.do("freeze_clock", at=at)

    def resume(self, *, scale: float | None = None) -> Performed:
        """Lets it run again, `scale` times as fast as real time."""
        return self._account.do("resume_clock", scale=scale)

    def skip_waits(self) -> AbstractContextManager[None]:
        """Waits end at once inside, and this clock moves to their end.

            with account.clock.skip_waits():
                client.create()  # waits 30 s after a 503, in milliseconds

        `docs/python.md` has a table of what is skipped.
        """
        return skip_waits(self._account)

    def _after(self, seconds: float) -> datetime:
        """The time on it when a client that begins to wait now has waited so long."""
        clock = self._account.state()["clock"]
        scale = 1 if clock["mode"] == "frozen" else clock["scale"]
        milliseconds = math.ceil(seconds * scale * 1_000)
        return _to_datetime(clock["now"]) + timedelta(milliseconds=milliseconds)


class ArmedFault:
    """A fault that was armed with `account.fail()`. At the end of a `with` block it is cleared."""

    def __init__(self, account: AliasAccount, fault: Fault) -> None:
        self._account = account
        self.id = fault["id"]
        self.kind = fault["kind"]

    def hits(self) -> int:
        """How many requests it was applied to so far."""
        return self._state()["hits"]

    def is_armed(self) -> bool:
        """Whether it can still be applied to requests."""
        return self._state()["state"] == "armed"

    def clear(self) -> None:
        """Disarms it; no effect if it is over already, or gone with an undo, a reset or the account."""
        try:
            self._account.do("clear_faults", id=self.id)
        except AliasSandboxError as error:
            if error.code != "not_found":
                raise

    def __enter__(self) -> ArmedFault:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.clear()

    def _state(self) -> Fault:
        return self._account._ask("GET", "faults", self.id)


def _known_session(session: object) -> Mapping[str, object]:
    if isinstance(session, Mapping):
        return session
    ways = "must be what session() returns, or json.load() of a saved .json"
    raise wrong_argument("session", f"{ways} (got {session!r:.100})")


def _to_datetime(time: str) -> datetime:
    return datetime.fromisoformat(time.replace("Z", "+00:00"))


def _this_test() -> str:
    return os.environ.get("PYTEST_CURRENT_TEST", "no test").rsplit(" (", 1)[0]
