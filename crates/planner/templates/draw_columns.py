shown = result
fig, ax = plt.subplots(figsize=(8, 4.2))
ax.$draw(shown[$group].astype(str), shown[$label])
ax.yaxis.set_major_formatter("{x:,.10g}")
ax.set_xticks(range(0, len(shown), max(1, len(shown) // 15)))
ax.tick_params(axis="x", rotation=45 if len(shown) > 8 else 0)
ax.set(title=$title, xlabel=$group_text, ylabel=$label_text)
