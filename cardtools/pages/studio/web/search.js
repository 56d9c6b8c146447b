// Searching for cards: which ones a query finds, the box for the query, and the form that writes it.
import { get, newest } from "./api.js";
import { fail, style } from "./app.js";
import { h } from "./dom.js";

const PAUSE = 80, PATIENCE = 700;  // milliseconds after a key until it is searched, and until an error is shown

/**
 * Cards in the order of the query, each the number of its table, its row in it (from 0) and its slug; `ordered` if the
 * query asks for an order.
 * @typedef {{ tables: string[], cards: [number, number, string][], ordered: boolean }} Found
 * @typedef {{ name: string, title: string, label: string, kind: string, choices: string[] }} Field
 */

/** What is wrong with a query, and at which character (from 1; 0: nowhere). */
export class SearchError extends Error {
  /** @param {{ message: string, hint: string, column: number }} problem */
  constructor({ message, hint, column }) {
    super(hint ? `${message}: ${hint}` : message);
    this.column = column;
  }
}

/** The cards that a query finds; raises a SearchError if it cannot be read. @param {string} query @returns {Promise<Found>} */
export async function matches(query) {
  const found = await get("search", { query });
  if (found.problems.length) throw new SearchError(found.problems[0]);
  return found;
}

/** The rows of one table that were found, in order. @param {Found} found @param {string} path */
export function rowsOf(found, path) {
  const number = found.tables.indexOf(path);
  return found.cards.filter(card => card[0] === number).map(card => card[1]);
}

/** Another query with this order, or with none. @param {string} query @param {string} order */
export function withOrder(query, order) {
  const rest = query.replace(/(^|\s)order:("[^"]*"|\S+)/gi, " ").trim();
  return order ? `${rest} order:${order}`.trim() : rest;
}

/** A search box with its form below. `show` gets what was found, null for an empty query, while one types. */
export class SearchBox {
  /** @param {{ label: string, query: string, show: (found: Found | null, query: string) => void }} settings */
  constructor({ label, query, show }) {
    this.timer = this.late = 0;
    this.input = h("input", { type: "search", "aria-label": label, placeholder: "fire, \"draw a card\", t:spell, cost<3 ...", value: query,
      spellcheck: "false", autocomplete: "off", "aria-describedby": "search-error", oninput: () => this.typed() });
    this.error = h("p", { class: "search-error", id: "search-error", role: "alert", hidden: true });
    const form = searchForm(this.input);
    this.element = h("div", { class: "search" }, h("div", { class: "search-line" }, this.input, form.button), this.error, form.panel);
    this.ask = newest(async (/** @type {string} */ text) => (text.trim() ? matches(text) : null), (found, text) => { this.say(null); show(found, text); },
      error => { clearTimeout(this.late); this.late = setTimeout(() => this.say(error), this.error.hidden ? PATIENCE : 0); });
  }

  get value() { return this.input.value; }
  set value(text) { this.input.value = text; this.again(); }

  typed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.again(), PAUSE);
  }

  /** Search for the same again: cards have changed. */
  again() { this.ask(this.input.value); }

  /** @param {any} error */
  say(error) {
    clearTimeout(this.late);
    this.error.hidden = !error;
    this.input.setAttribute("aria-invalid", String(!!error));
    if (!error) return;
    const at = (error.column ?? 0) - 1, text = this.input.value;
    this.error.replaceChildren(...(at >= 0 ? [h("code", {}, text.slice(Math.max(0, at - 30), at), h("mark", {}, text.slice(at).split(/\s/)[0] || " ")), " "] : []), error.message);
  }
}

const WORDS = [["", "contains"], ["-", "does not contain"]];
const FILL = [["has", "is filled"], ["-has", "is empty"]];
const NUMBERS = [[":", "is"], ["!=", "is not"], [">=", "is at least"], [">", "is more than"], ["<=", "is at most"], ["<", "is less than"], ...FILL];
/** How each kind of field is compared. @type {Record<string, string[][]>} */
const HOW = {
  words: WORDS, special: WORDS, number: NUMBERS, date: NUMBERS, "yes or no": [[":yes", "is yes"], [":no", "is no"]],
  text: [...WORDS, ["=", "is"], ["!=", "is not"], ...FILL], list: [...WORDS, ["=", "has the item"], ["!=", "has not the item"], ...FILL],
  kind: [["", "is"], ["-", "is not"]], order: [["", "lowest first"], ["-", "highest first"]],
};

/** A value as a query writes it. @param {string} value */
function quoted(value) {
  const plain = /^[\p{L}\p{N}_.]+$/u.test(value) && !/^(and|or|not)$/i.test(value);
  return plain ? value : `"${value.replaceAll('"', "")}"`;
}

