"""Adapters to backtesting libraries. Each module imports its library only if it needs more than the result of a run."""
