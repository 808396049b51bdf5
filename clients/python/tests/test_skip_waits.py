"""Waits that end at once: what stands in these tests would otherwise take hours."""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from time import sleep as sleep_by_name

import pytest
from alias_sandbox import AliasAccount, AliasSandbox, AliasSandboxError
from small_client import call

HOUR = 3600.0
NOON: dict[str, object] = {"now": "2026-03-01T12:00:00Z", "mode": "frozen"}
#: Far more than a machine that is busy needs, in seconds.
SOON = 600.0


def patient_call(account: AliasAccount, seconds: float = 30) -> list[int]:
    """Waits so long after a 503, and calls again."""
    first, _ = call(account)
    time.sleep(seconds)
    return [first, call(account)[0]]


def in_outage(account: AliasAccount, length: str = "20s") -> AliasAccount:
    """Out of service for so long, in which every call says 30 s."""
    account.fail("outage", for_=length)
    return account


def verdict_of(account: AliasAccount) -> str:
    [rule] = [row for row in account.report()["etiquette"] if row["rule"] == "waits_out_outage"]
    return str(rule["verdict"])


def moved(account: AliasAccount) -> float:
    """How far its clock stands from noon, in seconds."""
    noon = datetime(2026, 3, 1, 12, tzinfo=timezone.utc)
    return (account.clock.now() - noon) / timedelta(seconds=1)


class TestAccount:
    def test_a_client_that_waits_for_30_s_is_through_at_once(
        self, alias_account: AliasAccount
    ) -> None:
        before = alias_account.clock.now()
        with alias_account.clock.skip_waits():
            assert patient_call(in_outage(alias_account)) == [503, 200]
            time.sleep(HOUR)
        assert HOUR <= (alias_account.clock.now() - before).total_seconds() - 30 < HOUR + SOON
        assert verdict_of(alias_account) == "pass"

    @pytest.mark.alias_sandbox(clock=NOON)
    def test_a_second_too_short_is_still_too_short(self, alias_account: AliasAccount) -> None:
        with alias_account.clock.skip_waits():
            assert patient_call(in_outage(alias_account), 29) == [503, 200]
        assert verdict_of(alias_account) == "fail"

    @pytest.mark.alias_sandbox(clock=NOON)
    def test_a_frozen_clock_moves_by_the_wait_alone(self, alias_account: AliasAccount) -> None:
        with alias_account.clock.skip_waits():
            assert patient_call(in_outage(alias_account)) == [503, 200]
        assert moved(alias_account) == 30
        assert verdict_of(alias_account) == "pass"

    @pytest.mark.alias_sandbox(clock={"scale": 10})
    def test_a_scaled_clock_moves_by_as_much_more(self, alias_account: AliasAccount) -> None:
        before = alias_account.clock.now()
        with alias_account.clock.skip_waits():
            assert patient_call(in_outage(alias_account), 3) == [503, 200]  # it says 3 s
            time.sleep(HOUR)
        assert (alias_account.clock.now() - before).total_seconds() >= 10 * (HOUR + 3)
        assert verdict_of(alias_account) == "pass"

    @pytest.mark.alias_sandbox(clock=dict(NOON, scale=10))
    def test_the_scale_of_a_frozen_clock_does_not_count(self, alias_account: AliasAccount) -> None:
        with alias_account.clock.skip_waits():
            time.sleep(HOUR)
        assert moved(alias_account) == HOUR

    def test_it_fails_when_the_account_is_gone(self, alias_sandbox: AliasSandbox) -> None:
        account = alias_sandbox.account()
        with pytest.raises(AliasSandboxError) as error, account.clock.skip_waits():
            account.dispose()
            time.sleep(HOUR)
        assert error.value.code == "not_found"


