// The members of Pyodide, of Emscripten's module and of its file system that are used here, if
// Pyodide's own types lack them. To be imported by the names of Pyodide's two scripts:
// `import("pyodide/pyodide.mjs").Pyodide`, `import("pyodide/pyodide.asm.mjs").FS`.

declare module "pyodide/pyodide.mjs" {
  import type { PyodideConfig, PyodideInterface } from "pyodide";
  import type { FS, Module, Settings } from "pyodide/pyodide.asm.mjs";

  /** A running interpreter. */
  export interface Pyodide extends Omit<PyodideInterface, "FS" | "setInterruptBuffer"> {
    FS: FS;
    _module: Module;
    _api: { on_fatal: (error: unknown) => void };
    /** Sets the buffer from which Python reads interrupts; undefined for none. */
    setInterruptBuffer(buffer: { 0: number } | undefined): void;
  }

  /** The options of `loadPyodide`. */
  export interface Options extends Omit<PyodideConfig, "createPyodideModule"> {
    createPyodideModule?: (settings: Settings) => Promise<Module>;
  }

  export function loadPyodide(options: Options): Promise<Pyodide>;
}

declare module "pyodide/pyodide.asm.mjs" {
  /** Makes an instance of Emscripten's module. */
  export default function createPyodideModule(settings: Settings): Promise<Module>;

  /** What `instantiateWasm` hands over. */
  export interface Instance {
    exports: WebAssembly.Exports;
  }

  /** The settings of an instance of the module. */
  export interface Settings {
    noInitialRun?: boolean;
    INITIAL_MEMORY?: number;
    instantiateWasm(
      imports: WebAssembly.Imports,
      done: (instance: Instance, ...rest: unknown[]) => unknown,
    ): unknown;
    preRun: Array<(module: Module) => void>;
  }

  /** What Pyodide restores besides the memory. */
  export interface SnapshotConfig {
    hiwireKeys: unknown[];
    immortalKeys: string[];
  }

  /** A library that is loaded. */
  export interface Library {
    name: string;
    exports: object | null;
    global: boolean;
    refcount: number;
  }

  /** An exported function, which may be a stub until it is defined. */
  export type ExportedFunction = ((...values: unknown[]) => unknown) & { stub?: boolean };

  /** Emscripten's module: the interpreter as Emscripten sees it. */
  export interface Module {
    FS: FS;
    API: {
      config: { BUILD_ID: string };
      restoreSnapshot(snapshot: Uint8Array): SnapshotConfig;
      serializeHiwireState(): SnapshotConfig;
    };
    memory: WebAssembly.Memory;
    wasmTable: WebAssembly.Table;
    HEAPU8: Uint8Array<ArrayBuffer>;
    HEAP32: Int32Array<ArrayBuffer>;
    HEAPU32: Uint32Array<ArrayBuffer>;
    jspiSupported: boolean;
    /** Addresses and table indices by symbol. */
    GOT: Record<string, WebAssembly.Global<"i32">>;
    GOTHandler: ProxyHandler<Set<string>>;
    LDSO: {
      loadedLibsByName: Record<string, Library>;
      loadedLibsByHandle: Record<number, Library>;
    };
    freeTableIndexes: number[];
    addFunction(act: CallableFunction, signature?: string): number;
    newDSO(path: string, handle: number | undefined, exports: object | null): Library;
    relocateExports(exports: WebAssembly.Exports, memoryBase: number): WebAssembly.Exports;
    getDylinkMetadata(bytes: Uint8Array): { neededDynlibs: string[]; tableSize: number };
    /** Returns 1 if the memory has grown. */
    growMemory(bytes: number): 1 | undefined;
    stackSave(): number;
    stackRestore(address: number): void;
    stackAlloc(bytes: number): number;
    _malloc(bytes: number): number;
    _free(address: number): void;
    _mallinfo(address: number): void;
    _malloc_footprint(): number;
    _malloc_footprint_limit(): number;
    _malloc_set_footprint_limit(bytes: number): number;
    _emscripten_get_sbrk_ptr(): number;
    _emscripten_stack_get_base(): number;
    _emscripten_stack_get_current(): number;
    _emscripten_stack_get_end(): number;
    _PyDict_AddWatcher(callback: number): number;
    _PyDict_Watch(watcher: number, dict: number): number;
    _PyFunction_AddWatcher(callback: number): number;
    _PyThreadState_Get(): number;
    _PyUnstable_ThreadState_SetStackProtection(state: number, start: number, bytes: number): number;
    __PyRuntime: number;
    __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET: number;
    ___tzname: number;
    ___timezone: number;
    ___daylight: number;
    __tzset_js(
      timezone: number,
      daylight: number,
      standardName: number,
      daylightName: number,
    ): void;
  }

