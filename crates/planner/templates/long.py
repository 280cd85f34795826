# The columns of periods become one column of dates and one of values.
periods = $periods
df.columns = df.columns.astype(str)
df = df.melt(id_vars=[name for name in df.columns if name not in periods], var_name="period", value_name="value")
df["period"] = df["period"].map(periods)
