"""Finds the rows of a table that sum up other rows, by their labels and by arithmetic. A label
alone is not proof: the numbers must be the sum of other rows, unless the row has none.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

from .columns import to_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

# Distinct texts of a column that are compared with the words; in columns with more, only rows at
# both ends are.
MAX_TEXTS = 20_000
ENDS = 3
# Positions listed; totals of more rows are named by their labels.
MAX_LISTED_ROWS = 1_000
MAX_CANDIDATES = 3_000
# The smallest share of the groups in which a label's rows must be the sum of the others.
MIN_GROUP_SHARE = 0.9

# A label that means a total whatever the table is about.
STRONG = re.compile(
    r"(\W*(grand|overall|sub|net|gross|combined|all)?[ -]?totals?\b.{0,60}|.{0,60}\b(sub-?|grand )?totals?\W*|\W*sums?( of\b.*| total)?\W*|"
    r"gesamt(summe|ergebnis)?|summe|zwischensumme|insgesamt|total(e|es|i)? (g[ée]n[ée]ral|general|generale|geral)|totale|ensemble|somme|suma( total)?|totaal|"
    r"razem|ogółem|celkem|yhteensä|sammanlagt|i alt|итого|всего|合计|总计|小计|合計|総計|小計|計)\W*",
    re.IGNORECASE,
)
# A label that is a total's even if the numbers say otherwise.
PLAIN = re.compile(
    r"(grand|overall|sub)?[ -]?totals?|sums?|gesamt|summe|insgesamt|totale|somme|suma|totaal|итого|合计|合計",
    re.IGNORECASE,
)
# A label that may as well be one of the categories.
WEAK = re.compile(
    r"all( .{1,40})?|both( .{1,20})?|overall|everyone|any|entire .*|nationwide|national|world(wide)?|global|earth|"
    r"africa|asia|europe|oceania|(north|south|latin|northern|central) america.{0,30}|european union.{0,20}|eu[- ]?\d{2}.{0,20}|euro area.{0,20}|oecd.{0,20}|united (states|kingdom).{0,6}|"
    r"alle|alles|gesamt|welt|beide.*|tous?( .*)?|toutes?|monde|todos?|todas?|mundo|tutti|tutte|mondo",
    re.IGNORECASE,
)
# A label of a row that says something else of those above it.
STATISTIC = re.compile(
    r"(max(imum)?|min(imum)?|counts?|std\.?( ?dev)?|st\.? ?dev|standard ?(deviation|abweichung)|median|variance|varianz|range|"
    r"(absolute |yearly |annual )?(change|difference|growth|variance|veränderung|differenz|évolution|variation)( .{1,40})?|yoy( .{1,20})?|[%Δ] ?(change)?|minimo|maximo|mínimo|máximo|anzahl|nombre|écart[- ]type)",
    re.IGNORECASE,
)
MAX_STATISTICS = 8
# The fewest rows of a part that an unlabelled row sums up.
MIN_PART = 3
TOTAL_OF = re.compile(
    r"(sub-?)?totals?( (of|for))?|sums?( of)?|(zwischen)?summe|gesamt|total(e|es)?( de)?|итого|合计|小计|合計|小計",
    re.IGNORECASE,
)
MEAN = re.compile(
    r"\W*(average|avg\.?|mean|mittelwert|durchschnitt|moyenne|promedio|media|gemiddelde)( .{0,30})?\W*",
    re.IGNORECASE,
)


@dataclass
class Numbers:
    """The table's columns of numbers, as lists with None for what is missing, and the tolerance of
    one rounded value in each.
    """

    columns: list[Any]
    steps: list[float]

    def sums(self, rows: Any) -> list[tuple[float, float, int, float]]:
        """Returns for each column the sum over `rows`, the sum of the magnitudes, how many are not
        zero, and the greatest magnitude.
        """
        import numpy

        found = []
        for column in self.columns:
            values = column[rows]
            values = values[~numpy.isnan(values)]
            sizes = numpy.abs(values)
            found.append(
                (
                    float(values.sum()),
                    float(sizes.sum()),
                    int((values != 0).sum()),
                    float(sizes.max()) if len(sizes) else 0.0,
                )
            )
        return found


@dataclass
class Found:
    """The totals of a table, in the profile's words."""

    totals: list[dict[str, Any]] = field(default_factory=list)
    without: str | None = None
    doubtful: str | None = None


