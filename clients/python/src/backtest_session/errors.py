"""Errors of the client. None of them contains the key."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass


class BacktestSessionError(Exception):
    """Base class of the errors that the client raises."""


class ConnectionFailed(BacktestSessionError):
    """The service cannot be reached, or its responses were lost again and again."""


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
            problem["code"],
            problem["message"],
            [FieldError(detail["field"], detail["message"]) for detail in problem.get("details") or ()],
            problem.get("requestId") or request_id,
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        message = "The response does not come from the service. Check the address."
        return ServiceError(status, "UNKNOWN_RESPONSE", message, (), request_id)
