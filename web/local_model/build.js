// Which build of the engine this browser can run. Knows neither the file nor the frame.

/**
 * @typedef {{ script: string, wasm: string, wasm32: string, glue32: string }} Addresses the
 *   worker's script, the 64-bit build, and the 32-bit build with its script
 */

/**
 * Whether the 64-bit build runs here. Firefox runs it without suspending WebAssembly, with the
 * whole file read first; WebKit does not. wllama decides in the same way.
 *
 * @param {string} agent the name that the browser states
 * @param {Pick<typeof WebAssembly, "Memory">} [wasm]
 */
export const runsLargeBuild = (agent, wasm = WebAssembly) =>
  hasLargeMemory(wasm) && ("Suspending" in wasm || agent.includes("Firefox/"));

/**
 * Whether there is memory with 64-bit addresses.
 *
 * @param {Pick<typeof WebAssembly, "Memory">} wasm
 */
function hasLargeMemory(wasm) {
  try {
    return (
      new wasm.Memory(/** @type {any} */ ({ address: "i64", initial: 1n })).buffer.byteLength > 0
    );
  } catch {
    return false;
  }
}
