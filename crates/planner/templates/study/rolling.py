series = df.dropna(subset=[$date]).set_index($date)[$value].$resampled.$method()
rolled = series.rolling($window).mean()

fig, ax = plt.subplots(figsize=(9, 4.2))
ax.plot(series.index, series, color="0.75", label="each " + $grain)
ax.plot(rolled.index, rolled, label=$rolled_text)
$floor
ax.yaxis.set_major_formatter("{x:,.10g}")
ax.set(title=$title, xlabel=$grain, ylabel=$what)
ax.legend(frameon=False)
ax.grid(axis="y", alpha=0.3)
ax.spines[["top", "right"]].set_visible(False)
fig.autofmt_xdate()
fig.tight_layout()
plt.show()

smooth = pd.DataFrame({$label: series, "rolling average": rolled})
smooth.index = $names
known = smooth["rolling average"].dropna()
if known.empty:
    print(f"The data holds only {len(smooth):,} $grain_names, fewer than the window of {$window}.")
else:
    print($rolled_text + f": highest {known.max():,.2f} up to {known.idxmax()}, lowest {known.min():,.2f} up to {known.idxmin()}.")
    print(f"Latest: {known.iloc[-1]:,.2f} up to {known.index[-1]}; first: {known.iloc[0]:,.2f} up to {known.index[0]}")
    print("A $grain_name without rows counts as $empty.")

smooth.rename_axis($grain).reset_index()
