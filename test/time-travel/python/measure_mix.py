"""Clients of several kinds that wait out a 503: `npm run measure:waits -- --python --rounds 200`."""

import asyncio
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import aiohttp
import httpx
import pytest
import requests
import tenacity
import urllib3

ROUNDS = int(os.environ["ROUNDS"])
TOLD = 30


def with_requests(url, key, seconds):
    with requests.Session() as session:
        session.headers["Authorization"] = f"Bearer {key}"
        while session.get(url).status_code == 503:
            time.sleep(seconds)


def with_retry(url, key, seconds):
    retry = urllib3.Retry(3, status_forcelist=[503])
    if seconds < TOLD:  # at once, and after two times its factor
        retry = retry.new(respect_retry_after_header=False, backoff_factor=seconds / 2)
    with urllib3.PoolManager(retries=retry) as pool:
        assert pool.request("GET", url, headers={"Authorization": f"Bearer {key}"}).status == 200


def with_httpx(url, key, seconds):
    with httpx.Client(headers={"Authorization": f"Bearer {key}"}) as client:
        while client.get(url).status_code == 503:
            time.sleep(seconds)


def with_tenacity(url, key, seconds):
    @tenacity.retry(wait=tenacity.wait_fixed(seconds))
    def call():
        requests.get(url, headers={"Authorization": f"Bearer {key}"}).raise_for_status()

    call()


def with_asyncio(url, key, seconds):
    async def run():
        async with aiohttp.ClientSession(headers={"Authorization": f"Bearer {key}"}) as session:
            while True:
                async with session.get(url) as response:
                    await response.read()
                if response.status != 503:
                    return
                await asyncio.sleep(seconds)

    asyncio.run(run())


def with_async_httpx(url, key, seconds):
    async def run():
        async with httpx.AsyncClient(headers={"Authorization": f"Bearer {key}"}) as client:
            while (await client.get(url)).status_code == 503:
                await asyncio.sleep(seconds)

    asyncio.run(run())


def with_event(url, key, seconds):
    is_stopped = threading.Event()
    while requests.get(url, headers={"Authorization": f"Bearer {key}"}).status_code == 503:
        is_stopped.wait(seconds)


def in_a_pool(url, key, seconds):
    with ThreadPoolExecutor(2) as pool:
        pool.submit(with_requests, url, key, seconds).result(timeout=600)


CLIENTS = [
    with_requests,
    with_retry,
    with_httpx,
    with_tenacity,
    with_asyncio,
    with_async_httpx,
    with_event,
    in_a_pool,
]


# Where waits take real time for 2 s, a warning says so, which is an error here.
@pytest.mark.filterwarnings("error:clock.skip_waits")
@pytest.mark.parametrize("_round", range(ROUNDS))
@pytest.mark.parametrize("seconds", [TOLD, TOLD - 1])
@pytest.mark.parametrize("client", CLIENTS)
def test_it_waits_in_no_time(alias_account, client, seconds, _round):
    alias_account.fail("outage", for_="20s")
    before = alias_account.clock.now()
    with alias_account.clock.skip_waits():
        client(f"{alias_account.url}/v1/aliases", alias_account.api_key, seconds)
    waited = (alias_account.clock.now() - before).total_seconds()
    verdicts = {row["rule"]: row["verdict"] for row in alias_account.report()["etiquette"]}
    assert verdicts["waits_out_outage"] == ("pass" if seconds == TOLD else "fail")
    assert seconds <= waited < seconds + 10
