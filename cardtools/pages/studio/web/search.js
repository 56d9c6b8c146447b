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
  column = 0;
}

/** The cards that a query finds; raises a SearchError if it cannot be read. @param {string} query @returns {Promise<Found>} */
export async function matches(query) {
  const found = await get("search", { query }), [wrong] = found.problems;
  if (wrong) throw Object.assign(new SearchError(wrong.hint ? `${wrong.message}: ${wrong.hint}` : wrong.message), { column: wrong.column });
  return found;
}

/** The rows of one table that were found, in order. @param {Found} found @param {string} path */
export function rowsOf(found, path) {
  return found.cards.filter(card => found.tables[card[0]] === path).map(card => card[1]);
}

/** Another query with this order, or with none. @param {string} query @param {string} order */
export function withOrder(query, order) {
  return `${query.replace(/(^|\s)order:("[^"]*"|\S+)/gi, " ").trim()}${order && ` order:${order}`}`.trim();
}

/** A search box with its form below. `show` gets what was found, null for an empty query, while one types. */
export class SearchBox {
  /** @param {{ label: string, query: string, show: (found: Found | null) => void }} settings */
  constructor({ label, query, show }) {
    this.timer = this.late = 0;
    this.input = h("input", { type: "search", "aria-label": label, placeholder: 'Words, "a phrase", name:..., has:art, -not', value: query, spellcheck: "false", autocomplete: "off",
      "aria-describedby": "search-error", oninput: () => { clearTimeout(this.timer); this.timer = setTimeout(() => this.again(), PAUSE); } });
    this.error = h("p", { class: "search-error", id: "search-error", role: "alert", hidden: true });
    const form = searchForm(this.input);
    this.element = h("div", { class: "search" }, h("div", { class: "search-line" }, this.input, form.button), this.error, form.panel);
    this.ask = newest(async (/** @type {string} */ text) => (text.trim() ? matches(text) : null), found => { this.say(null); show(found); },
      error => { clearTimeout(this.late); this.late = setTimeout(() => this.say(error), this.error.hidden ? PATIENCE : 0); });
  }

  get value() { return this.input.value; }
  set value(text) { this.input.value = text; this.again(); }

  /** Search for what is in the box: it is new, or cards have changed. */
  again() { this.ask(this.input.value); }

  /** Say what is wrong, with what stands there. @param {any} error */
  say(error) {
    clearTimeout(this.late);
    this.error.hidden = !error;
    this.input.setAttribute("aria-invalid", String(!!error));
    const at = (error?.column ?? 0) - 1, text = this.input.value;
    this.error.replaceChildren(at < 0 ? "" : h("code", {}, text.slice(Math.max(0, at - 30), at), h("mark", {}, text.slice(at).split(/\s/)[0] || "…")), ` ${error?.message ?? ""}`);
  }
}

const WORDS = [["", "contains"], ["-", "does not contain"]], FILL = [["has", "is filled"], ["-has", "is empty"]];
const NUMBERS = [[":", "is"], ["!=", "is not"], [">=", "is at least"], [">", "is more than"], ["<=", "is at most"], ["<", "is less than"], ...FILL];
/** How each kind of field is compared. @type {Record<string, string[][]>} */
const HOW = {
  words: WORDS, special: WORDS, number: NUMBERS, date: NUMBERS, "yes or no": [[":yes", "is yes"], [":no", "is no"]],
  text: [...WORDS, ["=", "is"], ["!=", "is not"], ...FILL], list: [...WORDS, ["=", "has the item"], ["!=", "has not the item"], ...FILL],
  kind: [["", "is"], ["-", "is not"]], order: [["", "upwards"], ["-", "downwards"]],
};

/** What one line of the form says. @param {Field} field @param {string} how @param {string} value */
function clause({ kind, name }, how, value) {
  const plain = /^[\p{L}\p{N}_.]+$/u.test(value) && !/^(and|or|not)$/i.test(value), quoted = plain ? value : `"${value.replaceAll('"', "")}"`;
  if (kind === "order") return `order:${how}${value}`;
  if (kind === "kind") return `${how}is:${value}`;
  if (kind === "words") return how + quoted;
  if (how.endsWith("has")) return `${how}:${name}`;
  if (/^:[yn]/.test(how)) return name + how;
  return how === "" || how === "-" ? `${how}${name}:${quoted}` : name + how + quoted;
}

