// The tooltip of a mark. Text only: nothing here parses markup.

/**
 * Returns a tooltip handler for Vega, which shows its text beside the pointer within `chart`.
 *
 * @param {HTMLElement} chart
 * @param {import("../../theme.js").Theme} theme
 * @returns {(handler: unknown, event: MouseEvent, item: unknown, value: unknown) => void}
 */
export function tooltip(chart, theme) {
  chart.querySelector("[role=tooltip]")?.remove();
  const box = document.createElement("div");
  box.setAttribute("role", "tooltip");
  Object.assign(box.style, {
    position: "absolute",
    display: "none",
    zIndex: "1",
    pointerEvents: "none",
    maxWidth: "20rem",
    padding: "0.375rem 0.5rem",
    whiteSpace: "pre-line",
    overflowWrap: "anywhere",
    font: `0.75rem/1.5 ${theme.sans}`,
    color: theme.ink,
    background: theme.surface,
    border: `1px solid ${theme.edge}`,
    borderRadius: "0.375rem",
  });
  chart.append(box);
  return (_, event, __, value) => {
    if (value === null || value === undefined || value === "") {
      box.style.display = "none";
      return;
    }
    box.textContent = textOf(value);
    box.style.display = "block";
    const around = chart.getBoundingClientRect();
    const left = event.clientX - around.left + 12;
    const top = event.clientY - around.top + 12;
    box.style.left = `${Math.max(Math.min(left, around.width - box.offsetWidth), 0)}px`;
    box.style.top = `${Math.max(top + box.offsetHeight > around.height ? top - box.offsetHeight - 20 : top, 0)}px`;
  };
}

/**
 * Returns a value as text: each property of an object on its own line.
 *
 * @param {{}} value
 */
function textOf(value) {
  if (typeof value !== "object" || value instanceof Date) return String(value).slice(0, 2000);
  const lines = Object.entries(value)
    .slice(0, 50)
    .map(([name, one]) => `${name}: ${typeof one === "object" && one !== null ? JSON.stringify(one) : one}`);
  return lines.join("\n").slice(0, 2000);
}
