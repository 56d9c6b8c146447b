// A card table as the server knows it, with the edits of this page: they are seen at once and sent one after the other.
import { edit, get, newest, Refused } from "../../api.js";
import { counted } from "../../dom.js";

/**
 * @typedef {{ title: string, column: string, cell: number, kind: string, choices: string[], separator: string,
 *   picture: boolean, name: boolean, derived: boolean }} Column
 * @typedef {[line: number, cell: number, old: string, now: string]} Cell
 * @typedef {{ severity: "error" | "warning" | "info", code: string, message: string, hint: string, fix: Cell[],
 *   other?: import("../../fixes.js").Fix }} Mark  `other` is a fix that changes more than cells
 * @typedef {{ number: number, line: number, cells: string[], slug: string, stamp: number, marks: Map<number, Mark[]> }} Row
 *   `number` from 0, in the file; `cells` and `marks` by the index of the column; `stamp` grows when it changes
 * @typedef {{ row: Row, column: number, value: string }} Change  `column` is an index
 * @typedef {{ version: string, cells: Cell[], seen: Change[] }} Waiting
 * @typedef {{ add?: [above: number, cells: Record<string, string>, like: number][], remove?: number[], order?: number[] }} Rows
 */

const AGAIN = 2000;  // milliseconds until something is sent again when there is no connection
const PAUSE = 700;  // milliseconds without an edit until the checks are asked

/** Ask until there is an answer: an edit that arrives twice is made once. @param {() => Promise<any>} ask */
async function insist(ask) {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof Refused) throw error;
      await new Promise(again => setTimeout(again, AGAIN));
    }
  }
}

export class Table {
  /** @type {Row[]} */ rows = [];
  /** @type {Column[]} */ columns = [];
  version = "";
  why = "";  // why it cannot be changed
  head = 1;  // the line of the headings
  trouble = "";  // why it cannot be read or checked
  /** @type {Waiting[]} */ #waiting = [];
  #queue = Promise.resolve();
  /** When all that was edited so far is kept, and read again where it has to be. */
  get saved() { return this.#queue; }
  #checks = 0;
  #loading = false;
  #arranging = false;

  /**
   * @param {string} path
   * @param {(what: "rows" | "marks") => void} changed  what is new: rows, or marks and trouble
   * @param {(error: any) => void} fail
   */
  constructor(path, changed, fail) {
    this.path = path;
    this.changed = changed;
    this.fail = fail;
    this.#check = newest(() => get("marks", { path }), found => this.#mark(found), error => this.#troubled(error));
  }

  /** @type {(wanted: null) => void} */ #check;

  /** See what is new in the file, after what is on its way to it. */
  load() {
    if (this.#loading) return this.#queue;
    this.#loading = true;
    return this.#then(() => { this.#loading = false; return this.#load().catch(error => this.#troubled(error)); });
  }

  close() {
    clearTimeout(this.#checks);
  }

  /** The name of a card, for people. @param {Row} row */
  name(row) {
    const column = this.columns.findIndex(one => one.name);
    return row.cells[column] || `row ${row.number + 1}`;
  }

  /** "Ox", "3 cards". @param {Row[]} rows */
  names(rows) {
    const first = rows[0];
    return first && rows.length === 1 ? this.name(first) : counted(rows.length, "card");
  }

  /**
   * Change cells, which are seen at once; with rows to add in the same step.
   * @param {Change[]} changes @param {Rows} [rows] @param {string} [what]
   */
  change(changes, rows = {}, what = "") {
    const seen = changes.filter(one => one.row.cells[one.column] !== one.value);
    const of = [...new Set(seen.map(one => one.row))], columns = [...new Set(seen.map(one => one.column))];
    if (!seen.length && !Object.keys(rows).length) return this.#queue;
    const [only] = columns, title = columns.length === 1 && only !== undefined ? this.columns[only]?.title : counted(seen.length, "cell");
    what ||= [of.length ? `${title} of ${this.names(of)}` : "", rows.add ? counted(rows.add.length, "new card") : ""].filter(Boolean).join(", ");
    const cells = seen.map(({ row, column, value }) =>
      /** @type {Cell} */ ([row.line, this.columns[column]?.cell ?? column, row.cells[column] ?? "", value]));
    const waiting = { version: this.version, cells, seen };
    this.#waiting.push(waiting);
    this.#apply(seen);
    const cards = of.slice(0, 500).map(row => row.slug).filter(Boolean);
    return this.#then(() => this.#send(waiting, { ...rows, what, cards }));
  }

  /** Add, remove or order rows; not while that is being done. @param {Rows} rows @param {string} what */
  async arrange(rows, what) {
    if (this.#arranging) return false;
    this.#arranging = true;
    await this.change([], rows, what);
    this.#arranging = false;
    return true;
  }

  /** A change of rows that the server works out: `bulk`. @param {Row[]} rows @param {Record<string, any>} wanted */
  bulk(rows, wanted) {
    return this.#then(async () => {
      const cards = rows.slice(0, 500).map(row => row.slug).filter(Boolean), lines = rows.map(row => row.line);
      const found = await edit("bulk", { path: this.path, version: this.version, lines, cards, what: "", ...wanted });
      if (wanted.apply) await this.#load();
      return found;
    });
  }

  /** @param {() => Promise<any>} act @returns {Promise<any>} */
  #then(act) {
    const done = this.#queue.then(act);
    this.#queue = done.then(() => {}, error => this.fail(error));
    return done.catch(() => undefined);
  }

  /** @param {Waiting} waiting @param {Record<string, any>} more */
  async #send(waiting, more) {
    const { version, cells } = waiting;
    // Line ends in cells move other lines; a row without any text is no card any more.
    const plain = !more.add && !more.remove && !more.order && !cells.some(cell => (cell[2] + cell[3]).includes("\n"))
      && waiting.seen.every(({ row }) => row.cells.some(text => text.trim()));
    let known = false;
    try {
      const made = await insist(() => edit("edit_table", { path: this.path, version, cells, ...more }));
      known = made.clean && plain && this.version === version;
      if (known) this.version = made.version;
      for (const one of this.#waiting) {
        if (one.version !== version || one === waiting) continue;
        if (known) one.version = made.version;
        // What was there in their version, before this edit of the same cell.
        else for (const cell of one.cells) cell[2] = cells.find(([line, place]) => line === cell[0] && place === cell[1])?.[2] ?? cell[2];
      }
    } catch (error) {
      this.version = "";
      throw error;
    } finally {
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      if (!known) await this.#load().catch(error => this.#troubled(error));
      this.#checkSoon();
    }
  }

