import json
import re
import unicodedata

import pandas as pd

df = $reader
texts = $texts
# Numbers that identify something are values too.
codes = $codes
found = []


def plainly(value):
    """A text without accents and punctuation."""
    letters = (c for c in unicodedata.normalize("NFKD", value) if not unicodedata.combining(c))
    return " ".join(re.sub(r"[\W_]", " ", "".join(letters)).split())


for name in df.columns:
    if pd.api.types.is_datetime64_any_dtype(df[name]) or (pd.api.types.is_numeric_dtype(df[name]) and not pd.api.types.is_bool_dtype(df[name]) and name not in codes):
        continue
    values = pd.Series(df[name].dropna().astype(str).unique(), dtype=str)
    plain = values.str.casefold().map(plainly)
    numbers = pd.api.types.is_numeric_dtype(df[name])
    for text in texts:
        same = values[plain == text]
        within = plain.str.contains(rf"(?<!\w){re.escape(text)}(?!\w)").sum() if not numbers else len(same)
        if within:
            found.append({"text": text, "column": str(name), "values": same.head(20).tolist(), "within": int(within)})
print(json.dumps({"found": found}, ensure_ascii=False))
