sides = {$label: df$total, $second: df$second_total}
result = pd.DataFrame({"measure": list(sides), "value": list(sides.values())})
record = {"sides": [list(side) for side in sides.items()]}
# figure
fig, ax = plt.subplots(figsize=(8, 2.8))
bars = ax.barh(list(sides), list(sides.values()))
ax.bar_label(bars, fmt="{:,$digits}", padding=4)
ax.invert_yaxis()
ax.margins(x=0.15)
ax.set(title=$title)
