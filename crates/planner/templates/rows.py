df$sort.head($limit)
