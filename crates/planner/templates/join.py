repeated = others[$key].duplicated().sum()
others = others.drop_duplicates($key)
rows_in = len(df)
df = df.merge(others, how="left", on=$key, validate="many_to_one", indicator=True)
alone = (df["_merge"] == "left_only").sum()
unused = (~others[$key].isin(df[$key])).sum()
df = df.drop(columns="_merge")
notes.append(f"{rows_in:,} rows of " + $own + " are joined with " + $other + " by " + $by + f": {len(df):,} rows result.")
if alone:
    notes.append("Rows of " + $own + " without a match in " + $other + f": {alone:,} of {rows_in:,} ({alone / rows_in:.1%}).")
if unused:
    notes.append("Rows of " + $other + " without a match in " + $own + f": {unused:,} of {len(others):,}.")
if repeated:
    notes.append("Rows of " + $other + " that repeat the " + $other_key + f" of an earlier row are left out, so that nothing is counted twice: {repeated:,}.")
