"""Runs a file of tests with pytest, and returns how each test ended as JSON; see `suites.mjs`."""

from __future__ import annotations

import json
from typing import Any

import pytest

ARGUMENTS = [
    "-q",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:threadexception",
    "-p",
    "no:faulthandler",
    "-W",
    "ignore",
    "-m",
    "not slow and not network and not db",
]


class Ends:
    """A plugin of pytest that keeps how tests ended, with the reason of a failure."""

    def __init__(self) -> None:
        self.found: dict[str, list[str]] = {}

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.when == "call" or (report.when == "setup" and report.outcome != "passed"):
            lines = [line for line in str(report.longrepr).split("\n") if line.startswith("E ")]
            self.found[report.nodeid] = [
                report.outcome,
                *(lines[-1:] if report.outcome == "failed" else []),
            ]


def run(file: str) -> str:
    """Returns the ends of a file's tests."""
    ends = Ends()
    pytest.main([*ARGUMENTS, file], plugins=[ends])
    return json.dumps(ends.found)
