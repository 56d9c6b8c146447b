// @ts-check
// A table of 100,000 rows that is edited like a spreadsheet: an ARIA grid of which only the rows in sight exist.
//
// The grid keeps no data. It asks the page for the text of a cell, and tells it what somebody wants changed.

import { h } from "../dom.js";
import { area, parseTable, writeTable } from "./ranges.js";

/**
 * @typedef {{kind: "error" | "warning" | "info", message: string}} Mark
 * @typedef {"ascending" | "descending"} Direction
 */

/**
 * @template R
 * @typedef {{row: R, column: string, value: string}} Edit
 */

/**
 * @template R
 * @typedef {object} Column
 * @property {string} name  what the page calls it
 * @property {string} [label]  what people read; else the name
 * @property {number} [width]  in pixels; 120 if not said
 * @property {boolean} [number]  stands at the right
 * @property {boolean} [fixed]  cannot be edited
 * @property {boolean} [extra]  is no part of the data, as a number of the row: not copied; a press on it chooses the row
 * @property {(text: string) => readonly string[]} [choices]  values to choose from, by what is typed; others may be typed
 * @property {(row: R) => string} [picture]  the address of a picture that is shown in place of the text
 */

/**
 * @template R
 * @typedef {object} Source
 * @property {string} label  the name of the grid for those who hear it
 * @property {(row: R, column: string) => string} value
 * @property {(edits: Edit<R>[], beyond: string[][], columns: string[]) => void} change  `beyond`: pasted rows for which
 *   no row is left, and the columns of their cells
 * @property {(row: R, column: string) => Mark | undefined} [mark]
 * @property {(column: string) => string} [total]  what stands below a column; without it, there is no such row
 * @property {(column: string, direction: Direction | undefined) => void} [sort]  no direction: as it was
 * @property {(row: R | undefined, column: string, mark: Mark | undefined) => void} [active]  called on each move
 * @property {(column: string, width: number) => void} [resized]
 */

const HEAD = -1;
const SPARE = 6; // rows drawn above and below those in sight

/** @template [R=any] */
export class Grid {
  /** @type {R[]} */ rows = [];
  /** @type {Column<R>[]} */ columns = [];
  /** The cell that keys work on, and the other corner of the chosen range. */
  active = { row: 0, column: 0 };
  corner = { row: 0, column: 0 };
  /** @type {Map<number, HTMLElement>} */ #drawn = new Map();
  /** @type {{column: string, direction: Direction} | undefined} */ #sorted;
  /** @type {HTMLInputElement | HTMLTextAreaElement | undefined} */ #editor;
  /** @type {number | undefined} */ #entry; // the column in which a run of Tabs began
  #frame = 0;
  #dragging = false;
  #whole = false; // rows are chosen, not cells
  #moving = 0; // the timer that ends when scrolling has come to rest
  #stop = new AbortController();
  #sizes = new ResizeObserver(() => this.#draw());

