// One change of a column in many cards, with a look at it before.
import { counted, h } from "../../dom.js";

const WAYS = { set: "Set to", add: "Add a number", replace: "Replace a text" };

/**
 * The form, which asks for the rows anew whenever it is shown.
 * @param {{ columns: () => import("./table.js").Column[], column: () => number, chosen: () => import("./table.js").Row[],
 *   shown: () => import("./table.js").Row[], ask: (rows: any[], wanted: Record<string, any>) => Promise<any>, name: (row: any) => string,
 *   done: (text: string) => void }} page
 */
export function bulkForm(page) {
  const changed = { onchange: () => stale() };
  const typed = { oninput: () => stale(), autocomplete: "off" };
  const column = h("select", changed), way = h("select", { onchange: () => { fit(); stale(); } }, ...Object.entries(WAYS).map(([value, text]) => h("option", { value }, text)));
  const find = h("input", typed), text = h("input", typed), findLabel = h("label", {}, "Find", find), words = h("span", {}, "Value");
  const where = h("select", changed);
  const result = h("div", { class: "bulk-result", role: "status", tabindex: 0, "aria-label": "Preview" });
  const apply = h("button", { type: "button", class: "main", hidden: true, onclick: () => run(true) });
  const form = h("form", { class: "panel bulk", hidden: true, "aria-label": "Change many cards", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); run(!apply.hidden); },
    onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === "Escape") close(); } },
    h("div", { class: "bulk-fields" }, h("label", {}, "Column", column), h("label", {}, "Change", way), findLabel, h("label", {}, words, text), h("label", {}, "In", where),
      h("button", {}, "Preview"), apply, h("button", { type: "button", onclick: () => close() }, "Close")), result);

  function fit() {
    findLabel.hidden = way.value !== "replace";
    words.textContent = way.value === "replace" ? "Replace with" : way.value === "add" ? "Number, as 5 or -1" : "Value";
  }
  function stale() {
    apply.hidden = true;
    result.replaceChildren();
  }
  function close() {
    form.hidden = true;
    page.done("");
  }
  const rows = () => (where.value === "chosen" ? page.chosen() : page.shown());

  /** @param {boolean} yes */
  async function run(yes) {
    const index = Number(column.value), { title = "", cell = 0 } = page.columns()[index] ?? {}, among = rows();
    const byLine = new Map(among.map(row => [row.line, row]));
    const what = `${title} of ${among.length === 1 && among[0] ? page.name(among[0]) : counted(among.length, "card")}`;
    const found = await page.ask(among, { cell, how: way.value, text: text.value, find: find.value, apply: yes, what });
    if (!found) return;
    if (yes) { form.hidden = true; page.done(`${counted(found.count, "cell")} changed: ${what}`); return; }
    const odd = found.odd ? ` ${counted(found.odd, "cell")} with no number ${found.odd === 1 ? "stays" : "stay"}.` : "";
    result.replaceChildren(h("p", {}, `${found.count ? counted(found.count, "cell") : "No cell"} ${found.count > 1 ? "change" : "changes"}.${odd}${found.count > found.first.length ? ` The first ${found.first.length}:` : ""}`),
      found.count ? h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "Card"), h("th", {}, "Before"), h("th", {}, "After"))),
        h("tbody", {}, ...found.first.map((/** @type {[number, string, string]} */ [line, old, now]) => h("tr", {}, h("td", {}, page.name(byLine.get(line))), h("td", {}, old || "(empty)"), h("td", {}, now || "(empty)"))))) : null);
    apply.textContent = `Change ${counted(found.count, "cell")}`;
    apply.hidden = !found.count;
  }

  return {
    form,
    open() {
      column.replaceChildren(...page.columns().map((one, index) => h("option", { value: index }, one.title)));
      column.value = String(page.column());
      const chosen = page.chosen().length, shown = page.shown().length;
      where.replaceChildren(h("option", { value: "chosen" }, chosen === 1 ? "the chosen card" : `the ${chosen.toLocaleString("en")} chosen cards`),
        h("option", { value: "shown" }, `all ${shown.toLocaleString("en")} cards shown`));
      where.value = chosen > 1 ? "chosen" : "shown";
      fit();
      stale();
      form.hidden = false;
      column.focus();
    },
  };
}
