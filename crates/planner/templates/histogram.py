# figure
fig, ax = plt.subplots(figsize=(8, 4.2))
ax.hist(values, bins=min(30, max(5, values.nunique())), edgecolor="white")
ax.axvline(values.median(), color="black", linestyle="--", label=f"median {values.median():,.2f}")
ax.set(title=$title, xlabel=$column_text, ylabel="rows")
ax.legend(frameon=False)
