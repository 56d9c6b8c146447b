// The cards as a table that is edited like a spreadsheet.
import { get, onChange } from "../api.js";
import { fail, go, project, style } from "../app.js";
import { counted, h, redraw, toast } from "../dom.js";
import { makeFix, wordsOf } from "../fixes.js";
import { Grid } from "../parts/grid.js";
import { bulkForm } from "./cards/bulk.js";
import { SearchBox, rowsOf } from "../search.js";
import { figures, isNumeric, sorted, totals, width } from "./cards/figures.js";
import { Table } from "./cards/table.js";

/** @typedef {import("./cards/table.js").Row} Row */

const LOW = 30, HIGH = 74, DPI = 55;  // rows in pixels, without and with pictures

/** @type {import("../app.js").Page & { keys: string[][] }} */
export default {
  keys: [["Enter, F2, typing", "Edit a cell"], ["Ctrl+D", "Fill down"], ["Ctrl+Enter", "Open the card"], ["Ctrl+.", "Fix what is wrong with a cell"],
    ["Alt+Insert, Alt+Delete", "Add a card below, delete cards"], ["Alt+Up, Alt+Down", "Move cards"], ["Shift+Space", "Choose whole cards"],
    ["Enter on a heading", "Sort"], ["Ctrl+F", "Search"]],
  async show(root, [path], query) {
    const [parts] = await Promise.all([project ?? get("project"), style("/pages/cards.css"), style("/parts/grid.css")]);
    root.classList.add("cards");
    const page = new CardsPage(root, parts, path || parts.tables[0].path, query.get("q") ?? "");
    await page.open();
    const end = onChange(() => page.table.load());
    return () => { end(); page.close(); };
  },
};

