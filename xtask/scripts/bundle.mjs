// Bundles scripts and stylesheets with esbuild.
//
//   node bundle.mjs < { "minify": bool, "entries": [{ "from": path, "to": path,
//     "format": "iife" | "esm" | "css" }], "constants": { name: expression } }
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

// A file that its package exports under no name.
const DUCKDB = "@duckdb/duckdb-wasm/dist/duckdb-browser-blocking.mjs";

let input = "";
for await (const part of process.stdin) input += part;
/**
 * @type {{ minify: boolean, entries: { from: string, to: string, format: "iife" | "esm" | "css" }[],
 *   constants?: Record<string, string> }}
 */
const { minify, entries, constants = {} } = JSON.parse(input);

for (const { from, to, format } of entries) {
  await build({
    entryPoints: [from],
    outfile: to,
    bundle: true,
    define: constants,
    minify,
    // Stylesheets refer to icons by URL; Pyodide's scripts name Node modules, which they import
    // only under Node.
    external: ["/icons/*", "node:*", "ws"],
    alias: {
      [DUCKDB]: fileURLToPath(new URL(`../../node_modules/${DUCKDB}`, import.meta.url)),
    },
    // The kernel's classic scripts are strict like the modules that they are made of: an assignment
    // to a frozen object must throw.
    banner: /[\\/]web[\\/]kernel[\\/]/.test(from) ? { js: '"use strict";' } : {},
    // A classic script has no `import.meta.url`; code that reads it works without.
    logOverride: { "empty-import-meta": "silent" },
    legalComments: "inline",
    // Fonts and character maps that a script embeds, and Python that it has the kernel run.
    loader: { ".bcmap": "binary", ".pfb": "binary", ".py": "text" },
    // The oldest browsers that have what the page needs anyway, such as cross-origin isolation and
    // `:has()`.
    target: ["chrome109", "firefox115", "safari16.4"],
    ...(format === "css" ? {} : { format, platform: "browser" }),
  }).catch(() => process.exit(1)); // esbuild has printed what is wrong, and where
}
