// Starts what relays chat completions and is compared: Insitu, nginx and LiteLLM, each on one core
// and with its limits out of the way. Knows how each is configured, not what is measured.

import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { root, site } from "../../end2end/support/server.mjs";
import { atEnd } from "./cleanup.mjs";

/**
 * The key that clients send. Only LiteLLM looks at it, which does not start without one that is
 * hard to guess.
 */
export const KEY = `sk-${randomBytes(24).toString("hex")}`;

/** The version that is compared: the newest whose own dependencies were all on PyPI. */
const LITELLM = "1.106.12";

/** How long LiteLLM's start may take, in milliseconds; the others need a part of a second. */
const START = 120_000;

/**
 * A program that runs: `pid` and `stop`, and whatever it wrote to its standard error.
 *
 * @typedef {{ pid: number, child:
 *   import("node:child_process").ChildProcessByStdio<import("node:stream").Writable,
 *   import("node:stream").Readable, null>, stop: () => Promise<void>, log: string }} Program
 */

/**
 * What is compared: its name in the tables, and where it listens. `restart` starts it again.
 *
 * @typedef {{ name: string, label: string, address: string, path: string, program: Program | null,
 *   restart: () => Promise<void> }} Gateway
 */

const folder = path.join(root, "target/bench/relay");
mkdirSync(folder, { recursive: true });

/**
 * Starts a program on one core. Its standard error goes to a file.
 *
 * @param {string} name
 * @param {number} core
 * @param {string[]} command
 * @param {Record<string, string>} [env]
 * @returns {Program}
 */
