"""Waits that take no time: what stands in these tests would otherwise take hours."""

from __future__ import annotations

import asyncio
import http.client
import json
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone
from time import monotonic
from time import sleep as sleep_by_name
from urllib.parse import urlsplit

import pytest
from alias_sandbox_pytest import AliasAccount, AliasSandbox, AliasSandboxError
from small_client import call

HOUR = 3600.0

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="waits are skipped on Linux"),
    # On a busy machine it may be said of threads that work. test_run.py tests that it is.
    pytest.mark.filterwarnings("ignore:clock.skip_waits. waits take real time"),
]


def patient_call(account: AliasAccount, seconds_less: float = 0, rest: float = HOUR) -> list[int]:
    """Waits as a 503 tells it, or so many seconds less, and calls again. Then it rests."""
    statuses = []
    for _ in range(3):
        statuses.append(call(account)[0])
        if statuses[-1] == 200:
            break
        time.sleep(30 - seconds_less)
    time.sleep(rest)
    return statuses


def in_outage(account: AliasAccount) -> AliasAccount:
    """Out of service for 20 s, in which every call says 30."""
    account.fail("outage", for_="20s")
    return account


def verdict_of(account: AliasAccount) -> str:
    [rule] = [row for row in account.report()["etiquette"] if row["rule"] == "waits_out_outage"]
    return rule["verdict"]


class TestWaits:
    def test_a_client_that_waits_for_30_s_is_through_at_once(
        self, alias_account: AliasAccount
    ) -> None:
        before = alias_account.clock.now()
        with alias_account.clock.skip_waits():
            assert patient_call(in_outage(alias_account)) == [503, 200]
        assert (alias_account.clock.now() - before).total_seconds() >= 30 + HOUR
        assert verdict_of(alias_account) == "pass"

    # On a clock that runs, a machine that is busy for a second makes up for it.
    @pytest.mark.alias_sandbox(clock={"mode": "frozen"})
    def test_a_second_too_short_is_still_too_short(self, alias_account: AliasAccount) -> None:
        with alias_account.clock.skip_waits():
            assert patient_call(in_outage(alias_account), seconds_less=1) == [503, 200]
        assert verdict_of(alias_account) == "fail"

    @pytest.mark.alias_sandbox(clock={"now": "2026-03-01T12:00:00Z", "mode": "frozen"})
    def test_a_frozen_clock_moves_by_what_the_client_waits(
        self, alias_account: AliasAccount
    ) -> None:
        with alias_account.clock.skip_waits():
            assert patient_call(in_outage(alias_account)) == [503, 200]
        assert verdict_of(alias_account) == "pass"
        moved = alias_account.clock.now() - datetime(2026, 3, 1, 12, tzinfo=timezone.utc)
        assert 30 + HOUR <= moved.total_seconds() < 60 + HOUR

    @pytest.mark.alias_sandbox(clock={"scale": 10})
    def test_a_scaled_clock_moves_by_as_much_more(self, alias_account: AliasAccount) -> None:
        before = alias_account.clock.now()
        with alias_account.clock.skip_waits():
            time.sleep(HOUR)
        assert (alias_account.clock.now() - before).total_seconds() >= 10 * HOUR

    def test_all_clocks_agree(self, alias_account: AliasAccount) -> None:
        clocks: list[Callable[[], float]] = [
            time.time,
            time.monotonic,
            time.perf_counter,
            monotonic,
            lambda: time.time_ns() / 1e9,
            lambda: datetime.now().timestamp(),
            lambda: datetime.now(timezone.utc).timestamp(),
            lambda: datetime.today().timestamp(),
            lambda: time.mktime(time.localtime()),
        ]
        with alias_account.clock.skip_waits():
            before = [clock() for clock in clocks]
            time.sleep(HOUR)
            took = [clock() - start for clock, start in zip(clocks, before)]
        assert all(HOUR - 1 <= seconds < HOUR + 60 for seconds in took), took

    def test_an_answer_that_takes_its_time_is_waited_for(self, alias_account: AliasAccount) -> None:
        alias_account.fail("delay", ms=300)
        with alias_account.clock.skip_waits():
            connection = http.client.HTTPConnection(urlsplit(alias_account.url).netloc, timeout=10)
            headers = {"Authorization": f"Bearer {alias_account.api_key}"}
            connection.request("GET", "/v1/aliases", headers=headers)
            assert connection.getresponse().status == 200