  /**
   * @param {HTMLElement} element  becomes the grid; its height says how much is seen
   * @param {Source<R>} source
   * @param {{rowHeight?: number, pinned?: number}} [options]  pinned: columns that stay in sight (0 to 2)
   */
  constructor(element, source, { rowHeight = 28, pinned = 1 } = {}) {
    this.rowHeight = rowHeight;
    this.element = element;
    this.source = source;
    this.tall(rowHeight);
    this.pinned = pinned;
    element.classList.add("grid");
    element.dataset.pinned = String(pinned);
    set(element, { role: "grid", "aria-label": source.label, "aria-multiselectable": "true" });
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (h("div", { class: name, role: "rowgroup" }));
    this.head = part("grid-head");
    this.body = part("grid-body");
    this.foot = source.total ? part("grid-foot") : undefined;
    element.replaceChildren(this.head, this.body, ...(this.foot ? [this.foot] : []));
    const listen = (/** @type {string} */ kind, /** @type {(event: any) => void} */ act) =>
      element.addEventListener(kind, act, { signal: this.#stop.signal });
    listen("scroll", () => this.#scrolled());
    listen("keydown", (event) => this.#key(event));
    listen("pointerdown", (event) => this.#press(event));
    listen("pointermove", (event) => this.#drag(event));
    for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) listen(kind, () => (this.#dragging = false));
    listen("dblclick", (event) => this.#place(event.target) && !this.#editor && this.edit());
    for (const kind of ["copy", "cut", "paste"]) listen(kind, (event) => this.#clipboard(event));
    this.#sizes.observe(element);
  }

  /**
   * Show these rows and columns, in this order. The active cell stays where it is; one that is being edited goes with
   * its row, so that others may change the rows meanwhile.
   * @param {R[]} rows
   * @param {Column<R>[]} [columns]
   */
  show(rows, columns = this.columns) {
    const edited = this.rows[this.active.row], to = this.#editor && edited !== undefined ? rows.indexOf(edited) : -1;
    if (to < 0 || columns !== this.columns) this.stopEditing(true);
    else this.#follow(this.active.row, to);
    this.rows = rows;
    this.columns = columns;
    set(this.element, { "aria-rowcount": rows.length + 1 + (this.foot ? 1 : 0), "aria-colcount": columns.length });
    this.body.style.height = `${rows.length * this.rowHeight}px`;
    for (const place of [this.active, this.corner]) Object.assign(place, this.#within(place.row, place.column));
    this.#measure();
    this.refresh();
  }

  /** The element of a row becomes that of another. @param {number} from @param {number} to */
  #follow(from, to) {
    const line = this.#drawn.get(from), other = this.#drawn.get(to);
    if (from === to || !line) return;
    if (other) this.#drawn.set(from, other);
    else this.#drawn.delete(from);
    this.#drawn.set(to, line);
    this.active = this.corner = { row: to, column: this.active.column };
  }

  /** Rows of another height, from the next `show` on. @param {number} height  in pixels */
  tall(height) {
    this.rowHeight = height;
    this.element.style.setProperty("--row-height", `${height}px`);
  }

  /** Draw again what is in sight: values, pictures, marks and totals may have changed. */
  refresh() {
    this.#edge(this.head, HEAD);
    if (this.foot) this.#edge(this.foot, this.rows.length);
    for (const [row, line] of this.#drawn) row < this.rows.length && this.#fill(line, row);
    this.#draw();
  }

  /**
   * Make a cell the active one and bring it into sight.
   * @param {number} row
   * @param {number} column
   * @param {{extend?: boolean, focus?: boolean, reveal?: boolean}} [options]  extend: the range grows to it
   */
  go(row, column, { extend = false, focus = true, reveal = true } = {}) {
    const place = this.#within(row, column);
    if (extend) this.corner = { ...place, row: Math.min(Math.max(place.row, 0), this.rows.length - 1) };
    else this.active = this.corner = place;
    this.#reveal(reveal ? this.corner : { row: this.corner.row, column: this.pinned });
    this.#draw();
    const { row: at, column: of } = this.active;
    if (focus) this.#cell(at, of)?.focus({ preventScroll: true });
    const data = this.rows[at], name = this.columns[of]?.name ?? "";
    this.source.active?.(data, name, data && this.source.mark?.(data, name));
  }

  /** The chosen range, as first and last rows and columns. */
  get range() {
    return area(this.active, this.corner);
  }

  /** Edit the active cell; `text` replaces its value, as typing does. @param {string} [text] */
  edit(text) {
    const { row, column } = this.active, data = this.rows[row], of = this.columns[column];
    const cell = this.#cell(row, column);
    if (!data || !of || of.fixed || !cell || this.#editor) return;
    this.go(row, column, { focus: false });
    const { choices } = of, list = choices && h("datalist", { id: `${this.element.id || "grid"}-choices` });
    const offer = () => list?.replaceChildren(...(choices?.(editor.value) ?? []).map((choice) => new Option(choice, choice)));
    const editor = h(choices ? "input" : "textarea", {
      "aria-label": of.label ?? of.name, value: text ?? this.source.value(data, of.name), list: list?.id,
      oninput: offer, onblur: () => this.#editor === editor && this.stopEditing(true),
    });
    offer();
    cell.replaceChildren(editor, ...(list ? [list] : []));
    cell.classList.add("editing");
    this.#editor = editor;
    editor.focus();
    if (text === undefined) editor.select();
  }

  /** End the editing of a cell. @param {boolean} keep  whether what was typed is kept */
  stopEditing(keep) {
    const editor = this.#editor;
    if (!editor) return;
    this.#editor = undefined;
    const { row, column } = this.active, data = this.rows[row], name = this.columns[column]?.name;
    const had = document.activeElement === editor;
    if (data !== undefined && name !== undefined) {
      if (keep && editor.value !== this.source.value(data, name)) this.#change([{ row: data, column: name, value: editor.value }]);
      const line = this.#drawn.get(row);
      if (line) this.#fill(line, row);
    }
    this.#choose();
    if (had) this.#cell(row, column)?.focus({ preventScroll: true });
  }

  /** Write the first row of the range into the rows below it. */
  fillDown() {
    const { top, bottom, left, right } = this.range;
    const from = top === bottom ? top - 1 : top; // of a single row, the one above it is taken
    if (from < 0) return;
    this.#write(from + 1, this.#places(left, right), bottom - from, (_, column) => this.#text(from, column));
  }

  /** Empty the cells of the range. */
  clear() {
    const { top, bottom, left, right } = this.range;
    this.#write(top, this.#places(left, right), bottom - top + 1, () => "");
  }

  /** The range as a spreadsheet takes it. */
  copied() {
    const { top, bottom, left, right } = this.range, places = this.#places(left, right);
    return writeTable(Array.from({ length: bottom - top + 1 }, (_, index) => places.map((column) => this.#text(top + index, column))));
  }

  /** Write what a spreadsheet copied at the range's corner; it is repeated where the range is a multiple of it. @param {string} text */
  paste(text) {
    const table = parseTable(text), { bottom, left, right } = this.range, top = Math.max(0, this.range.top);
    const high = table.length, wide = Math.max(0, ...table.map((line) => line.length));
    if (!wide) return;
    const times = (/** @type {number} */ size, /** @type {number} */ of) => (size % of ? of : size);
    const rows = times(bottom - top + 1, high), columns = times(this.#places(left, right).length || 1, wide);
    const beyond = table.slice(Math.max(0, this.rows.length - top));
    const places = this.#places(left, this.columns.length).slice(0, columns);
    const at = (/** @type {number} */ row, /** @type {number} */ column) => table[row % high]?.[places.indexOf(column) % wide];
    this.#write(top, places, rows, at, rows === high ? beyond : []);
    if (top >= this.rows.length || !places.length) return;
    this.corner = this.#within(Math.min(top + rows, this.rows.length) - 1, places.at(-1) ?? left);
    this.active = { row: top, column: places[0] ?? left };
    this.#choose();
    this.go(this.corner.row, this.corner.column, { extend: true });
  }

  /** Take the grid off the page. */
  destroy() {
    this.#stop.abort();
    this.#sizes.disconnect();
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#moving);
    this.element.replaceChildren();
  }

  /** @param {number} row @param {number} column */
  #within(row, column) {
    const last = this.rows.length - (this.foot ? 0 : 1);
    return { row: Math.max(HEAD, Math.min(row, last)), column: Math.max(0, Math.min(column, this.columns.length - 1)) };
  }

  /** @param {number} row @param {number} column */
  #text(row, column) {
    const data = this.rows[row], of = this.columns[column];
    return data && of ? this.source.value(data, of.name) : "";
  }

  /** The columns with data among these. @param {number} left @param {number} right */
  #places(left, right) {
    return [...this.columns.keys()].filter((column) => column >= left && column <= right && !this.columns[column]?.extra);
  }

  /** @param {Edit<R>[]} edits @param {string[][]} [beyond] @param {string[]} [columns] */
  #change(edits, beyond = [], columns = []) {
    if (edits.length || beyond.length) this.source.change(edits, beyond, columns);
  }

  /**
   * @param {number} top @param {number[]} places  the columns @param {number} rows
   * @param {(row: number, column: number) => string | undefined} text @param {string[][]} [beyond]
   */
  #write(top, places, rows, text, beyond) {
    const edits = [];
    for (let row = 0; row < Math.min(rows, this.rows.length - top); row++)
      for (const column of places) {
        const data = this.rows[top + row], of = this.columns[column], value = text(row, column);
        if (data === undefined || !of || of.fixed || value === undefined) continue;
        if (value !== this.source.value(data, of.name)) edits.push({ row: data, column: of.name, value });
      }
    this.#change(edits, beyond, places.map((column) => this.columns[column]?.name ?? ""));
    this.refresh();
  }

  /** The width of the columns before one. @param {number} [column] */
  #wide(column) {
    return this.columns.slice(0, column).reduce((sum, each) => sum + (each.width ?? 120), 0);
  }

  /** The widths of the columns, in one place for all rows. */
  #measure() {
    this.element.style.setProperty("--columns", this.columns.map((column) => `${column.width ?? 120}px`).join(" "));
    this.element.style.setProperty("--first", `${this.#wide(1)}px`);
    this.element.style.setProperty("--width", `${this.#wide()}px`);
  }

  /** @param {{row: number, column: number}} place */
  #reveal({ row, column }) {
    const { element } = this, head = this.head.offsetHeight, foot = this.foot?.offsetHeight ?? 0;
    if (row >= 0 && row < this.rows.length) {
      const top = row * this.rowHeight, sight = element.clientHeight - head - foot;
      element.scrollTop = Math.min(top, Math.max(element.scrollTop, top + this.rowHeight - sight));
    }
    if (column < this.pinned) return;
    element.scrollLeft = Math.min(this.#wide(column) - this.#wide(this.pinned), Math.max(element.scrollLeft, this.#wide(column + 1) - element.clientWidth));
  }

  #scrolled() {
    this.#frame ||= requestAnimationFrame(() => this.#draw());
    if (!this.columns.some((column) => column.picture)) return;
    clearTimeout(this.#moving);
    this.#moving = setTimeout(() => {
      this.#moving = 0;
      this.refresh();
    }, 120);
  }

  /** Make the rows in sight, of the elements of those that are out of it. */
  #draw() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const { scrollTop, clientHeight } = this.element, last = this.rows.length - 1;
    const from = Math.max(0, Math.floor(scrollTop / this.rowHeight) - SPARE);
    const to = Math.min(last, Math.ceil((scrollTop + clientHeight) / this.rowHeight) + SPARE);
    /** @type {HTMLElement[]} */
    const free = [];
    for (const [row, line] of this.#drawn)
      // The row with the focus stays.
      if (row > last || ((row < from || row > to) && row !== this.active.row)) {
        this.#drawn.delete(row);
        free.push(line);
      }
    const wanted = this.active.row >= 0 && this.active.row <= last ? [this.active.row] : [];
    for (let row = from; row <= to; row++) wanted.push(row);
    for (const row of wanted)
      if (!this.#drawn.has(row)) {
        const line = free.pop() ?? newRow(this.body);
        this.#drawn.set(row, line);
        this.#fill(line, row);
      }
    for (const line of free) line.remove();
    this.#choose();
  }

  /** @param {HTMLElement} line @param {number} row */
  #fill(line, row) {
    const data = this.rows[row];
    if (data === undefined) return;
    set(line, { "data-row": row, "aria-rowindex": row + 2 });
    line.style.transform = `translateY(${row * this.rowHeight}px)`;
    this.#cells(line, "gridcell", "rowheader");
    this.columns.forEach((column, index) => {
      const cell = /** @type {HTMLElement} */ (line.children[index]);
      if (this.#editor && cell.contains(this.#editor)) return;
      const text = this.source.value(data, column.name), mark = this.source.mark?.(data, column.name);
      const picture = column.picture?.(data);
      const ready = picture && cell.firstElementChild?.getAttribute("src") === picture;
      cell.className = `grid-cell${column.number ? " number" : ""}${column.extra ? " extra" : ""}${mark ? ` marked ${mark.kind}` : ""}`;
      cell.title = mark?.message ?? "";
      set(cell, { "aria-invalid": mark?.kind === "error" || null, "aria-readonly": column.fixed || null });
      // What only scrolls by is not asked for.
      if (!picture || (this.#moving && !ready)) return void (cell.textContent = text);
      const seen = cell.firstElementChild instanceof HTMLImageElement ? cell.firstElementChild : new Image();
      if (seen.getAttribute("src") !== picture) seen.src = picture;
      seen.alt = text;
      if (seen.parentNode !== cell || cell.childNodes.length > 1) cell.replaceChildren(seen);
    });
  }

  /** @param {HTMLElement} line @param {string} role @param {string} [first] */
  #cells(line, role, first = role) {
    while (line.children.length > this.columns.length) line.lastElementChild?.remove();
    while (line.children.length < this.columns.length) {
      const own = line.children.length ? role : first;
      line.append(h("div", { class: "grid-cell", role: own, "aria-colindex": line.children.length + 1, tabindex: -1 }));
    }
  }

  /** @param {HTMLElement} group @param {number} row */
  #edge(group, row) {
    const line = /** @type {HTMLElement} */ (group.firstElementChild ?? newRow(group));
    set(line, { "data-row": row, "aria-rowindex": row + 2 });
    this.#cells(line, row === HEAD ? "columnheader" : "gridcell");
    this.columns.forEach((column, index) => {
      const cell = /** @type {HTMLElement} */ (line.children[index]);
      cell.className = `grid-cell${column.number ? " number" : ""}`;
      if (row !== HEAD) return void (cell.textContent = this.source.total?.(column.name) ?? "");
      cell.replaceChildren(column.label ?? column.name, h("span", { class: "grid-handle" }));
      set(cell, { "aria-sort": this.#sorted?.column === column.name ? this.#sorted.direction : null });
    });
  }

  /** Show the range and the active cell on the cells that exist. */
  #choose() {
    const { top, bottom, left, right } = this.range;
    const lines = [...this.#drawn.values()];
    for (const group of [this.head, this.foot])
      if (group?.firstElementChild) lines.push(/** @type {HTMLElement} */ (group.firstElementChild));
    for (const line of lines) {
      const row = Number(line.dataset.row), inside = row >= top && row <= bottom;
      const inBody = row >= 0 && row < this.rows.length;
      for (let index = 0; index < line.children.length; index++) {
        const cell = /** @type {HTMLElement} */ (line.children[index]);
        const chosen = String(inside && index >= left && index <= right);
        if (inBody && cell.getAttribute("aria-selected") !== chosen) cell.setAttribute("aria-selected", chosen);
        const tab = row === this.active.row && index === this.active.column ? 0 : -1;
        if (cell.tabIndex !== tab) cell.tabIndex = tab;
      }
    }
  }

  /** @param {number} row @param {number} column */
  #cell(row, column) {
    const line = row === HEAD ? this.head.firstElementChild : this.#drawn.get(row) ?? this.foot?.firstElementChild;
    return /** @type {HTMLElement | undefined} */ (line?.children[column]);
  }

  /** The place of a cell, of something within it. @param {EventTarget | null} target */
  #place(target) {
    const cell = target instanceof Element ? target.closest(".grid-cell") : null, line = cell?.parentElement;
    if (!cell || !line || !this.element.contains(line)) return undefined;
    return { row: Number(line.dataset.row), column: [...line.children].indexOf(cell) };
  }

  /** @param {number} column */
  #sort(column) {
    const name = this.columns[column]?.name;
    if (name === undefined || !this.source.sort) return;
    const before = this.#sorted?.column === name ? this.#sorted.direction : undefined;
    this.order(name, before === "ascending" ? "descending" : before ? undefined : "ascending");
    this.source.sort(name, this.#sorted?.direction);
  }

  /** Show that the rows are in this order. @param {string} column @param {Direction | undefined} direction */
  order(column, direction) {
    this.#sorted = direction && { column, direction };
    this.refresh();
  }

  /** @param {number} column @param {number} width */
  #resize(column, width) {
    const of = this.columns[column];
    if (!of) return;
    of.width = Math.max(24, Math.round(width));
    this.#measure();
    this.source.resized?.(of.name, of.width);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.isComposing) return;
    const done = this.#editor ? this.#editorKey(event) : this.#moveKey(event) || this.#actKey(event);
    if (done) event.preventDefault();
    else if (!this.#editor && !event.ctrlKey && !event.metaKey && !event.altKey)
      // The letter itself is typed into the editor, which has the focus now; so is the first of an input method.
      if (event.key.length === 1 || event.key === "Process" || event.key === "Dead") {
        this.edit("");
        if (this.#editor) event.stopPropagation(); // the letter is no shortcut of the page
      }
  }

  /** @param {KeyboardEvent} event */
  #editorKey(event) {
    const { row, column } = this.active, { key, shiftKey: shift } = event;
    if (key === "Escape") this.stopEditing(false);
    else if (key === "Enter" && event.altKey && this.#editor instanceof HTMLTextAreaElement) {
      this.#editor.setRangeText("\n", this.#editor.selectionStart, this.#editor.selectionEnd, "end");
    } else if (key === "Enter") {
      this.stopEditing(true);
      this.go(Math.max(0, Math.min(row + (shift ? -1 : 1), this.rows.length - 1)), this.#entry ?? column);
      this.#entry = undefined;
    } else if (key === "Tab") {
      this.stopEditing(true);
      this.#tab(shift);
    } else return false;
    return true;
  }

  /** Tab while cells are being filled in: to the next cell; in the last one it leaves the grid. @param {boolean} back */
  #tab(back) {
    this.#entry ??= this.active.column;
    const { row, column } = this.active, next = column + (back ? -1 : 1), wide = this.columns.length;
    const to = next < 0 ? { row: row - 1, column: wide - 1 } : next < wide ? { row, column: next } : { row: row + 1, column: 0 };
    if (to.row < 0 || to.row >= this.rows.length) return false;
    this.go(to.row, to.column);
    return true;
  }

  /** @param {KeyboardEvent} event */
  #moveKey({ key, shiftKey, ctrlKey, metaKey, altKey }) {
    const { row, column } = shiftKey ? this.corner : this.active, far = ctrlKey || metaKey;
    const last = this.rows.length - 1, wide = this.columns.length - 1;
    if (key === "Tab") {
      if (this.#entry !== undefined && this.#tab(shiftKey)) return true;
      this.#entry = undefined;
      return false;
    }
    if (altKey) {
      const by = { ArrowLeft: -8, ArrowRight: 8 }[key];
      if (!shiftKey || !by) return false;
      this.#resize(column, (this.columns[column]?.width ?? 120) + by);
      return true;
    }
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.rowHeight) - 3);
    /** @type {Record<string, [number, number]>} */
    const steps = {
      ArrowUp: [far ? (row > 0 ? 0 : HEAD) : row - 1, column],
      ArrowDown: [far && row < last ? last : row + 1, column],
      ArrowLeft: [row, far ? 0 : column - 1],
      ArrowRight: [row, far ? wide : column + 1],
      PageUp: [Math.max(0, row - page), column],
      PageDown: [Math.min(last, row + page), column],
      Home: [far ? 0 : row, 0],
      End: [far ? last : row, wide],
    };
    const to = steps[key];
    if (!to) return false;
    this.#entry = undefined;
    this.go(...to, { extend: shiftKey && this.active.row >= 0 && this.active.row <= last });
    return true;
  }

  /** @param {KeyboardEvent} event */
  #actKey({ key, ctrlKey, metaKey, shiftKey, altKey }) {
    const { row, column } = this.active;
    if (altKey) return false;
    if (ctrlKey || metaKey) {
      if (key === "d") this.fillDown();
      else if (key === "a") this.#chooseAll();
      else return false;
    } else if (key === "Enter" && row === HEAD) this.#sort(column);
    else if (key === "Enter" || key === "F2") this.edit();
    else if (key === "Delete" || key === "Backspace") this.clear();
    else if (key === "Escape") {
      this.#entry = undefined;
      this.go(row, column);
    } else if (key === " " && shiftKey) {
      this.#chooseRow(row);
    } else return false;
    return true;
  }

  /** Choose whole rows, from the active one on or only this one. @param {number} row @param {boolean} [extend] */
  #chooseRow(row, extend = false) {
    this.active = { row: extend ? this.active.row : row, column: 0 };
    this.go(row, this.columns.length - 1, { extend: true, reveal: false });
  }

  #chooseAll() {
    this.active = { row: 0, column: 0 };
    this.go(this.rows.length - 1, this.columns.length - 1, { extend: true, reveal: false });
  }

