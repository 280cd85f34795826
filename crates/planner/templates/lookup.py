import difflib
import functools
import json
import re
import unicodedata

import pandas as pd

# Each text as a question has it, by its base forms.
texts = $texts
# Rare words, which may be mistyped.
rare = $rare
# The words in order, empty where one names a column, and those of them that say nothing alone.
words = $words
unsaid = set($unsaid)
irregular = $irregular
MAX_VALUES = 100_000


def plainly(value):
    """A text without accents and punctuation."""
    letters = (c for c in unicodedata.normalize("NFKD", value) if not unicodedata.combining(c))
    return " ".join(re.sub(r"[\W_]", " ", "".join(letters).replace("'", "").replace("’", "")).split())


@functools.cache
def stem(word):
    """A crude base form, the same for all forms of a word."""
    if word in irregular:
        return irregular[word]
    for end, put, least in (("ies", "y", 5), ("sses", "ss", 5), ("xes", "x", 4), ("ches", "ch", 5), ("shes", "sh", 5), ("ied", "y", 5)):
        if word.endswith(end) and len(word) >= least:
            return word[: -len(end)] + put
    if word.endswith("s") and len(word) > 3 and word[-2] not in "sui":
        word = word[:-1]
    for end in ("ing", "ed", "ly"):
        if word.endswith(end) and len(word) - len(end) >= 4:
            word = word[: -len(end)]
            word = word[:-1] if word[-1] == word[-2] and word[-1] not in "ls" else word
            break
    return word[:-1] if word.endswith("e") and len(word) > 4 else word


def runs():
    """The words that say something, and each run of up to five words with its initials."""
    singles = [word for word in words if len(word) > 4 and word not in unsaid]
    spans = [words[first:last] for first in range(len(words)) for last in range(first + 2, min(len(words), first + 5) + 1)]
    says = unsaid - {"of", "and"}
    return singles, [(" ".join(span), "".join(word[0] for word in span)) for span in spans if all(span) and says.isdisjoint(span)]


def abbreviates(code, word):
    """Whether a code is the beginning of a word, or letters of it in order without vowels."""
    if len(word) < len(code) + 2 or word[0] != code[0]:
        return False
    letters = iter(word)
    return word.startswith(code) or len(code) > 2 and not set(code[1:]) & set("aeiou") and all(letter in letters for letter in code)


def abbreviations(values):
    """The words and runs of words that a column's values abbreviate; its values are few and short."""
    codes = {value: value.casefold() for value in values}
    boolean = {"yes", "no", "true", "false", "ja", "nein", "oui", "non", "si", "na", "nan"}
    if not boolean.isdisjoint(codes.values()) or not 2 <= len(codes) <= 20 or not all(2 <= len(code) <= 5 and code.isalpha() for code in codes.values()):
        return
    singles, spans = runs()
    for value, code in codes.items():
        yield from ((word, value) for word in singles if abbreviates(code, word))
        yield from ((text, value) for text, initials in spans if initials == code and len(code) > 2)


def found_in(df, codes):
    """Where the texts are among a table's values: whole, within longer ones, or nearly."""
    whole, within, near, short = [], [], [], []
    singles = {key for key in texts if " " not in key}
    begins = "|".join(sorted({re.escape(word[:3]) for key, forms in texts.items() for text in (key, *forms) for word in text.split()}))
    for name in df.columns:
        column = df[name]
        code = name in codes
        if not code and (not isinstance(column, pd.Series) or pd.api.types.is_datetime64_any_dtype(column) or pd.api.types.is_numeric_dtype(column)):
            continue
        strings = column.dropna().astype(str)
        values = pd.Series(strings.unique()[:MAX_VALUES], dtype=str)
        plain = values.str.casefold().map(plainly)
        hits = plain.str.contains(rf"(?<!\w)(?:{begins})") if begins else plain.astype(bool)
        parts = {}
        for value, text in zip(values[hits], plain[hits], strict=True):
            if len(text) > 200:
                text = text[:200]
            words = [stem(word) for word in text.split()]
            key = " ".join(words)
            if key in texts:
                whole.append({"text": key, "column": str(name), "value": value, "exact": text in texts[key], "rows": int((strings == value).sum())})
            if code:
                continue
            for first in range(len(words)):
                for last in range(first + 1, min(len(words), first + 4) + 1):
                    run = " ".join(words[first:last])
                    if run in texts and run != key:
                        part = parts.setdefault(run, {"text": run, "column": str(name), "count": 0, "values": [], "words": len(words)})
                        part["count"] += value not in part["values"]
                        if len(part["values"]) < 3 and value not in part["values"]:
                            part["values"].append(value)
        within += parts.values()
        if not code:
            short += [{"text": text, "column": str(name), "value": value} for text, value in abbreviations(values)]
        if rare and not code and len(values) <= 5000:
            known = {word: value for value, text in zip(values, plain, strict=True) if len(text) < 60 for word in {text, *text.split()} if len(word) > 3}
            for word in rare:
                begin = [like for like in known if len(word) > 6 and like[:6] == word[:6]]
                for like in begin[:1] or difflib.get_close_matches(word, known, 1, 0.8):
                    near.append({"text": word, "column": str(name), "value": known[like], "alike": max(0.8, difflib.SequenceMatcher(None, word, like).ratio()), "whole": plainly(known[like].casefold()) == like})
    # Of several codes the one that has most of a word.
    longest = {}
    for found in short:
        longest[found["text"]] = max(longest.get(found["text"], 0), len(found["value"]))
    short = [found for found in short if len(found["value"]) == longest[found["text"]]]
    return {"whole": whole[:400], "within": within[:400], "near": near[:50], "short": short[:50]}


tables = []
$tables
print(json.dumps({"tables": tables}, ensure_ascii=False))
