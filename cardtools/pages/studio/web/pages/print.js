// Print: which cards, on which sheets; what a proof finds; the sheets as they will be printed; PDF or export in one click.
import { get, newest, onChange, post, status } from "../api.js";
import { fail, problem, style } from "../app.js";
import { addressOf, counted, describe, h, redraw } from "../dom.js";
import { run } from "../jobs.js";
import { ChoiceOfCards, CommandForm } from "../options.js";
import { Pictures } from "./gallery/pictures.js";

const MOST_PROOFS = 200, REST = 150, PER_MM = 96 / 25.4;  // cards that are proofed unasked; milliseconds; pixels
const ON_SHEETS = ["definition", "paper", "copies", "skip", "low_ink", "watermark", "printer"];  // what changes what is seen
/** @type {Record<string, string>} */
const BACKS = { long: "backs on the other side (flip on the long edge)", short: "backs on the other side (flip on the short edge)", horizontal: "fronts and backs to fold", vertical: "fronts and backs to fold" };

/** @typedef {{ name: string, title: string, cards: number, sides: number, papers: number, size: number[], flip: string, fold: string, marks: boolean, definition: string }} File */

/** @type {import("../app.js").Page} */
export default {
  async show(root, _, query) {
    const summary = h("span", { class: "quiet", role: "status" }, "Looking at the cards ..."), head = h("div", { class: "head" }, h("h1", {}, "Print"), summary);
    root.append(head);
    const [commands, setup] = await Promise.all([get("commands"), get("print_setup"), style("/pages/print.css"), style("/search.css")]);
    const page = new PrintPage(commands, setup, query, summary), end = onChange(() => page.plan(null));
    head.append(h("div", { class: "grow" }), page.press, page.width);
    root.append(page.element);
    page.plan(null);
    return () => { end(); page.close(); };
  },
};

class PrintPage {
  /** @type {{ slug: string, side: string, size: number[], frame: any }[]} */ sides = [];
  /** @type {Set<Element>} the frames in view */ seen = new Set();
  /** @type {any} what the sheets are asked with */ asked = {};
  shape = "";
  key = "";
  timer = 0;
  perMm = 1;

  /** @param {any} commands @param {any} setup @param {URLSearchParams} query @param {any} summary */
  constructor(commands, setup, query, summary) {
    this.summary = summary;
    const changed = () => { clearTimeout(this.timer); this.timer = setTimeout(() => this.plan(null), REST); }, before = () => this.choice?.words ?? [];
    const printers = commands.sheet.options.find((/** @type {any} */ one) => one.name === "printer").choices, without = ["where", "decks", ...(setup.editions.length ? [] : ["edition", "all_editions"]), ...(printers.length ? [] : ["printer"])];
    this.sheet = new CommandForm("sheet", commands.sheet, { only: ["definition", "paper", "printer", "edition", "low_ink"], without, files: { definition: setup.definitions }, changed, before });
    this.target = h("select", { onchange: () => this.export.about(this.target.value) }, ...Object.entries(commands.targets).map(([name, words]) => h("option", { value: name }, `${name}: ${words}`)));
    this.export = new CommandForm("export", commands.export, { only: [], without: [...without, "target"], before: () => [`--to=${this.target.value}`, ...before()] });
    this.choice = new ChoiceOfCards(setup.decks, query, setup.decks.length ? "Without a choice: every deck of the project, and its extras." : "Without a choice: every card.", changed);
    this.proof = new Proof(() => this.choice.words);
    this.scale = h("input", { type: "range", min: 180, max: 1400, step: 20, value: localStorage.getItem("print-width") ?? 350, oninput: () => { localStorage.setItem("print-width", this.scale.value); this.layout(); } });
    this.width = h("label", { class: "print-size" }, "Size", this.scale);
    this.inPress = h("input", { type: "checkbox", onchange: () => this.plan(null) });
    this.press = h("label", { class: "check", hidden: !setup.press.length, title: setup.press[0] }, this.inPress, "Colours of the press");
    this.list = h("div", { class: "sheets" });
    const panel = (/** @type {string} */ title, /** @type {any[]} */ ...parts) => h("section", { class: "panel", "aria-label": title }, h("h2", {}, title), ...parts);
    const make = (/** @type {string} */ title, /** @type {CommandForm} */ form, kind = "") => h("button", { type: "button", class: kind, onclick: () => run(form.words).catch(fail) }, title);
    this.element = h("div", { class: "print" }, h("div", { class: "print-side" }, panel("Cards", this.choice.element),
      panel("Sheets", this.sheet.element, make("Make the PDF", this.sheet, "main"), this.sheet.line),
      panel("Or for a shop, the screen, the web", h("label", {}, "To", this.target), this.export.element, make("Export", this.export), this.export.line)),
    h("div", { class: "print-sheets" }, this.proof.element, this.list));
    // A card that cannot be drawn is told once: then there are other sheets.
    this.pictures = new Pictures(() => { if (this.pictures.problems().length) this.plan(null); }, (one, dpi) => `/side?${new URLSearchParams({ asked: JSON.stringify({ ...this.asked, file: one.slug, number: Number(one.side), dpi }) })}`);
    this.watch = new IntersectionObserver(entries => {
      for (const one of entries) { if (one.isIntersecting) this.seen.add(one.target); else this.seen.delete(one.target); }
      this.show();
    }, { rootMargin: "0px 0px 300px" });
    this.plan = newest(() => this.load(), () => {}, error => { this.list.replaceChildren(problem(error)); this.summary.textContent = this.shape = ""; this.proof.element.hidden = true; });
    this.export.about(this.target.value);
  }

