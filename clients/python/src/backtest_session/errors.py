"""Errors of the client. None of them contains the key."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass

# Control characters, and characters that separate lines or change the direction of a text.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


class BacktestSessionError(Exception):
    """Base class of the errors that the client raises."""


class ConnectionFailed(BacktestSessionError):
    """The service cannot be reached, its responses were lost or came too late, or they are not those of the service."""


@dataclass(frozen=True)
class FieldError:
    """A field of the request, and what is wrong with it."""

    field: str
    message: str


class ServiceError(BacktestSessionError):
    """An error response of the service."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        details: Iterable[FieldError] = (),
        request_id: str | None = None,
    ) -> None:
        details = tuple(details)
        # All values are passed on, so that another process can be sent the error.
        super().__init__(status, code, message, details, request_id)
        self.status = status
        self.code = code
        self.message = message
        self.details = details
        self.request_id = request_id

    def __str__(self) -> str:
        request = f", request {self.request_id}" if self.request_id else ""
        return f"{self.message} ({self.status} {self.code}{request})"


def error_of(status: int, body: bytes, request_id: str | None) -> ServiceError:
    """Returns the error of a response. A body of another shape does not come from the service."""
    try:
        problem = json.loads(body)
        return ServiceError(
            status,
            printable(problem["code"]),
            printable(problem["message"]),
            [
                FieldError(printable(detail["field"]), printable(detail["message"]))
                for detail in problem.get("details") or ()
            ],
            printable(problem.get("requestId") or request_id or "") or None,
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        message = "The response does not come from the service. Check the address."
        return ServiceError(status, "UNKNOWN_RESPONSE", message, (), request_id)


def printable(text: str) -> str:
    """Returns a text without control characters, because it is printed, and may come from another server.

    Raises TypeError for a value of another type.
    """
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text)
