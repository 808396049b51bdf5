"""How the clients of all tests behaved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter

    from ._account import AliasAccount

__tracebackhide__ = True

#: The verdicts, the worst first.
_VERDICTS = {
    "fail": "failed",
    "advice": "with advice",
    "pass": "passed",
    "not_exercised": "not exercised",
}


class Etiquette:
    """How the clients of all tests behaved. Its facts are values that a worker can send."""

    def __init__(self) -> None:
        #: The findings say what is wrong, and in which test.
        self.facts: dict[str, Any] = {"accounts": 0, "calls": 0, "verdicts": {}, "findings": []}

    def judge(self, account: AliasAccount) -> None:
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

    def add(self, facts: Mapping[str, Any]) -> None:
        for name in ("accounts", "calls", "findings"):
            self.facts[name] += facts[name]
        verdicts = self.facts["verdicts"]
        for rule, verdict in facts["verdicts"].items():
            known = verdicts.get(rule, "not_exercised")
            verdicts[rule] = min(known, verdict, key=list(_VERDICTS).index)

    def judge_whole_run(self, report: Mapping[str, Any]) -> None:
        """Adds what the accounts did not show: requests that a reset took from them, accounts that no test made."""
        known = self.facts["verdicts"]
        rows = [row for row in report["etiquette"] if row["verdict"] == "fail"]
        findings = [{**row, "test": _LOST} for row in rows if known.get(row["rule"]) != "fail"]
        verdicts = {row["rule"]: "fail" for row in rows}
        more_calls = max(0, report["calls"] - self.facts["calls"])
        self.add({"accounts": 0, "calls": more_calls, "verdicts": verdicts, "findings": findings})

    def has_failed(self) -> bool:
        """A rule failed, or no client was there to judge although tests had accounts."""
        is_unused = self.facts["accounts"] > 0 and self.facts["calls"] == 0
        return is_unused or "fail" in self.facts["verdicts"].values()

    def write(self, terminal: TerminalReporter, *, verified: bool) -> None:
        if self.facts["accounts"] == 0 and self.facts["calls"] == 0:
            return
        terminal.section("alias-sandbox: etiquette")
        given = list(self.facts["verdicts"].values())
        counts = [f"{given.count(name)} {text}" for name, text in _VERDICTS.items() if name in given]
        terminal.write_line(f"requests: {self.facts['calls']}; rules: {', '.join(counts)}")
        for finding in sorted(self.facts["findings"], key=lambda row: row["verdict"] != "fail"):
            has_failed = finding["verdict"] == "fail"
            title = f"{'FAILED' if has_failed else 'advice'} {finding['rule']}: {finding['title']}"
            terminal.write_line(title, red=has_failed, yellow=not has_failed)
            terminal.write_line(f"  in {finding['test']}")
            terminal.write_line(f"  {finding['why']}")
            terminal.write_line(f"  Expected: {finding['expected']}")
        if self.facts["calls"] == 0:
            terminal.write_line(_UNUSED, red=verified, yellow=not verified)
        elif not verified and self.has_failed():
            terminal.write_line("With --alias-sandbox-verify the run fails for this.")


_UNUSED = (
    "No request reached the accounts of the tests. "
    "Does the client use alias_account.url and alias_account.api_key?"
)
_LOST = "requests that a reset or a load took from their account, or an account that no test made"
