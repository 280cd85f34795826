// Bundles scripts and stylesheets with esbuild.
//
//   node bundle.mjs < { "minify": bool, "entries": [{ "from": path, "to": path, "format": "iife" | "esm" | "css" }] }
import { build } from "esbuild";

let input = "";
for await (const part of process.stdin) input += part;
const { minify, entries } = JSON.parse(input);

for (const { from, to, format } of entries) {
  await build({
    entryPoints: [from],
    outfile: to,
    bundle: true,
    minify,
    // Styles name their own icons by address; Pyodide's scripts name modules of Node's, which they import nowhere else.
    external: ["/icons/*", "node:*", "ws"],
    // The kernel's classic scripts are as strict as the modules that they are made of: what is frozen there must not be assigned to in silence.
    banner: /[\\/]public[\\/]kernel[\\/]/.test(from) ? { js: '"use strict";' } : {},
    // A classic script has no address of its own; who asks for one does without.
    logOverride: { "empty-import-meta": "silent" },
    legalComments: "inline",
    // Fonts and tables that a script brings along.
    loader: { ".bcmap": "binary", ".pfb": "binary" },
    // The browsers that know everything the page needs anyway: module workers' cousins, cross-origin isolation, :has().
    target: ["chrome109", "firefox115", "safari16.4"],
    ...(format === "css" ? {} : { format, platform: "browser" }),
  }).catch(() => process.exit(1)); // esbuild has said what is wrong, and where
}
