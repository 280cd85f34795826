// Creates elements of the page. Strings become text nodes: nothing here parses markup.

/** The element of a tag. */
type ElementOf<Tag extends string> = Tag extends keyof HTMLElementTagNameMap
  ? HTMLElementTagNameMap[Tag]
  : HTMLElement;

/** A listener, which may name the kind of event that it knows to come. */
type Listener<Kind extends Event> = { listen(event: Kind): void }["listen"];

/** Attributes and listeners by name. */
type Attributes = {
  [Name in keyof HTMLElementEventMap]?: string | Listener<HTMLElementEventMap[Name]>;
} & Record<string, string | Listener<Event>>;

/**
 * Returns a new element.
 *
 * @param attributes a function listens to the event of that name
 */
export function element<Tag extends string>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): ElementOf<Tag> {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value as Listener<Event>);
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made as ElementOf<Tag>;
}
