// A figure that Python drew, with ways to save it.

import { element } from "../aside/element.js";
import { DOWN, icon } from "./icon.js";
import { image } from "./picture.js";
import { fileName, fromBase64, save } from "./save.js";

/** The view of a figure. */
export function figure(shown, drawn) {
  const ending = drawn.mime.split("/")[1].replace("jpeg", "jpg");
  const keep = () => save(fileName(shown.text, "figure", ending), fromBase64(drawn.base64, drawn.mime));
  return element(
    "figure",
    { class: "figure", "data-testid": "figure" },
    image(drawn, shown.text),
    element("button", { class: "button is-quiet figure-save", type: "button", click: keep }, icon(DOWN), "Save figure"),
  );
}
