"""urllib3: its Retry repeats what was not carried out, with the waits that it is told; the rest is decided here."""

import json
import os
import sys
import time

import urllib3

URL = os.environ["ALIAS_SANDBOX_URL"] + "/v1/aliases"
KEY = os.environ["ALIAS_SANDBOX_API_KEY"]

# A 429 or 503 with Retry-After, and a 409: these may be repeated, also a POST. What broke off may not.
http = urllib3.PoolManager(
    headers={"Authorization": f"Bearer {KEY}"},
    timeout=urllib3.Timeout(10),
    retries=urllib3.Retry(
        total=10,
        read=False,
        status_forcelist=[409],
        allowed_methods=None,
        backoff_factor=0.5,
        raise_on_status=False,
    ),
)


class AliasError(Exception):
    """What the service refused or could not do."""


def call(method, **options):
    """The answer; None if nobody can tell whether the call was carried out."""
    try:
        response = http.request(method, URL, **options)
        body = json.loads(response.data)
    except (urllib3.exceptions.HTTPError, ValueError):
        return None
    if response.status == 200:
        return body
    if response.status >= 500 and "Retry-After" not in response.headers:
        return None
    raise AliasError(f"{response.status}: {body.get('code', body.get('message'))}")


def attempts():
    """Begins another attempt until, after five and three minutes, it is an incident."""
    start, count = time.monotonic(), 0
    while count < 5 or time.monotonic() - start < 180:
        if count > 0:
            time.sleep(min(2**count / 2, 20))
        yield count
        count += 1
    raise AliasError("no answer that can be read")


def get_page(fields):
    for _ in attempts():
        page = call("GET", fields=fields)
        if page is not None:
            return page


def list_all():
    aliases, fields = [], {"limit": 20}
    while True:
        page = get_page(fields)
        aliases += page["aliases"]
        if page["next_cursor"] is None:
            return aliases
        fields = {"limit": 20, "last_key": page["next_cursor"]}


def create(alias):
    headers = {**http.headers, "Content-Type": "application/json"}
    for count in attempts():
        if count > 0 and any(made["label"] == alias["label"] for made in list_all()):
            return
        if call("POST", body=json.dumps(alias), headers=headers) is not None:
            return


try:
    create({"label": "newsletter"})
    create({"label": "shop"})
    create({"label": "guest", "expires_at": int(time.time()) + 30 * 86_400})
    for alias in list_all():
        print(alias["address"], alias["label"])
except AliasError as error:
    sys.exit(f"error: {error}")
