"""What a run of pytest does with its sandbox."""

import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import alias_sandbox
import pytest
from alias_sandbox import AliasSandbox

PACKAGE = Path(alias_sandbox.__file__).parents[1]
CALL = "from small_client import call\n"
#: It does not wait out the 503.
CARELESS = f"""
{CALL}
def test_careless(alias_account):
    alias_account.fail("outage")
    call(alias_account)
    call(alias_account)
"""


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A project whose conftest.py names the plugin, which may be installed besides."""
    monkeypatch.delenv("ALIAS_SANDBOX_URL", raising=False)
    folders = [str(PACKAGE), str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(folders))
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    pytester.makeconftest('pytest_plugins = ["alias_sandbox.plugin"]')
    return pytester


class TestPages:
    FAILING = f"""
{CALL}
def test_broken(alias_account):
    assert call(alias_account, "POST", {{"label": "shop"}})[0] == 503

def test_fine(alias_account):
    call(alias_account)
"""

    def test_a_failing_test_leaves_one(
        self, project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pages = project.path / "pages"
        monkeypatch.setenv("ALIAS_SANDBOX_PAGES", str(pages))
        project.makepyfile(self.FAILING)
        result = project.runpytest_subprocess()
        result.assert_outcomes(passed=1, failed=1)
        [page] = pages.iterdir()
        result.stdout.fnmatch_lines([f"what happened: {page}"])
        assert page.name.startswith("test_broken-")
        assert page.read_text("utf-8").startswith("<!doctype html>")

    def test_a_test_leaves_one_for_each_account_that_it_has_open(
        self, project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("ALIAS_SANDBOX_PAGES", "pages")
        project.makepyfile(
            """
            import pytest

            @pytest.fixture(scope="module")
            def shared(alias_sandbox):
                return alias_sandbox.account(name="shared")

            def test_first(shared): pass

            def test_both(alias_sandbox, shared, tmp_path, monkeypatch):
                alias_sandbox.account(name="own")
                monkeypatch.chdir(tmp_path)
                assert False

            @pytest.mark.xfail(strict=True)
            def test_does_not_fail_as_expected(alias_account): pass
            """
        )
        result = project.runpytest_subprocess("-p", "no:randomly")
        result.assert_outcomes(passed=1, failed=2)
        pages = [page.stem.rsplit("-", 1) for page in (project.path / "pages").iterdir()]
        assert sorted(test for test, _ in pages) == [
            "test_both",
            "test_both",
            "test_does_not_fail_as_expected",
        ]
        assert {"own", "shared"} < {account for _, account in pages}

    def test_an_account_that_is_gone_leaves_none(
        self, project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("ALIAS_SANDBOX_PAGES", "pages")
        project.makepyfile(
            """
            import pytest

            @pytest.fixture
            def broken(alias_account):
                yield
                assert False

            def test_it(broken): pass
            """
        )
        result = project.runpytest_subprocess()
        result.assert_outcomes(passed=1, errors=1)
        result.stdout.fnmatch_lines(["what happened: not saved (the account was deleted *)"])

    def test_none_is_left_unless_asked_for(self, project: pytest.Pytester) -> None:
        project.makepyfile(self.FAILING)
        result = project.runpytest_subprocess()
        result.assert_outcomes(passed=1, failed=1)
        assert "what happened" not in result.stdout.str()


class TestEtiquette:
    def test_the_summary_names_rule_and_test(self, project: pytest.Pytester) -> None:
        project.makepyfile(test_client=CARELESS)
        result = project.runpytest_subprocess()
        result.stdout.fnmatch_lines(
            [
                "*alias-sandbox: etiquette*",
                "requests: 2; rules: *1 failed*",
                "FAILED waits_out_outage: *",
                "  in test_client.py::test_careless",
                "  Expected: *",
                "With --alias-sandbox-verify the run fails for this.",
            ]
        )
        assert result.ret == 0

    def test_verify_fails_the_run(self, project: pytest.Pytester) -> None:
        project.makepyfile(CARELESS)
        result = project.runpytest_subprocess("--alias-sandbox-verify")
        result.assert_outcomes(passed=1)
        assert result.ret == pytest.ExitCode.TESTS_FAILED

    def test_verify_lets_a_careful_client_pass(self, project: pytest.Pytester) -> None:
        project.makepyfile(f"{CALL}def test_it(alias_account): call(alias_account)")
        assert project.runpytest_subprocess("--alias-sandbox-verify").ret == 0

    def test_verify_needs_a_call(self, project: pytest.Pytester) -> None:
        project.makepyfile("def test_it(alias_account): pass")
        result = project.runpytest_subprocess("--alias-sandbox-verify")
        result.stdout.fnmatch_lines(["No request reached the accounts of the tests. *"])
        assert result.ret == pytest.ExitCode.TESTS_FAILED

    def test_verify_needs_no_call_without_accounts(self, project: pytest.Pytester) -> None:
        project.makepyfile("def test_it(): pass")
        result = project.runpytest_subprocess("--alias-sandbox-verify")
        assert "etiquette" not in result.stdout.str()
        assert result.ret == 0

    def test_accounts_that_a_test_opens_count_too(self, project: pytest.Pytester) -> None:
        project.makepyfile(
            f"""
            {CALL}
            def test_one_is_left_open(alias_sandbox):
                account = alias_sandbox.account()
                account.fail("outage")
                call(account)
                call(account)
            """
        )
        result = project.runpytest_subprocess("--alias-sandbox-verify")
        result.stdout.fnmatch_lines(["  in *::test_one_is_left_open"])
        assert result.ret == pytest.ExitCode.TESTS_FAILED

    @pytest.mark.parametrize("lost_by", ["alias_sandbox.reset()", "alias_sandbox.load(session)"])
    def test_requests_that_are_no_longer_there_count_too(
        self, project: pytest.Pytester, lost_by: str
    ) -> None:
        project.makepyfile(
            f"""
            from small_client import call_twice
            def test_it(alias_sandbox, alias_account):
                session = alias_sandbox.session()
                alias_account.fail("outage")
                call_twice(alias_account)
                {lost_by}
            """
        )
        result = project.runpytest_subprocess("--alias-sandbox-verify")
        result.stdout.fnmatch_lines(["FAILED waits_out_outage: *", "  in requests that a reset *"])
        result.assert_outcomes(passed=1)
        assert result.ret == pytest.ExitCode.TESTS_FAILED

    def test_an_account_that_no_test_made_counts_too(self, project: pytest.Pytester) -> None:
        project.makepyfile(
            """
            from small_client import call_twice
            def test_it(alias_sandbox):
                alias_sandbox.default_account.fail("outage")
                call_twice(alias_sandbox.default_account)
            """
        )
        result = project.runpytest_subprocess("--alias-sandbox-verify")
        assert result.ret == pytest.ExitCode.TESTS_FAILED


class TestSandbox:
    def test_none_is_started_where_no_test_needs_it(
        self, project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("PATH", str(project.path))
        project.makepyfile("def test_it(): pass")
        project.runpytest_subprocess().assert_outcomes(passed=1)

    def test_the_one_of_the_variable_is_used_and_left_running(
        self, project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, alias_sandbox: AliasSandbox
    ) -> None:
        monkeypatch.setenv("ALIAS_SANDBOX_URL", alias_sandbox.url)
        monkeypatch.setenv("PATH", str(project.path))
        project.makepyfile(
            f"def test_it(alias_account): assert alias_account.url == {alias_sandbox.url!r}"
        )
        project.runpytest_subprocess().assert_outcomes(passed=1)
        with alias_sandbox.account() as account:
            assert account.requests() == []

    def test_the_one_of_the_variable_gets_the_token_of_another(
        self, project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("ALIAS_SANDBOX_CONTROL_TOKEN", "0123456789abcdef0123456789abcdef")
        argv = [sys.executable, "-m", "alias_sandbox", "start", "--port", "0", "--json"]
        with subprocess.Popen(argv, stdout=subprocess.PIPE, text=True) as started:
            assert started.stdout is not None
            monkeypatch.setenv("ALIAS_SANDBOX_URL", json.loads(started.stdout.readline())["url"])
            project.makepyfile("def test_it(alias_account): assert alias_account.aliases() == []")
            project.runpytest_subprocess().assert_outcomes(passed=1)
            monkeypatch.delenv("ALIAS_SANDBOX_CONTROL_TOKEN")
            result = project.runpytest_subprocess()
            started.terminate()
        result.assert_outcomes(errors=1)
        result.stdout.fnmatch_lines(["*AliasSandboxError: *"])

    def test_missing_node_is_told(
        self, project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("ALIAS_SANDBOX_NODE", str(project.path / "node"))
        project.makepyfile("def test_it(alias_account): pass")
        result = project.runpytest_subprocess()
        result.assert_outcomes(errors=1)
        result.stdout.fnmatch_lines(["*AliasSandboxError: *node (ALIAS_SANDBOX_NODE) cannot be run*"])

    def test_only_its_variable_is_needed(
        self, project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        node = os.environ.get("ALIAS_SANDBOX_NODE") or shutil.which("node")
        monkeypatch.setenv("ALIAS_SANDBOX_NODE", str(node))
        monkeypatch.setenv("PATH", str(project.path))
        project.makepyfile("def test_it(alias_account): assert alias_account.aliases() == []")
        project.runpytest_subprocess().assert_outcomes(passed=1)

    def test_what_it_says_when_it_does_not_start_is_told(
        self, project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("ALIAS_SANDBOX_SCENARIO", "past_deu")
        project.makepyfile("def test_it(alias_account): pass\ndef test_again(alias_account): pass")
        result = project.runpytest_subprocess()
        result.assert_outcomes(errors=2)
        result.stdout.fnmatch_lines(["*exec` ended with 2:", "*did you mean past_due*"])

    def test_an_account_that_exists_by_itself_stays_and_is_not_judged(
        self, project: pytest.Pytester
    ) -> None:
        project.makepyfile(
            """
            import urllib.request

            def test_key(alias_sandbox):
                headers = {"Authorization": "Bearer sandbox_plus-ann"}
                url = alias_sandbox.url + "/v1/aliases"
                urllib.request.urlopen(urllib.request.Request(url, headers=headers)).close()
                assert alias_sandbox.account_named("plus-ann").requests()

            def test_later(alias_sandbox):
                assert alias_sandbox.account_named("plus-ann").requests()
            """
        )
        result = project.runpytest_subprocess("-p", "no:randomly")
        result.assert_outcomes(passed=2)
        result.stdout.no_fnmatch_line("*etiquette*")

    def test_relative_paths_count_from_where_pytest_is_started(
        self, project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        project.makeini("[pytest]")
        unit = project.mkdir("unit")
        (unit / "scenarios").mkdir()
        (unit / "scenarios" / "mine.yaml").write_text("account: { billing: past_due }\n")
        (unit / "test_mine.py").write_text(
            "import pytest\n"
            "@pytest.mark.alias_sandbox(scenario='mine')\n"
            "def test_it(alias_account): assert alias_account.state()['billing'] == 'past_due'\n"
        )
        monkeypatch.chdir(unit)
        monkeypatch.setenv("ALIAS_SANDBOX_SCENARIOS_DIR", "scenarios")
        project.runpytest_subprocess().assert_outcomes(passed=1)

    def test_exec_says_how_the_default_account_starts(self, project: pytest.Pytester) -> None:
        project.makepyfile(
            """
            def test_it(alias_sandbox, alias_account):
                assert alias_sandbox.default_account.state()["billing"] == "past_due"
                assert alias_account.state()["scenario"] == "plus"
            """
        )
        alias_sandbox = [sys.executable, "-m", "alias_sandbox", "exec", "-q", "-s", "past_due"]
        ran = project.run(*alias_sandbox, "--", sys.executable, "-m", "pytest")
        ran.assert_outcomes(passed=1)

    def test_a_conftest_may_import_all_of_the_plugin(self, project: pytest.Pytester) -> None:
        project.makeconftest(
            "from alias_sandbox.plugin import *\npytest_plugins = ['alias_sandbox.plugin']"
        )
        project.makepyfile("def test_it(alias_account): assert alias_account.aliases() == []")
        project.runpytest_subprocess().assert_outcomes(passed=1)

    def test_a_wrong_mark_is_told(self, project: pytest.Pytester) -> None:
        project.makepyfile(
            """
            import pytest

            @pytest.mark.alias_sandbox("past_due")
            def test_it(alias_account): pass
            """
        )
        result = project.runpytest_subprocess("--strict-markers")
        result.assert_outcomes(errors=1)
        result.stdout.fnmatch_lines(["*the arguments of this mark need names*"])


class TestEnd:
    """However pytest ends, its sandbox ends. A stream of events is open until it does."""

    def start(
        self, project: pytest.Pytester
    ) -> "tuple[subprocess.Popen[str], http.client.HTTPResponse]":
        project.makepyfile(
            """
            def test_it(alias_account):
                print(alias_account.url, flush=True)
                input()
            """
        )
        pytest_process = subprocess.Popen(
            [sys.executable, "-m", "pytest", "-q", "-s", "-p", "no:cacheprovider"],
            cwd=project.path,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert pytest_process.stdout is not None
        url = urlsplit(pytest_process.stdout.readline().strip())
        connection = http.client.HTTPConnection(url.netloc, timeout=60)
        connection.request("GET", "/_sandbox/events")
        return pytest_process, connection.getresponse()

    @pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGKILL"])
    def test_by_a_signal(self, project: pytest.Pytester, name: str) -> None:
        if not hasattr(signal, name):
            pytest.skip(name)
        process, events = self.start(project)
        process.send_signal(getattr(signal, name))
        process.communicate()
        events.read()

    @pytest.mark.skipif(not hasattr(os, "fork"), reason="no process is forked there")
    def test_while_a_process_that_a_test_forked_goes_on(self, project: pytest.Pytester) -> None:
        project.makeconftest(
            """
            import multiprocessing, pathlib, pytest, time
            pytest_plugins = ["alias_sandbox.plugin"]

            @pytest.fixture(autouse=True)
            def child(alias_sandbox):
                child = multiprocessing.get_context("fork").Process(target=time.sleep, args=[60])
                child.start()
                pathlib.Path("child").write_text(str(child.pid))
            """
        )
        process, events = self.start(project)
        child = int((project.path / "child").read_text())
        try:
            process.kill()
            events.read()
        finally:
            os.kill(child, signal.SIGKILL)
        process.communicate()

    def test_by_itself(self, project: pytest.Pytester) -> None:
        process, events = self.start(project)
        output, _ = process.communicate("\n")
        assert "1 passed" in output
        events.read()


class TestXdist:
    def test_all_workers_share_one_sandbox(self, project: pytest.Pytester) -> None:
        pytest.importorskip("xdist")
        project.makepyfile(
            f"""
            from small_client import call, call_twice
            import pytest

            @pytest.mark.parametrize("turn", range(4))
            def test_it(alias_account, turn, worker_id, tmp_path_factory):
                folder = tmp_path_factory.getbasetemp().parent
                (folder / f"{{worker_id}}-{{turn}}").write_text(alias_account.url)
                if turn == 0:
                    alias_account.fail("outage")
                    call_twice(alias_account)
                else:
                    call(alias_account)
            """
        )
        result = project.runpytest_subprocess(
            "-n", "2", "--alias-sandbox-verify", "--basetemp=shared"
        )
        result.assert_outcomes(passed=4)
        result.stdout.fnmatch_lines(["requests: 5; rules: *", "FAILED waits_out_outage: *"])
        assert result.ret == pytest.ExitCode.TESTS_FAILED
        written = list((project.path / "shared").glob("gw*-*"))
        assert len({file.name.split("-")[0] for file in written}) == 2
        assert len({file.read_text() for file in written}) == 1

    def test_each_worker_tells_that_it_did_not_start(
        self, project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pytest.importorskip("xdist")
        monkeypatch.setenv("ALIAS_SANDBOX_SCENARIO", "past_deu")
        project.makepyfile("def test_it(alias_account): pass\ndef test_again(alias_account): pass")
        result = project.runpytest_subprocess("-n", "2")
        result.assert_outcomes(errors=2)
        result.stdout.fnmatch_lines(["*did you mean past_due*"])

    def test_each_worker_skips_its_waits(self, project: pytest.Pytester) -> None:
        pytest.importorskip("xdist")
        project.makepyfile(
            """
            import pytest, threading, time

            @pytest.mark.parametrize("turn", range(4))
            def test_it(alias_account, turn):
                with alias_account.clock.skip_waits():
                    time.sleep(3600)
                    threading.Event().wait(3600)
            """
        )
        project.runpytest_subprocess("-n", "2").assert_outcomes(passed=4)