  async #load() {
    const found = await get("table", { path: this.path, known: this.version }), old = this.rows;
    if (found.version === this.version) {
      if (this.trouble) this.#checkSoon();  // perhaps it is over
      return;
    }
    Object.assign(this, { trouble: "", version: found.version, columns: found.columns, why: found.why, head: found.head });
    // A row with the same cells stays the same object wherever it is now; one with others, where it is.
    const key = (/** @type {string[]} */ cells) => cells.join("\0"), known = new Map(old.map(row => [key(row.cells), row]));
    const same = /** @type {(Row | undefined)[]} */ (found.rows.map((/** @type {string[]} */ cells) => {
      const row = known.get(key(cells));
      known.delete(key(cells));
      return row;
    }));
    const taken = new Set(same), asMany = old.length === same.length;
    this.rows = same.map((row, number) => {
      const cells = found.rows[number], there = asMany && !taken.has(old[number]) ? old[number] : undefined;
      const now = row ?? there ?? { number, line: 0, cells, slug: "", stamp: 0, marks: new Map() };
      return Object.assign(now, { number, cells, line: found.lines[number], slug: found.slugs[number], stamp: now.stamp + Number(!row) });
    });
    for (const waiting of this.#waiting) this.#apply(waiting.seen);
    this.changed("rows");
    this.#checkSoon();
  }

  /** @param {Change[]} changes */
  #apply(changes) {
    for (const { row, column, value } of changes) {
      row.cells = row.cells.with(column, value);
      row.stamp++;
    }
  }

  /** @param {any} error */
  #troubled(error) {
    this.trouble = error.message ?? String(error);
    this.changed("marks");
  }

  #checkSoon() {
    clearTimeout(this.#checks);
    this.#checks = setTimeout(() => this.#check(null), PAUSE);
  }

  /** @param {any} found */
  #mark(found) {
    if (found.version !== this.version || this.#waiting.length) return;  // those of a later version come
    this.trouble = "";
    for (const row of this.rows) if (row.marks.size) row.marks = new Map();
    for (const [number, column, text, fix, other] of found.marks) {
      const [severity, code, message, hint] = found.texts[text], marks = this.rows[number]?.marks;
      marks?.set(column, [...(marks.get(column) ?? []), { severity, code, message, hint, fix, other }]);
    }
    this.rows.forEach((row, number) => { row.slug = found.slugs[number] ?? ""; });
    this.changed("marks");
  }
}
