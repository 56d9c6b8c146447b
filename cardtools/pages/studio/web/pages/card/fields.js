// The fields of a card: what each is, what this card needs, what it cannot have, and words to choose from.
import { post } from "../../api.js";
import { h } from "../../dom.js";
import { complete, matching } from "../complete.js";

const LONG = 40;  // characters from which a field is wide
const OFFERED = 6;  // effects
/** What begins an icon, and a term, before the caret. */
const ICON = /\{([\w-]*)$/, TERM = /@\[([^\]]*)$/;

export class Fields {
  /** @param {{ typed: (title: string, text: string) => void, keep: () => void, pick: (title: string) => void }} page */
  constructor(page) {
    this.page = page;
    /** @type {Map<string, any>} the inputs by heading */
    this.inputs = new Map();
    /** @type {Map<string, any>} */ this.places = new Map();
    /** @type {any} what the server knows of the fields */
    this.known = { fields: {}, terms: [], icons: [] };
    /** @type {string[]} */ this.effects = [];
    this.main = h("div", { class: "fields" });
    this.rest = h("div", { class: "fields" });
    this.summary = h("summary", {});
    this.folded = h("details", { class: "folded", hidden: true }, this.summary, this.rest);
    this.element = h("form", { "aria-label": "Fields", onsubmit: (/** @type {Event} */ event) => event.preventDefault() }, this.main, this.folded);
  }

  /** @param {any} card @param {Record<string, string>} cells */
  draw(card, cells) {
    this.inputs.clear();
    this.places.clear();
    this.columns = card.columns;
    const all = card.columns.map((/** @type {any} */ column) => this.field(column, card, cells));
    this.main.replaceChildren(...(card.why ? [h("p", { class: "quiet wide" }, card.why)] : []), ...all);
    this.rest.replaceChildren();
    this.describe(this.known, this.effects);
  }

  /** @param {any} column @param {any} card @param {Record<string, string>} cells */
  field(column, card, cells) {
    const { title } = column, id = `field-${column.cell}`;
    const long = column.kind === "str" && !column.picture && (card.longest[title] ?? 0) > LONG;
    const input = h(long ? "textarea" : "input", {
      id, value: cells[title] ?? "", rows: long ? 2 : null, autocomplete: "off", spellcheck: long ? "true" : "false",
      readonly: Boolean(card.why), inputmode: column.kind === "int" ? "numeric" : null, "data-title": title, "aria-describedby": `${id}-help ${id}-wrong`,
      oninput: () => this.page.typed(title, input.value), onchange: () => this.page.keep(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter" && event.ctrlKey && this.effects.includes(title)) this.page.pick(title); },
    });
    this.inputs.set(title, input);
    if (!card.why) complete(input, (text, caret, asked) => this.offer(title, text, caret, asked));
    const place = h("div", { class: `field ${long || column.picture ? "wide" : ""}`, "data-cell": column.cell },
      h("span", { class: "title" }, h("label", { for: id }, title), h("span", { class: "mark" })), input,
      h("p", { class: "help", id: `${id}-help` }), h("p", { class: "wrong", id: `${id}-wrong`, hidden: true }));
    this.places.set(title, place);
    return place;
  }

  /** Say what is known of the fields, and fold away what this card does not use. @param {any} known @param {string[]} effects */
  describe(known, effects) {
    this.known = known;
    this.effects = effects;
    let folded = 0;
    const last = /** @type {any[]} */ ([[], []]);
    for (const column of this.columns ?? []) {
      const { title } = column, one = known.fields[title], place = this.places.get(title), input = this.inputs.get(title);
      if (!place) continue;
      const use = one?.use ?? "", away = ["refused", "unused"].includes(use) && !input.value && document.activeElement !== input;
      place.querySelector(".mark").textContent = use === "needed" && !input.value ? "needed" : "";
      input.setAttribute("aria-required", String(use === "needed"));
      place.querySelector(".help").textContent = [one?.help ?? "", use === "refused" ? `Not on this card: ${one.why}.` : use === "unused" ? "No card of this face has it." : ""].filter(Boolean).join(" ");
      if (effects.includes(title) && !place.querySelector(".pick") && !input.readOnly) {
        place.querySelector(".title").append(h("button", { type: "button", class: "pick", title: "Ctrl+Enter in the field", onclick: () => this.page.pick(title) }, "Choose an effect"));
      }
      last[away ? 1 : 0].push(place);
      folded += Number(away);
    }
    this.arrange(this.main, last[0]);
    this.arrange(this.rest, last[1]);
    this.folded.hidden = !folded;
    this.summary.textContent = `${folded} more ${folded === 1 ? "field" : "fields"} that this card does not use`;
  }

  /** Put fields in their order, and touch none that is there already. @param {HTMLElement} box @param {HTMLElement[]} places */
  arrange(box, places) {
    const now = [...box.children].filter(one => one.classList.contains("field"));
    if (now.length === places.length && places.every((one, index) => one === now[index])) return;
    const active = /** @type {any} */ (document.activeElement), at = active?.selectionStart;
    const held = places.some(one => one.contains(active));
    box.append(...places);
    if (held && document.activeElement !== active) { active.focus(); active.setSelectionRange?.(at, at); }
  }

  /** Say at the fields what is wrong with them. @param {any[]} problems */
  mark(problems) {
    for (const [title, input] of this.inputs) {
      const own = problems.filter(one => one.column === title), wrong = this.places.get(title)?.querySelector(".wrong");
      const worst = own.some(one => one.severity === "error");
      if (worst) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
      if (!wrong) continue;
      wrong.hidden = !own.length;
      wrong.className = `wrong ${worst ? "error" : own[0]?.severity ?? ""}`;
      wrong.textContent = own.map(one => [one.message.replace(/^[^:]{1,60}: /, ""), one.hint.length < 40 && one.hint].filter(Boolean).join("; ")).join("\n");
    }
  }

  /**
   * What can be put in while one writes. @param {string} title @param {string} text @param {number} caret @param {boolean} asked
   * @returns {Promise<import("../complete.js").Offer | null>}
   */
  async offer(title, text, caret, asked) {
    const one = this.known.fields[title], before = text.slice(0, caret);
    for (const [pattern, words, made] of /** @type {[RegExp, string[], (word: string) => string][]} */ ([[ICON, this.known.icons, word => word], [TERM, this.known.terms, word => `@[${word}]`]])) {
      const begun = pattern.exec(before);
      if (begun) return { from: begun.index, to: caret, items: matching(words.map(word => word.replace(/[{}]/g, "")), begun[1], false).map(({ text: word }) => ({ text: made(words.includes(`{${word}}`) ? `{${word}}` : word) })) };
    }
    if (one?.separator) {
      const mark = one.separator.trim() || one.separator, from = before.lastIndexOf(mark) + 1;
      const start = from + (before.slice(from).length - before.slice(from).trimStart().length);
      const others = text.split(mark).map(word => word.trim());
      return { from: start, to: caret, items: matching(one.choices.filter((/** @type {string} */ word) => !others.includes(word)), before.slice(start), asked) };
    }
    if (one?.choices.length) return { from: 0, to: text.length, items: matching(one.choices, text, asked) };
    if (!this.effects.includes(title) || (!asked && caret < 3) || caret < text.length) return null;
    const found = await post("effects", { query: text, limit: OFFERED }).catch(() => null);
    const items = (found?.effects ?? []).filter((/** @type {any} */ effect) => effect.text !== text);
    return { from: 0, to: text.length, items: items.map((/** @type {any} */ effect) => ({ text: effect.text, note: effect.used ? ` on ${effect.used}` : "" })) };
  }
}
