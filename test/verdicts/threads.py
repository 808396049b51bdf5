"""Threads that open a connection for each request: threads.py <url> <threads> <requests of each>."""

import sys
import threading
import urllib.error
import urllib.request

url, threads, requests = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
together = threading.Barrier(threads)


def work() -> None:
    together.wait()
    for _ in range(requests):
        request = urllib.request.Request(url + "/v1/aliases", headers={"Authorization": "Bearer sandbox_default"})
        try:
            urllib.request.urlopen(request).read()
        except urllib.error.HTTPError as error:
            error.read()


workers = [threading.Thread(target=work) for _ in range(threads)]
for worker in workers:
    worker.start()
for worker in workers:
    worker.join()
