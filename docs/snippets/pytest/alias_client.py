"""The client under test; yours stands here."""

import json
import urllib.error
import urllib.request


class AliasClient:
    def __init__(self, url, api_key):
        self.url = url
        self.headers = {"Authorization": f"Bearer {api_key}", "Content-Type": "application/json"}

    def create(self, **fields):
        body = json.dumps(fields).encode()
        request = urllib.request.Request(f"{self.url}/v1/aliases", body, self.headers)
        try:
            with urllib.request.urlopen(request) as response:
                return json.load(response)["alias"]
        except urllib.error.HTTPError as refusal:
            raise RuntimeError(json.load(refusal).get("code", refusal.code)) from None
