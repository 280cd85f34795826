"""Orders text of both directions as Unicode's bidirectional algorithm does (UAX #9), for one line.
Knows no fonts.

Embeddings, overrides and isolates count as if they were absent: labels hardly ever have them. The
marks LRM, RLM and ALM work.
"""

from __future__ import annotations

import unicodedata

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# Characters that take no part (rule X9), beside those of explicit directions.
REMOVED = {"BN", "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
NEUTRAL = {"B", "S", "WS", "ON"}
# Pairs of brackets, from Unicode's BidiBrackets.txt.
PAIRS = (
    "()[]{}\u0f3a\u0f3b\u0f3c\u0f3d\u169b\u169c\u2045\u2046\u207d\u207e\u208d\u208e\u2308\u2309\u230a\u230b\u2329\u232a"
    "\u2768\u2769\u276a\u276b\u276c\u276d\u276e\u276f\u2770\u2771\u2772\u2773\u2774\u2775\u27c5\u27c6\u27e6\u27e7\u27e8\u27e9"
    "\u27ea\u27eb\u27ec\u27ed\u27ee\u27ef\u2983\u2984\u2985\u2986\u2987\u2988\u2989\u298a\u298b\u298c\u298d\u2990\u298f\u298e"
    "\u2991\u2992\u2993\u2994\u2995\u2996\u2997\u2998\u29d8\u29d9\u29da\u29db\u29fc\u29fd\u2e22\u2e23\u2e24\u2e25\u2e26\u2e27"
    "\u2e28\u2e29\u2e55\u2e56\u2e57\u2e58\u2e59\u2e5a\u2e5b\u2e5c\u3008\u3009\u300a\u300b\u300c\u300d\u300e\u300f\u3010\u3011"
    "\u3014\u3015\u3016\u3017\u3018\u3019\u301a\u301b\ufe59\ufe5a\ufe5b\ufe5c\ufe5d\ufe5e\uff08\uff09\uff3b\uff3d\uff5b\uff5d"
    "\uff5f\uff60\uff62\uff63"
)
OPENING = dict(zip(PAIRS[::2], PAIRS[1::2], strict=True))
CLOSING = set(OPENING.values())
# Canonical equivalents among them.
EQUIVALENT = {"\u232a": "\u3009"}
# Brackets that may be open at a time (rule BD16).
MAX_OPEN_BRACKETS = 63


def base_level(text: str) -> int:
    """Returns the level of the whole line: 1 if the first letter with a direction is written
    from the right, else 0.
    """
    for character in text:
        kind = unicodedata.bidirectional(character)
        if kind in ("L", "R", "AL"):
            return int(kind != "L")
    return 0


def levels(text: str, base: int) -> list[int]:
    """Returns the level of each character: odd ones are written from the right."""
    original = [unicodedata.bidirectional(character) or "L" for character in text]
    kept = [at for at, kind in enumerate(original) if kind not in REMOVED]
    kinds = [original[at] for at in kept]
    side = "R" if base else "L"
    weak(kinds, side)
    brackets(kinds, [text[at] for at in kept], [original[at] for at in kept], side)
    neutral(kinds, side)
    found = [base] * len(text)
    last = base
    resolved = dict(zip(kept, kinds, strict=True))
    for at in range(len(text)):
        if at in resolved:
            kind = resolved[at]
            # Rules I1 and I2.
            last = base + (
                (0 if kind == "L" else 1 if kind == "R" else 2) if base == 0 else int(kind != "R")
            )
        found[at] = last
    # Rule L1: separators, and white space before them and at the end.
    trailing = True
    for at in range(len(text) - 1, -1, -1):
        if original[at] in ("S", "B"):
            trailing = True
        elif original[at] != "WS" and original[at] not in REMOVED:
            trailing = False
        if trailing:
            found[at] = base
    return found


def weak(kinds: list[str], side: str) -> None:
    """Applies the rules W1 to W7."""
    for at, kind in enumerate(kinds):
        if kind == "NSM":
            kinds[at] = kinds[at - 1] if at else side
    strong = side
    for at, kind in enumerate(kinds):
        if kind in ("L", "R", "AL"):
            strong = kind
        elif kind == "EN" and strong == "AL":
            kinds[at] = "AN"
    kinds[:] = ["R" if kind == "AL" else kind for kind in kinds]
    for at in range(1, len(kinds) - 1):
        before, kind, after = kinds[at - 1 : at + 2]
        if before == after and (
            (kind in ("ES", "CS") and before == "EN") or (kind == "CS" and before == "AN")
        ):
            kinds[at] = before
    at = 0
    while at < len(kinds):
        end = at
        while end < len(kinds) and kinds[end] == "ET":
            end += 1
        if end > at and (
            (at and kinds[at - 1] == "EN") or (end < len(kinds) and kinds[end] == "EN")
        ):
            kinds[at:end] = ["EN"] * (end - at)
        at = max(end, at + 1)
    strong = side
    for at, kind in enumerate(kinds):
        if kind in ("ES", "ET", "CS"):
            kinds[at] = "ON"
        elif kind in ("L", "R"):
            strong = kind
        elif kind == "EN" and strong == "L":
            kinds[at] = "L"


def direction(kind: str) -> str:
    """Returns the direction that a resolved kind counts as beside neutral characters; empty for
    neutral ones.
    """
    return kind if kind in ("L", "R") else "R" if kind in ("EN", "AN") else ""


def brackets(
    kinds: list[str], characters: Sequence[str], original: Sequence[str], side: str
) -> None:
    """Applies the rule N0: both brackets of a pair have one direction."""
    for start, end in pairs(kinds, characters):
        inside = {direction(kind) for kind in kinds[start + 1 : end]}
        if side in inside:
            chosen = side
        elif inside & {"L", "R"}:
            other = "L" if side == "R" else "R"
            before = next(
                (direction(kind) for kind in reversed(kinds[:start]) if direction(kind)), side
            )
            chosen = other if before == other else side
        else:
            continue
        for bracket in (start, end):
            kinds[bracket] = chosen
            for at in range(bracket + 1, len(kinds)):
                if original[at] != "NSM":
                    break
                kinds[at] = chosen


def pairs(kinds: Sequence[str], characters: Sequence[str]) -> list[tuple[int, int]]:
    """Returns the positions of the pairs of brackets, in the order of the opening ones."""
    found = []
    opened: list[tuple[str, int]] = []
    for at, character in enumerate(characters):
        if kinds[at] != "ON":
            continue
        if character in OPENING:
            if len(opened) == MAX_OPEN_BRACKETS:
                return []
            closing = OPENING[character]
            opened.append((EQUIVALENT.get(closing, closing), at))
        elif character in CLOSING:
            expected = EQUIVALENT.get(character, character)
            for depth in range(len(opened) - 1, -1, -1):
                if opened[depth][0] == expected:
                    found.append((opened[depth][1], at))
                    del opened[depth:]
                    break
    return sorted(found)


def neutral(kinds: list[str], side: str) -> None:
    """Applies the rules N1 and N2."""
    at = 0
    while at < len(kinds):
        end = at
        while end < len(kinds) and kinds[end] in NEUTRAL:
            end += 1
        if end > at:
            before = direction(kinds[at - 1]) if at else side
            after = direction(kinds[end]) if end < len(kinds) else side
            kinds[at:end] = [before if before == after else side] * (end - at)
        at = max(end, at + 1)


def visual_order(found: Sequence[int]) -> list[int]:
    """Returns the positions of items with these levels from left to right (rule L2)."""
    order = list(range(len(found)))
    odd = [level for level in found if level % 2]
    for level in range(max(found, default=0), min(odd, default=1) - 1, -1):
        at = 0
        while at < len(order):
            end = at
            while end < len(order) and found[order[end]] >= level:
                end += 1
            order[at:end] = order[at:end][::-1]
            at = max(end, at + 1)
    return order
