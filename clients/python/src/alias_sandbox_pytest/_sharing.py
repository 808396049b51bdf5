"""One sandbox for all workers of pytest-xdist."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from contextlib import suppress
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Listener
from typing import Any

from ._control import AliasSandboxError
from ._own_sandbox import OwnSandbox

__tracebackhide__ = True


class Sharing:
    """Lets the workers of pytest-xdist ask this process for the sandbox."""

    def __init__(self, own: OwnSandbox) -> None:
        self._own = own
        key = os.urandom(32)
        self._listener = Listener(("127.0.0.1", 0), authkey=key)
        #: What a worker needs to know.
        self.address = {"at": self._listener.address, "key": key}
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def _serve(self) -> None:
        while True:
            try:
                connection = self._listener.accept()
            except (AuthenticationError, EOFError, ConnectionError):
                continue  # somebody else, or a worker that is gone
            except OSError:
                return  # closed
            with connection, suppress(OSError):  # the worker may be gone
                connection.send(self._own.url())


def ask_for_url(address: Mapping[str, Any]) -> str | AliasSandboxError:
    host, port = address["at"]
    with Client((host, port), authkey=address["key"]) as connection:
        answer: str | AliasSandboxError = connection.recv()
    return answer