  /** A file, folder, link or device. File systems add members of their own. */
  export interface Node {
    id: number;
    name: string;
    mode: number;
    parent: Folder;
    /** What is mounted there, or null. */
    mounted: object | null;
    node_ops: Partial<NodeOperations>;
    stream_ops: Partial<StreamOperations>;
  }

  /** A regular file of MEMFS, the file system in memory. */
  export interface MemoryFile extends Node {
    usedBytes: number;
    /** The content in the first `usedBytes`, then spare bytes. */
    contents: Uint8Array<ArrayBuffer>;
  }

  /** Any other node; folders of MEMFS have `contents`. */
  export interface Folder extends Node {
    usedBytes?: undefined;
    contents?: Record<string, AnyNode>;
  }

  export type AnyNode = MemoryFile | Folder;

  export interface Attributes {
    dev: number;
    ino: number;
    mode: number;
    nlink: number;
    uid: number;
    gid: number;
    rdev: number;
    size: number;
    atime: Date;
    mtime: Date;
    ctime: Date;
    blksize: number;
    blocks: number;
  }

  /** What an open file is for a file system. */
  export interface Stream {
    node: AnyNode;
    path?: string;
    position: number;
    stream_ops: StreamOperations;
  }

  export interface NodeOperations {
    getattr(node: Node): Attributes;
    setattr(node: Node, attributes: Partial<Attributes>): void;
    lookup(parent: Node, name: string): Node;
    readdir(node: Node): string[];
    mknod(parent: Node, name: string, mode: number, dev: number): Node;
    rename(node: Node, folder: Node, name: string): void;
    unlink(parent: Node, name: string): void;
    rmdir(parent: Node, name: string): void;
    symlink(parent: Node, name: string, target: string): Node;
  }

  export interface StreamOperations {
    read(
      stream: Stream,
      buffer: Uint8Array,
      offset: number,
      length: number,
      position: number,
    ): number;
    write(
      stream: Stream,
      buffer: Uint8Array,
      offset: number,
      length: number,
      position: number,
      canOwn?: boolean,
    ): number;
    llseek(stream: Stream, offset: number, whence: number): number;
  }

  /** What `FS.mount` takes. */
  export interface FileSystemType {
    mount(): Node;
  }

  /** Emscripten's file system. */
  export interface FS {
    ErrnoError: new (errno: number) => Error & { errno: number };
    filesystems: {
      MEMFS: {
        ops_table: {
          file: { node: Pick<NodeOperations, "getattr" | "setattr">; stream: StreamOperations };
          dir: { node: NodeOperations };
        };
        stream_ops: StreamOperations;
      };
    };
    chdir(path: string): void;
    mkdirTree(path: string): void;
    mkdir(path: string): Node;
    rmdir(path: string): void;
    readdir(path: string): string[];
    symlink(target: string, link: string): Node;
    unlink(path: string): void;
    rename(from: string, to: string): void;
    truncate(path: string, bytes: number): void;
    chmod(path: string, mode: number): void;
    utime(path: string, atime: number, mtime: number): void;
    stat(path: string): Attributes;
    lstat(path: string): Attributes;
    isDir(mode: number): boolean;
    isFile(mode: number): boolean;
    isLink(mode: number): boolean;
    analyzePath(
      path: string,
      keepLink?: boolean,
    ): { object: AnyNode; path: string } | { object: null; path: null };
    lookupPath(path: string, options?: { follow?: boolean }): { path: string; node: AnyNode };
    getPath(node: Node): string;
    mount(type: FileSystemType, options: object, mountpoint: string): Node;
    unmount(mountpoint: string): void;
    createNode(parent: Node | null, name: string, mode: number): Node;
    createFile(
      parent: string,
      name: string,
      properties: object,
      canRead: boolean,
      canWrite: boolean,
    ): Node;
    destroyNode(node: Node): void;
    /** Opens a file; `flags` are bits or a mode such as `"r+"`. */
    open(path: string | Node, flags: string | number, mode?: number): Stream;
    read(
      stream: Stream,
      buffer: Uint8Array,
      offset: number,
      length: number,
      position?: number,
    ): number;
    close(stream: Stream): void;
    readFile(path: string, options: { encoding: "utf8" }): string;
    readFile(path: string): Uint8Array<ArrayBuffer>;
    writeFile(path: string, content: string | ArrayBufferView): void;
  }
}