def find(frame: Any) -> Found:
    """Returns the totals among the rows of the frame."""
    found = Found()
    frame = before_gap(frame)
    if len(frame) < 2 or frame.shape[1] < 1:
        return found
    labelled = labels(frame)
    numbers = numbers_of(frame)
    proven: dict[int, tuple[str, str]] = {}
    doubts: set[int] = set()
    # Subtotals in one column are not details of a grand total in another, so what is left is
    # looked at again.
    for _again in range(2 if len(labelled) > 1 else 1):
        doubts.clear()
        for column, rows in labelled.items():
            judge(frame, column, rows, numbers, proven, doubts)
    divided: list[int] = []
    if numbers.columns and not proven:
        unlabelled(frame, numbers, proven)
        if not proven and len(frame) <= MAX_LISTED_ROWS:
            divided = parts(numbers, len(frame)) or parts(numbers, len(frame), True)
    doubts -= set(proven)
    named(frame, labelled, proven, found)
    if doubts and (last := sorted(doubts)):
        rows = (
            f"Row {last[0] + 1} of the data is"
            if len(last) == 1
            else f"{len(last)} rows of the data are"
        )
        found.doubtful = f"{rows} labelled as a total, but the numbers are not the sum of other rows; look at them before adding up."
    if divided:
        found.doubtful = f"{len(divided)} rows of the data are the sums of the rows beside them, the first of these is row {divided[0] + 1}; look at them before adding up."
    elif numbers.columns and (many := statistics(frame, labelled)):
        rows = (
            "last row of the data has a label"
            if many == 1
            else f"last {many} rows of the data have labels"
        )
        found.doubtful = f"The {rows} of statistics; look at them before adding up."
    return found


def before_gap(frame: Any) -> Any:
    """Returns the columns before one without name and values, behind which another table stands."""
    for at in range(1, frame.shape[1]):
        if str(frame.columns[at]).startswith("Unnamed: ") and frame.iloc[:, at].isna().all():
            return frame.iloc[:, :at]
    return frame


def as_text(series: Any) -> Any:
    """Returns the values as text, which bytes need not be."""
    try:
        return series.astype(str)
    except UnicodeDecodeError:
        return series.map(repr)


def statistics(frame: Any, labelled: dict[int, dict[int, str]]) -> int:
    """Returns how many of the last rows have labels such as maximum, count or change, or are means
    and totals beside such rows.
    """
    text = next(
        (at for at in range(frame.shape[1]) if frame.iloc[:, at].dtype.kind not in "biufcmM"), None
    )
    if text is None:
        return 0
    many, ours = 0, False
    last = words_of(frame.iloc[-MAX_STATISTICS:, text])
    for row in range(len(frame) - 1, max(len(frame) - MAX_STATISTICS, 2), -1):
        is_statistic = bool(STATISTIC.fullmatch(last[row - len(frame)]))
        if not is_statistic and not any(row in rows for rows in labelled.values()):
            break
        ours = ours or is_statistic
        many += 1
    if not ours or len(frame) - many < 3:
        return 0
    # In a table of statistics they are its rows.
    above = words_of(frame.iloc[: len(frame) - many, text])
    return 0 if any(map(STATISTIC.fullmatch, above)) else many


