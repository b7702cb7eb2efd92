"""Client of Backtest Session Service."""

from .batches import Added
from .client import Client
from .errors import BacktestSessionError, ConnectionFailed, FieldError, ServiceError
from .record import Run

__all__ = ["Added", "BacktestSessionError", "Client", "ConnectionFailed", "FieldError", "Run", "ServiceError"]
