// The description of a chart in words, which the lazy module writes. Knows nothing of charts.

/**
 * Returns the description, with one or a few sentences per entry. Rejects if the module could not be loaded.
 *
 * @param {import("../types/kernel").Chart} chart
 * @returns {Promise<string[]>}
 */
export async function describe(chart) {
  const module = await globalThis.insituLazyModule;
  return JSON.parse(module.describe(JSON.stringify(chart)));
}
