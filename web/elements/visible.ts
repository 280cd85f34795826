// Makes foreign text safe to display, as `crates/text` does for the page's own views, with whose
// cases it is tested: characters that hide or reorder text are escaped.

const HIDING =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/**
 * Escapes such characters: `a\u202eb` becomes `a⟨U+202E⟩b`. Line breaks and tabs stay.
 *
 * @param text anything but text is converted to text
 */
export function visible(text: unknown) {
  return String(text).replace(
    HIDING,
    (character) =>
      `⟨U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")}⟩`,
  );
}