def labels(frame: Any) -> dict[int, dict[int, str]]:
    """Returns the rows whose text looks like a total's label, by column: row → `strong`, `weak` or
    `mean`.
    """
    found = {}
    count = len(frame)
    for at in range(frame.shape[1]):
        series = frame.iloc[:, at]
        if series.dtype.kind in "biufcmM" or getattr(series.dtype, "tz", None) is not None:
            continue
        rows: dict[int, str] = {}
        texts = series.unique()
        if len(texts) <= MAX_TEXTS:
            words = {
                text: kind for text in texts if isinstance(text, str) and (kind := kind_of(text))
            }
            if words:
                marked = series.isin(list(words))
                if marked.sum() <= min(MAX_CANDIDATES, 0.6 * count):
                    rows = {
                        int(row): words[series.iloc[row]] for row in marked.to_numpy().nonzero()[0]
                    }
        else:
            ends = [*range(min(ENDS, count)), *range(max(count - ENDS, 0), count)]
            rows = {
                row: kind
                for row in ends
                if isinstance(text := series.iloc[row], str) and (kind := kind_of(text))
            }
        if rows:
            found[at] = rows
    return found


def kind_of(text: str) -> str | None:
    bare = text.strip().strip("*:_-–— ")
    if not bare or len(bare) > 80 or len(bare.split()) > 8:
        return None
    if STRONG.fullmatch(bare):
        return "strong"
    if MEAN.fullmatch(bare):
        return "mean"
    return "weak" if WEAK.fullmatch(bare) else None


def numbers_of(frame: Any) -> Numbers:
    """Returns the columns of numbers, with those that are numbers as text."""
    import numpy

    columns, steps = [], []
    for at in range(frame.shape[1]):
        series = frame.iloc[:, at]
        if series.dtype.kind in "iuf":
            values = series.to_numpy(dtype=float, na_value=numpy.nan)
        elif series.dtype.kind in "bcmM" or len(frame) > 20_000:
            continue
        else:
            texts = [
                value
                if isinstance(value, str)
                else None
                if value != value or value is None
                else str(value)
                for value in series
            ]
            read = [to_number(text.strip()) if text is not None else None for text in texts]
            present = sum(
                text is not None and text.strip() not in ("", "-", "–", "..", ".") for text in texts
            )
            if not present or sum(value is not None for value in read) < 0.8 * present:
                continue
            values = numpy.array([numpy.nan if value is None else value for value in read])
        values = numpy.where(numpy.isfinite(values), values, numpy.nan)
        known = values[~numpy.isnan(values)][:200]
        if not len(known):
            continue
        columns.append(values)
        steps.append(
            0.5
            * 10.0
            ** -next(
                (
                    digits
                    for digits in range(7)
                    if numpy.allclose(known, numpy.round(known, digits), rtol=0, atol=1e-9)
                ),
                7,
            )
        )
    return Numbers(columns, steps)


def agrees(
    numbers: Numbers, row: int, rows: Any, exact: bool = False, mean: bool = False
) -> tuple[int, int, int]:
    """Compares the numbers of a row with the sums over others. Returns how many columns agree, how
    many contradict, and how many of those that agree add up at least three values.
    """
    match = contradict = rich = 0
    for column, step, (total, size, addends, _most) in zip(
        numbers.columns, numbers.steps, numbers.sums(rows)
    ):
        value = float(column[row])
        if value != value or not size:
            continue
        if mean:
            count = sum(other == other for other in column[rows])
            total, addends = total / max(count, 1), count
        elif abs(total) < 0.5 * size:
            # Positive and negative values that cancel prove nothing.
            continue
        rounding = step * (1 if exact or mean else 2 * len(rows) ** 0.5 + 1)
        near = abs(value - total) <= max(
            rounding if mean else min(rounding, 0.01 * abs(total)), 1e-9 * size
        )
        if addends < 2 or value == 0:
            continue
        match += near
        rich += near and addends > 2
        contradict += not near
    return match, contradict, rich


