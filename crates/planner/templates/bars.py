shown = result.head(20)
fig, ax = plt.subplots(figsize=(8, 0.4 * len(shown) + 1.6))
bars = ax.barh(shown[$group].astype(str), shown[$label])
ax.bar_label(bars, fmt="{:,$digits}", padding=4)
ax.invert_yaxis()
ax.margins(x=0.15)
ax.xaxis.set_major_formatter("{x:,.10g}")
ax.set(title=$title, xlabel=$label_text, ylabel=$group_text)
ax.spines[["top", "right"]].set_visible(False)
fig.tight_layout()
plt.show()

result
