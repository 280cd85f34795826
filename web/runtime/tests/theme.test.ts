import assert from "node:assert/strict";
import { test } from "node:test";
import { applyTheme } from "../theme.ts";

const applied = (getItem: () => string | null) => {
  const root = { dataset: {} as DOMStringMap };
  applyTheme(root, () => ({ getItem }));
  return root.dataset.theme;
};

test("the stored colour scheme is applied, and nothing else that is stored", () => {
  assert.equal(
    applied(() => "dark"),
    "dark",
  );
  assert.equal(
    applied(() => "light"),
    "light",
  );
  assert.equal(
    applied(() => "purple"),
    undefined,
  );
  assert.equal(
    applied(() => null),
    undefined,
  );
});

test("the page starts where the browser refuses the storage", () => {
  const refuse = () => {
    throw new Error("SecurityError");
  };
  assert.equal(applied(refuse), undefined);
  assert.doesNotThrow(() => applyTheme({ dataset: {} }, refuse));
});
