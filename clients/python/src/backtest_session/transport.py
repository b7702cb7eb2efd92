"""Requests over HTTP. Every request is sent again after a temporary failure, so it must be safe to repeat."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.client import HTTPException, IncompleteRead
from typing import Any, TypeAlias, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from .deadlines import HttpHandler, HttpsHandler
from .errors import ConnectionFailed, error_of
from .values import plain

Json: TypeAlias = dict[str, Any]
Part = TypeVar("Part")

MAX_ATTEMPTS = 8
# Longest pauses in seconds. If a response asks for a longer one, its error is raised.
MAX_USUAL_PAUSE = 30.0
MAX_REQUESTED_PAUSE = 120.0
# Longest time of a call in seconds, and of one that transfers a file or stores trades.
USUAL_TIMEOUT = 60.0
BULK_TIMEOUT = 1800.0
MAX_TIMEOUT = 86_400.0
MAX_ANSWER_BYTES = 256_000_000
MAX_ERROR_BYTES = 1_000_000


@dataclass(frozen=True)
class Body:
    content: bytes
    content_type: str
    file_name: str | None = None


class _NoRedirects(HTTPRedirectHandler):
    """A redirect would send the key to another address."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Transport:
    def __init__(
        self,
        url: str,
        key: str,
        sleep: Callable[[float], object] = time.sleep,
        timeout: float | None = None,
        max_answer_bytes: int = MAX_ANSWER_BYTES,
    ) -> None:
        if urlsplit(url).scheme not in ("http", "https"):
            raise ValueError("url must begin with http:// or https://")
        # The error of http.client for such a key would contain the key.
        if not key or not key.isascii() or not key.isprintable():
            raise ValueError("key must consist of printable ASCII characters")
        if timeout is not None and not 0 < timeout <= MAX_TIMEOUT:
            raise ValueError(f"timeout must be a number of seconds up to {MAX_TIMEOUT:g}")
        self.base = url.rstrip("/")
        self._key = key
        self.pause = sleep
        self._timeout = timeout
        self._max_answer_bytes = max_answer_bytes
        self._opener = build_opener(_NoRedirects, HttpHandler, HttpsHandler)
        self._has_answered = False

    def json(
        self,
        method: str,
        path: str,
        body: object = None,
        query: Mapping[str, Any] | None = None,
        timeout: float = USUAL_TIMEOUT,
        **headers: str,
    ) -> Json:
        """Sends a body as JSON, and returns the JSON object of the response."""
        # An escaped character outside of the basic plane takes three times as many bytes.
        text = json.dumps(plain(body), ensure_ascii=False, allow_nan=False)
        sent = None if body is None else Body(text.encode(), "application/json")
        return self.parsed(self.send(method, path, sent, query, timeout, **headers))

    def parsed(self, content: bytes) -> Json:
        try:
            answer = json.loads(content)
        except (ValueError, RecursionError):
            raise self.unreadable() from None
        if not isinstance(answer, dict):
            raise self.unreadable()
        return answer

    def part(self, answer: object, name: str, kind: type[Part]) -> Part:
        """Returns a field of a JSON object. Raises ConnectionFailed if it is not there, or is of another type."""
        value = answer.get(name) if isinstance(answer, dict) else None
        if not isinstance(value, kind):
            raise self.unreadable()
        return value

    def objects(self, answer: object, name: str) -> list[Json]:
        """Returns a list of a JSON object, whose elements are objects."""
        elements = self.part(answer, name, list)
        if not all(isinstance(element, dict) for element in elements):
            raise self.unreadable()
        return elements

    def unreadable(self) -> ConnectionFailed:
        return ConnectionFailed(f"{self.base} is not the address of the service.")

    def send(
        self,
        method: str,
        path: str,
        body: Body | None = None,
        query: Mapping[str, Any] | None = None,
        timeout: float = USUAL_TIMEOUT,
        **headers: str,
    ) -> bytes:
        """Returns the body of a successful response."""
        timeout = timeout if self._timeout is None else self._timeout
        end = time.monotonic() + timeout
        for attempt in range(1, MAX_ATTEMPTS + 1):
            # urllib changes a request that goes through a proxy, so each attempt has its own.
            request = self._request(method, path, body, query, headers)
            pause = min(MAX_USUAL_PAUSE, 2.0 ** (attempt - 1))
            try:
                with self._opener.open(request, timeout=max(end - time.monotonic(), 0.001)) as response:
                    self._has_answered = True
                    return self._content_of(response)
            except HTTPError as error:
                self._has_answered = True
                pause = max(pause, _requested_pause(error))
                may_wait = pause <= MAX_REQUESTED_PAUSE and time.monotonic() + pause < end
                if attempt == MAX_ATTEMPTS or not may_wait or not _is_temporary(error):
                    raise error_of(error.code, _error_content_of(error), error.headers.get("x-request-id")) from None
            except (OSError, HTTPException) as error:
                if time.monotonic() >= end:
                    raise ConnectionFailed(f"{self.base} has not responded within {timeout:g} seconds.") from None
                # An address that has never answered is rather wrong than out of order for a moment.
                if attempt == MAX_ATTEMPTS or not self._has_answered or time.monotonic() + pause >= end:
                    reason = error.reason if isinstance(error, URLError) else error
                    raise ConnectionFailed(f"There is no connection to {self.base}: {reason}.") from None
            self.pause(pause)
        raise AssertionError("the last attempt returns or raises")

    def _content_of(self, response: Any) -> bytes:
        content = bytes(response.read(self._max_answer_bytes + 1))
        if len(content) > self._max_answer_bytes:
            raise ConnectionFailed(f"{self.base} has sent more than {self._max_answer_bytes} bytes.")
        # A read of a number of bytes does not report that the connection has ended too early.
        if response.length:
            raise IncompleteRead(content, response.length)
        return content

    def _request(
        self,
        method: str,
        path: str,
        body: Body | None,
        query: Mapping[str, Any] | None,
        headers: Mapping[str, str],
    ) -> Request:
        # `from` is a word of Python, so it is written `from_`.
        values = {name.rstrip("_"): value for name, value in (query or {}).items() if value is not None}
        parameters = urlencode({name: _text(value) for name, value in values.items()})
        request = Request(self.base + path + (f"?{parameters}" if parameters else ""), method=method)
        request.add_header("x-api-key", self._key)
        for name, value in headers.items():
            request.add_header(name.replace("_", "-"), value)
        if body is not None:
            request.data = body.content
            request.add_header("content-type", body.content_type)
            if body.file_name is not None:
                file_name = quote(body.file_name, safe="")
                request.add_header("content-disposition", f"attachment; filename*=UTF-8''{file_name}")
        return request


def _text(value: Any) -> str:
    value = plain(value)
    if isinstance(value, list):
        return ",".join(map(_text, value))
    return value if isinstance(value, str) else json.dumps(value, allow_nan=False)


def _is_temporary(error: HTTPError) -> bool:
    # A gateway sends 502 and 504 with Retry-After. Without it, a 502 is the failure of a venue.
    return error.code in (429, 503) or (error.code in (502, 504) and "retry-after" in error.headers)


def _requested_pause(error: HTTPError) -> float:
    """Returns the number of seconds in Retry-After; 0 if it is missing or a date."""
    text = error.headers.get("retry-after", "")
    return float(text) if re.fullmatch(r"[0-9]{1,9}", text) else 0.0


def _error_content_of(error: HTTPError) -> bytes:
    try:
        content = bytes(error.read(MAX_ERROR_BYTES + 1))
    except (OSError, HTTPException):
        return b""
    return content if len(content) <= MAX_ERROR_BYTES else b""