class CardsPage {
  /** @param {HTMLElement} root @param {any} parts  of the project @param {string} path @param {string} query */
  constructor(root, parts, path, query) {
    this.path = path;
    this.kept = `cards ${parts.title} ${path}`;
    /** @type {{ hidden: string[], widths: Record<string, number>, pictures: boolean }} */
    this.view = { hidden: [], widths: {}, pictures: false, ...JSON.parse(localStorage.getItem(this.kept) ?? "{}") };
    this.table = new Table(path, what => this.changed(what), fail);
    /** @type {Set<Row> | null} */ this.found = null;  // what the search shows
    /** @type {{ column: number, direction: "ascending" | "descending" } | undefined} */ this.order = undefined;
    /** @type {number[]} */ this.expected = [];  // numbers of rows that come, which are shown whatever the search says
    /** @type {Map<number, string>} */ this.totals = new Map();
    this.shape = "";  // what the columns were made of
    this.counting = 0;
    this.count = h("span", { class: "quiet", role: "status" });
    this.search = new SearchBox({ label: "Search these cards", query, show: found => this.filter(found) });
    this.search.input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => { if (event.key === "ArrowDown" || event.key === "Enter") { event.preventDefault(); this.grid.go(0, this.grid.active.column); } });
    this.error = h("p", { class: "cards-error", role: "alert", hidden: true });
    this.tools = h("div", { class: "cards-tools", role: "toolbar", "aria-label": "Cards" });
    this.sorting = h("div", { class: "cards-sorted", hidden: true });
    this.place = h("div", { class: "cards-grid", id: "cards-grid" });
    this.words = h("div", { class: "grow", role: "status" });
    this.repair = h("span", {});
    this.bulk = bulkForm({ columns: () => this.table.columns, column: () => this.columnAt() ?? 0, chosen: () => this.chosen(), shown: () => this.grid.rows,
      ask: (rows, wanted) => this.table.bulk(rows, wanted), name: row => (row ? this.table.name(row) : ""), done: text => { if (text) toast(text); this.focus(); } });
    this.grid = this.makeGrid();
    root.append(h("div", { class: "head" }, h("h1", {}, "Cards"), this.tabs(parts.tables), h("div", { class: "grow" }), this.count, this.search.element), this.error, this.tools, this.sorting, this.bulk.form, this.place, h("div", { class: "cards-detail" }, this.words, this.repair));
    root.addEventListener("keydown", event => this.key(event));
    root.addEventListener("dblclick", event => { if (/** @type {HTMLElement} */ (event.target).closest(".grid-body .extra")) this.openCard(this.grid.rows[this.grid.active.row]); });
  }

  async open() {
    await this.table.load();
    this.grid.go(0, 1, { focus: false });
    if (this.search.value) this.search.again();
  }

  close() {
    this.grid.stopEditing(true);
    this.table.close();
    this.grid.destroy();
    clearTimeout(this.counting);
  }

  focus() { this.grid.go(this.grid.active.row, this.grid.active.column); }

  /** @param {any[]} tables */
  tabs(tables) {
    return h("nav", { class: "cards-tabs", "aria-label": "Tables" }, ...tables.map(one =>
      h("a", { href: `#/cards/${encodeURIComponent(one.path)}`, "aria-current": one.path === this.path ? "page" : null, title: one.path }, one.path.split("/").pop()?.replace(/\.[^.]+$/, ""))));
  }

  makeGrid() {
    const { view } = this;
    /** @type {Grid<Row>} */
    const grid = new Grid(this.place, {
      label: `Cards of ${this.path}`,
      value: (row, column) => (column === "#" ? String(row.number + 1) : column === "picture" ? "" : row.cells[Number(column)] ?? ""),
      change: (edits, beyond, columns) => this.edited(edits, beyond, columns),
      mark: (row, column) => {
        const [mark, ...more] = row.marks.get(Number(column)) ?? [];
        return mark && { kind: mark.severity, message: [mark, ...more].map(one => one.message).join("\n") };
      },
      total: column => this.totals.get(Number(column)) ?? (column === "#" ? String(this.grid?.rows.length ?? "") : ""),
      sort: (column, direction) => this.sort(column === "#" || !direction ? undefined : { column: Number(column), direction }),
      active: () => this.drawDetail(),
      resized: (column, size) => { view.widths[this.title(column)] = size; this.keep(); },
    }, { rowHeight: view.pictures ? HIGH : LOW, pinned: innerWidth < 600 ? 1 : 2 });
    this.place.style.setProperty("--foot", "3.5rem");
    return grid;
  }

  keep() { localStorage.setItem(this.kept, JSON.stringify(this.view)); }

  /** The heading of a column of the grid. @param {string | number} name */
  title(name) { return this.table.columns[Number(name)]?.title ?? String(name); }

  columns() {
    const { table, view } = this, sized = (/** @type {string} */ name, /** @type {number} */ size) => view.widths[this.title(name)] ?? size;
    const own = table.columns.map((one, index) => ({
      name: String(index), label: one.title, fixed: !!table.why, number: isNumeric(table.rows, index), width: sized(String(index), width(table.rows, index, one.title)),
      ...(one.choices.length && { choices: (/** @type {string} */ text) => completions(one, text) }),
    })).filter(one => !view.hidden.includes(one.label));
    const picture = { name: "picture", label: "Picture", fixed: true, extra: true, width: sized("picture", 76),
      picture: (/** @type {Row} */ row) => (row.slug ? `/picture/${encodeURIComponent(row.slug)}?dpi=${DPI}&of=${row.stamp}` : "") };
    return [{ name: "#", label: "Row", fixed: true, extra: true, width: 52 }, ...own.slice(0, 1), ...(view.pictures ? [picture] : []), ...own.slice(1)];
  }

  /** Show the rows that the search and the order ask for. */
  draw() {
    const { table, found, order } = this;
    const rows = found ? [...found].filter(row => table.rows[row.number] === row) : table.rows;
    const shape = JSON.stringify([table.columns, table.why, this.view.hidden, this.view.pictures]);
    const had = this.place.contains(document.activeElement);
    if (shape !== this.shape) this.drawTools();
    this.grid.show(order ? sorted(rows, order.column, order.direction) : rows, shape === this.shape ? undefined : this.columns());
    this.shape = shape;
    if (had && !this.place.contains(document.activeElement)) this.focus();  // its row is gone
    const all = counted(table.rows.length, "card");
    this.count.textContent = found ? `${rows.length.toLocaleString("en")} of ${all}` : all;
    this.tally();
    this.drawDetail();
  }

  /** Count what stands below the columns, when there is time. */
  tally() {
    clearTimeout(this.counting);
    this.counting = setTimeout(() => {
      this.totals = new Map(this.table.columns.map((_, index) => [index, totals(this.grid.rows, index)]));
      this.grid.refresh();
    }, this.totals.size ? 250 : 30);
  }

  /** @param {"rows" | "marks"} what */
  changed(what) {
    for (const number of what === "rows" ? this.expected.splice(0) : []) if (this.table.rows[number]) this.found?.add(this.table.rows[number]);
    if (what === "rows") this.draw();
    else { this.grid.refresh(); this.drawDetail(); }
    const { trouble, version } = this.table;
    this.error.textContent = trouble && !version ? `This table cannot be shown: ${trouble}` : trouble;
    this.error.hidden = !trouble;
  }

  /** @param {import("../search.js").Found | null} found */
  filter(found) {
    if (!this.place.isConnected) return;
    const rows = found && rowsOf(found, this.path).flatMap(row => this.table.rows[row] ?? []);
    this.found = rows && new Set(rows);
    history.replaceState(null, "", `#/cards/${encodeURIComponent(this.path)}${rows ? `?q=${encodeURIComponent(this.search.value)}` : ""}`);
    this.drawTools();
    this.draw();
    this.place.scrollTop = 0;
  }

  /** @param {{ column: number, direction: "ascending" | "descending" } | undefined} order */
  sort(order) {
    this.order = order;
    if (!order) this.grid.order("", undefined);
    this.draw();
    const title = order && this.title(order.column);
    this.sorting.hidden = !order;
    redraw(this.sorting, h("span", {}, `Sorted by ${title}, ${order?.direction}: for looking, the file keeps its order. `),
      h("button", { type: "button", disabled: !!this.table.why, onclick: () => this.writeOrder(`Order of ${this.path} by ${title}`) }, "Write this order to the file"),
      h("button", { type: "button", onclick: () => { this.sort(undefined); this.focus(); } }, "Back to the file's order"));
    this.drawTools();
  }

  /** @param {string} what */
  async writeOrder(what) {
    const { order, table } = this;
    if (!order) return;
    const wanted = sorted(table.rows, order.column, order.direction).map(row => row.line);
    this.sort(undefined);
    await table.arrange({ order: wanted }, what);
    this.focus();
  }

  /** @param {{ row: Row, column: string, value: string }[]} edits @param {string[][]} beyond @param {string[]} columns */
  edited(edits, beyond, columns) {
    const { table } = this, above = table.rows.at(-1)?.line ?? table.head;
    const add = beyond.map(texts => /** @type {[number, Record<string, string>, number]} */ ([above,
      Object.fromEntries(texts.slice(0, columns.length).map((text, index) => [table.columns[Number(columns[index])]?.cell ?? 0, text])), 0]));
    this.expected = add.map((_, index) => table.rows.length + index);
    table.change(edits.map(one => ({ ...one, column: Number(one.column) })), add.length ? { add } : {});
    this.tally();
  }

  /** The chosen rows, in the order of the file. */
  chosen() {
    const { top, bottom } = this.grid.range;
    return this.grid.rows.slice(Math.max(0, top), bottom + 1).sort((one, other) => one.number - other.number);
  }

  /** The index of the column with the active cell. */
  columnAt() {
    const name = this.grid.columns[this.grid.active.column]?.name;
    return name === undefined || Number.isNaN(Number(name)) ? undefined : Number(name);
  }

  /** Add an empty card below the chosen ones, or copies of them. @param {boolean} [copy] */
  async add(copy = false) {
    const { table } = this, rows = this.chosen(), last = rows.at(-1) ?? table.rows.at(-1), at = last ? last.number + 1 : 0;
    const above = last?.line ?? table.head, likes = copy ? rows : [undefined];
    this.expected = likes.map((_, index) => at + index);
    // A row without any text is no card.
    const name = Math.max(table.columns.findIndex(one => one.name), 0), cells = copy ? {} : { [table.columns[name]?.cell ?? 0]: "New card" };
    const made = await table.arrange({ add: likes.map(row => [above, cells, row?.line ?? 0]) }, copy ? `Copy of ${table.names(rows)}` : "New card");
    const row = this.grid.rows.findIndex(one => one.number === at);
    if (!made || row < 0) return;
    this.grid.go(row, Math.max(this.grid.columns.findIndex(one => one.name === String(name)), 1));
    if (!copy) this.grid.edit();
  }

  async remove() {
    const rows = this.chosen(), { table } = this;
    if (!rows.length) return;
    const what = `${table.names(rows)} deleted`;
    if (await table.arrange({ remove: rows.map(row => row.line) }, what)) toast(`${what}: Ctrl+Z brings ${rows.length === 1 ? "it" : "them"} back`);
  }

  /** @param {-1 | 1} by */
  async move(by) {
    const rows = this.chosen(), { table, grid } = this, first = rows[0], last = rows.at(-1);
    if (!first || !last || this.order || this.found) return;
    const other = table.rows[by < 0 ? first.number - 1 : last.number + 1];
    if (!other) return;
    const { top, bottom } = grid.range, { column } = grid.active, until = grid.corner.column;
    const wanted = by < 0 ? [...rows, other] : [other, ...rows];
    if (!await table.arrange({ order: wanted.map(row => row.line) }, `${table.names(rows)} moved ${by < 0 ? "up" : "down"}`)) return;
    grid.go(top + by, column);
    if (bottom > top) grid.go(bottom + by, until, { extend: true, reveal: false });
  }

  /** Open a card's page. @param {Row | undefined} row */
  async openCard(row) {
    await this.table.saved;  // a card with a new name has a new address
    const slug = row && (await get("card", { path: this.path, row: String(row.number) }).catch(() => row)).slug;
    if (slug) go(`card/${encodeURIComponent(slug)}`);
    else toast("This card has no picture yet: its page cannot be opened.", "error");
  }

  /** @param {import("./cards/table.js").Mark} mark @param {Row} row @param {number} column */
  fix(mark, row, column) {
    if (mark.other) { makeFix({ id: mark.other.id }, `Fix of ${this.title(column)} of ${this.table.name(row)}`, [row.slug]).catch(fail); return; }
    const { table } = this, byLine = new Map(table.rows.map(one => [one.line, one])), byCell = new Map(table.columns.map((one, index) => [one.cell, index]));
    const changes = mark.fix.flatMap(([line, cell, old, value]) => {
      const of = byLine.get(line), index = byCell.get(cell);
      return of && index !== undefined && of.cells[index] === old ? [{ row: of, column: index, value }] : [];
    });
    if (changes.length < mark.fix.length) { toast("These cells have changed: wait for the new check.", "error"); return; }
    row.marks.delete(column);
    table.change(changes, {}, `Fix of ${this.title(column)} of ${table.name(row)}`);
    this.grid.refresh();
    this.focus();
  }

  drawTools() {
    const { table, view } = this, fixed = table.why, still = fixed || (this.order || this.found ? "Only in the file's order, without a search" : "");
    const button = (/** @type {string} */ text, /** @type {string} */ title, /** @type {string} */ not, /** @type {() => void} */ onclick) =>
      h("button", { type: "button", title: not || title, disabled: !!not, onclick }, text);
    redraw(this.tools, button("Add", "A card below (Alt+Insert)", fixed, () => this.add()), button("Duplicate", "Copies of the chosen cards, below", fixed, () => this.add(true)),
      button("Delete", "The chosen cards (Alt+Delete)", fixed, () => this.remove()), button("Move up", "Alt+Up", still, () => this.move(-1)), button("Move down", "Alt+Down", still, () => this.move(1)),
      button("Change many", "Set, add to or replace in a column of many cards", fixed, () => this.bulk.open()), this.columnMenu(),
      h("button", { type: "button", "aria-pressed": String(view.pictures), onclick: () => {
        view.pictures = !view.pictures;
        this.keep();
        this.grid.tall(view.pictures ? HIGH : LOW);
        this.draw();
      } }, "Pictures"),
      button("Open card", "Ctrl+Enter", "", () => this.openCard(this.grid.rows[this.grid.active.row])), fixed && h("p", { class: "cards-fixed" }, `Read only: ${fixed}.`));
  }

  columnMenu() {
    const { view, table } = this;
    return h("details", { class: "cards-menu", onkeydown: (/** @type {KeyboardEvent} */ event) => { const menu = /** @type {HTMLDetailsElement} */ (event.currentTarget); if (event.key === "Escape" && menu.open) { menu.open = false; menu.querySelector("summary")?.focus(); } },
      onfocusout: (/** @type {FocusEvent} */ event) => { const menu = /** @type {HTMLDetailsElement} */ (event.currentTarget); if (event.relatedTarget && !menu.contains(/** @type {Node} */ (event.relatedTarget))) menu.open = false; } },
      h("summary", {}, view.hidden.length ? `Columns (${view.hidden.length} hidden)` : "Columns"),
      h("div", { class: "panel" }, ...table.columns.map((one, index) => h("label", { class: "check" }, h("input", { type: "checkbox", checked: !view.hidden.includes(one.title), onchange: () => {
        view.hidden = view.hidden.includes(one.title) ? view.hidden.filter(title => title !== one.title) : [...view.hidden, one.title];
        this.keep();
        this.draw();
        /** @type {HTMLDetailsElement | null} */ (this.tools.querySelector("details"))?.setAttribute("open", "");
        /** @type {HTMLElement | undefined} */ ([.../** @type {any} */ (this.tools.querySelectorAll("details input"))][index])?.focus();
      } }), one.title))));
  }

  /** What the active cell is, and what is wrong with it. */
  drawDetail() {
    const { grid, table } = this, row = grid.rows[grid.active.row], column = this.columnAt(), { top, bottom, left, right } = grid.range;
    const marks = row && column !== undefined ? row.marks.get(column) ?? [] : [];
    const where = row ? [table.name(row), column === undefined ? "" : this.title(column)].filter(Boolean).join(" · ") : "";
    const none = grid.rows.length || !table.version ? "" : this.found ? "No card is found." : "No cards yet: add one, or paste rows of a spreadsheet here.";
    const many = none ? "" : bottom > top || right > left ? figures(grid.rows.slice(Math.max(0, top), bottom + 1), grid.columns.slice(left, right + 1).filter(one => !one.extra).map(one => Number(one.name))) : "";
    redraw(this.words, h("b", {}, where || none), many && ` ${many}`, ...marks.map(mark => h("p", { class: mark.severity }, h("b", {}, mark.severity === "info" ? "note" : mark.severity), ` ${mark.message} `,
      h("span", { class: "hint" }, mark.hint, " ", h("code", {}, mark.code)))));
    const fixes = table.why ? [] : marks.filter(mark => mark.fix.length || mark.other);
    redraw(this.repair, ...fixes.map(mark => h("button", { type: "button", title: "Ctrl+.", onclick: () => row && column !== undefined && this.fix(mark, row, column) },
      mark.other ? wordsOf(mark.other) : mark.fix.length === 1 ? `Change to “${short(mark.fix[0]?.[3] ?? "")}”` : `Fix ${counted(mark.fix.length, "cell")}`)));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { key, altKey } = event, ctrl = event.ctrlKey || event.metaKey;
    if (ctrl && key === "f") { event.preventDefault(); this.search.input.select(); return; }
    const target = /** @type {HTMLElement} */ (event.target), row = this.grid.rows[this.grid.active.row];
    if (!target.closest(".grid-body, .grid-foot") || target.matches("input, textarea")) return;
    const write = !this.table.why;
    const act = key === "Enter" && !altKey && (ctrl || this.columnAt() === undefined) ? () => this.openCard(row)
      : ctrl && key === "." ? () => /** @type {HTMLElement | null} */ (this.repair.querySelector("button"))?.click()
      : altKey && write && key === "Insert" ? () => this.add()
      : altKey && write && key === "Delete" ? () => this.remove()
      : altKey && write && key === "ArrowUp" ? () => this.move(-1)
      : altKey && write && key === "ArrowDown" ? () => this.move(1) : null;
    if (!act) return;
    event.preventDefault();
    act();
  }
}

/** What a cell may hold; of a list, what is written with another last word. @param {import("./cards/table.js").Column} column @param {string} text */
function completions(column, text) {
  if (!column.separator) return column.choices;
  const sign = column.separator.trim() || column.separator, at = text.lastIndexOf(sign), before = at < 0 ? "" : text.slice(0, at) + column.separator;
  const had = new Set(text.split(sign).slice(0, -1).map(word => word.trim()));
  return column.choices.filter(choice => !had.has(choice)).map(choice => before + choice);
}

/** @param {string} text */
function short(text) {
  return text.length > 40 ? `${text.slice(0, 38)} ...` : text || "nothing";
}
