plt.rcParams.update({"font.size": 9, "pdf.fonttype": 42, "text.parse_math": False})
A4 = (8.27, 11.69)
BLUE, GRAY = "#2563a6", "0.35"
cover = plt.figure(figsize=A4)
pages, sheets, found = [cover], {}, []


def say(value):
    """A cell as text."""
    if pd.isna(value):
        return "–"
    if isinstance(value, str):
        return textwrap.shorten(value, 40, placeholder="…")
    return f"{value:,}" if value == int(value) and not isinstance(value, float) else f"{value:,.2f}"


def page(title, findings, table, left=0.18):
    """A page with a heading, room for a figure and the head of its table, which also becomes a
    sheet.
    """
    fig = plt.figure(figsize=A4)
    fig.text(0.08, 0.935, title, size=18, weight="bold", color=BLUE)
    fig.text(0.08, 0.918, textwrap.fill(" ".join(findings), 110), size=9, va="top", color=GRAY, linespacing=1.3)
    ax = fig.add_axes((left, 0.57, 0.88 - left, 0.26))
    box = fig.add_axes((0.08, 0.06, 0.84, 0.42))
    box.axis("off")
    shown = table.head(24)
    first = 0.34 if table.shape[1] < 5 else 0.28
    widths = [first] + [(1 - first) / (table.shape[1] - 1)] * (table.shape[1] - 1)
    cells = [[say(value) for value in row] for row in shown.itertuples(index=False)]
    grid = box.table(cells, colLabels=[say(str(name)) for name in shown.columns], colWidths=widths, cellLoc="right", loc="upper center", edges="horizontal")
    grid.auto_set_font_size(False)
    grid.set_fontsize(8)
    grid.scale(1, 1.15)
    for (row, column), cell in grid.get_celld().items():
        cell.set_edgecolor("0.85")
        cell.set_text_props(weight="bold" if row == 0 else "normal", ha="left" if column == 0 else "right")
    if len(table) > len(shown):
        fig.text(0.08, 0.045, f"{len(table) - len(shown):,} more rows stand in the workbook.", size=8, color=GRAY)
    pages.append(fig)
    sheets[title] = table
    found.extend(findings)
    return fig, ax
