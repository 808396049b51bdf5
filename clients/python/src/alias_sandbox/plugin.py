"""A pytest plugin: each test gets an account of its own on a local alias-sandbox.

    def test_works_again_once_the_invoice_is_settled(alias_account):
        client = MyClient(alias_account.url, alias_account.api_key)
        alias_account.fail("outage", times=2)
        ...

`alias_sandbox` is the sandbox of the run: the one at ALIAS_SANDBOX_URL, or else one that is started
when a test first asks for it and that ends with the run.
"""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ._account import AliasAccount, AliasSandbox
from ._control import AliasSandboxError, merged
from ._etiquette import Etiquette
from ._own_sandbox import OwnSandbox, ask_for_url

if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter

#: For a conftest.py that imports all: pytest has the hooks already.
__all__ = ["alias_account", "alias_sandbox"]
__tracebackhide__ = True


class _Run:
    """What this process of a run knows."""

    def __init__(self, config: pytest.Config) -> None:
        self.etiquette = Etiquette()
        #: The accounts that tests opened and did not dispose of.
        self.open: set[AliasAccount] = set()
        #: Relative paths in variables count from where pytest was started.
        folder = config.invocation_params.dir
        pages = os.environ.get("ALIAS_SANDBOX_PAGES")
        self.pages = folder / pages if pages else None
        verified = bool(config.getoption("alias_sandbox_verify"))
        self.own = OwnSandbox(folder, verified=verified)
        self._shared = getattr(config, "workerinput", {}).get("alias_sandbox")

    def sandbox_url(self) -> str:
        url = os.environ.get("ALIAS_SANDBOX_URL")
        found = url or (ask_for_url(self._shared) if self._shared else self.own.url())
        if isinstance(found, AliasSandboxError):
            raise found
        return found


_run = pytest.StashKey[_Run]()


@pytest.fixture(scope="session")
def alias_sandbox(request: pytest.FixtureRequest) -> Iterator[AliasSandbox]:
    """The sandbox of the run, which all tests share."""
    run = request.config.stash[_run]
    sandbox = AliasSandbox(run.sandbox_url())
    sandbox._judge = run.etiquette.judge
    run.open = sandbox._open
    yield sandbox
    for account in list(run.open):
        account.dispose()


@pytest.fixture
def alias_account(
    request: pytest.FixtureRequest, alias_sandbox: AliasSandbox
) -> Iterator[AliasAccount]:
    """An account for this test, which starts as @pytest.mark.alias_sandbox(scenario=...) says."""
    with alias_sandbox.account(**_start_of(request.node)) as account:
        yield account


def _start_of(test: pytest.Item | pytest.Collector) -> dict[str, Any]:
    """All marks of a test in one; the nearest one wins, key by key."""
    start: dict[str, Any] = {}
    for mark in test.iter_markers("alias_sandbox"):
        if mark.args:
            example = "@pytest.mark.alias_sandbox(scenario='past_due')"
            raise pytest.UsageError(f"the arguments of this mark need names, as in {example}")
        start = merged(mark.kwargs, start)
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


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, None]:
    """A test fails: with ALIAS_SANDBOX_PAGES, what happened in its accounts is saved as a page each."""
    report: pytest.TestReport = (yield).get_result()
    run = item.config.stash[_run]
    if not report.failed or run.pages is None:
        return
    values = (getattr(item, "funcargs", None) or {}).values()
    accounts = {value for value in values if isinstance(value, AliasAccount)}
    accounts |= {account for account in run.open if account._opened_in == item.nodeid}
    for account in accounts:
        told = _save_page(run.pages, item.name, account)
        report.sections.append(("alias-sandbox", f"what happened: {told}"))


def _save_page(folder: Path, test: str, account: AliasAccount) -> str:
    """Returns where it is, or why it is not there."""
    name = re.sub(r"[^\w.-]+", "_", f"{test}-{account.name}", flags=re.ASCII)[-100:]
    page = folder / f"{name.lstrip('.-')}.html"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        account.save(page)
    except (AliasSandboxError, OSError) as error:
        is_gone = isinstance(error, AliasSandboxError) and error.code == "not_found"
        return f"not saved ({'the account was deleted before the test failed' if is_gone else error})"
    return str(page)


def pytest_unconfigure(config: pytest.Config) -> None:
    run = config.stash.get(_run, None)  # another plugin may have failed before this one was configured
    if run:
        run.own.close()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """pytest-xdist starts a worker."""
    node.workerinput["alias_sandbox"] = node.config.stash[_run].own.share()


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
        of_worker["alias_sandbox"] = run.etiquette.facts
    elif session.config.getoption("alias_sandbox_verify"):
        whole = run.own.close()
        if whole:
            run.etiquette.judge_whole_run(whole)
        if session.exitstatus == pytest.ExitCode.OK and run.etiquette.has_failed():
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: TerminalReporter, config: pytest.Config) -> None:
    verified = bool(config.getoption("alias_sandbox_verify"))
    config.stash[_run].etiquette.write(terminalreporter, verified=verified)