def judge(
    frame: Any,
    column: int,
    rows: dict[int, str],
    numbers: Numbers,
    proven: dict[int, tuple[str, str]],
    doubts: set[int],
) -> None:
    """Decides which labelled rows are totals."""
    import numpy

    count = len(frame)
    candidates = sorted(rows)
    marked = {*candidates, *proven}
    details = numpy.array([row for row in range(count) if row not in marked], dtype=int)
    if len(candidates) > 1 and grouped(frame, column, rows, numbers, proven):
        return
    plain = sum(is_plain(frame, row, column) for row in candidates)
    if len(candidates) > 200:
        doubts.update(row for row in candidates if is_plain(frame, row, column))
        return
    for place, row in enumerate(candidates):
        before, after = details[details < row], details[details > row]
        previous = candidates[place - 1] if place else -1
        following = candidates[place + 1] if place + 1 < len(candidates) else count
        others = numpy.array([other for other in candidates if other != row], dtype=int)
        if rows[row] == "mean":
            # Among other values the word is a category, and one of many rows is near the mean by
            # chance.
            alone = sum(kind == "mean" for kind in rows.values()) == 1
            outcomes = [
                agrees(numbers, row, group, mean=True)
                for group in (before, details)
                if len(group) > 1
            ]
            if alone and any(match > contradict for match, contradict, _rich in outcomes):
                proven[row] = ("mean", "sum")
            continue
        groups: list[tuple[str, Any]] = [
            ("total", details),
            ("total", before),
            ("total", after),
            ("subtotal", before[before > previous]),
            ("subtotal", after[after < following]),
            ("total", others[others < row]),
            ("total", others),
        ]
        outcome = (0, 0, 0)
        for kind, group in groups:
            if len(group) < 2:
                continue
            match, contradict, rich = agrees(numbers, row, group)
            outcome = max(outcome, (match, contradict, rich))
            # Averages and shares of a row of totals are not sums.
            enough = (
                match >= max(1, 0.25 * contradict)
                if rows[row] == "strong"
                else match >= max(1, 0.5 * contradict)
            )
            # A name that begins with the word, above two other rows, may fit by chance.
            enough = enough and (
                rich >= 1
                or match > 1
                or is_plain(frame, row, column)
                or is_named_after(frame, row, column, group)
            )
            if enough:
                whole = kind == "total" and (
                    len(group) == len(details)
                    or group is groups[5][1]
                    or group is groups[6][1]
                    or not len(others)
                )
                proven[row] = ("total" if whole else "subtotal", "sum")
                break
        else:
            filled = [values[row] == values[row] for values in numbers.columns]
            if any(filled):
                # In the middle of a table, the word is rather a name.
                doubts.update(
                    [row]
                    if is_plain(frame, row, column) and (row in (0, count - 1) or plain > 2)
                    else []
                )
            elif rows[row] == "strong" and row == count - 1 and numbers.columns:
                proven[row] = ("total", "label")


def is_plain(frame: Any, row: int, column: int) -> bool:
    return bool(PLAIN.fullmatch(str(frame.iloc[row, column]).strip(" :*.")))


def is_named_after(frame: Any, row: int, column: int, group: Any) -> bool:
    """Returns whether a label is the one of the rows that it sums up, with a word for a total."""
    key = TOTAL_OF.sub("", str(frame.iloc[row, column])).strip(" :-–").casefold()
    return bool(key) and any(
        all(text.casefold() == key for text in words_of(frame.iloc[group, at]))
        for at in range(column + 1)
    )


def words_of(series: Any) -> list[str]:
    """Returns values as texts, those that are missing as empty ones."""
    return ["" if value is None or value != value else str(value).strip(" :*.") for value in series]


def grouped(
    frame: Any,
    column: int,
    rows: dict[int, str],
    numbers: Numbers,
    proven: dict[int, tuple[str, str]],
) -> bool:
    """Decides for labels such as "Both sexes" in a table of several keys: in each group of equal
    keys, the labelled row must be the sum of the others. Returns whether it proved the rows to be
    totals.
    """
    import numpy

    texts = [
        at
        for at in range(frame.shape[1])
        if at != column and frame.iloc[:, at].dtype.kind not in "biufcmM"
    ]
    whole = [
        at
        for at in range(frame.shape[1])
        if at != column
        and frame.iloc[:, at].dtype.kind in "iu"
        and frame.iloc[:, at].nunique() <= 0.5 * len(frame)
    ]
    label = as_text(frame.iloc[:, column])
    chosen = [[*texts, *whole], texts, [at for at in (*texts, *whole) if at < column]]
    # The number of each row's group, by the keys.
    groups = {tuple(keys): numbers_of_groups(frame, keys) for keys in chosen if keys}
    marked = numpy.zeros(len(frame), dtype=bool)
    marked[[*rows, *proven]] = True
    done = False
    for word in dict.fromkeys(label.iloc[row] for row in rows):
        total = (label == word).to_numpy()
        if total.sum() < 2:
            continue
        if any(
            sum_up(group, values, step, ~marked, total)
            for group in groups.values()
            for values, step in zip(numbers.columns, numbers.steps)
        ):
            for row in total.nonzero()[0]:
                proven[int(row)] = ("subtotal", "sum")
            marked[total] = True
            done = True
    return done


