"""Renews the state that all interpreters from the same snapshot would otherwise share: random
seeds, the clock, ids, caches. Called once, before any code that is not ours.

The hash seed stays as captured (docs/security.md); state in JavaScript (files, the working
directory, open descriptors) is not part of the snapshot.
"""

from __future__ import annotations

import itertools
import logging
import os
import random
import sys
import tempfile
import time
import types
import uuid

from . import answers, result_cache, result_store
from .display import publish

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# A moment in January and one in July, which differ in daylight saving time.
JANUARY, JULY = 1704067200, 1719792000


def renew(environment: dict[str, str]) -> None:
    """Renews everything. `environment` are variables whose values in this browser differ from those
    of the build.
    """
    renew_entropy()
    renew_clock()
    renew_own_state()
    os.environ.update(environment)
    forget_folders()
    forget_warnings()


def renew_entropy() -> None:
    """Reseeds generators that were seeded when they were imported."""
    random.seed()
    if numpy := sys.modules.get("numpy.random"):
        numpy.seed()
    tempfile._name_sequence = None  # pyright: ignore[reportAttributeAccessIssue] - private.
    uuid._node = None  # pyright: ignore[reportAttributeAccessIssue] - private.


def renew_clock() -> None:
    """Reads the time and the time zone of this machine."""
    logging._startTime = time.time_ns()  # pyright: ignore[reportAttributeAccessIssue] - private.
    winter, summer = time.localtime(JANUARY), time.localtime(JULY)
    standard, daylight = sorted((winter, summer), key=lambda moment: moment.tm_gmtoff)
    time.timezone, time.altzone = -standard.tm_gmtoff, -daylight.tm_gmtoff
    time.tzname = standard.tm_zone, daylight.tm_zone
    time.daylight = int(winter.tm_gmtoff != summer.tm_gmtoff)


def renew_own_state() -> None:
    """Resets the state that the warm-up left in the harness."""
    result_store.INTERPRETER = os.urandom(4).hex()
    result_store.numbers = itertools.count(1)
    publish.numbers = itertools.count(1)
    answers.views.clear()
    result_cache.forget()


def forget_folders() -> None:
    """Clears the import system's caches of folders. Not with `importlib.invalidate_caches`, which
    would read the standard library's whole archive.
    """
    while sys.path.count("") > 1:
        sys.path.remove("")
    finder: Any
    for finder in sys.path_importer_cache.values():
        if type(finder).__name__ == "FileFinder":
            finder.invalidate_caches()


def forget_warnings() -> None:
    """Clears the registries of warnings that libraries have shown during the warm-up, so that they
    are shown again.
    """
    for module in list(sys.modules.values()):
        # Some libraries put objects of other types into `sys.modules`.
        if isinstance(module, types.ModuleType):
            vars(module).pop("__warningregistry__", None)