export function startProgram(name, core, command, env = {}) {
  const log = path.join(folder, `${name}.log`);
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(INSITU_|LITELLM_)/.test(name)),
  );
  const shell = [
    "-c",
    'exec 2>"$0"; ulimit -n "$(ulimit -H -n)"; exec taskset -c "$1" "${@:2}"',
    log,
    String(core),
    ...command,
  ];
  const child = spawn("bash", shell, {
    cwd: folder,
    env: { ...inherited, ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const stop = atEnd(async () => {
    child.kill("SIGTERM");
    const patience = setTimeout(() => child.kill("SIGKILL"), 3_000);
    await ended;
    clearTimeout(patience);
  });
  return { pid: /** @type {number} */ (child.pid), child, stop, log };
}

/** Returns a port of 127.0.0.1 that is free. */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  await once(server, "close");
  return port;
}

/**
 * Resolves when something listens at the port.
 *
 * @param {Program} program
 * @param {number} port
 */
export async function listening({ child, log }, port) {
  for (const until = Date.now() + START; Date.now() < until; await sleep(50)) {
    if (child.exitCode !== null)
      throw new Error(`it ended: ${readFileSync(log, "utf8").slice(-2000)}`);
    const socket = connect(port, "127.0.0.1");
    const open = await Promise.race([
      once(socket, "connect").then(() => true),
      once(socket, "error").then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (open) return;
  }
  throw new Error(`nothing listens at port ${port}: ${readFileSync(log, "utf8").slice(-2000)}`);
}

/**
 * By name: the label in the tables, the path of requests, and the start. Each is handed its port,
 * the upstream's and its core.
 *
 * @type {Record<string, { label: string, path: string, start: (port: number, upstream: number,
 *   core: number) => Program }>}
 */
const GATEWAYS = {
  nginx: { label: "nginx", path: "/v1/chat/completions", start: startNginx },
  insitu: { label: "Insitu", path: "/v1/chat/completions", start: startInsitu },
  litellm: { label: "LiteLLM", path: "/v1/chat/completions", start: startLitellm },
};

/**
 * Starts those of these names; `direct` stands for the upstream itself.
 *
 * @param {string[]} names
 * @param {number} upstream
 * @param {number} core
 */
export async function startGateways(names, upstream, core) {
  const unknown = names.filter((name) => name !== "direct" && !(name in GATEWAYS));
  if (unknown.length > 0)
    throw new Error(
      `no ${unknown.join(", ")}; there are direct, ${Object.keys(GATEWAYS).join(", ")}`,
    );
  /** @type {Gateway[]} */
  const gateways = [];
  for (const name of names) {
    if (name === "direct") {
      gateways.push({
        name,
        label: "direct",
        address: `127.0.0.1:${upstream}`,
        path: "/v1/chat/completions",
        program: null,
        restart: async () => {},
      });
      continue;
    }
    const { label, path, start } = GATEWAYS[name];
    const port = await freePort();
    const gateway = {
      name,
      label,
      address: `127.0.0.1:${port}`,
      path,
      /** @type {Program | null} */
      program: null,
      async restart() {
        await gateway.program?.stop();
        gateway.program = start(port, upstream, core);
        await listening(gateway.program, port);
      },
    };
    await gateway.restart();
    gateways.push(gateway);
  }
  return gateways;
}

/** @type {(port: number, upstream: number, core: number) => Program} */
function startInsitu(port, upstream, core) {
  const binary = path.resolve(root, process.env.INSITU_BINARY ?? "target/release/insitu");
  const config = path.join(folder, "insitu.toml");
  writeFileSync(
    config,
    `
[server]
address = "127.0.0.1:${port}"
site = "${site}"

# Far from what is asked of it, so that it relays all.
[limits]
concurrent = 100000
queue = 100000
client_requests_per_minute = 0
requests_per_minute = 0

[upstream]
idle_seconds = 3600

[discovery]
local = false

[[provider]]
id = "upstream"
kind = "chat-completions"
base_url = "http://127.0.0.1:${upstream}/v1"
key = { env = "BENCH_KEY" }

[[model]]
id = "bench"
provider = "upstream"
default = true
`,
  );
  return startProgram("insitu", core, [binary, "serve"], { INSITU_CONFIG: config, BENCH_KEY: KEY });
}

/** @type {(port: number, upstream: number, core: number) => Program} */
function startNginx(port, upstream, core) {
  const config = path.join(folder, "nginx.conf");
  writeFileSync(
    config,
    `
daemon off;
pid ${folder}/nginx.pid;
error_log stderr warn;
worker_processes 1;
worker_rlimit_nofile 20000;
events { worker_connections 40000; }
http {
  access_log off;
  keepalive_requests 1000000000;
  keepalive_timeout 1h;
  client_body_temp_path ${folder}/nginx-body;
  client_body_buffer_size 64k;
  proxy_temp_path ${folder}/nginx-proxy;
  fastcgi_temp_path ${folder}/nginx-fastcgi;
  uwsgi_temp_path ${folder}/nginx-uwsgi;
  scgi_temp_path ${folder}/nginx-scgi;
  upstream provider {
    server 127.0.0.1:${upstream};
    keepalive 4096;
    keepalive_requests 1000000000;
    keepalive_timeout 1h;
  }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location / {
      proxy_pass http://provider;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_buffering off;
      proxy_read_timeout 1h;
      proxy_send_timeout 1h;
    }
  }
}
`,
  );
  return startProgram("nginx", core, ["/usr/sbin/nginx", "-p", folder, "-c", config]);
}

/** @type {(port: number, upstream: number, core: number) => Program} */
function startLitellm(port, upstream, core) {
  const binary = path.join(root, "target/litellm/bin/litellm");
  if (!existsSync(binary)) {
    throw new Error(
      `LiteLLM is not installed: python3 -m venv target/litellm && target/litellm/bin/pip install 'litellm[proxy]==${LITELLM}'`,
    );
  }
  const config = path.join(folder, "litellm.yaml");
  writeFileSync(
    config,
    `
model_list:
  - model_name: bench
    litellm_params:
      model: openai/bench
      api_base: http://127.0.0.1:${upstream}/v1
      api_key: ${KEY}
general_settings:
  master_key: ${KEY}
litellm_settings:
  request_timeout: 3600
  telemetry: false
  num_retries: 0
`,
  );
  // As its documentation advises for production: one worker a core, nothing logged but errors, no
  // limit of connections.
  return startProgram(
    "litellm",
    core,
    [
      binary,
      "--config",
      config,
      "--host",
      "127.0.0.1",
      "--port",
      String(port),
      "--num_workers",
      "1",
    ],
    {
      LITELLM_LOG: "ERROR",
      LITELLM_MODE: "PRODUCTION",
      LITELLM_LOCAL_MODEL_COST_MAP: "True",
      AIOHTTP_CONNECTOR_LIMIT: "100000",
      AIOHTTP_CONNECTOR_LIMIT_PER_HOST: "100000",
      NO_PROXY: "127.0.0.1",
    },
  );
}
