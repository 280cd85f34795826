-- Adds an amount to several counters, or to none. KEYS: the counters. ARGV: the seconds until they are forgotten, then
-- the limit of each, then the amount for each. Returns 0, or the number of the first counter whose limit would be
-- exceeded, and what it holds.
local n = #KEYS
for i, key in ipairs(KEYS) do
  local spent = tonumber(redis.call('GET', key) or 0)
  if spent + tonumber(ARGV[1 + n + i]) > tonumber(ARGV[1 + i]) then
    return { i, spent }
  end
end
for i, key in ipairs(KEYS) do
  redis.call('INCRBY', key, ARGV[1 + n + i])
  redis.call('EXPIRE', key, ARGV[1])
end
return { 0, 0 }
