"""What is shown so far, told while the code runs. The outcome has everything in the end, so that nothing is lost where something
is not told: the forms of a result that is long, or a state that the next one overtook.
"""

import json

# Characters of the longest result that is told before its execution is over.
LONGEST = 2 << 20
# Stands for a longer one.
LATER = "A large result, shown when the code is done."


class Live:
    """Tells of one execution's results as they come. `streams` are what it prints to, `pace` says when something may be told."""

    def __init__(self, streams, pace):
        self.streams = streams
        self.pace = pace
        self.late = {}
        self.over = streams.silent

    def tell(self, place, result):
        """The result at `place` among the results is this now."""
        if not self.over:
            self.late[place] = result
            self.flush()

    def flush(self, resting=False):
        """Tells what may be told by now, or, before the code rests, all: each result as it is at this moment."""
        while self.late and (resting or self.pace.may()):
            place, result = next(iter(self.late.items()))
            del self.late[place]
            text = json.dumps([place, result])
            if len(text) > LONGEST:
                # Its place is told all the same: those after it would have none.
                text = json.dumps([place, {**result, "mime": {}, "text": LATER, "data": None, "chart": None}])
            self.streams.flush_soon()
            self.streams.emit("display", text)

    def clear(self):
        """All that was told is gone."""
        self.late = {}
        if not self.over:
            self.streams.emit("display", "")

    def end(self):
        """What comes now comes with the outcome."""
        self.over = True
        self.late = {}