class Client:
    """It has got its way to sleep in all the ways in which clients do."""

    pause = staticmethod(time.sleep)

    def __init__(self, sleep: Callable[[float], None] = time.sleep) -> None:
        self.sleep = sleep

    def rest(self, *, sleep: Callable[[float], None] = time.sleep) -> None:
        sleep(HOUR)


def closed_over(sleep: Callable[[float], None]) -> Callable[[], None]:
    return lambda: sleep(HOUR)


@pytest.mark.parametrize(
    "wait",
    [
        lambda: sleep_by_name(HOUR),
        lambda: Client().sleep(HOUR),
        Client().rest,
        closed_over(time.sleep),
    ],
    ids=["import", "default", "named default", "closure"],
)
def test_it_does_not_matter_how_a_client_got_at_sleep(
    alias_account: AliasAccount, wait: Callable[[], None]
) -> None:
    with alias_account.clock.skip_waits():
        wait()


def test_a_client_that_was_made_before_waits_no_longer(alias_account: AliasAccount) -> None:
    client = Client()
    with alias_account.clock.skip_waits():
        client.sleep(HOUR)


class TestBlocks:
    def test_they_nest_and_each_account_moves(
        self, alias_account: AliasAccount, alias_sandbox: AliasSandbox
    ) -> None:
        with alias_sandbox.account() as other, alias_account.clock.skip_waits():
            before = [account.clock.now() for account in (alias_account, other)]
            with other.clock.skip_waits(), alias_account.clock.skip_waits():
                assert patient_call(in_outage(other)) == [503, 200]
            time.sleep(HOUR)
            after = [account.clock.now() for account in (alias_account, other)]
            moved = [(late - early).total_seconds() for early, late in zip(before, after)]
            assert verdict_of(other) == "pass"
        assert moved[0] >= 30 + 2 * HOUR
        assert 30 + HOUR <= moved[1] < 60 + HOUR

    def test_those_of_several_threads_share_the_time(self, alias_sandbox: AliasSandbox) -> None:
        def run(seconds_less: float) -> tuple[list[int], str]:
            with alias_sandbox.account() as account:
                with account.clock.skip_waits():
                    statuses = patient_call(in_outage(account), seconds_less)
                return statuses, verdict_of(account)

        with ThreadPoolExecutor(3) as pool:
            results = list(pool.map(run, [0, 10, 0]))
        assert [verdict for _, verdict in results] == ["pass", "fail", "pass"]

    def test_one_begins_while_another_ends(self, alias_sandbox: AliasSandbox) -> None:
        def run(_: int) -> bool:
            with alias_sandbox.account() as account:
                start = account.clock.now()
                with account.clock.skip_waits():
                    time.sleep(HOUR)
                return (account.clock.now() - start).total_seconds() >= HOUR

        with ThreadPoolExecutor(4) as pool:
            assert all(pool.map(run, range(24)))

    def test_everything_is_as_before_afterwards(self, alias_account: AliasAccount) -> None:
        import queue
        import selectors
        import socket

        def functions() -> list[object]:
            return [
                time.sleep,
                time.time,
                monotonic,
                sleep_by_name,
                datetime.__dict__["now"],
                socket.socket.recv,
                selectors.EpollSelector.select,
                threading.Condition.wait,
                threading.Thread.join,
                queue.SimpleQueue,
                Client.__init__.__defaults__,
                dict(Client.rest.__kwdefaults__ or {}),
                "recv" in vars(socket.socket),
            ]

        before = functions()
        with pytest.raises(ZeroDivisionError), alias_account.clock.skip_waits():
            assert functions() != before
            time.sleep(HOUR)
            _ = 1 / 0
        assert functions() == before
        started = time.monotonic()
        time.sleep(0.05)
        assert 0.04 < time.monotonic() - started < HOUR

    def test_a_thread_that_was_started_outside_keeps_its_time(
        self, alias_account: AliasAccount
    ) -> None:
        asked, told = threading.Event(), threading.Event()
        times: list[float] = []

        def look() -> None:
            asked.wait()
            times.append(time.time())
            told.set()

        thread = threading.Thread(target=look)
        thread.start()
        start = time.time()
        with alias_account.clock.skip_waits():
            time.sleep(HOUR)
            asked.set()
            told.wait()
            assert time.time() - start >= HOUR
        thread.join()
        assert times[0] - start < HOUR

    def test_ctrl_c_ends_one(self, alias_account: AliasAccount) -> None:
        before = [time.sleep, time.time, threading.Condition.wait]
        with pytest.raises(KeyboardInterrupt), alias_account.clock.skip_waits():
            time.sleep(HOUR)
            signal.setitimer(signal.ITIMER_REAL, 0.1)  # an alarm takes its real time
            previous = signal.signal(signal.SIGALRM, signal.default_int_handler)
            try:
                time.sleep(HOUR)
            finally:
                signal.signal(signal.SIGALRM, previous)
        assert [time.sleep, time.time, threading.Condition.wait] == before

    def test_a_thread_that_still_waits_at_the_end_does_so_in_real_time(
        self, alias_account: AliasAccount
    ) -> None:
        is_stopped = threading.Event()
        with alias_account.clock.skip_waits():
            thread = threading.Thread(target=is_stopped.wait, args=[2 * HOUR])
            thread.start()
            time.sleep(HOUR)
        thread.join(0.05)
        assert thread.is_alive()
        with alias_account.clock.skip_waits():  # nor does it hold up the next one
            time.sleep(HOUR)
        assert thread.is_alive()
        is_stopped.set()
        thread.join(10)
        assert not thread.is_alive()

    def test_they_fail_when_the_account_is_gone(self, alias_sandbox: AliasSandbox) -> None:
        account = alias_sandbox.account()
        with pytest.raises(AliasSandboxError) as error, account.clock.skip_waits():
            account.delete()
            time.sleep(HOUR)
        assert error.value.code == "not_found"

    def test_a_fake_clock_is_refused(
        self, alias_account: AliasAccount, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(time, "sleep", lambda _seconds: None)
        with pytest.raises(AliasSandboxError, match=r"time\.sleep of this test is fake") as error:
            with alias_account.clock.skip_waits():
                raise AssertionError
        assert error.value.code == "refused"


class TestThreads:
    def test_each_waits_for_its_own_time(self, alias_account: AliasAccount) -> None:
        took: list[tuple[float, float]] = []

        def wait(seconds: float) -> None:
            start = time.monotonic()
            time.sleep(seconds)
            took.append((seconds, time.monotonic() - start))

        with alias_account.clock.skip_waits():
            threads = [threading.Thread(target=wait, args=[n * HOUR]) for n in (3, 1, 2)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        assert [seconds for seconds, _ in took] == [HOUR, 2 * HOUR, 3 * HOUR]
        assert all(seconds <= real < seconds + 60 for seconds, real in took)

    def test_a_pool_is_waited_for(self, alias_account: AliasAccount) -> None:
        in_outage(alias_account)
        with alias_account.clock.skip_waits(), ThreadPoolExecutor(4) as pool:
            pool.submit(time.sleep, 1).result()  # then it is idle
            calls = [pool.submit(patient_call, alias_account) for _ in range(2)]
            assert [one.result(timeout=5 * HOUR) for one in calls] == [[503, 200]] * 2

    def test_a_time_out_ends_in_its_time(self, alias_account: AliasAccount) -> None:
        with alias_account.clock.skip_waits():
            start = time.monotonic()
            assert not threading.Event().wait(HOUR)
            assert HOUR <= time.monotonic() - start < HOUR + 60

    def test_no_time_out_is_over_while_a_thread_works(self, alias_account: AliasAccount) -> None:
        def compute() -> str:
            end = time.process_time() + 0.3
            while time.process_time() < end:
                pass
            return "done"

        with alias_account.clock.skip_waits(), ThreadPoolExecutor() as pool:
            assert pool.submit(compute).result(timeout=HOUR) == "done"

    def test_no_time_out_is_over_while_a_pool_from_outside_works(
        self, alias_account: AliasAccount
    ) -> None:
        def work() -> str:
            time.sleep(0.3)
            return "done"

        with ThreadPoolExecutor(1) as pool:
            pool.submit(int).result()  # its thread is there, and idle
            with alias_account.clock.skip_waits():
                assert pool.submit(work).result(timeout=HOUR) == "done"
                time.sleep(HOUR)

    def test_threads_in_turn_for_a_lock(self, alias_account: AliasAccount) -> None:
        in_outage(alias_account)
        lock = threading.Lock()

        def run() -> list[int]:
            with lock:
                return patient_call(alias_account)

        with alias_account.clock.skip_waits(), ThreadPoolExecutor(2) as pool:
            calls = [pool.submit(run) for _ in range(2)]
            assert [one.result() for one in calls] == [[503, 200], [200]]

    def test_an_idle_pool_holds_up_nothing_in_the_next_block(
        self, alias_account: AliasAccount
    ) -> None:
        with alias_account.clock.skip_waits():
            pool = ThreadPoolExecutor(2)
            assert list(pool.map(int, "12")) == [1, 2]
        with pool, alias_account.clock.skip_waits():
            assert list(pool.map(int, "34")) == [3, 4]
            time.sleep(HOUR)

    def test_an_idle_pool_of_another_thread_holds_up_nothing(
        self, alias_account: AliasAccount
    ) -> None:
        with ThreadPoolExecutor(1) as outside, alias_account.clock.skip_waits():
            pool = outside.submit(ThreadPoolExecutor, 1).result()
            assert outside.submit(lambda: pool.submit(int).result()).result() == 0
            time.sleep(HOUR)
        pool.shutdown()

    def test_a_test_can_wait_for_a_client_in_a_thread(self, alias_account: AliasAccount) -> None:
        in_outage(alias_account)
        with alias_account.clock.skip_waits():
            client = threading.Thread(target=patient_call, args=[alias_account])
            client.start()
            calls = alias_account.wait_for_requests(count=2)
            client.join()
        assert [entry["outcome"] for entry in calls] == ["outage", "listed"]


async def status_of(account: AliasAccount, reader: asyncio.StreamReader) -> int:
    head = await reader.readuntil(b"\r\n\r\n")
    fields = dict(line.split(": ", 1) for line in head.decode().lower().split("\r\n")[1:-2])
    json.loads(await reader.readexactly(int(fields["content-length"])))
    return int(head.split()[1])


async def patient_client(account: AliasAccount) -> list[int]:
    """One connection for all its calls."""
    server = urlsplit(account.url)
    reader, writer = await asyncio.open_connection(server.hostname, server.port)
    statuses = []
    for _ in range(3):
        request = (
            f"GET /v1/aliases HTTP/1.1\r\nHost: {server.netloc}\r\n"
            f"Authorization: Bearer {account.api_key}\r\n\r\n"
        )
        writer.write(request.encode())
        statuses.append(await asyncio.wait_for(status_of(account, reader), 10))
        if statuses[-1] == 200:
            break
        await asyncio.sleep(30)
    await asyncio.sleep(HOUR)
    writer.close()
    return statuses


class TestEventLoops:
    def test_a_loop_inside(self, alias_account: AliasAccount) -> None:
        in_outage(alias_account)
        with alias_account.clock.skip_waits():
            assert asyncio.run(patient_client(alias_account)) == [503, 200]
        assert verdict_of(alias_account) == "pass"

    def test_a_block_in_a_loop(self, alias_account: AliasAccount) -> None:
        in_outage(alias_account)

        async def run() -> tuple[list[int], float]:
            outer = asyncio.get_running_loop().call_later(HOUR / 2, pytest.fail, "too early")
            with alias_account.clock.skip_waits():
                statuses = await patient_client(alias_account)
                asyncio.get_running_loop().call_later(HOUR / 2, pytest.fail, "too early")
            await asyncio.sleep(0.1)
            return statuses, outer.when() - asyncio.get_running_loop().time()

        statuses, left = asyncio.run(run())
        assert statuses == [503, 200]
        assert HOUR / 2 - 120 < left <= HOUR / 2

    def test_an_answer_in_a_loop_is_waited_for(self, alias_account: AliasAccount) -> None:
        alias_account.fail("delay", ms=300)
        with alias_account.clock.skip_waits():
            assert asyncio.run(asyncio.wait_for(patient_client(alias_account), 2 * HOUR)) == [200]

    def test_work_in_other_threads(self, alias_account: AliasAccount) -> None:
        async def run() -> None:
            await asyncio.to_thread(time.sleep, HOUR)
            await asyncio.sleep(HOUR)

        with alias_account.clock.skip_waits():
            asyncio.run(run())


def test_another_process_goes_by_real_time(alias_account: AliasAccount) -> None:
    with alias_account.clock.skip_waits(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        time.sleep(HOUR)
        code = "import time; print(time.time())"
        child = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert time.time() - float(child.stdout) >= HOUR - 60
