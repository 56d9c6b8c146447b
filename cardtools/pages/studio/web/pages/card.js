// One card: its cells beside its picture, drawn while one types by the renderer that prints it.
import { edit, get, newest, onChange, post } from "../api.js";
import { fail, go, problem, style } from "../app.js";
import { h, listProblems, redraw } from "../dom.js";
import { takeArt } from "./card/art.js";
import { Fields } from "./card/fields.js";
import { Look } from "./card/look.js";
import { openCrop } from "./crop.js";
import { openPicker } from "./picker.js";

const PAUSE = 600;  // milliseconds without a key until an edit is kept
const QUICK = 150, SHARP = 150;  // dpi while one types; milliseconds until the card is drawn as sharp as the screen
const CHECK = 700;  // milliseconds until what compares cards is asked for
const IDLE = 900;  // milliseconds without a key until the card is read again
const KNOWN = 250;  // milliseconds until it is asked what the card needs now

/** @type {import("../app.js").Page} */
export default {
  keys: [["Ctrl+Enter", "Choose an effect for the field"], ["Ctrl+Space", "Complete a word"], ["Arrow keys, +, -", "Move and zoom a picture that is being cropped"]],
  async show(root, [slug = ""], query) {
    await style("/pages/card.css");
    if (!slug) { root.append(problem("Choose a card in the gallery or in the table.")); return; }
    const page = new CardPage(root, await get("card", { slug }), query.get("side") ?? "face");
    const end = onChange(status => page.changed(status.content));
    return () => { end(); page.leave(); };
  },
};

class CardPage {
  /** @param {HTMLElement} root @param {any} card @param {string} side */
  constructor(root, card, side) {
    /** @type {Record<string, string>} by heading, the cells as they are on the page */
    this.cells = {};
    this.timer = this.sharper = this.later = this.asking = this.loading = 0;
    this.content = -1;  // the last change of any file that the page has seen
    this.key = 0;  // when somebody typed last
    this.saving = Promise.resolve();
    /** @type {any[]} what is wrong by the picture and the row, and what only comparing all cards shows */
    this.own = [];
    /** @type {any[]} */ this.others = [];
    this.fields = new Fields({ typed: (title, text) => this.typed(title, text), keep: () => this.keep(), pick: title => this.choose(title) });
    this.look = new Look(() => this.preview(), () => this.wanted());
    this.look.start(side);
    this.found = h("ul", { class: "problems", "aria-live": "polite" });
    this.head = h("div", { class: "head" });
    this.crop = h("section", { class: "panel", "aria-label": "Crop", hidden: true });
    this.look.strip.before(this.crop);
    this.picker = h("section", { class: "panel picker", "aria-label": "Effects", hidden: true });
    /** @type {null | { update: () => void, close: () => void }} */ this.cropper = null;
    this.draw = newest(wanted => post("draw", wanted), (answer, wanted) => { if (wanted.slug === this.card.slug) this.paint(answer, wanted); }, error => this.broken(error));
    this.ask = newest(wanted => post("fields", wanted), answer => this.learn(answer), () => {});
    this.art = takeArt(this.look.mat, () => this.target(), async () => { await this.reload(); await this.startCrop(); });
    root.append(this.head, h("div", { class: "card-page" }, this.fields.element, h("div", { class: "look" }, this.look.element),
      h("div", { class: "found" }, this.picker, h("section", { "aria-label": "Problems" }, h("h2", {}, "Problems"), this.found))));
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
    if (!old || old.columns.length !== card.columns.length || old.path !== card.path) this.fields.draw(card, this.cells);
    for (const [title, input] of this.fields.inputs) if (input.value !== this.cells[title]) input.value = this.cells[title];
    this.drawHead();
    this.preview();
    this.askFields(0);
    clearTimeout(this.later);
    this.later = setTimeout(() => this.compare(), CHECK);
  }

  drawHead() {
    const { card } = this;
    const link = (/** @type {string} */ slug, /** @type {string} */ text) =>
      h("button", { type: "button", disabled: !slug, onclick: () => this.open(slug) }, text);
    redraw(this.head, h("h1", {}, card.name), h("span", { class: "quiet grow" }, `${card.path}, line ${card.line}`),
      link(card.previous, "Previous"), link(card.next, "Next"),
      h("button", { type: "button", disabled: !card.undo, title: card.undo, onclick: () => edit("undo", { card: card.slug }).catch(fail) }, "Undo on this card"));
    this.look.drawButtons([this.target() ? this.art.button : "", h("button", { type: "button", id: "crop-open", onclick: () => this.startCrop() }, "Crop the picture")]);
  }

