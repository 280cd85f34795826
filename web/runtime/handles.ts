// Collects the handles of the files that the user drops or picks, from the document's head on, so
// that the first one has a handle too. `web/storage/handles.ts` takes them from there; the page's program
// gets its files as ever, from the event or the input.

/** Collects handles in `insituPage.handles`, in browsers that have any. */
export function collectHandles(window: Window & typeof globalThis) {
  const handles: Promise<FileSystemHandle | null>[] = [];
  (window.insituPage ??= {} as typeof window.insituPage).handles = handles;
  window.addEventListener(
    "drop",
    ({ dataTransfer }) => {
      // Outside the event there are no items any more.
      for (const item of dataTransfer?.items ?? []) {
        if (item.kind === "file" && item.getAsFileSystemHandle)
          handles.push(item.getAsFileSystemHandle().catch(() => null));
      }
    },
    true,
  );
  let plain = false;
  window.addEventListener(
    "click",
    async (event) => {
      const input = event.target as HTMLInputElement;
      if (
        plain ||
        !window.showOpenFilePicker ||
        !input.matches?.(".pick input:not([webkitdirectory])")
      )
        return;
      event.preventDefault();
      try {
        const picked = await window.showOpenFilePicker({ multiple: true });
        const files = new DataTransfer();
        for (const handle of picked) files.items.add(await handle.getFile());
        handles.push(...picked.map(async (handle) => handle));
        input.files = files.files;
        input.dispatchEvent(new Event("change", { bubbles: true }));
      } catch (error) {
        // The user has closed the picker.
        if ((error as Error).name === "AbortError") return;
        // Not during this click, which the browser would take for the same.
        setTimeout(() => {
          plain = true;
          input.click();
          plain = false;
        });
      }
    },
    true,
  );
}
