"""A local alias-sandbox: its command, and its accounts in tests. pytest finds `plugin` by itself."""

from __future__ import annotations

from ._account import AliasAccount, AliasClock, AliasSandbox, ArmedFault
from ._api import Account, Alias, Fault, Mail, Performed, Replay, Report, Request, __version__
from ._control import AliasSandboxError
from ._routes import AliasInbox

__all__ = [
    "Account",
    "Alias",
    "AliasAccount",
    "AliasClock",
    "AliasInbox",
    "AliasSandbox",
    "AliasSandboxError",
    "ArmedFault",
    "Fault",
    "Mail",
    "Performed",
    "Replay",
    "Report",
    "Request",
    "__version__",
]
