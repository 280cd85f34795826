cleaning = [f"{all_rows - len(df):,} of {all_rows:,} rows repeat an earlier row exactly; they are left out."] if all_rows > len(df) else []
for name in df.columns:
    blank, unreadable = len(df) - filled[name], filled[name] - df[name].notna().sum()
    if blank:
        cleaning.append(" ".join(name.split()) + f": {blank:,} cells are blank; they are left out where it matters.")
    if unreadable:
        cleaning.append(" ".join(name.split()) + f": {unreadable:,} cells cannot be read as what the column holds; they count as blank.")
cleaning = cleaning or ["Nothing had to be cleaned: no repeated rows, no blank or unreadable cells."]
