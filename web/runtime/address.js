// Addresses of this site, which may be in a folder of its host.

/**
 * Returns an address of this site, which begins with a slash, relative to the page's document.
 *
 * @param {string} address
 */
export const relative = (address) => address.replace(/^\//, "./");

/**
 * Returns the attributes that make an element a frame of opaque origin. Where a static host serves
 * the page, the address is that of a document of this origin whose only content is the sandboxed
 * frame, which inherits its policy, and which passes on the page's ports
 * (`server/src/export/frame.rs`).
 *
 * @param {Document} document
 * @param {"kernel" | "render"} name
 * @returns {{ sandbox: string, src: string } | { src: string }}
 */
export function frameAttributes(document, name) {
  const around = document
    .querySelector(`meta[name="insitu:${name}-frame"]`)
    ?.getAttribute("content");
  return around ? { src: around } : { sandbox: "allow-scripts", src: `/${name}/frame` };
}
