cleaning = [f"Rows that repeat an earlier row exactly and are left out: {all_rows - len(df):,} of {all_rows:,}."] if all_rows > len(df) else []
for name in df.columns:
    blank, unreadable = len(df) - filled[name], filled[name] - df[name].notna().sum()
    if blank:
        cleaning.append(" ".join(name.split()) + f": {blank:,} blank cell{'' if blank == 1 else 's'}, left out where it matters.")
    if unreadable:
        cleaning.append(" ".join(name.split()) + f": {unreadable:,} cell{'' if unreadable == 1 else 's'} that cannot be read as what the column holds, counted as blank.")
cleaning = cleaning or ["Nothing had to be cleaned: no repeated rows, no blank or unreadable cells."]
