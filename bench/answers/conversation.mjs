// Talks to a process in JSON, one line a message: one reply to each request. A process that ended
// or was stopped is started again by the next request.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** A process that replies to requests. */
export class Conversation {
  /**
   * @type {{ process: import("node:child_process").ChildProcess, lines: AsyncIterator<string> } |
   *   null}
   */
  #running = null;

  /**
   * @param {string} command
   * @param {string[]} parameters
   */
  constructor(command, parameters) {
    this.command = command;
    this.parameters = parameters;
  }

  /**
   * Sends a request and returns the reply.
   *
   * @param {unknown} request
   * @param {number} limit in milliseconds
   * @returns {Promise<any>}
   */
  async ask(request, limit) {
    this.#running ??= this.#start();
    const { process, lines } = this.#running;
    process.stdin?.write(`${JSON.stringify(request)}\n`);
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(
        () => reject(new Error(`no reply from ${this.command} within ${limit / 1000} s`)),
        limit,
      );
    });
    try {
      const { value, done } = /** @type {IteratorResult<string>} */ (
        await Promise.race([lines.next(), late])
      );
      if (!done) return JSON.parse(value);
    } catch (error) {
      await this.stop();
      throw error;
    } finally {
      clearTimeout(timer);
    }
    await this.stop();
    throw new Error(`${this.command} ended without a reply`);
  }

  /** Ends the process, and what it started, if it runs. */
  async stop() {
    const process = this.#running?.process;
    this.#running = null;
    if (!process?.pid || process.exitCode !== null || process.signalCode !== null) return;
    const ended = once(process, "exit");
    end(process.pid);
    await ended;
  }

  #start() {
    // A group of its own, so that what a shell starts ends with it.
    const process = spawn(this.command, this.parameters, {
      stdio: ["pipe", "pipe", "inherit"],
      detached: true,
    });
    // A process that has ended takes no more requests; the missing reply says so.
    process.stdin.on("error", () => {});
    return { process, lines: createInterface({ input: process.stdout })[Symbol.asyncIterator]() };
  }
}

/**
 * Ends a group of processes, which may have ended by itself.
 *
 * @param {number} leader
 */
function end(leader) {
  try {
    process.kill(-leader, "SIGKILL");
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ESRCH") throw error;
  }
}
