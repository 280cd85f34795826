// Reports that the page's program has failed, and shows the dialog for that, which the document has
// as a template (`app/src/components/failure.rs`). Works without that program.

/** How long a download takes to begin, in milliseconds. */
const DOWNLOAD_TIME = 500;

/**
 * Reports failures from now on: a panic by the program's own report, `insituPage.failed`, any other
 * failure by the error of the engine. `insituPage.code` gets the pieces of Python that were
 * executed.
 */
export function reportFailures(window: Window & typeof globalThis) {
  const parts = window.insituPage;
  parts.code = [];
  let failed = false;
  parts.failed = (message) => {
    if (failed) return;
    failed = true;
    console.error(message);
    show(window, message, parts.code);
  };
  const trapped = (error: unknown) => {
    if (error instanceof WebAssembly.RuntimeError) parts.failed(String(error.stack));
  };
  window.addEventListener("error", ({ error }) => trapped(error));
  window.addEventListener("unhandledrejection", ({ reason }) => trapped(reason));
}

/**
 * Shows the dialog.
 *
 * @param message what failed, and where
 */
function show(
  { document, location, setTimeout }: Window & typeof globalThis,
  message: string,
  code: string[],
) {
  const template = document.querySelector<HTMLTemplateElement>("template#failure");
  if (!template) return;
  document.body.append(template.content.cloneNode(true));
  const dialog = document.body.lastElementChild as HTMLDialogElement;
  const part = <T extends Element>(selector: string) => dialog.querySelector<T>(selector) as T;
  const save: HTMLButtonElement = part("[value=save]");
  const reload: HTMLButtonElement = part("[value=reload]");
  part("pre").textContent = message;
  if (code.length === 0) {
    reload.className = save.className;
    save.remove();
  }
  save.onclick = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([code.join("\n")], { type: "text/x-python" }));
    link.download = "insitu-session.py";
    link.click();
    // The page goes after the download has begun.
    setTimeout(() => location.reload(), DOWNLOAD_TIME);
  };
  reload.onclick = () => location.reload();
  dialog.onclose = () => dialog.remove();
  dialog.showModal();
}
