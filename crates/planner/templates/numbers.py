text = df[$column].astype("string").str.strip().str.replace("\u2212", "-").str.replace(r"^\((.*)\)$|^([^-]*\d[^-]*)-$", r"-\1\2", regex=True)
text = text.str.replace(r"[^\d,.\-]", "", regex=True)
df[$column] = pd.to_numeric($plain, errors="coerce")
