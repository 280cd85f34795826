findings, assumed = found, $assumed + notes
cover.text(0.08, 0.91, textwrap.fill($headline, 40), size=26, weight="bold", color=BLUE)
cover.text(0.08, 0.865, $source + f"  ·  {len(df):,} rows", size=11, color=GRAY)
height = 0.80
for heading, lines in (("Findings", findings), ("What was cleaned", cleaning), ("What was assumed", assumed)):
    if lines:
        cover.text(0.08, height, heading, size=14, weight="bold")
        height -= 0.03
    for line in lines:
        wrapped = textwrap.wrap(line, 86) or [""]
        cover.text(0.08, height, "•", size=10.5, va="top")
        cover.text(0.10, height, "\n".join(wrapped), size=10.5, va="top", linespacing=1.4)
        height -= 0.021 * len(wrapped) + 0.008
    height -= 0.03 if lines else 0
for number, fig in enumerate(pages, 1):
    fig.text(0.92, 0.03, f"{number} / {len(pages)}", ha="right", size=8, color=GRAY)
    for axes in fig.axes:
        axes.spines[["top", "right"]].set_visible(False)
        for axis in (axes.xaxis, axes.yaxis):
            if type(axis.get_major_formatter()) is plt.ScalarFormatter:
                axis.set_major_formatter("{x:,.10g}")
?pdf with PdfPages($pdf) as document:
?pdf     for fig in pages:
?pdf         document.savefig(fig)
charted = set(sheets)
sheets = {"Summary": pd.DataFrame({"finding": findings + cleaning + assumed})} | sheets
?date months = df[$date].dt.to_period("M")
?date for month in sorted(months.dropna().unique())[:120]:
?date     sheets[str(month)] = df[months == month]
with pd.ExcelWriter($workbook, engine="openpyxl") as book:
    for title, table in sheets.items():
        name = re.sub(r"[\[\]:*?/\\]", " ", title)[:31]
        table.to_excel(book, sheet_name=name, index=False)
        sheet = book.sheets[name]
        sheet.freeze_panes = "A2"
        for column in sheet.columns:
            column[0].font = Font(bold=True)
            widest = max(len(str(cell.value or "")) for cell in column[:200])
            sheet.column_dimensions[get_column_letter(column[0].column)].width = min(max(widest + 2, 10), 100)
            for cell in column[1:]:
                # A text that begins with an equals sign stays a text.
                if cell.data_type == "f":
                    cell.data_type = "s"
                elif isinstance(cell.value, float):
                    cell.number_format = "#,##0.00"
                elif isinstance(cell.value, int) and cell.column > 1 and title in charted:
                    cell.number_format = "#,##0"
        if title in charted and sheet.max_row > 2:
            drawn, last = BarChart(), min(sheet.max_row, 61)
            drawn.title, drawn.legend, drawn.width, drawn.height = name, None, 20, 10
            drawn.add_data(Reference(sheet, min_col=2, min_row=1, max_row=last), titles_from_data=True)
            drawn.set_categories(Reference(sheet, min_col=1, min_row=2, max_row=last))
            drawn.x_axis.delete = drawn.y_axis.delete = False
            sheet.add_chart(drawn, get_column_letter(sheet.max_column + 2) + "2")
result = next(table for name, table in sheets.items() if name != "Summary")
record = {"files": $files, "pages": len(pages), "sheets": len(sheets)}
notes.extend(cleaning)
