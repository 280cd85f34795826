among = $values.$method($count).index
df = df[df[$by].isin(among)]
