"""What a test can do with its account."""

import json
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, timezone
from email.message import EmailMessage
from pathlib import Path

import pytest
from alias_sandbox import AliasAccount, AliasSandbox, AliasSandboxError
from small_client import call

NOON = {"now": "2026-03-01T12:00:00Z", "mode": "frozen"}


def test_a_client_needs_the_url_and_the_key(alias_account: AliasAccount) -> None:
    assert call(alias_account, "POST", {"label": "shop"})[0] == 200
    assert [alias["label"] for alias in alias_account.aliases()] == ["shop"]


@pytest.mark.alias_sandbox(scenario="past_due")
class TestMarks:
    def test_a_mark_says_the_scenario(self, alias_account: AliasAccount) -> None:
        assert call(alias_account)[1]["code"] == "plan_past_due"

    @pytest.mark.alias_sandbox(clock=NOON)
    def test_marks_add_up(self, alias_account: AliasAccount) -> None:
        assert call(alias_account)[1]["code"] == "plan_past_due"
        assert alias_account.clock.now() == datetime(2026, 3, 1, 12, tzinfo=timezone.utc)

    @pytest.mark.alias_sandbox(clock=NOON, usage={"daily": 3})
    @pytest.mark.alias_sandbox(clock={"now": "2026-01-01T00:00:00Z"})
    def test_fields_add_up_key_by_key(self, alias_account: AliasAccount) -> None:
        assert alias_account.state()["clock"]["mode"] == "frozen"
        assert alias_account.clock.now().month == 1
        assert alias_account.usage()["daily"]["used"] == 3

    @pytest.mark.alias_sandbox(scenario="key_revoked")
    def test_the_nearest_mark_wins(self, alias_account: AliasAccount) -> None:
        assert call(alias_account)[0] == 401

    @pytest.mark.parametrize(
        "status",
        [pytest.param(429, marks=pytest.mark.alias_sandbox(scenario="daily_cap_reached"))],
    )
    def test_a_parameter_may_have_one(self, alias_account: AliasAccount, status: int) -> None:
        assert call(alias_account, "POST")[0] == status


@pytest.mark.parametrize("turn", [1, 2])
def test_no_test_meets_the_aliases_of_another(alias_account: AliasAccount, turn: int) -> None:
    assert alias_account.aliases() == []
    call(alias_account, "POST")


def test_a_test_may_open_more_accounts(
    alias_sandbox: AliasSandbox, alias_account: AliasAccount
) -> None:
    with alias_sandbox.account("past_due", usage={"daily": 3}) as other:
        assert other.state()["usage"]["daily"]["used"] == 3
        assert (call(other)[0], call(alias_account)[0]) == (403, 200)
    with pytest.raises(AliasSandboxError) as gone:
        other.state()
    assert gone.value.code == "not_found"
    other.dispose()


def test_an_account_may_start_in_a_scenario_of_your_own(alias_sandbox: AliasSandbox) -> None:
    own = {"account": {"plan": "pro"}, "usage": {"daily": 199}}
    with alias_sandbox.account(own, usage={"burst": 5}) as account:
        assert account.state()["plan"] == "pro"
        assert [call(account, "POST")[0] for _ in range(2)] == [200, 429]


class TestFaults:
    def test_a_fault_hits_so_many_requests(self, alias_account: AliasAccount) -> None:
        outage = alias_account.fail("outage", times=2, operation="create")
        assert [call(alias_account)[0], call(alias_account, "POST")[0]] == [200, 503]
        assert (outage.hits(), outage.is_armed()) == (1, True)
        assert call(alias_account, "POST")[0] == 503
        assert (outage.hits(), outage.is_armed()) == (2, False)

    @pytest.mark.alias_sandbox(clock=NOON)
    def test_for_has_an_underscore(self, alias_account: AliasAccount) -> None:
        alias_account.fail("outage", for_="90s")
        assert call(alias_account)[0] == 503
        alias_account.clock.advance("90s")
        assert call(alias_account)[0] == 200

    def test_a_block_clears_it(self, alias_account: AliasAccount) -> None:
        with alias_account.fail("outage", times="always") as outage:
            assert call(alias_account)[0] == 503
        assert call(alias_account)[0] == 200
        assert not outage.is_armed()

    @pytest.mark.parametrize("end", [AliasAccount.undo, AliasAccount.reset, AliasAccount.dispose])
    def test_a_block_may_end_after_its_fault_is_gone(
        self, alias_account: AliasAccount, end: Callable[[AliasAccount], None]
    ) -> None:
        with alias_account.fail("outage"):
            end(alias_account)