/** A form that writes into a search box, where one can go on typing: its button and its panel. @param {HTMLInputElement} input */
export function searchForm(input) {
  const panel = h("form", { class: "search-form panel", hidden: true, "aria-label": "Write a search", onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === "Escape") toggle(false); } });
  const button = h("button", { type: "button", "aria-expanded": "false", onclick: () => toggle(panel.hidden) }, "Search form");
  async function toggle(/** @type {boolean} */ open) {
    panel.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
    if (open && !panel.firstChild) await get("search_fields").then(known => { if (!panel.firstChild) fillForm(panel, input, known); }, fail);
    (open ? panel.querySelector("select") : button)?.focus();
  }
  style("/search.css");
  return { button, panel };
}

/** @param {HTMLFormElement} panel @param {HTMLInputElement} input @param {any} known */
function fillForm(panel, input, known) {
  /** @type {Field[]} */
  const fields = known.fields;
  const own = (/** @type {string} */ kind, /** @type {string} */ title, name = "", choices = /** @type {string[]} */ ([])) => ({ name, title, label: title, kind, choices });
  const titles = { t: "Type", o: "Rules text" };
  /** @type {Field[]} */
  const all = [own("words", "Any text"), ...known.special.map((/** @type {"t"} */ one) => own("special", titles[one], one)), ...(known.kinds.length ? [own("kind", "Kind of card", "", known.kinds)] : []), own("order", "Order by"), ...fields];
  const titled = (/** @type {Field} */ one) => (one.label.toLowerCase() === one.title.toLowerCase() ? one.title : `${one.title} (${one.label})`);
  const option = (/** @type {string | number} */ value, /** @type {string} */ text) => h("option", { value }, text), first = all.length - fields.length;
  const what = h("select", { onchange: () => chosen() }, ...all.slice(0, first).map((one, index) => option(index, one.title)), h("optgroup", { label: "Fields" }, ...fields.map((one, index) => option(first + index, titled(one)))));
  const how = h("select", { onchange: () => { value.hidden = needless(); } }), value = h("label", {}), list = h("datalist", { id: "search-choices" }), join = h("select", {}, option(" ", "and"), option(" or ", "or"));
  const field = () => all[Number(what.value)], needless = () => /has$|^:[yn]/.test(how.value);
  /** @type {any} */
  let control;
  function chosen() {
    const one = field(), texts = one.choices.map(text => option(text, text));
    how.replaceChildren(...HOW[one.kind].map(([sign, text]) => option(sign, text)));
    list.replaceChildren(...texts.map(text => text.cloneNode(true)));
    control = one.kind === "kind" ? h("select", {}, ...texts) : one.kind === "order" ? h("select", {}, ...fields.map(other => option(other.name, titled(other))))
      : h("input", { list: texts.length ? "search-choices" : null, type: one.kind === "date" ? "date" : "text", inputmode: one.kind === "number" ? "decimal" : null, autocomplete: "off" });
    value.replaceChildren("Value", control);
    value.hidden = needless();
  }
  panel.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = control.value.trim(), old = input.value.trim();
    if (!text && !needless()) { control.focus(); return; }
    const made = clause(field(), how.value, text), both = join.value === " " && /\sor\s/i.test(old) ? `(${old})` : old;
    input.value = field().kind === "order" ? withOrder(old, made.slice(6)) : old ? both + join.value + made : made;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    if (control.tagName === "INPUT") { control.value = ""; control.focus(); }
  });
  const code = (/** @type {string} */ text) => h("code", {}, text);
  panel.append(h("label", {}, "What", what), h("label", {}, "How", how), value, list, h("label", {}, "Joined by", join), h("button", { class: "main" }, "Add to the search"),
    h("p", { class: "quiet" }, "Or write it: words, ", code('"a phrase"'), ", ", code("field:text"), ", ", code("field>2"), ", ", code("has:art"), ", ", code("order:-name"), ", joined by ", code("or"), " and brackets; ", code("-"), " before what is left out."));
  chosen();
}
