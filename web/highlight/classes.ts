// The classes of Python's tokens, as the stylesheet colours them (`style/components/code.css`).

import { tagHighlighter, tags } from "@lezer/highlight";

// The order of the rules does not matter: the highlighter prefers the most specific one.
/** Maps tags of the grammar to classes. */
export const classes = tagHighlighter([
  {
    tag: [
      tags.keyword,
      tags.controlKeyword,
      tags.definitionKeyword,
      tags.operatorKeyword,
      tags.moduleKeyword,
    ],
    class: "keyword",
  },
  { tag: [tags.self, tags.bool, tags.null], class: "keyword" },
  { tag: [tags.string, tags.special(tags.string), tags.escape], class: "string" },
  { tag: tags.number, class: "number" },
  {
    tag: [
      tags.function(tags.variableName),
      tags.function(tags.propertyName),
      tags.definition(tags.className),
    ],
    class: "name",
  },
  { tag: [tags.function(tags.definition(tags.variableName)), tags.meta], class: "name" },
  { tag: [tags.comment, tags.lineComment], class: "comment" },
]);