@pytest.mark.alias_sandbox(scenario="daily_cap_minus_one", clock=NOON)
class TestClock:
    def test_advances_by(self, alias_account: AliasAccount) -> None:
        alias_account.clock.advance("25h")
        assert alias_account.clock.now() == datetime(2026, 3, 2, 13, tzinfo=timezone.utc)

    def test_advances_to_midnight_when_a_new_day_begins(self, alias_account: AliasAccount) -> None:
        assert [call(alias_account, "POST")[0] for _ in range(2)] == [200, 429]
        alias_account.clock.advance_to("utc_midnight")
        assert call(alias_account, "POST")[0] == 200

    def test_advances_to_a_datetime_of_any_zone(self, alias_account: AliasAccount) -> None:
        zone = timezone(timedelta(hours=2))
        alias_account.clock.advance_to(datetime(2026, 3, 1, 15, tzinfo=zone))
        assert alias_account.clock.now() == datetime(2026, 3, 1, 13, tzinfo=timezone.utc)

    def test_a_datetime_counts_to_the_millisecond(self, alias_account: AliasAccount) -> None:
        alias_account.clock.advance_to(datetime(2026, 3, 1, 13, 0, 0, 1999, timezone.utc))
        assert alias_account.clock.now() == datetime(2026, 3, 1, 13, 0, 0, 1000, timezone.utc)

    def test_is_resumed_and_stopped(self, alias_account: AliasAccount) -> None:
        alias_account.clock.resume(scale=60)
        assert alias_account.state()["clock"]["scale"] == 60
        alias_account.clock.freeze()
        assert alias_account.state()["clock"]["mode"] == "frozen"


@pytest.mark.parametrize(
    ("field", "why", "use"),
    [
        ("to", "no time zone", lambda account: account.clock.advance_to(datetime(2026, 3, 2))),
        ("since", "no time zone", lambda account: account.requests(since=datetime(2026, 3, 2))),
        ("json.a", "neither a value", lambda account: account.fail("answer", json={"a": {1}})),
        ("raw", "neither a value", lambda account: account.deliver("a@b.example", raw=b"")),
        ("types", "must be one of", lambda account: account.history(types=[1])),
    ],
)
def test_an_argument_that_json_cannot_hold_is_named(
    alias_account: AliasAccount, field: str, why: str, use: Callable[[AliasAccount], object]
) -> None:
    with pytest.raises(AliasSandboxError, match=why) as error:
        use(alias_account)
    assert (error.value.code, error.value.field) == ("bad_argument", field)


@pytest.mark.parametrize(
    ("field", "use"),
    [
        ("by", lambda account: account.clock.advance(25)),
        ("by", lambda account: account.clock.advance(timedelta(seconds=25))),
        ("for", lambda account: account.fail("outage", for_=20)),
        ("timeout", lambda account: account.wait_for_request(timeout=0.5)),
        ("timeout", lambda account: account.inbox.wait_for(timeout=1)),
        (
            "scenario.faults[0].for",
            lambda account: account.do(
                "load_scenario", scenario={"faults": ({"kind": "outage", "for": 20},)}
            ),
        ),
    ],
)
def test_a_duration_has_a_unit(
    alias_account: AliasAccount, field: str, use: Callable[[AliasAccount], object]
) -> None:
    with pytest.raises(AliasSandboxError, match="with a unit, such as '25s'") as error:
        use(alias_account)
    assert (error.value.code, error.value.field) == ("bad_argument", field)
    assert [entry["type"] for entry in alias_account.history()] == ["start"]


class TestHistory:
    def test_goes_back_to_before_an_entry(self, alias_account: AliasAccount) -> None:
        call(alias_account, "POST")
        alias_account.do("cancel_subscription")
        with alias_account.fork(at="act_1") as before:
            assert (before.state()["billing"], len(before.aliases())) == ("active", 1)
        alias_account.undo()
        assert alias_account.state()["billing"] == "active"
        alias_account.undo("req_1")
        assert alias_account.aliases() == []
        assert [one["type"] for one in alias_account.history(types=["undo", "action"])] == [
            "action",
            "undo",
            "undo",
        ]

    def test_is_saved_by_the_ending_of_the_file(
        self, alias_sandbox: AliasSandbox, alias_account: AliasAccount, tmp_path: Path
    ) -> None:
        call(alias_account)
        saved: tuple[AliasAccount | AliasSandbox, ...] = (alias_account, alias_sandbox)
        for opened in saved:
            opened.save(tmp_path / "run.json")
            session = json.loads((tmp_path / "run.json").read_text())
            assert alias_account.name in [account["name"] for account in session["accounts"]]
            opened.save(str(tmp_path / "run.html"), note="Look & see")
            assert (tmp_path / "run.html").read_text().startswith("<!doctype html>")
        alias_account.save(tmp_path / "run.yaml")
        assert "expect:" in (tmp_path / "run.yaml").read_text()
        with pytest.raises(AliasSandboxError, match="one of .json, .html, .yaml, .har"):
            alias_account.save("run.txt")
        with pytest.raises(AliasSandboxError, match=r"no.run\.json \(No such file"):
            alias_account.save(tmp_path / "no" / "run.json")
        assert sorted(path.name for path in tmp_path.iterdir()) == ["run.html", "run.json", "run.yaml"]


