"""Bug: it reads the body of an error as JSON, and a proxy sends HTML."""

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
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            text = answer.read()
    except urllib.error.HTTPError as error:
        sys.exit("error: " + json.loads(error.read())["message"])
    except OSError as error:
        sys.exit(f"error: {error}")
    return json.loads(text)


for label in ("newsletter", "shop", "guest"):
    call({"label": label})
cursor, query = "", "?limit=20"
while cursor is not None:
    page = call(query=query)
    for alias in page["aliases"]:
        print(alias["address"], alias["label"])
    cursor = page["next_cursor"]
    query = f"?limit=20&last_key={cursor}"
