// Calls of a model, loaded with the first of them: a request to the relay, and the pieces of its answer.

export { ask } from "./ask.js";