class TestBlocks:
    @pytest.mark.alias_sandbox(clock=NOON)
    def test_two_of_one_account_move_it_once(self, alias_account: AliasAccount) -> None:
        in_outage(alias_account)
        with alias_account.clock.skip_waits(), alias_account.clock.skip_waits():
            assert patient_call(alias_account, 15) == [503, 503]
        assert moved(alias_account) == 15
        assert verdict_of(alias_account) == "fail"

    def test_each_account_moves_while_its_block_is_open(self, alias_sandbox: AliasSandbox) -> None:
        outer, inner = alias_sandbox.account(clock=NOON), alias_sandbox.account(clock=NOON)
        with outer.clock.skip_waits():
            with inner.clock.skip_waits():
                time.sleep(HOUR)
            time.sleep(HOUR)
        assert (moved(outer), moved(inner)) == (2 * HOUR, HOUR)

    def test_all_is_as_before_afterwards(self, alias_account: AliasAccount) -> None:
        def functions() -> list[object]:
            names = ("sleep", "time", "time_ns", "monotonic", "monotonic_ns")
            methods = [threading.Condition.wait, threading.Condition.wait_for]
            methods += [threading.Semaphore.acquire, queue.Queue.get, queue.Queue.put]
            of_loop = [asyncio.sleep, asyncio.BaseEventLoop.time]
            return [*(getattr(time, name) for name in names), *methods, *of_loop]

        before, start = functions(), time.time()
        with pytest.raises(ZeroDivisionError), alias_account.clock.skip_waits():
            assert not set(functions()) & set(before)
            time.sleep(HOUR)
            _ = 1 / 0
        assert functions() == before
        assert time.time() - start < SOON
        with alias_account.clock.skip_waits():
            assert time.time() - start < SOON


class TestClocks:
    @pytest.mark.parametrize("name", ["time", "monotonic", "time_ns", "monotonic_ns"])
    def test_they_move_along(self, alias_account: AliasAccount, name: str) -> None:
        unit = 1e9 if name.endswith("_ns") else 1
        with alias_account.clock.skip_waits():
            before = getattr(time, name)()
            time.sleep(HOUR)
            passed = (getattr(time, name)() - before) / unit
        assert HOUR <= passed < HOUR + SOON

    def test_others_stay(self, alias_account: AliasAccount) -> None:
        with alias_account.clock.skip_waits():
            before = (datetime.now(), time.perf_counter())
            time.sleep(HOUR)
            assert datetime.now() - before[0] < timedelta(seconds=SOON)
            assert time.perf_counter() - before[1] < SOON


@pytest.mark.alias_sandbox(clock=NOON)
class TestRealTime:
    """What is not skipped does not move the account."""

    def test_a_wait_that_is_shorter_than_a_tenth_of_a_second(
        self, alias_account: AliasAccount
    ) -> None:
        with alias_account.clock.skip_waits():
            time.sleep(0.05)
        assert moved(alias_account) == 0

    @pytest.mark.parametrize(
        "wait",
        [
            lambda: sleep_by_name(0.1),
            lambda: queue.Queue[int]().get(timeout=0.1),
            lambda: threading.Semaphore(0).acquire(timeout=0.1),
            lambda: threading.Barrier(2).wait(timeout=0.1),
            lambda: asyncio.run(asyncio.wait_for(asyncio.Event().wait(), 0.1)),
        ],
        ids=["imported", "queue", "semaphore", "barrier", "loop"],
    )
    def test_what_the_table_says(
        self, alias_account: AliasAccount, wait: Callable[[], object]
    ) -> None:
        start = time.monotonic()
        with alias_account.clock.skip_waits():
            try:
                wait()
            except (queue.Empty, threading.BrokenBarrierError, asyncio.TimeoutError):
                pass
        assert time.monotonic() - start >= 0.1
        assert moved(alias_account) == 0

    def test_a_thread_that_ran_before(self, alias_account: AliasAccount) -> None:
        with ThreadPoolExecutor(1) as pool:
            before = pool.submit(time.monotonic).result()
            with alias_account.clock.skip_waits():
                time.sleep(HOUR)
                pool.submit(lambda: time.sleep(0.1)).result()
                assert pool.submit(lambda: time.monotonic()).result() - before < SOON
        assert moved(alias_account) == HOUR


