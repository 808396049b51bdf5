"""requests: how (by_default or configured) and what to send, as JSON."""

import json
import sys

import requests
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

how, ask = sys.argv[1], json.loads(sys.argv[2])
session = requests.Session()
if how == "configured":
    retries = Retry(total=4, status_forcelist=[409, 429, 503], allowed_methods=None)
    session.mount("http://", HTTPAdapter(max_retries=retries))
response = session.request(
    ask["method"], ask["url"], headers=ask["headers"], data=ask.get("body")
)
response.raise_for_status()