def numbers_of_groups(frame: Any, keys: list[int]) -> Any:
    """Returns the number of the group of each row, of equal texts in these columns."""
    import pandas

    texts = pandas.DataFrame({at: as_text(frame.iloc[:, at]).to_numpy() for at in keys})
    return texts.groupby(keys, sort=False, dropna=False).ngroup().to_numpy()


def sum_up(group: Any, values: Any, step: float, details: Any, total: Any) -> bool:
    """Returns whether in nearly all groups the one row of `total` is the sum of the `details`."""
    import numpy

    count = int(group.max(initial=-1)) + 1

    def by_group(rows: Any, weights: Any) -> Any:
        return numpy.bincount(group[rows], None if weights is None else weights[rows], count)

    known = ~numpy.isnan(values)
    added, parts = (by_group(details & known, weights) for weights in (values, None))
    stated, wholes = (by_group(total & known, weights) for weights in (values, None))
    both = (wholes == 1) & (parts > 1) & (added != 0)
    if both.sum() < 2 or both.sum() < 0.5 * (wholes > 0).sum():
        return False
    added, stated = added[both], stated[both]
    rounding = step * (2 * numpy.sqrt(parts[both]) + 1)
    near = numpy.abs(added - stated) <= numpy.maximum(
        numpy.minimum(rounding, 0.01 * numpy.abs(added)), 1e-9
    )
    return bool(near.mean() >= MIN_GROUP_SHARE)


def unlabelled(frame: Any, numbers: Numbers, proven: dict[int, tuple[str, str]]) -> None:
    """Finds a row at the beginning or the end of the table that is the sum of all others although
    no label says so. In a table with one column of numbers, it has no label where all others do.
    """
    import numpy

    count = len(frame)
    if count < 4:
        return
    rows = numpy.arange(count)
    for row in dict.fromkeys((count - 1, 0, 1, count - 2)):
        for group in (rows[rows < row], rows[rows > row]):
            if len(group) < max(3, 0.6 * count):
                continue
            _match, _contradict, exact = agrees(numbers, row, group, exact=True)
            _match, contradict, rounded = agrees(numbers, row, group)
            several = exact > 1 or rounded > 2
            # The texts of all rows are looked at only where the numbers agree.
            if (several and len(group) > 3) or (
                (several or (exact and not contradict)) and stands_out(frame, row)
            ):
                proven[row] = ("total", "sum")
                return


def stands_out(frame: Any, row: int) -> bool:
    """Returns whether the texts of a row show that it is not a row like the others: all are missing,
    or the label is a total's, or of another shape, as a year beneath months.
    """
    texts = [at for at in range(frame.shape[1]) if frame.iloc[:, at].dtype.kind not in "biufcmM"]
    own = [frame.iloc[row, at] for at in texts]
    if not any(isinstance(text, str) for text in own):
        return bool(texts) and int(frame.iloc[:, texts].isna().to_numpy().sum()) == len(texts)
    if any(isinstance(text, str) and kind_of(text) for text in own):
        return True
    # At the beginning of a table a label of another shape is one of its names.
    if row < len(frame) - 2:
        return False
    shapes = [shape(text) for text in words_of(frame.iloc[:, texts[0]])]
    return shapes.count(shapes[row]) == 1 and len(set(shapes)) == 2


def shape(text: str) -> str:
    return re.sub(r"\d", "9", re.sub(r"[^\W\d]+", "a", text))


