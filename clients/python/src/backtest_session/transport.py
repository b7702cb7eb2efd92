"""Requests over HTTP. Every request is sent again after a temporary failure, so it must be safe to repeat."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from .errors import ConnectionFailed, error_of
from .values import plain

MAX_ATTEMPTS = 8
# Longest pauses in seconds. If a response asks for a longer one, its error is raised.
MAX_USUAL_PAUSE = 30.0
MAX_REQUESTED_PAUSE = 120.0
# Seconds without a byte after which a connection counts as lost. An import of a large file takes minutes.
SILENCE = 900.0


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
    def __init__(self, url: str, key: str, sleep: Callable[[float], object] = time.sleep) -> None:
        if urlsplit(url).scheme not in ("http", "https"):
            raise ValueError("url must begin with http:// or https://")
        # The error of http.client for such a key would contain the key.
        if not key or not key.isascii() or not key.isprintable():
            raise ValueError("key must consist of printable ASCII characters")
        self.base = url.rstrip("/")
        self._key = key
        self.pause = sleep
        self._opener = build_opener(_NoRedirects)
        self._has_answered = False

    def json(
        self, method: str, path: str, body: object = None, query: Mapping[str, Any] | None = None, **headers: str
    ) -> Any:
        """Sends a body as JSON, and returns the JSON of the response."""
        # An escaped character outside of the basic plane takes three times as many bytes.
        text = json.dumps(plain(body), ensure_ascii=False, allow_nan=False)
        sent = None if body is None else Body(text.encode(), "application/json")
        return self.parsed(self.send(method, path, sent, query, **headers))

    def parsed(self, content: bytes) -> Any:
        try:
            return json.loads(content) if content else None
        except ValueError:
            raise ConnectionFailed(f"{self.base} is not the address of the service.") from None

    def send(
        self,
        method: str,
        path: str,
        body: Body | None = None,
        query: Mapping[str, Any] | None = None,
        **headers: str,
    ) -> bytes:
        """Returns the body of a successful response."""
        for attempt in range(1, MAX_ATTEMPTS + 1):
            # urllib changes a request that goes through a proxy, so each attempt has its own.
            request = self._request(method, path, body, query, headers)
            pause = min(MAX_USUAL_PAUSE, 2.0 ** (attempt - 1))
            try:
                with self._opener.open(request, timeout=SILENCE) as response:
                    self._has_answered = True
                    return bytes(response.read())
            except HTTPError as error:
                self._has_answered = True
                pause = _requested_pause(error, pause)
                if attempt == MAX_ATTEMPTS or pause > MAX_REQUESTED_PAUSE or not _is_temporary(error):
                    raise error_of(error.code, _content_of(error), error.headers.get("x-request-id")) from None
            except (OSError, HTTPException) as error:
                # An address that has never answered is rather wrong than out of order for a moment.
                if attempt == MAX_ATTEMPTS or not self._has_answered:
                    reason = error.reason if isinstance(error, URLError) else error
                    raise ConnectionFailed(f"There is no connection to {self.base}: {reason}.") from None
            self.pause(pause)
        raise AssertionError("the last attempt returns or raises")

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


def _requested_pause(error: HTTPError, usual: float) -> float:
    try:
        return max(0.0, float(error.headers.get("retry-after", "")))
    except ValueError:
        return usual


def _content_of(error: HTTPError) -> bytes:
    try:
        return bytes(error.read())
    except (OSError, HTTPException):
        return b""
