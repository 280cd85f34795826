"""Makes an interpreter that was restored from a snapshot one of its own: what every restored one would otherwise share is drawn, read or
emptied anew. Called once, before any code that is not ours.

The hash seed stays as it was captured (docs/security.md); what JavaScript holds (files, the working directory, open descriptors) was never
in the snapshot.
"""

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

# A moment in winter and one in summer, wherever that is.
JANUARY, JULY = 1704067200, 1719792000


def renew(environment):
    """Renews everything. `environment` are variables that this browser sets otherwise than the build did."""
    renew_entropy()
    renew_clock()
    renew_own_state()
    os.environ.update(environment)
    forget_places()
    forget_warnings()


def renew_entropy():
    """Seeds what was seeded when it was imported."""
    random.seed()
    if numpy := sys.modules.get("numpy.random"):
        numpy.seed()
    tempfile._name_sequence = None
    uuid._node = None


def renew_clock():
    """Reads the time and the zone of this machine."""
    logging._startTime = time.time_ns()
    winter, summer = time.localtime(JANUARY), time.localtime(JULY)
    standard, daylight = sorted((winter, summer), key=lambda moment: moment.tm_gmtoff)
    time.timezone, time.altzone = -standard.tm_gmtoff, -daylight.tm_gmtoff
    time.tzname = standard.tm_zone, daylight.tm_zone
    time.daylight = int(winter.tm_gmtoff != summer.tm_gmtoff)


def renew_own_state():
    """Forgets what the warm-up left in the harness."""
    result_store.INTERPRETER = os.urandom(4).hex()
    result_store.numbers = itertools.count(1)
    publish.numbers = itertools.count(1)
    answers.views.clear()
    result_cache.forget()


def forget_places():
    """Has folders looked at again. Not by `importlib.invalidate_caches`, which would read the standard library's whole archive."""
    while sys.path.count("") > 1:
        sys.path.remove("")
    for finder in sys.path_importer_cache.values():
        if type(finder).__name__ == "FileFinder":
            finder.invalidate_caches()


def forget_warnings():
    """Has each warning shown again that libraries gave while they were warmed up."""
    for module in list(sys.modules.values()):
        # Some libraries put objects of another kind among the modules.
        if isinstance(module, types.ModuleType):
            vars(module).pop("__warningregistry__", None)