  /** @param {PointerEvent} event */
  #press(event) {
    const place = this.#place(event.target);
    if (!place || event.button || this.#editor?.contains(/** @type {Node} */ (event.target))) return;
    if (event.target instanceof Element && event.target.matches(".grid-handle")) return this.#widen(event, place.column);
    event.preventDefault(); // else the browser selects text
    this.stopEditing(true);
    this.#entry = undefined;
    this.#whole = place.row >= 0 && place.row < this.rows.length && !!this.columns[place.column]?.extra;
    if (this.#whole) this.#chooseRow(place.row, event.shiftKey);
    else this.go(place.row, place.column, { extend: event.shiftKey && place.row >= 0 });
    if (place.row === HEAD) return this.#sort(place.column);
    // A finger scrolls; a mouse or a pen chooses a range.
    if (event.pointerType !== "touch") this.#dragging = true;
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    if (!this.#dragging) return;
    if (!event.buttons) return void (this.#dragging = false);
    const place = this.#place(document.elementFromPoint(event.clientX, event.clientY));
    if (place && this.#whole) place.row !== this.corner.row && this.#chooseRow(place.row, true);
    else if (place && (place.row !== this.corner.row || place.column !== this.corner.column))
      this.go(place.row, place.column, { extend: true });
  }

  /** @param {PointerEvent} event @param {number} column */
  #widen(event, column) {
    const handle = /** @type {HTMLElement} */ (event.target), width = this.columns[column]?.width ?? 120;
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    const move = (/** @type {PointerEvent} */ moved) => this.#resize(column, width + moved.clientX - event.clientX);
    handle.addEventListener("pointermove", move);
    handle.addEventListener("lostpointercapture", () => handle.removeEventListener("pointermove", move), { once: true });
  }

  /** @param {ClipboardEvent} event */
  #clipboard(event) {
    const data = event.clipboardData, { row } = this.active;
    const inBody = row >= 0 && row < this.rows.length;
    if (this.#editor || !data || (!inBody && (event.type !== "paste" || (row === HEAD && this.rows.length)))) return;
    event.preventDefault();
    if (event.type === "paste") return this.paste(data.getData("text/plain"));
    data.setData("text/plain", this.copied());
    if (event.type === "cut") this.clear();
  }
}

/** A new row. @param {HTMLElement} group @returns {HTMLElement} */
function newRow(group) {
  return group.appendChild(h("div", { class: "grid-row", role: "row" }));
}

/** Set attributes, or take away those that are null. @param {HTMLElement} element @param {Record<string, string | number | boolean | null>} attributes */
function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, String(value));
  }
}
