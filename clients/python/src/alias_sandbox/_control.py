"""The control API over HTTP, and its errors."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from ._api import __version__

__tracebackhide__ = True


@dataclass(eq=False)
class AliasSandboxError(Exception):
    """What the sandbox refused, or what kept it from answering. `message` is for people."""

    code: str
    message: str
    #: The status of the answer, if there was one.
    status: int | None = None
    #: Why a request was refused, if its code is `refused`.
    reason: str | None = None
    #: The argument that is wrong, if there is one.
    field: str | None = None

    def __str__(self) -> str:
        return self.message


#: In seconds: a little longer than the longest wait for a request.
_ANSWER_TIMEOUT = 630.0


#: The routes below `session` that make the files, by their ending.
_FORMS: dict[str, list[str]] = {".json": [], ".html": ["page"], ".yaml": ["scenario"], ".har": ["har"]}


class Control:
    """Sends requests to the control API, past all proxies and mocks of HTTP libraries."""

    def __init__(self, url: str) -> None:
        self.url = _origin_of(url)
        token = os.environ.get("ALIAS_SANDBOX_CONTROL_TOKEN")
        self._headers = {"alias-sandbox-origin": "library"}
        if token:
            self._headers["Authorization"] = f"Bearer {token}"

    def check_version(self) -> None:
        live = self.ask("GET", "live")
        if not isinstance(live, dict) or live.get("service") != "alias-sandbox":
            raise self._not_a_sandbox()
        major = __version__.split(".")[0]
        if str(live.get("version")).split(".")[0] != major:
            message = (
                f"alias-sandbox at {self.url} has version {live.get('version')}, but this package "
                f"supports {major}.x; install the same version on both sides"
            )
            raise AliasSandboxError("wrong_version", message)

    def ask(self, method: str, path: str, body: Mapping[str, object] | None = None) -> Any:
        """The answer as an object, or as bytes if it is not JSON."""
        status, form, content = self._send(method, path, body)
        if status < 300 and form not in ("", "application/json"):
            return content
        answer = self._parse(content or b"null")
        if status < 300:
            return answer
        if not isinstance(answer, dict) or not isinstance(answer.get("message"), str):
            raise self._not_a_sandbox()
        raise AliasSandboxError(
            answer.get("code", "failed"),
            answer["message"],
            status=status,
            reason=answer.get("reason"),
            field=answer.get("field"),
        )

    def _send(self, method: str, path: str, body: object) -> tuple[int, str, bytes]:
        scheme, server = urlsplit(self.url)[:2]
        is_secure = scheme == "https"
        connect = http.client.HTTPSConnection if is_secure else http.client.HTTPConnection
        connection = connect(server, timeout=_ANSWER_TIMEOUT)
        headers = dict(self._headers)
        if method != "GET":
            headers["Content-Type"] = "application/json"
        text = None if body is None else json.dumps(body)
        try:
            connection.request(method, f"/_sandbox/{path}", text, headers)
            response = connection.getresponse()
            form = response.headers.get("Content-Type", "").partition(";")[0]
            return response.status, form, response.read()
        except ConnectionRefusedError:
            message = f"no server answers at {self.url}"
            raise AliasSandboxError("unreachable", message) from None
        except OSError as error:
            message = f"no answer from the sandbox at {self.url}: {error}"
            raise AliasSandboxError("unreachable", message) from None
        except http.client.HTTPException:
            raise self._not_a_sandbox() from None
        finally:
            connection.close()

    def _parse(self, content: bytes) -> Any:
        try:
            return json.loads(content, object_hook=_Told)
        except ValueError:
            raise self._not_a_sandbox() from None

    def _not_a_sandbox(self) -> AliasSandboxError:
        return AliasSandboxError("not_a_sandbox", f"the server at {self.url} is not alias-sandbox")


class Asking:
    """Asks the routes below a path of the control API."""

    def __init__(self, control: Control, *path: str) -> None:
        self._control = control
        self._path = path

    def _ask(
        self,
        method: str,
        *route: object,
        query: Mapping[str, object] | None = None,
        body: Mapping[str, object] | None = None,
    ) -> Any:
        path = "/".join(quote(str(part), safe="") for part in (*self._path, *route))
        given = {name: _parameter(value) for name, value in _arguments(query or {}).items()}
        if given:
            path += f"?{urlencode(given)}"
        return self._control.ask(method, path, None if body is None else _arguments(body))

    def _save(self, file: str | os.PathLike[str], note: str | None, account: str | None) -> None:
        """Saves an account, or all. The file has its name only once all of it is written."""
        path = os.fspath(file)
        form = _FORMS.get(os.path.splitext(path)[1])
        if form is None:
            raise wrong_argument("file", f"must end in one of {', '.join(_FORMS)} (got {path!r})")
        query = {"account": account, "note": note}
        answer = Asking(self._control, "session", *form)._ask("GET", query=query)
        text = answer.get("html") or answer.get("yaml") or json.dumps(answer)
        temporary = f"{path}.{os.getpid()}.tmp"
        try:
            with open(temporary, "w", encoding="utf-8", newline="") as opened:
                opened.write(text)
            os.replace(temporary, path)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.remove(temporary)
            message = f"cannot write {path} ({error.strerror})"
            raise AliasSandboxError("bad_argument", message, field="file") from error


class _Told(dict[str, Any]):
    """An object of an answer. For a field that it does not have, it says where one of that name is."""

    def __missing__(self, name: str) -> None:
        inside = [part for part, value in self.items() if isinstance(value, dict) and name in value]
        hints = [f"[{part!r}][{name!r}]" for part in inside] or self
        raise KeyError(f"no {name!r} (there is {', '.join(hints)})")


def merged(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of two scenarios; where both have an object, its fields."""
    both = {**under, **over}
    for name in under.keys() & over.keys():
        if isinstance(under[name], Mapping) and isinstance(over[name], Mapping):
            both[name] = merged(under[name], over[name])
    return both


