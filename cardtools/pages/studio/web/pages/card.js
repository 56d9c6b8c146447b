// One card: its cells beside its picture, drawn while one types by the renderer that prints it.
import { edit, get, newest, onChange, post } from "../api.js";
import { fail, go, problem, project, style } from "../app.js";
import { describe, h, redraw } from "../dom.js";
import { openCrop } from "./crop.js";

const PAUSE = 600;  // milliseconds without a key until an edit is kept
const DPI = 150;
/** What stays from one card to the next. */
const view = { side: "face", guides: false, press: false };

/** @type {import("../app.js").Page} */
export default {
  async show(root, [slug = ""], query) {
    await style("/pages/card.css");
    if (!slug) { root.append(problem("Choose a card in the gallery or in the table.")); return; }
    view.side = query.get("side") ?? "face";
    const page = new CardPage(root, await get("card", { slug }));
    const end = onChange(() => page.reload());
    return () => { end(); page.leave(); };
  },
};

class CardPage {
  /** @param {HTMLElement} root @param {any} card */
  constructor(root, card) {
    this.root = root;
    /** @type {Record<string, string>} by heading, the cells as they are on the page */
    this.cells = {};
    /** @type {Map<string, any>} */
    this.inputs = new Map();
    this.timer = 0;
    this.saving = Promise.resolve();
    this.frame = h("div", { class: "frame stage" });
    this.found = h("ul", { class: "problems", "aria-live": "polite" });
    this.fields = h("form", { class: "fields", onsubmit: (/** @type {Event} */ event) => event.preventDefault() });
    this.head = h("div", { class: "head" });
    this.buttons = h("div", { class: "head" });
    this.crop = h("section", { "aria-label": "Crop", hidden: true });
    /** @type {null | { update: () => void, close: () => void }} */
    this.cropper = null;
    this.draw = newest(wanted => post("draw", wanted), answer => this.paint(answer), error => this.broken(error));
    root.append(this.head, h("div", { class: "card-page" }, this.fields,
      h("div", { class: "look" }, this.buttons, this.frame, this.crop), h("section", { class: "found", "aria-label": "Problems" }, h("h2", {}, "Problems"), this.found)));
    this.take(card);
  }

  /** Show what the server says of the card. @param {any} card */
  take(card) {
    const old = this.card;
    this.card = card;
    for (const column of card.columns) {
      const before = old?.cells[column.title], typed = this.cells[column.title];
      // What is being written stays.
      if (old && typed !== undefined && typed !== before) continue;
      this.cells[column.title] = card.cells[column.title];
    }
    if (!old || old.columns.length !== card.columns.length || old.path !== card.path) this.drawFields();
    for (const [title, input] of this.inputs) if (input.value !== this.cells[title]) input.value = this.cells[title];
    this.drawHead();
    this.preview();
  }

  drawHead() {
    const { card } = this;
    const link = (/** @type {string} */ slug, /** @type {string} */ text) =>
      h("button", { type: "button", disabled: !slug, onclick: () => this.open(slug) }, text);
    redraw(this.head, h("h1", {}, card.name), h("span", { class: "quiet grow" }, `${card.path}, line ${card.line}`),
      link(card.previous, "Previous"), link(card.next, "Next"),
      h("button", { type: "button", disabled: !card.undo, title: card.undo, onclick: () => edit("undo", { card: card.slug }).catch(fail) }, "Undo on this card"));
    const side = (/** @type {string} */ name, /** @type {string} */ text) => h("button", {
      type: "button", "aria-pressed": String(view.side === name), onclick: () => { view.side = name; this.drawHead(); this.preview(); } }, text);
    redraw(this.buttons, side("face", "Front"), card.sides.includes("back") ? side("back", "Back") : "",
      h("button", { type: "button", "aria-pressed": String(view.guides), onclick: () => { view.guides = !view.guides; this.drawHead(); this.preview(); } }, "Guides"),
      project?.press ? h("button", { type: "button", "aria-pressed": String(view.press), onclick: () => { view.press = !view.press; this.drawHead(); this.preview(); } }, "Press colours") : "",
      h("button", { type: "button", id: "crop-open", onclick: () => this.startCrop() }, "Crop the picture"));
  }

  drawFields() {
    this.inputs.clear();
    this.fields.replaceChildren(...this.card.columns.map((/** @type {any} */ column) => this.field(column)));
    if (this.card.why) this.fields.prepend(h("p", { class: "quiet" }, this.card.why));
  }