  /** Where a picture goes that is dropped. */
  target() {
    const column = this.card.why ? null : this.card.columns.find((/** @type {any} */ one) => one.picture);
    return column ? { slug: this.card.slug, column: column.title } : null;
  }

  /** Ask what the card needs with these values. @param {number} pause */
  askFields(pause) {
    clearTimeout(this.asking);
    this.asking = setTimeout(() => this.ask(this.wanted()), pause);
  }

  /** @param {any} known */
  learn(known) {
    this.known = known;
    this.fields.describe(known, known.effects);
    this.fields.mark(this.problems);
    this.look.drawStrip(this.card, known);
  }

  wanted() { return { slug: this.card.slug, cells: { ...this.cells } }; }

  /** @param {string} title @param {string} text */
  typed(title, text) {
    this.cells[title] = text;
    this.key = performance.now();
    this.preview();
    this.askFields(KNOWN);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keep(), PAUSE);
  }

  preview(dpi = Math.min(QUICK, this.look.sharp)) {
    clearTimeout(this.sharper);
    this.draw({ ...this.wanted(), ...this.look.request(dpi), checked: true });
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
    const { version } = await edit("edit_table", { path: card.path, version: card.version, cells: edits, what: `${titles} of ${card.name}`, cards: [card.slug] });
    if (this.card !== card) return;
    card.version = version;  // what else is new is told by the server
    for (const [, cell, , text] of edits) card.cells[card.columns.find((/** @type {any} */ one) => one.cell === cell).title] = text;
  }

  /** A file has changed: show it when nobody types. @param {number} content */
  changed(content) {
    if (content === this.content) return;
    this.content = content;
    clearTimeout(this.loading);
    this.loading = setTimeout(() => this.reload(), Math.max(0, this.key + IDLE - performance.now()));
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
    go(`card/${encodeURIComponent(slug)}?side=${this.look.side}`);
  }

  /** @param {any} answer @param {any} wanted */
  paint(answer, wanted) {
    this.own = [...answer.problems, ...answer.findings];
    this.look.paint(answer, Object.values(this.cells).filter(Boolean).join("\n"));
    this.showProblems();
    const dpi = this.look.sharp;
    if (dpi > wanted.dpi + 10) this.sharper = setTimeout(() => this.preview(dpi), SHARP);
  }

  /** Ask for what is wrong with this card beside others. */
  async compare() {
    const { card } = this;
    try {
      const { groups } = await get("problems", { file: card.path, line: String(card.line) });
      this.others = groups.flatMap((/** @type {any} */ one) => one.items);
      this.showProblems();
    } catch { /* the picture says what cannot be read */ }
  }

  get problems() {
    const told = new Set(this.own.map(one => one.code + one.place));
    const changed = this.card.columns.some((/** @type {any} */ one) => this.cells[one.title] !== this.card.cells[one.title]);
    return [...this.own, ...(changed ? [] : this.others.filter(one => !told.has(one.code + one.place)))];
  }

  showProblems() {
    const found = this.problems;
    this.fields.mark(found);
    const text = JSON.stringify(found);
    if (this.found.dataset.text === text) return;  // it would be read aloud again
    this.found.dataset.text = text;
    listProblems(this.found, found, "Nothing is wrong with this card.");
  }

  /** @param {any} error */
  broken(error) {
    this.found.dataset.text = "";
    listProblems(this.found, error.problems?.length ? error.problems : [{ severity: "error", code: "", place: "", message: error.message, hint: "" }], "");
  }

  /** Choose an effect for a field. @param {string} title */
  async choose(title) {
    const close = () => { this.picker.hidden = true; this.picker.replaceChildren(); this.fields.inputs.get(title)?.focus(); };
    const pick = (/** @type {string} */ text) => {
      this.fields.inputs.get(title).value = text;
      this.typed(title, text);
      this.keep();
      close();
    };
    this.picker.hidden = false;
    await openPicker(this.picker, { text: this.cells[title], needs: this.known?.tags ?? [], title: `${title} of ${this.card.name}`, pick, close }).catch(fail);
  }

  async startCrop() {
    this.cropper?.close();
    this.cropper = await openCrop(this.card.slug, this.look.frame, this.crop, () => { this.cropper = null; /** @type {HTMLElement | null} */ (document.querySelector("#crop-open"))?.focus(); }).catch(error => { fail(error); return null; });
  }

  leave() {
    for (const timer of [this.sharper, this.later, this.asking, this.loading]) clearTimeout(timer);
    this.cropper?.close();
    this.art.end();
    this.look.close();
    this.keep();
  }
}
