// Requests to an endpoint that the page asks by itself, and their key; loaded when one is connected
// or is about to be. `frontend/src/endpoint.rs` decides what is asked. Nothing that this module
// exports returns the key.

export { forgetKey, hasKey, sealKey, takeKey, unsealKey } from "./key.ts";
export { send } from "./transport.ts";
