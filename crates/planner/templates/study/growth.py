name = $label
series = df.dropna(subset=[$date]).set_index($date)[$value].$resampled.$method()
series.index = $names
growth = pd.DataFrame({name: series, "before": series.shift($lag)})
growth["change"] = growth[name] - growth["before"]
growth["change %"] = (growth["change"] / growth["before"].where(growth["before"] != 0) * 100).round(2)
known = growth.dropna()

fig, ax = plt.subplots(figsize=(9, 4.2))
ax.bar(known.index, known["change %"], color=["tab:green" if rise >= 0 else "tab:red" for rise in known["change %"]])
ax.axhline(0, color="black", linewidth=0.8)
ax.set_xticks(range(0, len(known), max(1, len(known) // 12)))
ax.tick_params(axis="x", rotation=45)
ax.yaxis.set_major_formatter("{x:+,.0f}%")
ax.set(title=$title, xlabel=$grain, ylabel=$against)
ax.spines[["top", "right"]].set_visible(False)
fig.tight_layout()
plt.show()

if known.empty:
    print("There are too few periods to compare one with another.")
else:
    last, best, worst = known.iloc[-1], known["change %"].idxmax(), known["change %"].idxmin()
$whole
    print(f"In {known.index[-1]} it is {last[name]:,$digits} against {last['before']:,$digits} ({last['change %']:+.1f}%),", $against)
    print(f"Strongest: {known.at[best, 'change %']:+.1f}% in {best}; weakest: {known.at[worst, 'change %']:+.1f}% in {worst}")
    print(f"It grew in {(known['change'] > 0).sum()} of {len(known)} $grain_names that can be compared.")
$partial

growth.rename_axis($grain).reset_index()
