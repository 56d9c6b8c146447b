// Print: which cards, on which sheets; what a proof finds; the sheets as they will be printed; PDF or export in one click.
import { get, newest, onChange, post, status } from "../api.js";
import { fail, problem, style } from "../app.js";
import { addressOf, counted, describe, h, redraw } from "../dom.js";
import { CommandLine, run } from "../jobs.js";
import { ChoiceOfCards, OptionForm } from "../options.js";

const AT_ONCE = 2, MOST_PROOFS = 200, REST = 150, PX = 96 / 25.4;  // cards that are proofed unasked; milliseconds; pixels of a mm
const SHEET = ["definition", "paper", "printer", "edition", "low_ink"], CHOICE = ["where", "decks"];
const ON_SHEETS = ["definition", "paper", "copies", "skip", "low_ink", "watermark", "printer"];  // what changes what is seen
/** @type {Record<string, string>} */
const FLIPS = { long: "backs on the other side, flipped on the long edge", short: "backs on the other side, flipped on the short edge", horizontal: "fronts and backs, folded across", vertical: "fronts and backs, folded upright" };

/** @typedef {{ name: string, title: string, cards: number, sides: number, papers: number, size: number[], flip: string, fold: string, marks: boolean, definition: string }} File */
/** @typedef {{ file: string, number: number, size: number[], frame: any, seen: boolean, age: number }} Side */

/** @type {import("../app.js").Page} */
export default {
  async show(root, _, query) {
    const summary = h("span", { class: "quiet", role: "status" }, "Looking at the cards ..."), head = h("div", { class: "head" }, h("h1", {}, "Print"), summary);
    root.append(head);
    post("sheets", { how: { where: query.get("q") ?? "", decks: query.getAll("deck") }, edition: "" }).catch(() => {});  // begins while the page is made
    const box = h("div", {});
    root.append(box);
    /** @type {PrintPage | null} */
    let page = null;
    const open = async () => {
      try {
        const [commands, setup] = await Promise.all([get("commands"), get("print_setup"), style("/pages/print.css"), style("/search.css")]);
        box.replaceChildren();
        page ??= new PrintPage(box, head, summary, commands, setup, query);
        page.plan(null);
      } catch (error) { box.replaceChildren(problem(error)); }
    };
    const end = onChange(() => (page ? page.plan(null) : open()));
    await open();
    return () => { end(); page?.close(); };
  },
};

class PrintPage {
  /** @type {Side[]} */ sides = [];
  /** @type {Record<string, any>} what the sheets are asked with */ asked = {};
  age = 0;
  drawing = 0;
  timer = 0;
  content = -1;
  closed = false;

  /** @param {HTMLElement} root @param {any} head @param {any} summary @param {any} commands @param {any} setup @param {URLSearchParams} query */
  constructor(root, head, summary, commands, setup, query) {
    const changed = () => { clearTimeout(this.timer); this.timer = setTimeout(() => this.plan(null), REST); };
    const without = [...CHOICE, ...(setup.editions.length ? [] : ["edition", "all_editions"])];
    const { sheet, export: exported } = commands, printers = sheet.options.find((/** @type {any} */ one) => one.name === "printer")?.choices.length;
    this.choice = new ChoiceOfCards({ decks: setup.decks, query, changed, all: setup.decks.length ? "Without a choice: every deck of the project, and its extras." : "Without a choice: every card." });
    this.how = new OptionForm(sheet.options, { only: SHEET, without: printers ? without : [...without, "printer"], files: { definition: setup.definitions }, changed });
    this.targets = exported.options.find((/** @type {any} */ one) => one.name === "target");
    this.target = h("select", { onchange: () => this.drawTarget() }, ...this.targets.choices.map((/** @type {string} */ one) => h("option", { value: one }, `${one}: ${setup.targets[one]}`)));
    this.export = new OptionForm(exported.options, { without: [...without, "target"], changed: () => this.drawTarget() });
    this.line = new CommandLine();
    this.exportLine = new CommandLine();
    this.summary = summary;
    this.width = h("input", { type: "range", min: 180, max: 1400, step: 20, value: localStorage.getItem("print-width") ?? 350, oninput: () => { localStorage.setItem("print-width", this.width.value); this.layout(); } });
    this.press = h("input", { type: "checkbox", onchange: () => this.renew() });
    this.pressBox = h("label", { class: "check", hidden: !setup.press, title: setup.press }, this.press, "Colours of the press");
    this.proof = new Proof();
    this.list = h("div", { class: "sheets" });
    const make = (/** @type {() => string[]} */ words) => async () => { try { await run(words()); } catch (error) { fail(error); } };
    head.append(h("div", { class: "grow" }), this.pressBox, h("label", { class: "print-size" }, "Size", this.width));
    root.append(h("div", { class: "print" }, h("div", { class: "print-side" },
        h("section", { class: "panel", "aria-label": "Cards" }, h("h2", {}, "Cards"), this.choice.element),
        h("section", { class: "panel", "aria-label": "Sheets" }, h("h2", {}, "Sheets"), this.how.element, h("button", { class: "main", type: "button", onclick: make(() => this.words("sheet", this.how)) }, "Make the PDF"), this.line.element),
        h("section", { class: "panel", "aria-label": "Export" }, h("h2", {}, "Or for a shop, a table on the screen, a web page"), h("label", {}, "To", this.target), this.export.element,
          h("button", { type: "button", onclick: make(() => this.words("export", this.export)) }, "Export"), this.exportLine.element)),
      h("div", { class: "print-sheets" }, this.proof.element, this.list)));
    this.seen = new IntersectionObserver(entries => {
      for (const entry of entries) {
        const side = this.sides.find(one => one.frame === entry.target);
        if (side) side.seen = entry.isIntersecting;
        if (side && !side.seen && this.sides.length > 40) { side.frame.replaceChildren(); side.age = -1; }
      }
      this.next();
    }, { rootMargin: "400px" });
    this.plan = newest(() => this.load(), () => {}, error => { this.list.replaceChildren(problem(error)); this.summary.textContent = ""; this.sides = []; this.proof.element.hidden = true; });
    this.drawTarget();
  }

