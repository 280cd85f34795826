// `<insitu-analyst>`: Insitu within the page of another site, in a frame of its own origin. That
// page hands in files and questions, and receives complete turns; it reaches nothing else. This
// script runs in that page and knows only the messages of `protocol.ts`.

import { VERSION } from "./protocol.ts";
import type { Turn } from "../generated/automation.ts";
import type { Mounted } from "../generated/kernel.ts";
import type { Message } from "./protocol.ts";

/**
 * The interval between greetings, in milliseconds: the frame may load again, and its program takes
 * a while to load.
 */
const GREETING_MS = 250;
/** How long the frame may take to load, and then to answer, in milliseconds. */
const LOADING_MS = 60_000;
const ANSWER_MS = 15_000;
/**
 * What the frame may do. With its own origin it has its own storage; it cannot open windows or
 * leave for another address by itself.
 */
const SANDBOX = "allow-scripts allow-same-origin allow-downloads allow-modals";

type Waiting = { resolve: (value: any) => void; reject: (error: Error) => void };

/**
 * The element. Its `src` is the address of an Insitu, by default the folder that has this script.
 */
export class InsituAnalyst extends HTMLElement {
  static observedAttributes = ["src", "title"];

  #frame = document.createElement("iframe");
  #port: MessagePort | undefined;
  /** The files handed in so far, which a frame that loads again gets again. */
  #files: File[] = [];
  /** Calls by id, without those that wait for the port. */
  #calls = new Map<number, Waiting>();
  #next = 1;
  /** Turns that questions of this page's wait for, by question. */
  #turns = new Map<string, Turn>();
  #greeting: ReturnType<typeof setInterval> | undefined;
  /** Whether the frame has an address, and greetings have begun. */
  #begun = false;
  #connected: Promise<MessagePort> = Promise.resolve(null as never);
  #connecting: Waiting = { resolve: () => {}, reject: () => {} };

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    const style = new CSSStyleSheet();
    style.replaceSync(
      ":host { display: block; block-size: 40rem; } :host([hidden]) { display: none; } iframe { display: block; inline-size: 100%; block-size: 100%; border: 0; }",
    );
    root.adoptedStyleSheets = [style];
    this.#frame.setAttribute("sandbox", SANDBOX);
    this.#frame.allow = "cross-origin-isolated; clipboard-write";
    this.#frame.referrerPolicy = "no-referrer";
    // Each page in the frame is greeted: it may load again by itself. One that the browser refuses
    // to show loads too, as an empty one.
    this.#frame.addEventListener("load", () => this.#begun && this.#greet(ANSWER_MS));
    root.append(this.#frame);
    this.#expect();
  }

