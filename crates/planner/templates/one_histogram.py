# figure
values = df[$value].dropna()
fig, ax = plt.subplots(figsize=(8, 4.2))
ax.hist(values, bins=min(30, max(5, values.nunique())), edgecolor="white")
ax.set(title=$title, xlabel=$column_text, ylabel="rows")
