"""Sends results while the code still runs. The outcome contains all results in the end, so nothing
is lost if a message is skipped: the forms of a long result, or a state that was replaced before
it was sent.
"""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .streams import RateLimit, Streams

# Characters of the longest result that is sent before its execution ends.
MAX_RESULT_LENGTH = 2 << 20
# The text that stands for a longer result until then.
LATER = "A large result, shown when the code is done."


class Live:
    """Sends one execution's results as they appear. `streams` are the execution's streams, `rate`
    limits the messages.
    """

    def __init__(self, streams: Streams, rate: RateLimit) -> None:
        self.streams = streams
        self.rate = rate
        # Results to be sent, by their index in the outcome.
        self.waiting: dict[int, dict[str, Any]] = {}
        self.over = streams.silent

    def update(self, index: int, result: dict[str, Any]) -> None:
        """Sets the current state of the result at `index`."""
        if not self.over:
            self.waiting[index] = result
            self.flush()

    def flush(self, resting: bool = False) -> None:
        """Sends waiting results in their current state: as many as the rate limit allows, or all
        if the code is about to pause.
        """
        while self.waiting and (resting or self.rate.allows()):
            index, result = next(iter(self.waiting.items()))
            del self.waiting[index]
            text = json.dumps([index, result])
            if len(text) > MAX_RESULT_LENGTH:
                # Its index is sent anyway, since the results after it need it.
                text = json.dumps(
                    [index, {**result, "mime": {}, "text": LATER, "data": None, "chart": None}]
                )
            self.streams.flush_soon()
            self.streams.emit("display", text)

    def clear(self) -> None:
        """Reports that all results were removed."""
        self.waiting = {}
        if not self.over:
            self.streams.emit("display", "")

    def end(self) -> None:
        """Stops sending: further results arrive with the outcome."""
        self.over = True
        self.waiting = {}
