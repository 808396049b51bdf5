"""Bug: without an answer it creates the alias again, and does not look whether it is there."""

import http.client
import json
import os
import sys
import urllib.error
import urllib.request

URL = os.environ["ALIAS_SANDBOX_URL"] + "/v1/aliases"
HEADERS = {"Authorization": "Bearer " + os.environ["ALIAS_SANDBOX_API_KEY"]}


def call(body=None, query=""):
    headers = HEADERS if body is None else {**HEADERS, "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + query, data, headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


def create(label):
    try:
        call({"label": label})
    except (http.client.RemoteDisconnected, ConnectionError):
        call({"label": label})


try:
    for label in ("newsletter", "shop", "guest"):
        create(label)
    cursor, query = "", "?limit=20"
    while cursor is not None:
        page = call(query=query)
        for alias in page["aliases"]:
            print(alias["address"], alias["label"])
        cursor = page["next_cursor"]
        query = f"?limit=20&last_key={cursor}"
except (OSError, http.client.HTTPException, ValueError) as problem:
    sys.exit(f"error: {problem}")
