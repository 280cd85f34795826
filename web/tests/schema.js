// Validates data against the JSON Schemas that are made from the Rust types of `crates/kernel` and
// `crates/charts`.

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
 *   Chart: import("../generated/kernel").Chart,
 *   JudgedProbe: import("../generated/automation").JudgedProbe,
 *   Mounted: import("../generated/kernel").Mounted,
 *   OfflineStatus: import("../generated/automation").OfflineStatus,
 *   OfflineUpdate: import("../generated/automation").OfflineUpdate,
 *   Outcome: import("../generated/kernel").Outcome,
 *   PageEvent: import("../generated/automation").PageEvent,
 *   Preview: import("../generated/automation").Preview,
 *   Startup: import("../generated/automation").Startup,
 *   TableWindow: import("../generated/automation").TableWindow,
 *   Turn: import("../generated/automation").Turn,
 * }} Types
 */

/**
 * Returns the value if it is one of its type, charts within it included: every field is there, and
 * no other one.
 *
 * @template {keyof Types} Name
 * @param {Name} name
 * @param {unknown} value
 * @returns {Types[Name]}
 * @throws {assert.AssertionError} with the place of every wrong field
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