  /** @param {any} column */
  field(column) {
    const long = column.kind === "str" && (this.card.longest[column.title] ?? 0) > 40;
    const list = column.choices.length ? `choices-${column.cell}` : null;
    const input = h(long ? "textarea" : "input", {
      value: this.cells[column.title] ?? "", rows: long ? 2 : null, list, autocomplete: "off", spellcheck: long ? "true" : "false",
      readonly: Boolean(this.card.why), inputmode: column.kind === "int" ? "numeric" : null, "data-title": column.title,
      oninput: () => this.typed(column.title, input.value), onchange: () => this.keep(),
    });
    this.inputs.set(column.title, input);
    return h("label", { class: long ? "wide" : "" }, column.title, input,
      list && h("datalist", { id: list }, ...column.choices.map((/** @type {string} */ one) => h("option", { value: one }))));
  }

  /** @param {string} title @param {string} text */
  typed(title, text) {
    this.cells[title] = text;
    this.preview();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keep(), PAUSE);
  }

  preview() {
    const { slug } = this.card;
    this.draw({ slug, side: view.side, dpi: DPI, bleed: view.guides, press: view.press, cells: this.cells });
  }

  /** Keep what was typed; one save after the other. */
  keep() {
    clearTimeout(this.timer);
    this.saving = this.saving.then(() => this.save()).catch(error => fail(error));
    return this.saving;
  }

  async save() {
    const { card } = this;
    const changed = card.columns.filter((/** @type {any} */ one) => this.cells[one.title] !== card.cells[one.title]);
    if (!changed.length || card.why) return;
    const edits = changed.map((/** @type {any} */ one) => [card.line, one.cell, card.cells[one.title], this.cells[one.title]]);
    const titles = changed.map((/** @type {any} */ one) => one.title).join(", ");
    await edit("cells", { path: card.path, version: card.version, edits, what: `${titles} of ${card.name}`, cards: [card.slug] });
    for (const one of changed) card.cells[one.title] = this.cells[one.title];
    await this.reload();
  }

  /** Show what is new in the files. */
  async reload() {
    const { card } = this;
    try {
      const now = await get("card", { path: card.path, row: String(card.row), slug: card.slug });
      if (now.slug !== card.slug) history.replaceState(null, "", `#/card/${encodeURIComponent(now.slug)}`);
      this.take(now);
      this.cropper?.update();
    } catch (error) { this.broken(error); }
  }

  /** @param {string} slug */
  async open(slug) {
    await this.keep();
    go(`card/${encodeURIComponent(slug)}?side=${view.side}`);
  }

  /** @param {any} answer */
  paint(answer) {
    const problems = [...answer.problems, ...answer.findings];
    this.found.replaceChildren(...(problems.length ? problems.map(describe) : [h("li", { class: "quiet" }, "Nothing is wrong with this card.")]));
    if (!answer.picture) { this.frame.replaceChildren(h("p", { class: "quiet" }, "This card cannot be drawn.")); return; }
    const image = this.frame.querySelector("img.card") ?? h("img", { class: "card" });
    image.src = answer.picture;
    image.alt = Object.values(this.cells).filter(Boolean).join("\n");
    if (!image.isConnected) this.frame.replaceChildren(image);
    this.frame.style.aspectRatio = `${answer.size[0]} / ${answer.size[1]}`;
    this.frame.querySelector("svg")?.remove();
    if (view.guides) this.frame.append(guides(answer));
  }

  /** @param {any} error */
  broken(error) {
    this.found.replaceChildren(...(error.problems?.length ? error.problems.map(describe) : [h("li", { class: "error" }, error.message)]));
  }

  async startCrop() {
    this.cropper?.close();
    this.cropper = await openCrop(this.card.slug, this.frame, this.crop, () => { this.cropper = null; /** @type {HTMLElement | null} */ (this.buttons.querySelector("#crop-open"))?.focus(); }).catch(error => { fail(error); return null; });
  }

  leave() {
    this.cropper?.close();
    this.keep();
  }
}

/** The cut, the safe zone, and the bleed beyond the cut. @param {any} answer */
function guides({ size, trim, safe }) {
  const make = (/** @type {string} */ name, /** @type {number[]} */ [x, y, width, height]) => {
    const one = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    for (const [key, value] of Object.entries({ x, y, width, height, class: name })) one.setAttribute(key, String(value));
    return one;
  };
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawing.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
  drawing.setAttribute("class", "guides");
  drawing.setAttribute("aria-hidden", "true");
  drawing.append(make("cut", trim), make("safe", [trim[0] + safe, trim[1] + safe, trim[2] - 2 * safe, trim[3] - 2 * safe]));
  return drawing;
}
