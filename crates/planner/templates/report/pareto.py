# $title
ranked = df.groupby($by)[$value].$method().sort_values(ascending=False)
ranked = ranked[ranked > 0]
share = ranked / ranked.sum() * 100
running = share.cumsum()
# An item belongs to the class in which its stretch of the running total begins.
classes = pd.cut(running - share, [-1, 80, 95, 101], right=False, labels=["A", "B", "C"]).astype(str)
table = pd.DataFrame({$by_name: ranked.index.astype(str), $label: ranked.to_numpy(), "share %": share.round(2).to_numpy(), "running %": running.round(2).to_numpy(), $class: classes.to_numpy()})
parts = [f"{name}: {len(part):,} with {part.sum():.1f}%" for name, part in share.groupby(classes)]
findings.append("ABC by " + $by_text + " (80%, 95%, rest): " + ", ".join(parts) + ".")
ax = page($title, findings[-1], table, right=0.86)
colors = {"A": BLUE, "B": "#e0912f", "C": "0.7"}
ax.bar(range(len(ranked)), share, color=[colors[name] for name in classes])
ax.set(xlabel=$by_text + ", largest first", ylabel="share")
if len(ranked) <= 20:
    ax.set_xticks(range(len(ranked)), [textwrap.shorten(str(name), 14, placeholder="…") for name in ranked.index], rotation=45, ha="right")
    ax.set_xlabel("")
else:
    ax.xaxis.set_major_locator(plt.MaxNLocator(integer=True))
ax.yaxis.set_major_formatter("{x:,.10g}%")
line = ax.twinx()
line.plot(range(len(ranked)), running, color="black", marker="o" if len(ranked) < 40 else "", markersize=3)
line.axhline(80, color="black", linestyle=":", linewidth=0.8)
line.set(ylim=(0, 105), ylabel="running share")
line.yaxis.set_major_formatter("{x:,.10g}%")
line.spines["top"].set_visible(False)
