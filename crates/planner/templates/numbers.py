text = df[$column].astype("string").str.replace(r"[^\d,.\-]", "", regex=True)
df[$column] = pd.to_numeric($plain, errors="coerce")
