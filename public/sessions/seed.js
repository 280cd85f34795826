// When the random numbers of a session are seeded: before the first code that uses some and sets no seed itself. Knows neither the interpreter nor how the seed
// is set.

/** What code mentions that uses random numbers, of a library or of its own. */
const RANDOM = /\b(?:random|sample|shuffle|rvs|bootstrap|permutation|sklearn)\b/;

/** What code mentions that sets a seed. */
const SEED = /\bseed\s*\(/;

/** The variable that has the seed, as `seed.py` sets it. */
export const VARIABLE = "_session_seed";

/** Returns whether code sets a seed of its own. @param {string} code */
export const setsSeed = (code) => SEED.test(code) && !code.includes(VARIABLE);

/** Returns whether code uses random numbers and sets no seed. @param {string} code */
export const needsSeed = (code) => RANDOM.test(code) && !SEED.test(code);

/**
 * Returns the code that sets a seed.
 *
 * @param {string} source that of `seed.py`
 * @param {number} seed
 */
export const seeding = (source, seed) => source.replace(`${VARIABLE} = 0`, `${VARIABLE} = ${seed}`);

/** Returns the seed that a session's records have, the first one; undefined where there is none. @param {string} log */
export function seedOf(log) {
  const found = new RegExp(`${VARIABLE} = (\\d+)`).exec(log);
  return found ? Number(found[1]) : undefined;
}
