"""The sandbox that a run starts for itself, and shares with the workers of pytest-xdist."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._control import AliasSandboxError
from ._node import command

if TYPE_CHECKING:
    from multiprocessing.connection import Listener

__tracebackhide__ = True

_START_TIMEOUT = 60.0
#: Runs inside `alias-sandbox exec`: tells the URL, and ends at the end of its input.
_KEEPER = "import os,sys;print(os.environ['ALIAS_SANDBOX_URL'],flush=True);sys.stdin.read()"


class OwnSandbox:
    """A sandbox that is started when it is first needed.

    Its input is a pipe from this process: however this process ends, the sandbox ends, too.
    """

    def __init__(self, folder: Path, *, verified: bool) -> None:
        self._folder = folder
        # A judged run holds its first refusals for a moment, so that parallel clients are seen to be several.
        self._verified = verified
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._answer: str | AliasSandboxError | None = None
        self._listener: Listener | None = None
        self._key = os.urandom(32)

    def url(self) -> str | AliasSandboxError:
        """Starts it if nobody has. Each time the same answer: its URL, or why it did not start."""
        with self._lock:
            try:
                self._answer = self._answer or self._start()
            except AliasSandboxError as error:
                self._answer = error
            return self._answer

    def share(self) -> Mapping[str, Any]:
        """Lets other processes ask for it. Returns the argument of their `ask_for_url`."""
        from multiprocessing.connection import Listener

        if self._listener is None:
            self._listener = Listener(("127.0.0.1", 0), authkey=self._key)
            threading.Thread(target=self._serve, args=[self._listener], daemon=True).start()
        return {"at": self._listener.address, "key": self._key}

    def close(self) -> dict[str, Any] | None:
        """Ends it, if it runs. Returns the report on all requests of the run, if that is verified."""
        if self._listener:
            self._listener.close()
        process, self._process = self._process, None
        if process is None:
            return None
        assert process.stdin is not None and process.stdout is not None
        process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(10.0)
        process.kill()
        process.wait()
        process.stdout.close()
        with self._reports as folder:
            found = [json.loads(report.read_text("utf-8")) for report in Path(folder).glob("report.json")]
        return found[0] if found else None

    def _start(self) -> str:
        keeper = [sys.executable, "-I", "-S", "-c", _KEEPER]
        self._reports = tempfile.TemporaryDirectory()
        verify = ["--verify", "--allow-no-calls", "--report", f"{self._reports.name}/report.json"]
        with tempfile.TemporaryFile("w+", errors="replace") as log:
            self._process = subprocess.Popen(
                [*command(), "exec", "--quiet", *(verify if self._verified else []), "--", *keeper],
                cwd=self._folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,  # Ctrl-C is for pytest, which then ends the sandbox
            )
            assert self._process.stdin is not None and self._process.stdout is not None
            if hasattr(os, "register_at_fork"):  # a process that is forked off here would hold the pipe open
                os.register_at_fork(after_in_child=self._process.stdin.close)
            alarm = threading.Timer(_START_TIMEOUT, self._process.kill)
            alarm.start()
            line = self._process.stdout.readline().strip()
            alarm.cancel()
            if line:
                return line
            status = self._process.wait()
            log.seek(0)
            said = log.read().strip() or "it wrote nothing"
        message = f"the sandbox was not started: `alias-sandbox exec` ended with {status}:\n{said}"
        raise AliasSandboxError("not_started", message)

    def _serve(self, listener: Listener) -> None:
        from multiprocessing import AuthenticationError

        while True:
            try:
                connection = listener.accept()
            except (AuthenticationError, EOFError, ConnectionError):
                continue  # somebody else, or a worker that is gone
            except OSError:
                return  # closed
            with connection, suppress(OSError):  # the worker may be gone
                connection.send(self.url())


def ask_for_url(address: Mapping[str, Any]) -> str | AliasSandboxError:
    from multiprocessing.connection import Client

    host, port = address["at"]
    with Client((host, port), authkey=address["key"]) as connection:
        answer: str | AliasSandboxError = connection.recv()
    return answer