  connectedCallback() {
    addEventListener("message", this.#receive);
    this.#load();
  }

  disconnectedCallback() {
    removeEventListener("message", this.#receive);
    this.#lose("The element was removed from the page.");
    clearInterval(this.#greeting);
    this.#begun = false;
  }

  attributeChangedCallback(name: string, old: string | null, value: string | null) {
    if (old === value) return;
    if (name === "title") this.#frame.title = this.title || "Insitu";
    else if (this.isConnected) this.#load();
  }

  /** Resolves when Python can run; rejects with a sentence if the frame cannot be used. */
  get ready(): Promise<void> {
    return this.#call({ call: "ready" });
  }

  /** Hands in a file, and resolves with its name and size under `/data`. */
  async addFile(file: File): Promise<Mounted> {
    if (!(file instanceof File)) throw new TypeError("addFile wants a File.");
    const mounted = await this.#call<Mounted>({ call: "addFile", file });
    this.#files.push(file);
    return mounted;
  }

  /** Asks the model that the user chose in the frame, and resolves when the turn is complete. */
  async ask(question: string): Promise<Turn> {
    if (typeof question !== "string" || !question.trim())
      throw new TypeError("ask wants a question as a string.");
    await this.#call({ call: "ask", question });
    const turn = this.#turns.get(question);
    this.#turns.delete(question);
    return turn as Turn;
  }

  /** Does what the frame's Stop button does. */
  interrupt(): Promise<void> {
    return this.#call({ call: "interrupt" });
  }

  /**
   * Resolves when everything that happened in the frame is stored; rejects with a sentence if it
   * cannot be.
   */
  settled(): Promise<void> {
    return this.#call({ call: "settled" });
  }

  /** Resolves when nothing is under way either: then closing the tab loses nothing. */
  idle(): Promise<void> {
    return this.#call({ call: "idle" });
  }

  /** The address of the frame's page. */
  get #address() {
    return new URL(
      this.getAttribute("src") ?? "./",
      this.hasAttribute("src") ? document.baseURI : import.meta.url,
    );
  }

  /** Begins a connection that calls wait for. */
  #expect() {
    this.#connected = new Promise((resolve, reject) => {
      this.#connecting = { resolve, reject };
    });
    // If nothing waits for it, its failure is an event.
    this.#connected.catch((error) =>
      this.dispatchEvent(new CustomEvent("insitu-error", { detail: String(error.message) })),
    );
  }

  #load() {
    this.#frame.title = this.title || "Insitu";
    // What was asked before the element was in a page waits for its first frame.
    if (this.#begun) this.#lose("The frame's page is loaded again.");
    this.#begun = true;
    const { href } = this.#address;
    if (this.#frame.src !== href) this.#frame.src = href;
    this.#greet(LOADING_MS);
  }

  /**
   * Greets the frame until it answers, which each page in it does once. One that has answered
   * before it was completely loaded is greeted in vain.
   *
   * @param most in milliseconds
   */
  #greet(most: number) {
    clearInterval(this.#greeting);
    const limit = performance.now() + most;
    const { origin } = this.#address;
    this.#greeting = setInterval(() => {
      if (performance.now() > limit) {
        clearInterval(this.#greeting);
        if (this.#port) return;
        const message = `${origin} did not answer. It is not reached, or does not list ${location.origin} in \`embed_in\`.`;
        return this.#connecting.reject(new Error(message));
      }
      // While another page is in the frame, the browser drops it.
      this.#frame.contentWindow?.postMessage({ insitu: "embed", version: VERSION }, origin);
    }, GREETING_MS);
  }

  /** Ends what waits for the frame. */
  #lose(why: string) {
    this.#port?.close();
    this.#port = undefined;
    for (const { reject } of this.#calls.values()) reject(new Error(why));
    this.#calls.clear();
    this.#turns.clear();
    this.#connecting.reject(new Error(why));
    this.#connected.catch(() => {});
    this.#expect();
  }

  #receive = ({ source, origin, data, ports: [port] }: MessageEvent) => {
    if (
      source !== this.#frame.contentWindow ||
      origin !== this.#address.origin ||
      data?.insitu !== "embedded" ||
      !port
    )
      return;
    clearInterval(this.#greeting);
    if (data.version !== VERSION) {
      const older =
        data.version < VERSION
          ? `The Insitu at ${origin} is older than this script`
          : `This script is older than the Insitu at ${origin}`;
      return this.#connecting.reject(new Error(`${older}. Load the script from there.`));
    }
    // A frame that loaded again by itself has lost what waited.
    if (this.#port) this.#lose("The frame's page was loaded again.");
    this.#port = port;
    port.onmessage = ({ data }) => this.#message(data);
    const again = this.#files.map((file) => this.#send(port, { call: "addFile", file }));
    Promise.all(again).then(
      () => this.#connecting.resolve(port),
      (error) => this.#connecting.reject(error),
    );
  };

  #message(message: Message) {
    if ("turn" in message) {
      const turn: Turn = JSON.parse(message.turn);
      this.#turns.set(turn.question, turn);
      this.dispatchEvent(new CustomEvent("insitu-turn", { detail: turn }));
    } else if ("withheld" in message) {
      this.dispatchEvent(new CustomEvent("insitu-withheld", { detail: message.withheld }));
    } else {
      const call = this.#calls.get(message.id);
      this.#calls.delete(message.id);
      if (message.error === undefined) call?.resolve(message.value);
      else call?.reject(new Error(message.error));
    }
  }

  async #call<T>(call: object): Promise<T> {
    return this.#send(await this.#connected, call);
  }

  #send<T>(port: MessagePort, call: object): Promise<T> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject });
      port.postMessage({ id, ...call });
    });
  }
}

if (!customElements.get("insitu-analyst")) customElements.define("insitu-analyst", InsituAnalyst);
