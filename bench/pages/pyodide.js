// Stock Pyodide in a worker, with nothing around it.

import { requester } from "./request-reply.js";

const send = requester(new Worker("/bench/pyodide-worker.js", { type: "module" }));
const run = (/** @type {string} */ code) => send({ code });
window.contender = { ready: run("1+1"), run };
