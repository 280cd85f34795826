// Which build of the engine this browser can run. Knows neither the file nor the frame.

/** The worker's script, the 64-bit build, and the 32-bit build with its script. */
export type Addresses = { script: string; wasm: string; wasm32: string; glue32: string };

/**
 * Whether the 64-bit build runs here. Firefox runs it without suspending WebAssembly, with the
 * whole file read first; WebKit does not. wllama decides in the same way.
 *
 * @param agent the name that the browser states
 */
export const runsLargeBuild = (
  agent: string,
  wasm: Pick<typeof WebAssembly, "Memory"> = WebAssembly,
) => hasLargeMemory(wasm) && ("Suspending" in wasm || agent.includes("Firefox/"));

/** Whether there is memory with 64-bit addresses. */
function hasLargeMemory(wasm: Pick<typeof WebAssembly, "Memory">) {
  try {
    return (
      new wasm.Memory({ address: "i64", initial: 1n } as unknown as WebAssembly.MemoryDescriptor)
        .buffer.byteLength > 0
    );
  } catch {
    return false;
  }
}
