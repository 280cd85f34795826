
record |= {"rows": rows, "matched": len(df), "total_rows": len(result), "notes": notes, "findings": findings}
record |= {"columns": list(result.columns.astype(str)), "cells": result.head(30).astype(object).to_numpy().tolist()}
print(pd.Series(record, dtype=object).to_json(date_format="iso", double_precision=15, force_ascii=False))
