// A new game: from a table that is dropped here, one in the folder, an example, a ready face, or nothing.
import { edit, get, newest, onChange, post, result } from "../api.js";
import { fail, style } from "../app.js";
import { at, counted, describe, h } from "../dom.js";

const LARGEST = 50_000_000;  // bytes of a file
/** Files that may hold several tables, that have rows, that can be edited here as they are, and that are no tables. */
const PARTS = /\.(json|jsonl|ndjson|ya?ml|db3?|sqlite3?)$/i, ROWS = /\.(xlsx|xlsm|ods|csv|tsv|txt)$/i, TEXTS = /\.(csv|tsv|txt)$/i, DESIGN = /\.(cmp|nde)$/i;
/** What a column is asked to be. @type {[string, string][]} */
const ROLES = [["name", "Names of the cards"], ["picture", "Pictures"], ["copies", "Number of copies"]];

/** @type {import("../app.js").Page} */
export default {
  async show(root) {
    await style("/pages/begin.css");
    const known = await get("begin");
    if (known.empty) return new BeginPage(root, known).open();
    root.append(h("div", { class: "panel" }, h("h1", {}, "New game"), h("p", {}, `There is a game in ${known.folder} already. For another one, start the studio in an empty folder.`), h("a", { href: "#/cards" }, "The cards")));
  },
};

/** @param {string} text what a game or a face is: its title, and the rest */
const split = text => /** @type {[string, string]} */ (text.replace(/, for the ruleset "\w+"/, "").split(/: (.*)/s).slice(0, 2).map(capital));
/** @param {string} text */
const capital = text => text.charAt(0).toUpperCase() + text.slice(1);

class BeginPage {
  /** How the game begins, for the server. @type {any} */
  start = { kind: "", tables: [], editable: true };
  /** Tables that were dropped here. @type {string[]} */
  dropped = [];
  making = false;
  timer = 0;

  /** @param {HTMLElement} root @param {any} known */
  constructor(root, known) {
    this.root = root;
    this.known = known;
    this.ask = newest(start => post("begin_preview", { start }), found => this.draw(found), error => { this.status.textContent = ""; fail(error); });
    this.status = h("p", { class: "quiet", role: "status" }, "Choose what to begin with. Its first cards appear here.");
    this.cards = h("div", { class: "begin-cards" });
    this.said = h("div", {});
    this.tables = h("div", { class: "begin-choices" });
    this.file = h("input", { type: "file", multiple: true, hidden: true, "aria-label": "Table of your cards", onchange: () => { this.send([...this.file.files]); this.file.value = ""; } });
    this.drop = h("div", { class: "begin-drop" }, h("b", {}, "Drop your table of cards here"), h("button", { type: "button", onclick: () => this.file.click() }, "Choose a file"), this.file,
      h("span", { class: "quiet" }, "Excel, LibreOffice, CSV, JSON, YAML, SQLite and others; or a design of nanDECK, Squib or CardMaker. Drop its pictures with it. Cells may be pasted, too."));
    this.sheet = this.field("sheet", "Sheet", h("select"));
    this.part = this.field("sheet", "Which table or list in the file", h("input", { placeholder: "the only one" }));
    this.header = this.field("header", "Row with the headings", h("input", { type: "number", min: 1, max: 999_999, placeholder: "found" }));
    this.roles = ROLES.map(([role, words]) => this.field(role, words, h("select"), () => this.start.roles));
    this.keeps = h("label", { class: "check wide" }, h("input", { type: "checkbox", checked: true, onchange: (/** @type {any} */ event) => { this.start.editable = event.target.checked; this.changed(); } }),
      "Edit the cards here: they become cards/cards.csv. Else the studio reads your file whenever you save it.");
    this.columns = h("details", {}, h("summary", {}, "What the columns seem to be"), h("table", {}));
    this.ofTable = h("fieldset", { class: "panel begin-form" }, h("legend", {}, "Your table"), this.sheet, this.part, this.header, ...this.roles, this.keeps, this.columns);
    this.face = this.field("face", "Face", h("select"));
    this.size = this.field("size", "Size of the cards", h("select", {}, ...options(Object.entries(known.sizes).map(([name, [width, height]]) => [name, `${name} (${width} × ${height} mm)`]))));
    this.about = h("span", { class: "quiet wide" });
    this.name = this.field("name", "Name of the game", h("input", { maxlength: 80 }));
    this.look = h("fieldset", { class: "panel begin-form" }, h("legend", {}, "The game"), this.face, this.size, this.about, this.name, this.field("copyright", "Copyright line of the cards", h("input", { maxlength: 120, placeholder: "none" })));
    this.make = h("button", { class: "main", disabled: true }, "Make the game");
    this.rest = h("div", { class: "begin-part" }, this.ofTable, this.look);
  }

