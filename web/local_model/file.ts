// The model's file: how the user picks it, and what is checked before it is loaded. Knows no
// engine.

import { visible } from "../elements/visible.ts";
import { readHeader } from "./gguf.ts";
import { fitting } from "./memory.ts";
import { MAX_FILE_BYTES, problem } from "./problems.ts";
import type { Candidate } from "../types/local_model.ts";

/** The user's files, with their handles if the browser has any. */
export type Picked = { files: File[]; handles: FileSystemFileHandle[] };

/**
 * Has the user pick the files of a model. Must be called in a click.
 *
 * @param input what picks them if the browser has no handles
 * @returns null if the user picked none
 */
export async function pick(input: HTMLInputElement): Promise<Picked | null> {
  if (window.showOpenFilePicker) {
    try {
      const handles = (await window.showOpenFilePicker({
        multiple: true,
      })) as FileSystemFileHandle[];
      return { handles, files: await Promise.all(handles.map((handle) => handle.getFile())) };
    } catch (error) {
      if ((error as Error).name === "AbortError") return null;
    }
  }
  return new Promise((resolve) => {
    const done = () => {
      const files = [...(input.files ?? [])];
      input.value = "";
      resolve(files.length > 0 ? { files, handles: [] } : null);
    };
    input.onchange = done;
    input.oncancel = done;
    input.click();
  });
}

/**
 * Checks the files of a model.
 *
 * @throws {Error} with a sentence that says what to choose instead
 */
export async function check({ files: given, handles }: Picked): Promise<Candidate> {
  const files = [...given].sort((one, other) => (one.name < other.name ? -1 : 1));
  const [first, ...rest] = files;
  const header = await readHeader(first);
  if (header.parts !== files.length) throw problem("part");
  for (const file of rest)
    header.parameters += (await readHeader(file, { later: true })).parameters;
  if (files.some((file) => file.size > MAX_FILE_BYTES)) throw problem("long");
  if (!header.template) throw problem("silent");
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const fits = fitting(header, size);
  if (!fits) throw problem("memory");
  return { files, handles, label: labelOf(first.name), header, size, ...fits };
}

/** Returns a file's name without its ending and its number. */
export const labelOf = (name: string) =>
  visible(name.replace(/\.gguf$/i, "").replace(/-\d{5}-of-\d{5}$/, "")).slice(0, 80) || "model";
