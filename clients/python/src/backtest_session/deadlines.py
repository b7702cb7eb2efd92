"""Connections that end after a time, however slowly bytes arrive. The timeout of urllib begins again with each byte."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from functools import partial
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from io import BufferedReader, RawIOBase
from typing import Any
from urllib.request import HTTPHandler, HTTPSHandler, Request


class _TimedReader(RawIOBase):
    """Reads from a socket until a time."""

    def __init__(self, sock: socket.socket, end: float) -> None:
        self._socket = sock
        self._reader = sock.makefile("rb", buffering=0)
        self._end = end

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError("timed out")
        self._socket.settimeout(left)
        return self._reader.readinto(buffer)

    def close(self) -> None:
        self._reader.close()
        super().close()


class _TimedResponse(HTTPResponse):
    def __init__(self, end: float, sock: socket.socket, *args: Any, **named: Any) -> None:
        super().__init__(sock, *args, **named)
        self.fp.close()
        self.fp = BufferedReader(_TimedReader(sock, end))


def _timed(kind: type[HTTPConnection]) -> Callable[..., HTTPConnection]:
    """Returns a function that makes connections whose timeout is that of the whole exchange."""

    def connection_to(host: str, timeout: float, **options: Any) -> HTTPConnection:
        connection = kind(host, timeout=timeout, **options)
        setattr(connection, "response_class", partial(_TimedResponse, time.monotonic() + timeout))
        return connection

    return connection_to


class HttpHandler(HTTPHandler):
    def http_open(self, req: Request) -> HTTPResponse:
        return self.do_open(_timed(HTTPConnection), req)


class HttpsHandler(HTTPSHandler):
    def https_open(self, req: Request) -> HTTPResponse:
        return self.do_open(_timed(HTTPSConnection), req)