@pytest.fixture
def own_sandbox(alias_sandbox: AliasSandbox) -> Iterator[AliasSandbox]:
    """A sandbox for this test alone, since a session that is loaded takes the place of all accounts."""
    started = subprocess.Popen(
        [sys.executable, "-m", "alias_sandbox", "start", "--port", "0", "--json"],
        stdout=subprocess.PIPE,
        text=True,
    )
    with started:
        assert started.stdout is not None
        yield AliasSandbox(json.loads(started.stdout.readline())["url"])
        started.terminate()


class TestSandbox:
    def test_a_session_is_loaded_and_replayed(self, own_sandbox: AliasSandbox) -> None:
        account = own_sandbox.account("past_due", name="late")
        assert call(account, "POST")[0] == 403
        session = own_sandbox.session()
        assert own_sandbox.replay(session)["first"] is None
        own_sandbox.reset()
        assert [one.name for one in own_sandbox.accounts()] == ["default"]
        own_sandbox.load(session)
        loaded = own_sandbox.account_named("late")
        assert (loaded.api_key, loaded.state()["billing"]) == (account.api_key, "past_due")
        assert own_sandbox.report()["calls"] == 1
        assert [one["account"] for one in own_sandbox.history(types=["call"])] == ["late"]
        assert own_sandbox.replay(loaded.session())["answers"] == 1
        with pytest.raises(AliasSandboxError, match='must have an account "default"'):
            own_sandbox.load(loaded.session())
        assert loaded.state()["billing"] == "past_due"

    def test_a_session_is_not_the_path_of_one(self, alias_sandbox: AliasSandbox) -> None:
        for use in (alias_sandbox.load, alias_sandbox.replay):
            with pytest.raises(AliasSandboxError, match="json.load.*'run.json'") as error:
                use("run.json")  # type: ignore[arg-type]
            assert error.value.field == "session"

    def test_an_account_is_found_by_its_key(
        self, alias_sandbox: AliasSandbox, alias_account: AliasAccount
    ) -> None:
        assert alias_sandbox.account_named(alias_account.api_key).name == alias_account.name
        with pytest.raises(AliasSandboxError, match="sandbox_plus-nobody.*does not exist"):
            alias_sandbox.account_named("sandbox_plus-nobody")

    def test_the_default_account_is_there_from_the_start(self, own_sandbox: AliasSandbox) -> None:
        assert own_sandbox.default_account.api_key == own_sandbox.api_key
        assert call(own_sandbox.default_account)[0] == 200

    def test_receives_mails_over_smtp_if_it_was_started_so(self, own_sandbox: AliasSandbox) -> None:
        assert own_sandbox.smtp_url is None


class TestRequests:
    def test_a_wrong_field_is_told_the_right_one(self, alias_account: AliasAccount) -> None:
        call(alias_account)
        [request] = alias_account.requests()
        assert request["response"]["status"] == 200
        with pytest.raises(KeyError, match=r"\['response'\]\['status'\]"):
            request["status"]  # type: ignore[typeddict-item]

    @pytest.mark.alias_sandbox(scenario="key_revoked")
    def test_each_request_has_its_reason(self, alias_account: AliasAccount) -> None:
        call(alias_account)
        [entry] = alias_account.requests(outcome="invalid_key")
        assert entry["refused"] == {"field": "authorization", "reason": "revoked"}
        assert alias_account.requests(operation="create") == []

    def test_a_test_waits_for_a_client_in_another_thread(self, alias_account: AliasAccount) -> None:
        client = threading.Thread(target=call, args=(alias_account, "POST", {"label": "late"}))
        client.start()
        entry = alias_account.wait_for_request(operation="create")
        client.join()
        assert entry["request"]["body"]["label"] == "late"

    def test_all_that_match_are_returned(self, alias_account: AliasAccount) -> None:
        for _ in range(3):
            call(alias_account)
        assert len(alias_account.wait_for_requests(count=2)) == 3

    def test_a_wait_ends(self, alias_account: AliasAccount) -> None:
        with pytest.raises(AliasSandboxError) as error:
            alias_account.wait_for_request(timeout="50ms")
        assert (error.value.code, error.value.status) == ("timeout", 408)

    def test_the_report_judges_them(self, alias_account: AliasAccount) -> None:
        call(alias_account)
        assert alias_account.report()["calls"] == 1
        assert alias_account.report(strict=True)["calls"] == 1
        alias_account.reset()
        assert alias_account.report()["calls"] == 0


