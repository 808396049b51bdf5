"""The sandbox that a run starts for itself."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import threading

from ._control import AliasSandboxError

__tracebackhide__ = True

_START_TIMEOUT = 60.0
#: Runs inside `alias-sandbox exec`: tells the URL, and ends when its input is closed.
_KEEPER = "import os,sys;print(os.environ['ALIAS_SANDBOX_URL'],flush=True);sys.stdin.read()"


class OwnSandbox:
    """A sandbox that is started when it is first needed.

    Its input is a pipe from this process: however this process ends, the sandbox ends, too.
    """

    def __init__(self, folder: str, *, verified: bool) -> None:
        self._folder = folder
        # A judged run holds its first refusals for a moment, so that parallel clients are seen to be several.
        self._judged = ["--verify", "--allow-no-calls"] if verified else []
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._answer: str | AliasSandboxError | None = None

    def url(self) -> str | AliasSandboxError:
        """Starts it if nobody has. Each time the same answer: its URL, or why it did not start."""
        with self._lock:
            try:
                self._answer = self._answer or self._start()
            except AliasSandboxError as error:
                self._answer = error
            return self._answer

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
        keeper = [sys.executable, "-I", "-S", "-c", _KEEPER]
        command = [*_command(), "exec", "--quiet", *self._judged, "--", *keeper]
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
