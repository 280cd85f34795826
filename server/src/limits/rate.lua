-- Counts a request in several rates, or in none. KEYS: the rates. ARGV: requests a minute of each.
-- Each key holds when its rate is unused again, in microseconds. Returns 0, or the number of the first rate that is
-- exceeded, and the microseconds until it is not.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local unused = {}
for i, key in ipairs(KEYS) do
  local before = tonumber(redis.call('GET', key) or now)
  unused[i] = math.max(before, now) + 60000000 / tonumber(ARGV[i])
  -- Half a microsecond for what the sums of fractions are off by.
  local wait = unused[i] - now - 60000000
  if wait > 0.5 then
    return { i, math.ceil(wait) }
  end
end
for i, key in ipairs(KEYS) do
  redis.call('SET', key, string.format('%.3f', unused[i]), 'PX', math.ceil((unused[i] - now) / 1000))
end
return { 0, 0 }
