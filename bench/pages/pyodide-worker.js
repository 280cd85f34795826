// Runs code in stock Pyodide; loads the packages at the first import of one.

// @ts-expect-error It has this address on the benchmark's server only.
import { loadPyodide } from "/pyodide/pyodide.mjs";

/** @type {Promise<import("pyodide").PyodideInterface>} */
const starting = loadPyodide({ indexURL: "/pyodide/" });
/** @type {Promise<unknown> | null} */
let packages = null;

self.onmessage = async ({ data: { id, code } }) => {
  try {
    const pyodide = await starting;
    if (code.includes("import "))
      await (packages ??= pyodide.loadPackage(["numpy", "pandas", "matplotlib"], {
        messageCallback() {},
      }));
    const result = await pyodide.runPythonAsync(code);
    const text = String(result);
    result?.destroy?.();
    self.postMessage({ id, result: text });
  } catch (error) {
    self.postMessage({ id, stderr: String(error) });
  }
};