  close() {
    this.closed = true;
    this.seen.disconnect();
    this.proof.stop();
    clearTimeout(this.timer);
  }

  /** @param {string} name @param {OptionForm} form */
  words(name, form) {
    return [name, ...(name === "export" ? [`--to=${this.target.value}`] : []), ...this.choice.words, ...form.words];
  }

  drawTarget() {
    this.export.about(this.target.value);
    this.exportLine.draw(this.words("export", this.export));
  }

  /** Ask what is on the sheets, and draw those in view. */
  async load() {
    const values = this.how.values, { where, decks } = this.choice;
    this.line.draw(this.words("sheet", this.how));
    this.drawTarget();
    if (location.hash.startsWith("#/print")) history.replaceState(null, "", `#/print${this.choice.address && "?" + this.choice.address}`);
    const asked = { how: { where, decks, ...Object.fromEntries(ON_SHEETS.flatMap(name => name in values ? [[name, values[name]]] : [])) }, edition: values.edition ?? "" };
    const found = await post("sheets", asked), before = JSON.stringify(this.asked);
    this.asked = asked;
    /** @type {File[]} */
    const files = found.files;
    const papers = files.reduce((sum, one) => sum + one.papers, 0), cards = files.reduce((sum, one) => sum + one.cards, 0);
    this.summary.textContent = `${counted(cards, "card")} on ${counted(papers, "sheet")}${files.length > 1 ? `, ${files.length} PDFs` : ""}`;
    this.drawFiles(files, found.lost, before === JSON.stringify(asked));
    this.proof.draw(found.proofs, asked, JSON.stringify([where, decks, values.copies, asked.edition, status.content]));
  }

  /** @param {File[]} files @param {string[]} lost @param {boolean} same what is seen stays until it is drawn again */
  drawFiles(files, lost, same) {
    const old = new Map(this.sides.map(side => [`${side.file} ${side.number} ${side.size}`, side]));
    this.age++;
    this.seen.disconnect();
    this.sides = [];
    const sections = files.map(file => {
      const sides = [...Array(file.sides).keys()].map(number => {
        const known = same ? old.get(`${file.name} ${number} ${file.size}`) : null;
        const frame = known?.frame ?? h("div", { class: "frame sheet", role: "img", "aria-label": `${file.title}, side ${number + 1} of ${file.sides}` });
        this.sides.push({ file: file.name, number, size: file.size, frame, seen: false, age: 0 });
        return frame;
      });
      const backs = FLIPS[file.flip] ?? FLIPS[file.fold] ?? "no backs";
      return h("section", { "aria-label": file.title }, h("h2", {}, file.title), h("p", { class: "quiet" }, `${counted(file.cards, "card")} on ${counted(file.papers, "sheet")} of ${file.size.map(one => Math.round(one)).join(" x ")} mm, `,
        `${file.marks ? "with" : "without"} marks to cut along, ${backs}: `, h("a", { href: `#/file/${addressOf(file.definition)}` }, file.definition)), h("div", { class: "sheet-grid" }, ...sides));
    });
    const missing = lost.length ? [h("p", { class: "left-out" }, `Left out, as they cannot be drawn: ${lost.slice(0, 8).join(", ")}${lost.length > 8 ? ` and ${lost.length - 8} more` : ""}. The page Problems says why.`)] : [];
    redraw(this.list, ...missing, ...sections);
    this.layout();
    for (const side of this.sides) this.seen.observe(side.frame);
  }

  /** Give each side its size on the screen: that of the paper, all in one scale. */
  layout() {
    const widest = Math.max(1, ...this.sides.map(side => side.size[0])), scale = Number(this.width.value) / widest;
    for (const { frame, size } of this.sides) { frame.style.width = `${size[0] * scale}px`; frame.style.aspectRatio = `${size[0]} / ${size[1]}`; }
    this.dpi = Math.min(300, Math.ceil(scale / PX * 96 * Math.min(devicePixelRatio, 2) / 25) * 25);
    this.renew();
  }

