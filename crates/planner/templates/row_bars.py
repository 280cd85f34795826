# figure
shown = result.head(20)
fig, ax = plt.subplots(figsize=(8, 0.4 * len(shown) + 1.6))
?row_name bars = ax.barh([f"{number}. {name}" for number, name in enumerate(shown[$row_name], 1)], shown[$value])
?!row_name bars = ax.barh([str(number) for number in range(1, len(shown) + 1)], shown[$value])
ax.bar_label(bars, fmt="{:,$digits}", padding=4)
ax.invert_yaxis()
ax.margins(x=0.15)
ax.set(title=$title, xlabel=$of)
