"""urllib3: how (by_default or configured) and what to send, as JSON."""

import json
import sys

import urllib3

how, ask = sys.argv[1], json.loads(sys.argv[2])
settings = {}
if how == "configured":
    settings["retries"] = urllib3.Retry(
        total=4, status_forcelist=[409, 429, 503], allowed_methods=None
    )
response = urllib3.PoolManager().request(
    ask["method"], ask["url"], headers=ask["headers"], body=ask.get("body"), **settings
)
sys.exit(0 if response.status == 200 else 1)
