# figure
shown = result.dropna()
fig, ax = plt.subplots(figsize=(9, 4.2))
ax.bar(shown.iloc[:, 0], shown["change %"], color=["tab:green" if rise >= 0 else "tab:red" for rise in shown["change %"]])
ax.axhline(0, color="black", linewidth=0.8)
ax.set_xticks(range(0, len(shown), max(1, len(shown) // 12)))
ax.tick_params(axis="x", rotation=45)
ax.yaxis.set_major_formatter("{x:+,.0f}%")
ax.set(title=$title, xlabel=shown.columns[0], ylabel="change")