class TestErrors:
    def test_a_refusal_has_its_reason(self, alias_account: AliasAccount) -> None:
        with pytest.raises(AliasSandboxError, match="no open invoice") as error:
            alias_account.do("settle_invoice")
        facts = (error.value.code, error.value.reason, error.value.field, error.value.status)
        assert facts == ("refused", "no_open_invoice", None, 409)

    def test_a_wrong_argument_is_named(self, alias_account: AliasAccount) -> None:
        with pytest.raises(AliasSandboxError) as error:
            alias_account.fail("outage", times=0)
        assert (error.value.code, error.value.field) == ("bad_argument", "times")

    def test_the_nearest_word_is_named(self, alias_account: AliasAccount) -> None:
        with pytest.raises(AliasSandboxError, match="did you mean .*settle_invoice"):
            alias_account.do("setle_invoice")  # type: ignore[arg-type]

    def test_a_name_is_one_part_of_a_path(self, alias_sandbox: AliasSandbox) -> None:
        with pytest.raises(AliasSandboxError) as error:
            alias_sandbox.account_named("default/faults")
        assert error.value.code == "not_found"

    def test_nobody_answers(self) -> None:
        with pytest.raises(AliasSandboxError, match="no server answers") as error:
            AliasSandbox("http://127.0.0.1:1")
        assert error.value.code == "unreachable"

    @pytest.mark.parametrize("url", ["", "127.0.0.1:25427", "ftp://127.0.0.1"])
    def test_a_url_is_none(self, url: str) -> None:
        with pytest.raises(AliasSandboxError, match="must be like http://") as error:
            AliasSandbox(url)
        assert error.value.field == "url"

    def test_an_error_can_be_sent_to_another_process(self) -> None:
        error = AliasSandboxError("refused", "not now", status=409, reason="no_event")
        copy = pickle.loads(pickle.dumps(error))
        assert (copy.message, copy.code, copy.reason, copy.status) == (
            "not now",
            "refused",
            "no_event",
            409,
        )


def test_a_proxy_of_the_environment_is_not_asked(
    monkeypatch: pytest.MonkeyPatch, alias_account: AliasAccount
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    monkeypatch.delenv("no_proxy", raising=False)
    assert alias_account.requests() == []


class TestInbox:
    def test_reads_the_code_from_a_mail(self, alias_account: AliasAccount) -> None:
        address = call(alias_account, "POST", {"single_use": True})[1]["alias"]["address"]
        delivered = alias_account.deliver(address, from_="a@shop.example", text="Your code is 482913.")
        assert delivered["outcome"] == "forwarded"
        mail = alias_account.inbox.wait_for(to=address)
        assert (mail["from"], mail["codes"]) == ("a@shop.example", ["482913"])
        assert [one["id"] for one in alias_account.inbox.list(text="CODE")] == [mail["id"]]
        assert alias_account.deliver(address)["outcome"] == "refused"

    def test_takes_a_message_as_it_is_sent(self, alias_account: AliasAccount) -> None:
        address = call(alias_account, "POST", {})[1]["alias"]["address"]
        message = EmailMessage()
        message["Subject"] = "Grüße"
        message.set_content("Your code is 482913.")
        message.add_attachment(b"a,b", maintype="text", subtype="csv", filename="a.csv")
        delivered = alias_account.deliver(address, from_="a@shop.example", raw=message.as_string())
        assert delivered["outcome"] == "forwarded"
        mail = alias_account.inbox.wait_for(to=address)
        assert (mail["from"], mail["subject"], mail["codes"]) == ("a@shop.example", "Grüße", ["482913"])
        assert [(one["name"], one["size"]) for one in mail["attachments"]] == [("a.csv", 3)]
        assert alias_account.inbox.attachment(mail["id"], 1) == b"a,b"
        assert b"\nSubject: =?utf-8?" in alias_account.inbox.raw(mail["id"])
        assert alias_account.inbox.get(mail["id"]) == mail
        with pytest.raises(AliasSandboxError) as error:
            alias_account.inbox.attachment(mail["id"], 2)
        assert error.value.code == "not_found"
        alias_account.inbox.clear()
        assert alias_account.inbox.list() == []

    def test_says_why_no_mail_came(self, alias_account: AliasAccount) -> None:
        alias_account.deliver("nobody@alias-sandbox.example")
        with pytest.raises(AliasSandboxError, match="no_alias") as late:
            alias_account.inbox.wait_for(timeout="0s")
        assert late.value.code == "timeout"
