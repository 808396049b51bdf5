"""The command `alias-sandbox`: the one of the npm package, which lies in this package."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

from ._control import AliasSandboxError
from ._node import command


def main() -> None:
    try:
        argv = [*command(), *sys.argv[1:]]
    except AliasSandboxError as error:
        sys.exit(f"alias-sandbox: {error}")
    if os.name != "nt":
        os.execv(argv[0], argv)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for Node, which has the same console
    sys.exit(subprocess.call(argv))


if __name__ == "__main__":
    main()
