# figure
fig, ax = plt.subplots(figsize=(8, 4.2))
ax.$draw(result[$column].astype(str), result[$drawn])
ax.set_xticks(range(0, len(result), max(1, len(result) // 15)))
ax.tick_params(axis="x", rotation=45 if len(result) > 8 else 0)
ax.set(title=$title, xlabel=$groups, ylabel=$drawn)
