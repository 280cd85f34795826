// What is wrong with a model's file, in words that say what to choose instead. Knows no view.

/** A file that is larger has to be in parts, in bytes: no browser reads more at once. */
export const MAX_FILE_BYTES = 2 ** 31;

const CHOOSE =
  "Choose a model file (.gguf) with fewer parameters or a smaller quantisation, such as Q4_K_M with 1.5 billion parameters.";

const SENTENCES = {
  other:
    "This is not a model file that can run here. Choose one that ends in .gguf; files of other formats (.safetensors, .bin, .onnx) have to be converted first.",
  truncated:
    "The file ends before the model does: it was not downloaded or copied completely. Download it again, and choose that file.",
  damaged:
    "The file's header makes no sense: it is damaged, or made for another program. Download the model again, or choose another model file.",
  version:
    "The file has a version of its format that is not read here. Choose a newer file of this model; versions 2 and 3 are read.",
  unreadable:
    "The browser cannot read the file. It may have been moved, deleted or changed; choose it again.",
  part: "This is one part of a model. Choose all of its parts at once; their names end in -00001-of-0000N.gguf.",
  long: `The file is larger than 2 GiB, which a browser does not load as one file. Split it with “llama-gguf-split --split-max-size 1G” and choose all parts at once, or choose a smaller quantisation.`,
  memory: `The model needs more than the 4 GiB that WebAssembly has. ${CHOOSE}`,
  full: `The browser had too little memory for the model. Close other tabs and load it again, or choose a smaller one. ${CHOOSE}`,
  silent:
    "The file has no chat template, so that it is not a model for conversations. Choose one whose name has “Instruct” or “Chat”.",
  refused:
    "The model could not be loaded: its parts do not fit together, or it is damaged. Download it again, or choose another model file.",
  crashed:
    "The model's engine has stopped. Load the model again in the model menu, or choose another one.",
};

type Problem = keyof typeof SENTENCES;

/** Returns the error for a problem. */
export const problem = (which: Problem) => new Error(SENTENCES[which]);

/** Returns the error for an architecture that the engine does not know. */
export const unknownArchitecture = (name: string) =>
  new Error(
    `Models of the architecture “${name}” are not run here. Choose one of a common architecture, such as llama, qwen2, qwen3, gemma3 or phi3.`,
  );

/** Returns why a model could not be loaded, by what the engine wrote meanwhile. */
export function refusal(log: string[], message: string) {
  const all = [...log, message].join("\n");
  const architecture = /unknown model architecture: '([^']{0,60})'/.exec(all)?.[1];
  if (architecture !== undefined) return unknownArchitecture(architecture);
  if (
    /out of memory|bad_alloc|failed to allocate|Cannot enlarge memory|memory access out of bounds|Array buffer allocation/i.test(
      all,
    )
  )
    return problem("full");
  if (/File read failed/.test(all)) return problem("unreadable");
  return problem("refused");
}
