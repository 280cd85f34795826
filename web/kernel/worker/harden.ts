// Makes the objects that all scripts of the worker share immutable: JavaScript's own prototypes and
// the browser's. Python reaches them through any JavaScript object (`object.constructor`), and a
// replaced one would take effect in the kernel's own code: a `toJSON` for every object, a
// `postMessage` that receives its port. Part of the second lock, like `seal.ts`.

// Objects often get properties with the names of these prototypes' properties by assignment, which
// a frozen prototype would forbid; so these become accessors whose setter defines an own property
// on the object.
const OVERRIDDEN = ["Object", "Error", "Function"] as const;

/**
 * Freezes the intrinsics of a scope. Must be called after the libraries that change them have been
 * loaded, and before any code of the user or of a model runs.
 *
 * @param scope the global object
 */
export function harden(scope: typeof globalThis) {
  const seen = new Set();
  for (const name of OVERRIDDEN) allowOverriding(scope[name].prototype);
  for (const root of roots(scope)) freeze(root, seen, scope.Error);
}

function roots(scope: typeof globalThis) {
  const parent = (object: object) => Object.getPrototypeOf(object);
  const globals = Object.getOwnPropertyNames(scope)
    .map((name) => (Object.getOwnPropertyDescriptor(scope, name) as PropertyDescriptor).value)
    .filter((value) => typeof value === "function" || isNamespace(value));
  // Intrinsics without a global name.
  const iterators = ["", [], new Map(), new Set()].map((list) => parent(list[Symbol.iterator]()));
  const functions = [function* () {}, async function () {}, async function* () {}].map(parent);
  const others = [parent("".matchAll(/x/g)), parent(parent(iterators[0])), parent(Int8Array)];
  return [...globals, ...iterators, ...functions, ...others];
}

// `JSON`, `Atomics`, `Reflect` and their like.
function isNamespace(value: unknown) {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Symbol.toStringTag in value
  );
}

function allowOverriding(prototype: object) {
  for (const key of Reflect.ownKeys(prototype)) {
    const { value, writable, configurable, enumerable } = Object.getOwnPropertyDescriptor(
      prototype,
      key,
    ) as PropertyDescriptor;
    if (!writable || !configurable) continue;
    Object.defineProperty(prototype, key, {
      get: () => value,
      set(own) {
        if (this === prototype)
          throw new TypeError(`Nothing may change the ${String(key)} of every object.`);
        Object.defineProperty(this, key, {
          value: own,
          writable: true,
          configurable: true,
          enumerable: true,
        });
      },
      enumerable,
      configurable: false,
    });
  }
}

// Freezes the object, its prototype and the functions on both; other values of properties are left
// alone.
function freeze(object: unknown, seen: Set<unknown>, Error: ErrorConstructor) {
  if (
    (typeof object !== "object" && typeof object !== "function") ||
    object === null ||
    seen.has(object)
  )
    return;
  seen.add(object);
  for (const key of Reflect.ownKeys(object)) {
    const { value, get, set } = Object.getOwnPropertyDescriptor(object, key) as PropertyDescriptor;
    for (const part of [value, get, set]) {
      if (typeof part === "function" || key === "prototype") freeze(part, seen, Error);
    }
  }
  if (object === Error) {
    // Pyodide sets `stackTraceLimit`, which not every browser has; the hook beside it would expose
    // the functions on the stack.
    if (!Object.hasOwn(Error, "stackTraceLimit")) Error.stackTraceLimit = 10;
    Object.defineProperty(Error, "prepareStackTrace", {
      value: undefined,
      writable: false,
      configurable: false,
    });
    Object.preventExtensions(Error);
  } else {
    Object.freeze(object);
  }
}
