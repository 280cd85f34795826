panels = $panels
fig, axes = plt.subplots(1, len(panels), figsize=(4.2 * len(panels), 3.6), squeeze=False)
for ax, name in zip(axes[0], panels):
    values = df[name].dropna()
    if pd.api.types.is_datetime64_any_dtype(values):
        counts = values.dt.to_period("M").value_counts().sort_index()
        ax.plot(counts.index.to_timestamp(), counts.to_numpy())
        ax.set(ylabel="rows per month", ylim=(0, None))
        fig.autofmt_xdate()
    elif pd.api.types.is_numeric_dtype(values):
        ax.hist(values, bins=30)
        ax.set_ylabel("rows")
    else:
        counts = values.astype(str).value_counts().head(8)
        ax.barh(counts.index, counts.to_numpy())
        ax.invert_yaxis()
        ax.set_xlabel("rows")
    ax.set_title(" ".join(name.split()))
    ax.spines[["top", "right"]].set_visible(False)
fig.tight_layout()
plt.show()