def _arguments(given: Mapping[str, object]) -> dict[str, object]:
    """By their names in the control API, where `for_` is `for`. None leaves one out."""
    named = {name.rstrip("_"): value for name, value in given.items() if value is not None}
    return {name: _to_json(value, name) for name, value in named.items()}


#: All arguments and fields of a scenario that are durations.
_DURATIONS = ("by", "for", "burst_resets_in", "timeout")
#: Their content belongs to `/v1`, where these names mean something else.
_PAYLOADS = ("body", "json", "headers", "header", "query", "alias")


def _to_json(value: object, field: str, *, is_payload: bool = False) -> object:
    """A value in the form that JSON has for it. Raises `bad_argument` if there is none."""
    name = field.rpartition(".")[2]
    if name in _DURATIONS and not is_payload and not isinstance(value, str):
        # A number would be seconds here.
        raise wrong_argument(field, f"a duration is text with a unit, such as '25s' (got {value!r})")
    is_payload = is_payload or name in _PAYLOADS
    if isinstance(value, Mapping):
        fields = value.items()
        return {key: _to_json(inner, f"{field}.{key}", is_payload=is_payload) for key, inner in fields}
    if isinstance(value, (list, tuple)):
        items = enumerate(value)
        return [_to_json(inner, f"{field}[{at}]", is_payload=is_payload) for at, inner in items]
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise wrong_argument(field, f"{value!r} has no time zone, so it is unclear which moment it means")
        text = value.astimezone(timezone.utc).isoformat(timespec="milliseconds")
        return text.replace("+00:00", "Z")
    if value is None or isinstance(value, (str, int, float)):
        return value
    raise wrong_argument(field, f"{value!r} is neither a value of JSON nor a datetime")


def wrong_argument(field: str, why: str) -> AliasSandboxError:
    return AliasSandboxError("bad_argument", f"{field}: {why}", field=field)


def _parameter(value: object) -> str:
    if isinstance(value, str):
        return value
    return ",".join(map(str, value)) if isinstance(value, list) else json.dumps(value)


def _origin_of(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        message = f"the URL of the sandbox must be like http://127.0.0.1:25427 (got {url!r})"
        raise AliasSandboxError("bad_argument", message, field="url")
    return f"{parts.scheme}://{parts.netloc}"
