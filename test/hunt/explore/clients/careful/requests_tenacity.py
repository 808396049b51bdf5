"""requests, with tenacity for the waits. After an answer that was lost, it looks whether the alias exists."""

import os
import sys
import time

import requests
import tenacity

URL = os.environ["ALIAS_SANDBOX_URL"] + "/v1/aliases"
session = requests.Session()
session.headers["Authorization"] = "Bearer " + os.environ["ALIAS_SANDBOX_API_KEY"]


class Refused(Exception):
    """Another try cannot help."""


class Postponed(Exception):
    """Another try may help, after these seconds if the service says how many."""

    def __init__(self, problem, seconds=None):
        super().__init__(problem)
        self.seconds = seconds


class Lost(Postponed):
    """Nobody can tell whether the call was carried out."""


backoff = tenacity.wait_exponential(multiplier=1, max=20)


def wait_as_told(state):
    seconds = state.outcome.exception().seconds
    return backoff(state) if seconds is None else seconds


# After five tries and three minutes, it is an incident.
RETRYING = dict(
    retry=tenacity.retry_if_exception_type(Postponed),
    wait=wait_as_told,
    stop=tenacity.stop_all(tenacity.stop_after_attempt(5), tenacity.stop_after_delay(180)),
    reraise=True,
)


def call(method, **options):
    try:
        response = session.request(method, URL, timeout=10, **options)
    except requests.RequestException as error:
        raise Lost(f"no answer: {error}") from error
    status, told = response.status_code, response.headers.get("Retry-After")
    seconds = None if told is None else int(told)
    try:
        body = response.json()
    except ValueError:
        raise Lost(f"{status}: not an answer of the service", seconds) from None
    if status == 200:
        return body
    problem = f"{status}: {body.get('code', body.get('message'))}"
    if seconds is not None or status == 409:
        raise Postponed(problem, seconds)
    raise (Lost if status >= 500 else Refused)(problem)


@tenacity.retry(**RETRYING)
def get_page(cursor):
    return call("GET", params={"limit": 20, "last_key": cursor})


def list_all():
    page = get_page(None)
    yield from page["aliases"]
    while page["next_cursor"] is not None:
        page = get_page(page["next_cursor"])
        yield from page["aliases"]


def create(alias):
    is_lost = False
    for attempt in tenacity.Retrying(**RETRYING):
        if is_lost and any(made["label"] == alias["label"] for made in list_all()):
            return
        with attempt:
            try:
                call("POST", json=alias)
            except Postponed as problem:
                is_lost = isinstance(problem, Lost)
                raise


try:
    create({"label": "newsletter"})
    create({"label": "shop"})
    create({"label": "guest", "expires_at": int(time.time()) + 30 * 86_400})
    for alias in list(list_all()):
        print(alias["address"], alias["label"])
except (Refused, Postponed) as problem:
    sys.exit(f"error: {problem}")
