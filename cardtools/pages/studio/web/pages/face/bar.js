// What stands above the card of a face: which card, add, copy, align, snapping.
import { h, redraw } from "../../dom.js";
import { STARTS } from "./starts.js";

/** How chosen elements are moved: title, axis (0 across, 1 down), share of the free room. @type {[string, number, number][]} */
const ALIGN = [["Left", 0, 0], ["Centre", 0, 0.5], ["Right", 0, 1], ["Top", 1, 0], ["Middle", 1, 0.5], ["Bottom", 1, 1]];

export class Bar {
  /** @param {import("../face.js").FacePage} page */
  constructor(page) {
    this.page = page;
    this.root = h("div", { class: "face-bar" });
  }

  show() {
    const { page } = this, some = page.targets, { view } = page;
    const button = (/** @type {string} */ text, /** @type {() => void} */ act, /** @type {Record<string, any>} */ more = {}) =>
      h("button", { type: "button", "data-key": text, onclick: act, ...more }, text);
    const pick = (/** @type {string} */ label, /** @type {[string, string][]} */ choices, /** @type {(value: string) => void} */ act, disabled = false) =>
      h("select", { "aria-label": label, "data-key": label, disabled, onchange: (/** @type {any} */ event) => { const { value } = event.target; event.target.value = ""; if (value) act(value); } },
        h("option", { value: "" }, label), ...choices.map(([value, text]) => h("option", { value }, text)));
    const whole = page.view.size ?? [0, 0];
    redraw(this.root,
      h("h1", {}, h("a", { href: "#/face" }, "Faces"), ` / ${page.path}`),
      h("span", { class: "quiet grow" }, page.slug && h("a", { href: `#/card/${encodeURIComponent(page.slug)}` }, view.name || page.slug)),
      pick("Add", Object.keys(STARTS).map(kind => [kind, STARTS[kind].title]), kind => page.add([[kind, STARTS[kind].make(view)]])),
      button("Copy", () => page.copy(), { disabled: !some.length, title: "Ctrl+C" }),
      button("Paste", () => page.paste(), { disabled: !sessionStorage.getItem("elements"), title: "Ctrl+V" }),
      button("Delete", () => page.remove(), { disabled: !some.length, title: "Delete" }),
      pick("Align", [...ALIGN.map(([title], index) => /** @type {[string, string]} */ ([String(index), `${title}${some.length > 1 ? "" : " of the card"}`])), ["across", "Distribute across"], ["down", "Distribute down"]],
        value => page.stage.align(value === "across" ? ["", 0, -1] : value === "down" ? ["", 1, -1] : ALIGN[Number(value)]), !some.length || !whole[0]),
      button("Snap", () => { page.stage.snap = !page.stage.snap; page.stage.choose(); this.show(); }, { "aria-pressed": String(page.stage.snap), title: "Snap to edges, centres, the safe zone and other boxes" }),
      button("Grid", () => { page.stage.grid = !page.stage.grid; page.stage.show(); this.show(); }, { "aria-pressed": String(page.stage.grid), title: "A grid of 5 mm with steps of 1 mm to snap to" }),
      button("Guides", () => { page.stage.guides = !page.stage.guides; page.stage.show(); this.show(); }, { "aria-pressed": String(page.stage.guides), title: "The cut and the safe zone" }));
  }
}
