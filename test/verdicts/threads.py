"""Threads that open a connection for each request: threads.py <url> <processes> <threads> <requests of each>."""

import multiprocessing
import sys
import threading
import urllib.error
import urllib.request

url = sys.argv[1]
processes, threads, requests = map(int, sys.argv[2:])
fork = multiprocessing.get_context("fork")
together = fork.Barrier(processes * threads)


def work() -> None:
    together.wait()
    for _ in range(requests):
        request = urllib.request.Request(url + "/v1/aliases", headers={"Authorization": "Bearer sandbox_default"})
        try:
            urllib.request.urlopen(request).read()
        except urllib.error.HTTPError as error:
            error.read()


def run() -> None:
    workers = [threading.Thread(target=work) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


running = [fork.Process(target=run) for _ in range(processes)]
for process in running:
    process.start()
for process in running:
    process.join()