/** What one line of the form says. @param {string} kind @param {string} name @param {string} how @param {string} value */
function clause(kind, name, how, value) {
  if (kind === "order") return `order:${how}${value}`;
  if (how.endsWith("has")) return `${how}:${name}`;
  if (how.startsWith(":y") || how.startsWith(":n")) return name + how;
  if (kind === "kind") return `${how}is:${value}`;
  if (kind === "words") return how + quoted(value);
  return how === "" || how === "-" ? `${how}${name}:${quoted(value)}` : name + how + quoted(value);
}

/**
 * A form that writes into the search box of a page: its button and its panel. What is typed there stays.
 * @param {HTMLInputElement} input
 */
export function searchForm(input) {
  const panel = h("form", { class: "search-form panel", hidden: true, "aria-label": "Write a search" });
  const button = h("button", { type: "button", "aria-expanded": "false", onclick: () => toggle(panel.hidden) }, "Search form");
  let made = false;
  async function toggle(/** @type {boolean} */ open) {
    panel.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
    if (open && !made) { made = true; await fillForm(panel, input).catch(error => { made = false; fail(error); }); }
    (open ? panel.querySelector("select") : button)?.focus();
  }
  panel.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => { if (event.key === "Escape") toggle(false); });
  style("/search.css");
  return { button, panel };
}

/** @param {HTMLFormElement} panel @param {HTMLInputElement} input */
async function fillForm(panel, input) {
  const known = await get("search_fields");
  /** @type {Field[]} */
  const fields = known.fields;
  const names = { t: "Type", o: "Rules text" };
  const specials = known.special.map((/** @type {"t"} */ one) => ({ name: one, title: names[one], label: names[one], kind: "special", choices: [] }));
  const order = { name: "", title: "Order by", label: "", kind: "order", choices: [] }, kind = { name: "", title: "Kind of card", label: "", kind: "kind", choices: known.kinds };
  /** @type {Field[]} */
  const all = [{ name: "", title: "Any text", label: "", kind: "words", choices: [] }, ...specials, ...(known.kinds.length ? [kind] : []), order, ...fields];
  const titled = (/** @type {Field} */ one) => (one.label && one.label.toLowerCase() !== one.title.toLowerCase() ? `${one.title} (${one.label})` : one.title);
  const option = (/** @type {string | number} */ value, /** @type {string} */ text) => h("option", { value }, text);
  const first = all.length - fields.length;
  const what = h("select", { onchange: () => chosen() }, ...all.slice(0, first).map((one, index) => option(index, one.title)),
    h("optgroup", { label: "Fields" }, ...fields.map((one, index) => option(first + index, titled(one)))));
  const how = h("select", { onchange: () => { value.hidden = needless(); } }), value = h("label", {}), list = h("datalist", { id: "search-choices" });
  const join = h("select", {}, option(" ", "and"), option(" or ", "or"));
  const field = () => all[Number(what.value)], control = () => value.querySelector("input, select");
  const needless = () => /has$|^:[yn]/.test(how.value);
  function chosen() {
    const one = field();
    how.replaceChildren(...HOW[one.kind].map(([sign, text]) => option(sign, text)));
    list.replaceChildren(...one.choices.map(text => option(text, text)));
    const own = one.kind === "kind" ? h("select", {}, ...one.choices.map(text => option(text, text)))
      : one.kind === "order" ? h("select", {}, ...fields.map(other => option(other.name, titled(other))))
        : h("input", { list: one.choices.length ? "search-choices" : null, type: one.kind === "date" ? "date" : "text", inputmode: one.kind === "number" ? "decimal" : null, autocomplete: "off" });
    value.replaceChildren("Value", own);
    value.hidden = needless();
  }
  panel.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    const one = field(), text = control().value.trim();
    if (!text && !needless()) { control().focus(); return; }
    const made = clause(one.kind, one.name, how.value, text);
    if (one.kind === "order") input.value = withOrder(input.value, made.slice(6));
    else {
      const old = input.value.trim(), both = join.value === " " && /\sor\s/i.test(old) ? `(${old})` : old;
      input.value = old ? `${both}${join.value}${made}` : made;
    }
    input.dispatchEvent(new Event("input", { bubbles: true }));
    if (control().tagName === "INPUT") { control().value = ""; control().focus(); }
  });
  panel.append(h("label", {}, "What", what), h("label", {}, "How", how), value, list, h("label", {}, "Joined by", join), h("button", { class: "main" }, "Add to the search"),
    h("p", { class: "quiet" }, "Or write it: words and \"phrases in quotes\", ", ...fields.filter(one => one.kind === "number").slice(0, 1).flatMap(one => [h("code", {}, `${one.name}>2`), ", "]),
      h("code", {}, "-"), " or ", h("code", {}, "not"), " before what is left out, ", h("code", {}, "or"), ", brackets, ", h("code", {}, "has:art"), ", ", h("code", {}, "order:-name"), "."));
  chosen();
}
