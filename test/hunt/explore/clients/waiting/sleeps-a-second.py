"""Bug: it sleeps a second after each 429 and 503, whatever Retry-After says."""

import json
import os
import sys
import time
import urllib.error
import urllib.request

URL = os.environ["ALIAS_SANDBOX_URL"] + "/v1/aliases"
HEADERS = {"Authorization": "Bearer " + os.environ["ALIAS_SANDBOX_API_KEY"]}


def call(body=None, query=""):
    headers = HEADERS if body is None else {**HEADERS, "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    for tries_left in range(9, -1, -1):
        try:
            with urllib.request.urlopen(
                urllib.request.Request(URL + query, data, headers), timeout=10
            ) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503) or tries_left == 0:
                raise
            time.sleep(1)


try:
    for label in ("newsletter", "shop", "guest"):
        call({"label": label})
    cursor, query = "", "?limit=20"
    while cursor is not None:
        page = call(query=query)
        for alias in page["aliases"]:
            print(alias["address"], alias["label"])
        cursor = page["next_cursor"]
        query = f"?limit=20&last_key={cursor}"
except (OSError, ValueError) as problem:
    sys.exit(f"error: {problem}")