  renew() {
    this.age++;
    this.next();
  }

  /** Draw the next side in view. */
  next() {
    for (const side of this.sides) {
      if (this.drawing >= AT_ONCE || this.closed) return;
      if (!side.seen || side.age === this.age) continue;
      side.age = this.age;
      this.drawing++;
      this.draw(side, this.asked).finally(() => { this.drawing--; this.next(); });
    }
    if (!this.drawing && this.sides.some(side => side.age === this.age)) this.proof.ready();
  }

  /** @param {Side} side @param {any} asked */
  async draw(side, asked) {
    try {
      const found = await post("sheet_side", { ...asked, file: side.file, number: side.number, dpi: this.dpi, press: this.press.checked });
      if (this.asked !== asked) return;
      const image = h("img", { alt: "", src: found.picture });
      await image.decode().catch(() => {});
      side.frame.replaceChildren(image);
      side.frame.title = found.cards.join(", ");
      if (found.sides !== this.sides.filter(one => one.file === side.file).length) this.plan(null);
    } catch (error) {
      if (this.asked === asked) side.frame.replaceChildren(h("p", {}, /** @type {any} */ (error).message));
    }
  }
}

/** What a proof finds on the cards of these sheets, in pieces, so that nobody waits for it. */
class Proof {
  /** @type {Map<string, any>} */ found = new Map();
  asked = /** @type {any} */ (null);
  cards = 0;
  key = "";
  state = "waits";

  constructor() {
    this.said = h("span", { role: "status" });
    this.bar = h("progress", { max: 1, "aria-label": "Proof" });
    this.button = h("button", { type: "button", onclick: () => (this.state === "runs" ? this.stop() : this.start(true)) });
    this.items = h("ul", { class: "problems" });
    this.element = h("section", { class: "panel proof", "aria-label": "Proof" }, h("div", { class: "head" }, h("h2", {}, "Proof"), this.said, this.bar, h("div", { class: "grow" }), this.button), this.items);
  }

  /** Other sheets; if the cards are the same ones (`key`), what was found is, too. @param {number} cards @param {any} asked @param {string} key */
  draw(cards, asked, key) {
    this.element.hidden = !cards;
    if (this.key === key) return;
    Object.assign(this, { cards, asked, key, state: "waits", found: new Map() });
    this.say(0);
  }

  /** The sheets in view are drawn. */
  ready() { if (this.state === "waits" && this.cards && this.cards <= MOST_PROOFS) this.start(false); }

  stop() {
    this.state = "stopped";
    this.say(0);
  }

  /** @param {boolean} again */
  async start(again) {
    const { asked } = this;
    this.state = "runs";
    if (again) this.found = new Map();
    try {
      for (let at = 0; at < this.cards && this.state === "runs" && this.asked === asked;) {
        const piece = await post("proof_piece", { ...asked, start: at });
        if (this.asked !== asked || this.state !== "runs") return;
        for (const one of piece.findings) this.found.set(`${one.code} ${one.place} ${one.message}`, one);
        if (piece.next <= at) break;
        this.say(at = piece.next);
      }
      this.state = "done";
    } catch (error) {
      if (this.asked !== asked) return;
      this.state = "stopped";
      fail(error);
    }
    this.say(this.cards);
  }

  /** @param {number} at */
  say(at) {
    const runs = this.state === "runs", all = [...this.found.values()];
    this.bar.hidden = !runs;
    this.bar.value = at / Math.max(1, this.cards);
    const number = (/** @type {string} */ kind, /** @type {string} */ word) => { const some = all.filter(one => one.severity === kind).length; return some ? [counted(some, word)] : []; };
    const counts = [...number("error", "error"), ...number("warning", "warning"), ...number("info", "note")].join(", ");
    this.said.textContent = runs ? `${at} of ${counted(this.cards, "card")}${counts && `: ${counts}`}` : this.state === "done" ? `${counts || "nothing would go wrong"} on ${counted(this.cards, "card")}`
      : this.state === "stopped" ? "was stopped" : "";
    this.button.textContent = runs ? "Stop" : this.state === "done" ? "Proof again" : `Proof ${counted(this.cards, "card")}`;
    this.button.disabled = !this.cards;
    this.items.replaceChildren(...groups(all).slice(0, 12).map(some => {
      const item = describe(some[0]), link = some[0].slug && h("a", { href: `#/card/${encodeURIComponent(some[0].slug)}` }, "Open the card");
      item.append(...(link ? [" ", link] : []), some.length > 1 ? h("span", { class: "quiet" }, ` and ${some.length - 1} more like this`) : "");
      return item;
    }));
  }
}

/** Findings of a check together, the worst first. @param {any[]} all @returns {any[][]} */
function groups(all) {
  /** @type {Map<string, any[]>} */
  const found = new Map();
  for (const one of all) {
    const key = `${["error", "warning", "info"].indexOf(one.severity)} ${one.code}`, some = found.get(key);
    if (some) some.push(one);
    else found.set(key, [one]);
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, some]) => some);
}
