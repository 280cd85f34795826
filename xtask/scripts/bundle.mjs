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
    // Pyodide's files are handed over as bytes and imported from blobs, styles name their own icons by address.
    external: ["/icons/*"],
    legalComments: "inline",
    // Fonts and tables that a script brings along.
    loader: { ".bcmap": "binary", ".pfb": "binary" },
    // The browsers that know everything the page needs anyway: module workers' cousins, cross-origin isolation, :has().
    target: ["chrome109", "firefox115", "safari16.4"],
    ...(format === "css" ? {} : { format, platform: "browser" }),
  }).catch(() => process.exit(1)); // esbuild has said what is wrong, and where
}
