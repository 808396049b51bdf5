"""requests: answers each line on stdin, a call as JSON, by a line; all tests share a Session."""

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

import requests

session = requests.Session()
writing = Lock()


def answer(ask):
    response = session.request(ask["method"], ask["url"], headers=ask["headers"])
    wait = response.headers.get("retry-after")
    line = json.dumps({"id": ask["id"], "status": response.status_code, "wait": wait})
    with writing:
        print(line, flush=True)


with ThreadPoolExecutor(max_workers=10) as pool:
    for line in sys.stdin:
        pool.submit(answer, json.loads(line))
