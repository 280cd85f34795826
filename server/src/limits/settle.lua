-- Changes several counters. KEYS: the counters. ARGV: the seconds until they are forgotten, then the change of each.
for i, key in ipairs(KEYS) do
  -- Below zero if the counters were lost since the reservation.
  if redis.call('INCRBY', key, ARGV[1 + i]) < 0 then
    redis.call('SET', key, 0)
  end
  redis.call('EXPIRE', key, ARGV[1])
end
return 0
