# figure
shown = result.set_index($column)[$label].sort_values(ascending=False)
if len(shown) > 7:
    shown = pd.concat([shown.head(6), pd.Series({"all others": shown.iloc[6:].sum()})])
fig, ax = plt.subplots(figsize=(6, 5))
ax.pie(shown, labels=shown.index.astype(str), autopct="%1.1f%%", startangle=90, counterclock=False)
ax.set_title($title)