def parts(numbers: Numbers, count: int, backwards: bool = False) -> list[int]:
    """Returns the rows that divide the table into parts of at least three rows, each the sum of its
    part in all columns of numbers; none if the table does not divide so.
    """
    import numpy

    found: list[int] = []
    first = 0
    order = numpy.arange(count)[:: -1 if backwards else 1]
    for at in range(count):
        group = order[first:at]
        if len(group) < MIN_PART:
            continue
        match, contradict, rich = agrees(numbers, int(order[at]), group, exact=True)
        if rich and match == len(numbers.columns) and not contradict:
            found.append(int(order[at]))
            first = at + 1
    return sorted(found) if len(found) > 1 and first == count else []


def named(
    frame: Any,
    labelled: dict[int, dict[int, str]],
    proven: dict[int, tuple[str, str]],
    found: Found,
) -> None:
    """Writes the totals as the profile has them, and the expression that leaves them out."""
    if not proven:
        return
    groups: dict[tuple[int | None, str, str], list[int]] = {}
    for row, (kind, how) in sorted(proven.items()):
        column = next((at for at, rows in labelled.items() if row in rows), None)
        groups.setdefault(
            (column if column is not None else own_label(frame, row), kind, how), []
        ).append(row)
    by_label: dict[int, list[str]] = {}
    only_labels = True
    for (column, kind, how), rows in groups.items():
        words = (
            []
            if column is None
            else list(dict.fromkeys(str(frame.iloc[row, column]) for row in rows))
        )
        name = None if column is None else str(frame.columns[column])
        found.totals.append(
            {
                "column": name,
                "labels": words[:50],
                "rows": rows[:MAX_LISTED_ROWS],
                "kind": kind,
                "how": how,
            }
        )
        exclusive = (
            column is not None
            and unique_name(frame, column)
            and int(frame.iloc[:, column].isin(words).sum()) == len(rows)
        )
        only_labels = only_labels and exclusive
        if exclusive and column is not None:
            by_label.setdefault(column, []).extend(words)
    if only_labels:
        parts = [f"{column_of(frame, at)}.isin({listed(words)})" for at, words in by_label.items()]
        found.without = f"df[~{parts[0]}]" if len(parts) == 1 else f"df[~({' | '.join(parts)})]"
    else:
        found.without = f"df.drop(index=df.index[{sorted(proven)[:MAX_LISTED_ROWS]}])"


def own_label(frame: Any, row: int) -> int | None:
    """Returns the first column with a text in this row that no other row has."""
    for at in range(min(frame.shape[1], 5)):
        text = frame.iloc[row, at]
        if (
            isinstance(text, str)
            and text.strip()
            and to_number(text.strip()) is None
            and int((frame.iloc[:, at] == text).sum()) == 1
        ):
            return at
    return None


def unique_name(frame: Any, at: int) -> bool:
    return int((frame.columns == frame.columns[at]).sum()) == 1


def column_of(frame: Any, at: int) -> str:
    name = frame.columns[at]
    return f"df[{listed(name) if isinstance(name, str) else repr(name)}]"


def listed(value: str | Sequence[str]) -> str:
    return json.dumps(value, ensure_ascii=False)


def sentences(totals: list[dict[str, Any]]) -> list[str]:
    """Returns the totals in English."""
    texts = []
    for total in totals:
        count = len(total["rows"])
        what = {"total": "total", "subtotal": "subtotal", "mean": "average"}[total["kind"]]
        proof = "" if total["how"] == "sum" else ", by its label"
        name = (
            f" ({', '.join(total['labels'][:3])}{', …' if len(total['labels']) > 3 else ''})"
            if total["labels"]
            else ""
        )
        where = (
            f"row {total['rows'][0] + 1} of the data is {'an' if what == 'average' else 'a'}"
            if count == 1
            else f"{count}{'+' if count == MAX_LISTED_ROWS else ''} rows of the data are"
        )
        texts.append(
            f"{where} {what}{'' if count == 1 else 's'}{name}{proof}: leave {'it' if count == 1 else 'them'} out of sums"
        )
    return texts
