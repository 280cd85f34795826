other = $other
other = other.dropna(subset=[$other_key])
if repeated := other.duplicated(subset=[$other_key]).sum():
    notes.append(f"{repeated:,} rows of " + $other_name + " repeat a key; the first of each is used.")
df = df.merge(other.drop_duplicates(subset=[$other_key]), left_on=$key, right_on=$other_key, how="left", suffixes=("", $suffix), indicator="_found")
if alone := (df.pop("_found") == "left_only").sum():
    notes.append(f"{alone:,} of {len(df):,} rows have no partner in " + $other_name + " and stay without its columns.")
