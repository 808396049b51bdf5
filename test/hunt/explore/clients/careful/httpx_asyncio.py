"""httpx in asyncio: three tasks behind one lock. Whoever is told to wait keeps it, so that all wait."""

import asyncio
import os
import sys
import time

import httpx

URL = os.environ["ALIAS_SANDBOX_URL"] + "/v1/aliases"
HEADERS = {"Authorization": "Bearer " + os.environ["ALIAS_SANDBOX_API_KEY"]}


class AliasError(Exception):
    """What the service refused or could not do."""


class Client:
    def __init__(self, http):
        self.http = http
        self.gate = asyncio.Lock()
        self.stopped = None

    async def call(self, method, **options):
        """Returns status and body; the body is None if the answer did not arrive whole."""
        async with self.gate:
            if self.stopped:
                raise self.stopped
            try:
                response = await self.http.request(method, URL, **options)
            except httpx.RequestError:
                return None, None
            told = response.headers.get("Retry-After")
            if told is not None:
                await asyncio.sleep(int(told))
            status = response.status_code
            try:
                body = response.json()
            except ValueError:
                return status, None
            if status not in (200, 409) and status < 500 and told is None:
                self.stopped = AliasError(f"{status}: {body.get('code', body.get('message'))}")
                raise self.stopped
            return status, body

    async def attempts(self):
        """Begins another attempt until, after five and three minutes, it is an incident."""
        start, count = time.monotonic(), 0
        while count < 5 or time.monotonic() - start < 180:
            if count > 0:
                await asyncio.sleep(min(2**count / 2, 20))
            yield count
            count += 1
        raise AliasError("the service does not answer as it should")

    async def create(self, alias):
        async for _ in self.attempts():
            status, body = await self.call("POST", json=alias)
            if status == 200 and body:
                return
            is_lost = body is None or status >= 500
            if is_lost and any(made["label"] == alias["label"] for made in await self.list_all()):
                return

    async def get_page(self, params):
        async for _ in self.attempts():
            status, body = await self.call("GET", params=params)
            if status == 200 and body:
                return body

    async def list_all(self):
        aliases, params = [], {"limit": 20}
        while True:
            page = await self.get_page(params)
            aliases += page["aliases"]
            if page["next_cursor"] is None:
                return aliases
            params = {"limit": 20, "last_key": page["next_cursor"]}


async def main():
    aliases = [
        {"label": "newsletter"},
        {"label": "shop"},
        {"label": "guest", "expires_at": int(time.time()) + 30 * 86_400},
    ]
    async with httpx.AsyncClient(headers=HEADERS, timeout=10) as http:
        client = Client(http)
        ends = await asyncio.gather(*map(client.create, aliases), return_exceptions=True)
        for error in filter(None, ends):
            raise error
        for alias in await client.list_all():
            print(alias["address"], alias["label"])


try:
    asyncio.run(main())
except AliasError as error:
    sys.exit(f"error: {error}")
