"""The service of the tests, and a proxy in front of it that is out of order in the ways of a network."""

from __future__ import annotations

import itertools
import os
import unittest
from collections.abc import Iterable
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from backtest_session import Client

URL = os.environ.get("BACKTEST_URL", "")
KEY = os.environ.get("API_KEY", "")
_numbers = itertools.count()


class ServiceTestCase(unittest.TestCase):
    """A test with a client of the service."""

    @classmethod
    def setUpClass(cls) -> None:
        if not URL:
            raise unittest.SkipTest("BACKTEST_URL is the address of a running service, and API_KEY its key")
        cls.client = Client(URL, KEY)

    client: Client

    def new_project(self) -> str:
        """Creates a project with a name of its own, and returns its id."""
        project = self.client.project(a_name(), symbol="BTCUSDT", timeframe="1h")
        return str(project["id"])

    def new_session(self) -> str:
        session = self.client.create_session(self.new_project(), "Run", initial_balance=10_000)
        return str(session["id"])


def a_name() -> str:
    return f"Project {os.getpid()}-{next(_numbers)}"


def a_trade(number: int = 0, **fields: Any) -> dict[str, Any]:
    start = 1_704_844_800_000 + number * 60_000
    trade = {"side": "long", "qty": 1, "entryPrice": 100, "entryTime": start, "exitPrice": 101, "exitTime": start + 1}
    return {**trade, **fields}


class Proxy:
    """Passes requests to the service. The first attempts of each path fail as the faults say, one after the other.

    `busy` is a 503 with Retry-After, `limited` a 429, `lost` drops the response of the service, `cut` breaks it off in
    the middle, `refused` closes the connection before the service sees the request.
    """

    def __init__(self, path: str = "", faults: Iterable[str] = ()) -> None:
        self.requests: list[tuple[str, str]] = []
        self.pauses: list[float] = []
        self.faulty_path = path
        self.faults = list(faults)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler_of(self))
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def client(self) -> Client:
        """Returns a client that notes its pauses and takes none."""
        return Client(self.url, KEY, sleep=self.pauses.append)

    def paths(self, end: str) -> int:
        """Returns the number of requests whose path ends with a text."""
        return sum(path.split("?")[0].endswith(end) for _, path in self.requests)

    def __enter__(self) -> Proxy:
        Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


def _handler_of(proxy: Proxy) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def handle_any(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            proxy.requests.append((self.command, self.path))
            is_faulty = proxy.faults and self.path.split("?")[0].endswith(proxy.faulty_path)
            fault = proxy.faults.pop(0) if is_faulty else None
            if fault == "refused":
                return
            if fault in ("busy", "limited"):
                problem = b'{"statusCode":503,"code":"BUSY","message":"Busy.","requestId":"r-1"}'
                self.answer(503 if fault == "busy" else 429, {"retry-after": "7"}, problem)
                return
            if fault is not None and fault.startswith("http "):
                self.answer(int(fault[5:]), {"location": f"{proxy.url}/elsewhere"}, b"<html>")
                return
            status, content = self.from_service(body)
            if fault != "lost":
                self.answer(status, {}, content, len(content) + (5 if fault == "cut" else 0))

        do_GET = do_POST = do_PATCH = handle_any

        def from_service(self, body: bytes) -> tuple[int, bytes]:
            connection = HTTPConnection(urlsplit(URL).netloc)
            headers = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "connection")}
            connection.request(self.command, self.path, body or None, headers)
            response = connection.getresponse()
            content = response.read()
            connection.close()
            return response.status, content

        def answer(self, status: int, headers: dict[str, str], content: bytes, length: int | None = None) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(content) if length is None else length))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    return Handler