class TestThreads:
    @pytest.mark.alias_sandbox(clock=NOON)
    def test_an_event_that_nobody_sets(self, alias_account: AliasAccount) -> None:
        with alias_account.clock.skip_waits():
            assert not threading.Event().wait(HOUR)
        assert moved(alias_account) == HOUR

    @pytest.mark.alias_sandbox(clock=NOON)
    def test_a_condition_that_nobody_notifies(self, alias_account: AliasAccount) -> None:
        condition = threading.Condition()
        with alias_account.clock.skip_waits(), condition:
            assert not condition.wait(HOUR)
        assert moved(alias_account) == HOUR

    def test_an_event_that_is_set_after_a_shorter_wait(self, alias_account: AliasAccount) -> None:
        is_done = threading.Event()

        def work() -> None:
            patient_call(in_outage(alias_account))
            is_done.set()

        with alias_account.clock.skip_waits():
            thread = threading.Thread(target=work)
            thread.start()
            assert is_done.wait(HOUR)
            thread.join()

    def test_a_result_that_takes_real_time(self, alias_account: AliasAccount) -> None:
        alias_account.fail("delay", ms=300)
        with alias_account.clock.skip_waits(), ThreadPoolExecutor(1) as pool:
            assert pool.submit(call, alias_account).result(timeout=60)[0] == 200
        assert len(alias_account.requests()) == 1

    def test_a_pool_inside(self, alias_account: AliasAccount) -> None:
        in_outage(alias_account)
        with alias_account.clock.skip_waits(), ThreadPoolExecutor(4) as pool:
            calls = [pool.submit(patient_call, alias_account) for _ in range(4)]
            assert [one.result() for one in calls] == [[503, 200]] * 4

    def test_one_that_opens_a_block_of_its_own(self, alias_sandbox: AliasSandbox) -> None:
        def run(account: AliasAccount) -> list[int]:
            with account.clock.skip_waits():
                return patient_call(in_outage(account))

        accounts = [alias_sandbox.account() for _ in range(3)]
        with ThreadPoolExecutor(3) as pool:
            assert list(pool.map(run, accounts)) == [[503, 200]] * 3
        assert [verdict_of(account) for account in accounts] == ["pass"] * 3

    def test_one_that_still_waits_at_the_end_does_so_in_real_time(
        self, alias_account: AliasAccount
    ) -> None:
        is_stopped = threading.Event()
        thread = threading.Thread(target=is_stopped.wait, args=[HOUR], daemon=True)
        with alias_account.clock.skip_waits():
            thread.start()
            time.sleep(1)
        thread.join(0.05)
        assert thread.is_alive()
        is_stopped.set()
        thread.join()

    def test_an_account_whose_block_is_over_stays(self, alias_sandbox: AliasSandbox) -> None:
        outer, inner = alias_sandbox.account(clock=NOON), alias_sandbox.account(clock=NOON)
        thread = threading.Thread(target=lambda: threading.Event().wait(HOUR))
        with outer.clock.skip_waits():
            with inner.clock.skip_waits():
                thread.start()
                outer.state()
            assert not threading.Event().wait(2 * HOUR)
            thread.join()
        assert (moved(outer), moved(inner)) == (2 * HOUR, 0)

    def test_a_test_can_wait_for_a_client_in_a_thread(self, alias_account: AliasAccount) -> None:
        in_outage(alias_account)
        with alias_account.clock.skip_waits():
            client = threading.Thread(target=patient_call, args=[alias_account])
            client.start()
            calls = alias_account.wait_for_requests(count=2)
            client.join()
        assert [entry["outcome"] for entry in calls] == ["outage", "listed"]


class TestEventLoops:
    def test_a_loop_inside(self, alias_account: AliasAccount) -> None:
        async def patient_task() -> list[int]:
            first, _ = call(alias_account)
            await asyncio.sleep(30)
            return [first, call(alias_account)[0]]

        in_outage(alias_account)
        with alias_account.clock.skip_waits():
            assert asyncio.run(patient_task()) == [503, 200]
        assert verdict_of(alias_account) == "pass"

    @pytest.mark.alias_sandbox(clock=NOON)
    def test_tasks_that_wait_at_the_same_time_do_not_add_up(
        self, alias_account: AliasAccount
    ) -> None:
        async def run() -> None:
            await asyncio.gather(*(asyncio.sleep(seconds) for seconds in (30, HOUR, 30)))

        with alias_account.clock.skip_waits():
            asyncio.run(run())
        assert moved(alias_account) == HOUR

    def test_a_time_limit_is_for_the_call(self, alias_account: AliasAccount) -> None:
        alias_account.fail("delay", ms=300)

        async def run() -> int:
            answer = asyncio.wait_for(asyncio.to_thread(call, alias_account), 60)
            answered, _ = await asyncio.gather(answer, asyncio.sleep(HOUR))
            return answered[0]

        with alias_account.clock.skip_waits():
            assert asyncio.run(run()) == 200

    def test_a_block_in_a_loop(self, alias_account: AliasAccount) -> None:
        async def run() -> str:
            with alias_account.clock.skip_waits():
                return await asyncio.sleep(HOUR, "done")

        assert asyncio.run(run()) == "done"