  close() {
    this.watch.disconnect();
    this.pictures.close();
    clearTimeout(this.timer);
  }

  /** Ask what is on the sheets, and draw those in view. */
  async load() {
    const { values } = this.sheet, { where, decks } = this.choice, address = new URLSearchParams([...(where ? [["q", where]] : []), ...decks.map(deck => ["deck", deck])]);
    this.sheet.draw();
    this.export.draw();
    if (location.hash.startsWith("#/print")) history.replaceState(null, "", `#/print${address.size ? `?${address}` : ""}`);
    const how = { where, decks, ...Object.fromEntries(ON_SHEETS.filter(name => name in values).map(name => [name, values[name]])) }, edition = values.edition ?? "";
    this.asked = { how, edition, press: this.inPress.checked };
    const { files, problems, different } = await post("sheets", this.asked);
    const sum = (/** @type {"cards" | "papers"} */ name) => files.reduce((/** @type {number} */ all, /** @type {File} */ one) => all + one[name], 0);
    this.summary.textContent = `${counted(sum("cards"), "card")} on ${counted(sum("papers"), "sheet")}${files.length > 1 ? `, ${files.length} PDFs` : ""}`;
    const shape = JSON.stringify([files, problems]);
    if (shape !== this.shape) this.drawFiles(files, problems);
    this.shape = shape;
    const key = JSON.stringify([this.asked, status.content]);
    if (this.key !== key) this.pictures.renew();
    this.key = key;
    this.layout();
    this.proof.draw(different, JSON.stringify([where, decks]), status.content);
  }

  /** @param {File[]} files @param {any[]} problems */
  drawFiles(files, problems) {
    this.watch.disconnect();
    this.seen.clear();
    this.sides = files.flatMap(({ name, title, sides, size }) => [...Array(sides).keys()].map(side => (
      { slug: name, side: String(side), size, frame: h("div", { class: "frame sheet", role: "img", "aria-label": `${title}, side ${side + 1} of ${sides}` }) })));
    redraw(this.list, ...(problems.length ? [h("section", { class: "panel" }, h("h2", {}, "Left out, since they cannot be drawn"), h("ul", { class: "problems" }, ...problems.map(describe)))] : []),
      ...files.map(one => h("section", { "aria-label": one.title }, h("h2", {}, one.title), h("p", { class: "quiet" }, `${counted(one.cards, "card")} on ${counted(one.papers, "sheet")} of ${one.size.map(Math.round).join(" x ")} mm, `,
        `${one.marks ? "with" : "without"} marks to cut along, ${BACKS[one.flip] ?? BACKS[one.fold] ?? "no backs"}: `, h("a", { href: `#/file/${addressOf(one.definition)}` }, one.definition)),
      h("div", { class: "sheet-grid" }, ...this.sides.filter(side => side.slug === one.name).map(side => side.frame)))));
    for (const side of this.sides) this.watch.observe(side.frame);
  }

  /** Give each side its size on the screen: that of the paper, all in one scale. */
  layout() {
    this.perMm = Number(this.scale.value) / Math.max(1, ...this.sides.map(side => side.size[0]));
    for (const { frame, size: [width, height] } of this.sides) { frame.style.width = `${width * this.perMm}px`; frame.style.aspectRatio = `${width} / ${height}`; }
    this.show();
  }

  show() { this.pictures.show(this.sides.filter(side => this.seen.has(side.frame)), this.perMm / PER_MM * 96); }
}

/** What a proof of the chosen cards finds, by the command itself. */
class Proof {
  key = "";
  content = 0;
  runs = false;

  /** @param {() => string[]} choice */
  constructor(choice) {
    this.choice = choice;
    this.said = h("span", { role: "status" });
    this.button = h("button", { type: "button", onclick: () => this.start() }, "Proof");
    this.items = h("ul", { class: "problems" });
    this.element = h("section", { class: "panel proof", "aria-label": "Proof" }, h("div", { class: "head" }, h("h2", {}, "Proof"), this.said, h("div", { class: "grow" }), this.button), this.items);
  }

  /** Other cards are chosen: a few are proofed at once; or files have changed. @param {number} cards @param {string} key @param {number} content */
  draw(cards, key, content) {
    if (this.key === key && this.content !== content && !this.runs) this.said.textContent = "Cards have changed since the last proof.";
    this.content = content;
    this.element.hidden = !cards;
    if (this.key === key) return;
    this.key = key;
    this.items.replaceChildren();
    this.said.textContent = `${counted(cards, "card")} to look at`;
    if (cards <= MOST_PROOFS && !this.runs) this.start();
  }

  async start() {
    const { key } = this;
    this.button.disabled = this.runs = true;
    this.said.textContent = "Drawing and measuring the cards ...";
    try {
      const { code, lines, stopped } = await run(["proof", ...this.choice(), "--format=jsonl"], true);
      const found = lines.filter(line => line.startsWith("{")).map(line => JSON.parse(line));
      this.said.textContent = stopped ? "stopped" : found.length ? counted(found.length, "finding") : code === 0 ? "nothing would go wrong" : lines.at(-1) ?? "";
      this.items.replaceChildren(...found.map(one => h("li", { class: one.severity }, ...describe({ ...one, place: `${one.path}:${one.line}` }).childNodes, " ", h("a", { href: `#/file/${addressOf(one.path)}?line=${one.line}` }, "Open"))));
    } catch (error) { fail(error); }
    this.button.disabled = this.runs = false;
    if (this.key !== key) this.start();
  }
}
