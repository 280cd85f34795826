// Validates data against the JSON Schemas that are made from the Rust types of `crates/kernel` and
// `crates/charts`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { Ajv2020 } from "ajv/dist/2020.js";
import type {
  JudgedProbe,
  OfflineStatus,
  OfflineUpdate,
  PageEvent,
  Preview,
  Startup,
  TableWindow,
  Turn,
} from "../generated/automation.ts";
import type { Chart, Mounted, Outcome } from "../generated/kernel.ts";

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

/** The types that have a schema. */
export type Types = {
  Chart: Chart;
  JudgedProbe: JudgedProbe;
  Mounted: Mounted;
  OfflineStatus: OfflineStatus;
  OfflineUpdate: OfflineUpdate;
  Outcome: Outcome;
  PageEvent: PageEvent;
  Preview: Preview;
  Startup: Startup;
  TableWindow: TableWindow;
  Turn: Turn;
};

/**
 * Returns the value if it is one of its type, charts within it included: every field is there, and
 * no other one.
 *
 * @throws {assert.AssertionError} with the place of every wrong field
 */
export function valid<Name extends keyof Types>(name: Name, value: unknown): Types[Name] {
  const validate = schemas.getSchema(
    name === "Chart" ? "/crates/charts/schema.json" : `/crates/kernel/schema.json#/$defs/${name}`,
  );
  assert.ok(validate, `there is no schema of ${name}`);
  if (!validate(value))
    assert.fail(`this is not a ${name}: ${schemas.errorsText(validate.errors, { dataVar: name })}`);
  return value as Types[Name];
}
