result["change %"] = (trend.pct_change() * 100).round(2).to_numpy()
yearly = findings if lines else []
findings = [$label_head + f": {trend.sum():,$digits} in {len(trend):,} $grain_names, highest in {values.idxmax()} with {trend.max():,$digits}, lowest in {values.idxmin()} with {trend.min():,$digits}."] + yearly
