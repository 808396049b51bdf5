"""The version, and the shapes of the control API, from its OpenAPI document: `npm run docs`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from typing_extensions import NotRequired

__version__ = "0.1.0"

ActionName = Literal[
    "advance_clock", "freeze_clock", "resume_clock", "start_trial", "subscribe", "change_plan",
    "fail_payment", "update_card", "settle_invoice", "cancel_subscription", "set_account",
    "rotate_key", "revoke_key", "create_alias", "suspend_alias", "resume_alias", "delete_alias",
    "configure_replies", "populate_aliases", "forward_message", "deliver_mail", "reply_message",
    "compose_message", "set_usage", "set_choices", "arm_fault", "clear_faults", "load_scenario",
    "reset",
]

FaultKind = Literal[
    "invalid_key", "plan_required", "plan_past_due", "plan_canceled", "outage", "burst",
    "daily_cap", "collision", "draw_collision", "delay", "hold", "dribble", "drop_before",
    "drop_after", "connection_reset", "hang", "truncate", "garbage", "server_error", "answer",
]


class Account(TypedDict):
    name: str
    api_key: str
    first_key: str
    key_status: Literal["active", "revoked", "rotated"]
    scenario: str
    plan: Literal["free", "plus", "pro"]
    billing: Literal["active", "trialing", "past_due", "canceled"]
    cycle: Literal["monthly", "yearly"]
    card: Literal["good", "declined"]
    price: dict[str, Any] | None
    trial_used: bool
    trial_ends_at: str | None
    renews_at: str | None
    seed: int
    clock: dict[str, Any]
    waits: Literal["documented", "short"]
    usage: dict[str, Any]
    aliases: int
    choices: dict[str, Any]
    faults: list[Fault]
    forked_from: dict[str, Any] | None
    last_action: dict[str, Any] | None
    can_come_back: bool
    next_events: list[dict[str, Any]]
    steps_at_calls: list[dict[str, Any]]
    next_call: dict[str, Any]


class Alias(TypedDict):
    id: str
    address: str
    status: str
    created_at: int
    forward_count: int
    note: str
    source: str
    label: str
    category: str
    single_use: bool
    expires_at: int | None
    replies_enabled: NotRequired[Any]
    suspended_reason: NotRequired[Any]


class Request(TypedDict):
    order: int
    id: str
    account: str
    at: str
    real_at: str
    type: Literal["call"]
    arrived_at: NotRequired[str]
    request: dict[str, Any]
    response: dict[str, Any]
    key: dict[str, Any]
    outcome: str
    operation: Literal["create", "list"] | None
    effect: dict[str, Any]
    refused: dict[str, Any] | None
    delivery: dict[str, Any]
    duration_ms: float
    ended_at: str | None
    arrived: NotRequired[int]
    handed_over: NotRequired[int]
    held_for: NotRequired[str | None]
    connection: dict[str, Any] | None
    client_left: bool
    clock_scale: float
    fault: str | None
    basis: Literal["documented", "assumed", "injected"]
    choices: list[str]
    source: str
    why: str
    checks: list[dict[str, Any]]


class Fault(TypedDict):
    id: str
    kind: str
    operation: Literal["create", "list", "any"]
    times: Literal["always"] | int
    skip: int
    skipped: NotRequired[int]
    hits: int
    ms: NotRequired[int | dict[str, Any] | list[int]]
    after: NotRequired[bool]
    status: NotRequired[int]
    headers: NotRequired[dict[str, Any]]
    body: NotRequired[str]
    json: NotRequired[Any]
    retry_after: NotRequired[int]
    ends_at: NotRequired[str]
    state: Literal["armed", "over"]


Mail = TypedDict(
    "Mail",
    {
        "id": str,
        "at": str,
        "alias": str,
        "to": str,
        "from": str,
        "subject": str,
        "text": str,
        "html": str,
        "codes": list[str],
        "links": list[str],
        "attachments": list[dict[str, Any]],
        "headers": list[dict[str, Any]],
        "raw_bytes": int | None,
    },
)


class Performed(TypedDict):
    action: str
    account: str
    now: str
    result: Any
    unchanged: NotRequired[Literal[True]]
    fired: list[dict[str, Any]]
    fired_total: NotRequired[int]


class Report(TypedDict):
    strict: NotRequired[Literal[True]]
    accounts: list[str]
    calls: int
    forgotten: int
    coverage: list[dict[str, Any]]
    etiquette: list[dict[str, Any]]
    choices: list[dict[str, Any]]


class AliasFilter(TypedDict, total=False):
    search: str
    status: Literal["active", "suspended", "burned", "expired"]
    order: Literal["id", "newest", "oldest"]
    limit: int
    skip: int


class HistoryFilter(TypedDict, total=False):
    after: str
    before: str
    types: Sequence[str]
    limit: int


class RequestFilter(TypedDict, total=False):
    operation: Literal["create", "list"]
    status: int
    outcome: str
    body: Mapping[str, object]
    header: Mapping[str, object]
    query: Mapping[str, object]
    since: str | float | datetime
    limit: int


class RequestWait(RequestFilter, total=False):
    count: int
    timeout: str


class MailFilter(TypedDict, total=False):
    to: str
    text: str
    after: str
    since: str | float | datetime


class MailWait(MailFilter, total=False):
    timeout: str
