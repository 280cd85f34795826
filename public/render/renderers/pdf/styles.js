// The styles of a PDF's pages and of the text layer over them. The rules of the text layer are those that the library requires.

export const STYLES = `
  .pdf { overflow: auto; background: var(--sunken); border-radius: 0.375rem; box-sizing: border-box; padding: 16px 0 0; }
  .pdf:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
  .pdf .sheet { position: relative; margin: 0 auto 16px; background: #fff; box-shadow: 0 1px 3px rgb(0 0 0 / 25%); overflow: clip; }
  .pdf .sheet.is-broken::after { content: "This page could not be drawn."; position: absolute; inset: 1rem; color: #5f5b53; }
  .pdf .sheet canvas { position: absolute; inset: 0; width: 100%; height: 100%; }
  .pdf p { text-align: center; color: var(--soft); }
  .textLayer { color-scheme: only light; position: absolute; inset: 0; overflow: clip; line-height: 1; text-align: initial; transform-origin: 0 0;
    text-size-adjust: none; forced-color-adjust: none; caret-color: CanvasText; z-index: 0; --min-font-size: 1; --text-scale-factor: calc(var(--total-scale-factor) * var(--min-font-size)); --min-font-size-inv: calc(1 / var(--min-font-size)); }
  .textLayer :is(span, br) { color: transparent; position: absolute; white-space: pre; cursor: text; transform-origin: 0% 0%; }
  .textLayer > :not(.markedContent), .textLayer .markedContent span:not(.markedContent) { z-index: 1; --font-height: 0; font-size: calc(var(--text-scale-factor) * var(--font-height)); --scale-x: 1; --rotate: 0deg; transform: rotate(var(--rotate)) scaleX(var(--scale-x)) scale(var(--min-font-size-inv)); }
  .textLayer .markedContent { display: contents; }
  .textLayer ::selection { background: rgb(20 96 107 / 30%); }
  .textLayer br::selection { background: transparent; }
`;
