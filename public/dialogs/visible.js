// Text from outside made safe to look at, as `app/src/visible.rs` does it for the page's own views: characters that hide or
// reorder what stands there are written out.

const HIDING =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** `a\u202eb` becomes `a⟨U+202E⟩b`; line breaks and tabs stay. */
export function visible(text) {
  return String(text).replace(HIDING, (character) => `⟨U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
}
