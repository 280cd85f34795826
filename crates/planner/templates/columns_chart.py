shown = result.head(40)
fig, ax = plt.subplots(figsize=(8, 4.2))
ax.bar(shown[$group].astype(str), shown[$label])
ax.yaxis.set_major_formatter("{x:,.10g}")
ax.tick_params(axis="x", rotation=45 if len(shown) > 8 else 0)
ax.set(title=$title, xlabel=$group_text, ylabel=$label_text)
ax.spines[["top", "right"]].set_visible(False)
fig.tight_layout()
plt.show()

result
