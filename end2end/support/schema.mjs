// Validates data against the JSON Schemas that are made from the Rust types of `crates/kernel` and
// `crates/charts`. Not TypeScript: each file of browser tests is a process of its own, in which the
// loader of TypeScript takes half as much time as everything else that it imports.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { Ajv2020 } from "ajv/dist/2020.js";

const schemas = new Ajv2020({
  allErrors: true,
  discriminator: true,
  strictTypes: false,
  validateFormats: false,
});
for (const name of ["charts", "kernel"]) {
  const path = `crates/${name}/schema.json`;
  schemas.addSchema(
    JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")),
    `/${path}`,
  );
}

/**
 * The types that have a schema.
 *
 * @typedef {{
 *   Chart: import("../../web/generated/kernel").Chart,
 *   JudgedProbe: import("../../web/generated/automation").JudgedProbe,
 *   Mounted: import("../../web/generated/kernel").Mounted,
 *   OfflineStatus: import("../../web/generated/automation").OfflineStatus,
 *   OfflineUpdate: import("../../web/generated/automation").OfflineUpdate,
 *   Outcome: import("../../web/generated/kernel").Outcome,
 *   PageEvent: import("../../web/generated/automation").PageEvent,
 *   Preview: import("../../web/generated/automation").Preview,
 *   Startup: import("../../web/generated/automation").Startup,
 *   TableWindow: import("../../web/generated/automation").TableWindow,
 *   Turn: import("../../web/generated/automation").Turn,
 * }} Types
 */

/**
 * Returns the value if it is one of its type, charts within it included: every field is there, and
 * no other one. Otherwise throws an `AssertionError` with the place of every wrong field.
 *
 * @template {keyof Types} Name
 * @param {Name} name
 * @param {unknown} value
 * @returns {Types[Name]}
 */
export function valid(name, value) {
  const validate = schemas.getSchema(
    name === "Chart" ? "/crates/charts/schema.json" : `/crates/kernel/schema.json#/$defs/${name}`,
  );
  assert.ok(validate, `there is no schema of ${name}`);
  if (!validate(value))
    assert.fail(`this is not a ${name}: ${schemas.errorsText(validate.errors, { dataVar: name })}`);
  return /** @type {Types[Name]} */ (value);
}
