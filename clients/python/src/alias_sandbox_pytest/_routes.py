"""The methods that are a route and nothing else, from the OpenAPI document: `npm run docs`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._control import OfAccount

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._api import Account, Alias, Mail, Request
    from ._api import AliasFilter, HistoryFilter, MailFilter, MailWait, RequestFilter, RequestWait


class AccountRoutes(OfAccount):
    def state(self) -> Account:
        """Get one account: state, usage, faults, upcoming events and a prediction of the next request."""
        return self._ask("GET", "")

    def aliases(self, **filter: Unpack[AliasFilter]) -> list[Alias]:
        """List the aliases of the account, all or those that match."""
        return self._ask("GET", "aliases", filter)["aliases"]

    def history(self, **filter: Unpack[HistoryFilter]) -> list[dict[str, Any]]:
        """List the requests, actions, mails and events of one account in order."""
        return self._ask("GET", "history", filter)["history"]

    def requests(self, **filter: Unpack[RequestFilter]) -> list[Request]:
        """List the requests, oldest first."""
        return self._ask("GET", "requests", filter)["requests"]

    def wait_for_requests(self, **filter: Unpack[RequestWait]) -> list[Request]:
        """Wait until there are count matching requests. Raises `timeout`."""
        return self._ask("GET", "requests/wait", filter)["requests"]


class InboxRoutes(OfAccount):
    def list(self, **filter: Unpack[MailFilter]) -> list[Mail]:
        """List the mails that were forwarded to the owner, oldest first, at most the last 200."""
        return self._ask("GET", "inbox", filter)["mails"]

    def wait_for(self, **filter: Unpack[MailWait]) -> Mail:
        """Wait for the first mail that matches. Raises `timeout`."""
        return self._ask("GET", "inbox/wait", filter)

    def clear(self) -> None:
        """Empty the inbox."""
        self._ask("DELETE", "inbox")
