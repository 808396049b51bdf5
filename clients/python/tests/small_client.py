"""The smallest client of the service: one call, its status and its body."""

import http.client
import json
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import urlsplit

from alias_sandbox import AliasAccount

# No proxy of the environment, and no mock, stands between it and the sandbox.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def call(account: AliasAccount, method: str = "GET", body: object = None) -> tuple[int, Any]:
    headers = {"Authorization": f"Bearer {account.api_key}", "Content-Type": "application/json"}
    data = None if method == "GET" else json.dumps(body or {}).encode()
    request = urllib.request.Request(f"{account.url}/v1/aliases", data, headers, method=method)
    try:
        with _opener.open(request) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as refusal:
        return refusal.code, json.load(refusal)


def call_twice(account: AliasAccount) -> None:
    """Calls twice on one connection, so that whoever made the second call has read the first answer."""
    connection = http.client.HTTPConnection(urlsplit(account.url).netloc)
    for _ in range(2):
        headers = {"Authorization": f"Bearer {account.api_key}"}
        connection.request("GET", "/v1/aliases", headers=headers)
        connection.getresponse().read()
    connection.close()
