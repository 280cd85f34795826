// The globals of the frame that shows a rendered result: each is defined by a script of
// web/render/renderers, which the frame runs.

/** The renderer of the frame's result. */
declare var insituRender:
  | import("../render/frame/frame.ts").Renderer
  | import("../render/frame/frame.ts").FormulaRenderer;

/** Returns a character map of an Asian encoding by its name, or undefined. */
declare var insituMaps: { (name: string): Uint8Array | undefined; licence?: string };
