// Addresses of this site, which may be in a folder of its host.

/** Returns an address of this site, which begins with a slash, relative to the page's document. */
export const relative = (address: string) => address.replace(/^\//, "./");

/**
 * Returns the attributes that make an element a frame of opaque origin. If a static host serves
 * the page, the address is that of a document of this origin whose only content is the sandboxed
 * frame, which inherits its policy, and which passes on the page's ports
 * (`server/src/export/frame.rs`).
 */
export function frameAttributes(
  document: Document,
  name: "kernel" | "render",
): { sandbox: string; src: string } | { src: string } {
  const around = document
    .querySelector(`meta[name="insitu:${name}-frame"]`)
    ?.getAttribute("content");
  return around ? { src: around } : { sandbox: "allow-scripts", src: `/${name}/frame` };
}
