// Stock Pyodide in a worker, with nothing around it.

import { requester } from "/bench/request-reply.js";

const send = requester(new Worker("/bench/pyodide-worker.js", { type: "module" }));
const run = (code) => send({ code });
window.contender = { ready: run("1+1"), run };