  open() {
    const { known } = this, games = Object.entries(known.games).map(([name, text]) => [name, ...split(text)]);
    const starts = [["blank", "A blank game", "Two cards, ten lines of rules and a plain face."], ["face", "A ready face", "One of seven, with cards to try it."],
      ["sample", "The sample game", "Effects made from templates, cards, a deck and a print run."], ...games];
    const own = h("section", { class: "panel" }, h("h2", {}, "With your own cards"), this.tables, this.drop);
    const others = h("section", { class: "panel" }, h("h2", {}, "Or with an example"), h("div", { class: "begin-choices" }, ...starts.map(([name, title, more]) => this.radio(name, title, more ?? ""))));
    const shown = h("section", { class: "panel", "aria-label": "The first cards" }, this.status, this.cards, this.said,
      h("div", { class: "begin-make" }, this.make, h("span", { class: "quiet" }, "Nothing that is in the folder is changed.")));
    this.root.append(h("div", { class: "head" }, h("h1", {}, "New game"), h("span", { class: "quiet" }, `in ${known.folder}`)),
      h("form", { class: "begin", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.create(); } }, h("div", { class: "begin-part" }, own, others), h("div", { class: "begin-part" }, shown, this.rest)));
    const stop = new AbortController(), { signal } = stop;
    for (const kind of ["dragover", "dragleave", "drop"]) addEventListener(kind, event => this.dragged(/** @type {DragEvent} */ (event)), { signal });
    addEventListener("paste", event => this.pasted(event), { signal });
    this.drawForm();
    if (ROWS.test(known.tables[0])) this.choose("table", [known.tables[0]]);
    this.drawTables();
    at("nav").hidden = true;
    const end = onChange(() => this.renew().catch(fail));
    return () => { end(); stop.abort(); clearTimeout(this.timer); at("nav").hidden = false; };
  }

  /** The files of the folder may have changed. */
  async renew() {
    const before = String(this.known.tables);
    this.known = await get("begin");
    if (!this.known.empty && !this.making) { location.hash = "#/gallery"; location.reload(); }
    if (String(this.known.tables) !== before) this.drawTables();
    if (this.start.kind === "table") this.ask(this.start);
  }

  /** @param {string} name @param {string} title @param {string} more @param {string[]} [tables] */
  radio(name, title, more, tables = []) {
    const checked = this.start.kind === name && String(this.start.tables) === String(tables);
    return h("label", { class: "begin-choice" }, h("input", { type: "radio", name: "kind", checked, onchange: () => this.choose(name, tables) }), h("span", {}, h("b", {}, title), more && h("span", { class: "quiet" }, more)));
  }

  /** What is asked for. @param {string} key @param {string} words @param {any} element @param {() => any} [of] what it is a part of */
  field(key, words, element, of = () => this.start) {
    element.addEventListener("input", () => { of()[key] = element.type === "number" ? Number(element.value) : element.value; this.changed(key); });
    return h("label", {}, words, element);
  }

  /** @param {string} [key] what was changed in the form */
  changed(key = "") {
    if (key === "sheet" || key === "header") this.start.roles = {};
    this.drawForm();
    this.status.textContent = "Drawing the first cards ...";
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(this.start), ["name", "copyright", "header"].includes(key) ? 400 : 0);
  }

  /** @param {string} kind @param {string[]} tables */
  choose(kind, tables) {
    Object.assign(this.start, { kind, tables, face: kind === "face" ? Object.keys(this.known.faces)[0] : "", size: "", sheet: "", header: 0, roles: {} });
    for (const label of [this.header, this.part]) label.lastChild.value = "";
    for (const part of [this.sheet, this.columns, ...this.roles]) part.hidden = true;
    this.size.lastChild.selectedIndex = 0;
    this.changed();
  }

  drawTables() {
    const groups = [...(this.dropped.length ? [this.dropped] : []), ...this.known.tables.map((/** @type {string} */ one) => [one])];
    this.tables.replaceChildren(...groups.map((/** @type {string[]} */ tables) => this.radio("table", `Make a game of ${tables.map(one => one.slice(one.lastIndexOf("/") + 1)).join(" and ")}`, "", tables)));
  }

  drawForm() {
    const { kind, face, tables } = this.start, has = (/** @type {RegExp} */ like) => tables.some((/** @type {string} */ one) => like.test(one));
    const isTable = kind === "table", isDesign = has(DESIGN), isOwn = ["blank", "face", "table"].includes(kind) && !isDesign;
    const faces = Object.entries(this.known.faces).map(([name, text]) => [name, split(text)[0]]);
    this.rest.hidden = !kind;
    this.ofTable.hidden = !isTable || isDesign;
    this.part.hidden = !has(PARTS);
    this.header.hidden = !has(ROWS);
    this.keeps.hidden = has(TEXTS);
    this.face.hidden = !isOwn || kind === "blank";
    this.face.lastChild.replaceChildren(...options(isTable ? [["", "Plain, made for this table"], ...faces] : faces));
    this.face.lastChild.value = face;
    this.size.hidden = !isOwn || Boolean(face);
    this.about.hidden = !face;
    this.about.textContent = face && split(this.known.faces[face])[1];
    this.name.lastChild.placeholder = isOwn || isDesign ? this.known.name : "its own";
  }

  /** @param {any} found what the game would be */
  draw(found) {
    this.make.disabled = !found.cards.length || this.making;
    this.status.textContent = found.count ? `${counted(found.count, "card")}. ${found.count > found.cards.length ? `The first ${found.cards.length}:` : ""}` : "It cannot begin like this.";
    this.cards.replaceChildren(...found.cards.map((/** @type {string[]} */ [name, picture]) => h("img", { src: picture || "data:,", alt: `The card ${name}` })));
    const missing = found.missing ? `${counted(found.missing, "picture")} of the table not found: drop the pictures together with the table, or add them to the cards later.` : "";
    this.said.replaceChildren(h("ul", { class: "problems" }, ...found.problems.map(describe)), ...[missing, ...found.notes].filter(Boolean).map(text => h("p", { class: "quiet" }, capital(text))));
    this.sheet.hidden = found.sheets.length < 2;
    this.sheet.lastChild.replaceChildren(...options(found.sheets.map((/** @type {string} */ one) => [one, one])));
    this.sheet.lastChild.value = this.start.sheet || found.sheets[0] || "";
    const headings = found.columns.map((/** @type {string[]} */ [heading]) => [heading, heading]);
    for (const [index, [role]] of ROLES.entries()) {
      this.roles[index].hidden = !headings.length;
      this.roles[index].lastChild.replaceChildren(...options(role === "name" ? headings : [["", "No column"], ...headings]));
      this.roles[index].lastChild.value = found.columns.find((/** @type {string[]} */ column) => column[1] === role)?.[0] ?? "";
    }
    this.columns.hidden = !found.columns.length;
    this.columns.lastChild.replaceChildren(...found.columns.map((/** @type {string[]} */ [heading, , about]) => h("tr", {}, h("th", { scope: "row" }, heading), h("td", {}, about))));
  }

  /** @param {DragEvent} event */
  dragged(event) {
    if (![...(event.dataTransfer?.types ?? [])].includes("Files")) return;
    event.preventDefault();
    this.drop.classList.toggle("over", event.type === "dragover");
    if (event.type === "drop") this.send([...(event.dataTransfer?.files ?? [])]);
  }

  /** Cells, or a file, from the clipboard. @param {ClipboardEvent} event */
  pasted(event) {
    const text = event.clipboardData?.getData("text") ?? "", files = [...(event.clipboardData?.files ?? [])];
    if (files.length) this.send(files);
    else if (/\t.*\n/.test(text)) this.send([new File([text], "pasted.tsv")]);
  }

  /** Send files, of which the tables become the game. @param {File[]} files */
  async send(files) {
    /** @type {string[]} */
    const tables = [];
    try {
      for (const [index, file] of files.entries()) {
        if (file.size > LARGEST) throw new Error(`${file.name} has more than ${LARGEST / 1e6} MB.`);
        this.status.textContent = `Reading ${file.name} ...`;
        const query = new URLSearchParams({ name: file.name, ...(index && { more: "1" }) });
        const kept = await result(await fetch(`/table?${query}`, { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: file }));
        if (kept.table) tables.push(kept.path);
      }
      if (!tables.length) throw new Error("There is no table among these files.");
      this.dropped = tables;
      this.choose("table", tables);
      this.drawTables();
    } catch (error) { this.status.textContent = ""; fail(error); }
  }

  async create() {
    this.making = this.make.disabled = true;
    this.status.textContent = "Making the game ...";
    try {
      await edit("make_game", { start: this.start });
      location.hash = "#/gallery";
      location.reload();
    } catch (error) { this.making = this.make.disabled = false; this.status.textContent = ""; fail(error); }
  }
}

/** @param {string[][]} choices values and words */
function options(choices) {
  return choices.map(([value, words]) => h("option", { value }, words));
}
