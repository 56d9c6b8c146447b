// Choosing an effect of the list: what fits is shown while one types, and what a text means that is written.
import { newest, post } from "../api.js";
import { fail, style } from "../app.js";
import { addressOf, counted, h, redraw } from "../dom.js";

const PAUSE = 200, SHOWN = 60, TAGS = 14;
export const plain = (/** @type {string} */ tag) => tag.replaceAll("_", " ").toLowerCase();

/**
 * `needs` are the tags that the card asks for; `pick` gets the chosen text, `close` is called when it ends without one.
 * Without a `title`, effects are only looked at: `more` is what else is asked for.
 * @typedef {{ text: string, needs: string[], title: string, pick: (text: string) => void, close: () => void, more?: Record<string, any> }} Wanted
 */

/** Open the picker in an element. @param {HTMLElement} root @param {Wanted} wanted */
export async function openPicker(root, wanted) {
  await style("/pages/picker.css");
  return new Picker(root, wanted);
}

/** A link to a line of a file. @param {string} place `effects/list.txt:12:1` */
export function placeLink(place) {
  const [path, line = "1"] = place.split(":");
  return h("a", { href: `#/file/${addressOf(path)}?line=${line}` }, `${path}, line ${line}`);
}

export class Picker {
  /** @param {HTMLElement} root @param {Wanted} wanted */
  constructor(root, { text, needs, title, pick, close, more = {} }) {
    this.more = more;
    this.pick = pick;
    this.close = close;
    this.needs = needs;
    /** @type {Set<string>} */
    this.tags = new Set();
    /** @type {any[]} */
    this.found = [];
    this.active = -1;
    this.timer = 0;
    this.search = newest(wanted => post("effects", wanted), answer => this.show(answer), error => fail(error));
    this.ask = newest(wanted => post("effect", wanted), answer => this.explain(answer), error => fail(error));
    this.input = h("input", { type: "search", value: text, autocomplete: "off", spellcheck: "true", role: "combobox", "aria-expanded": "true",
      "aria-controls": "picker-list", "aria-autocomplete": "list", "aria-describedby": "picker-help",
      oninput: () => this.look(), onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event) });
    this.fits = h("input", { type: "checkbox", checked: needs.length > 0, onchange: () => this.look() });
    this.rank = h("select", { onchange: () => this.look() }, h("option", { value: "" }, "any"));
    this.kind = h("select", { onchange: () => this.look() }, h("option", { value: "" }, "any"));
    this.facets = h("div", { class: "facets", role: "group", "aria-label": "Tags" });
    this.count = h("p", { class: "quiet", role: "status" });
    this.list = h("ul", { class: "effects", role: "listbox", id: "picker-list", "aria-label": "Effects" });
    this.meaning = h("section", { class: "meaning", "aria-label": "What the text means", "aria-live": "polite" });
    root.replaceChildren(title ? h("div", { class: "head" }, h("h2", { class: "grow" }, title), h("button", { type: "button", onclick: () => this.close() }, "Close")) : "",
      h("label", {}, "Search, or write an effect", this.input),
      h("p", { id: "picker-help", class: "quiet small" }, title ? "Arrows choose, Enter takes the chosen effect, Ctrl+Enter the text as it is written." : "Arrows choose an effect; what it means is said beside it."),
      h("div", { class: "choices" }, needs.length ? h("label", { class: "check", title: needs.map(plain).join(", ") }, this.fits, "Fits this card") : "",
        h("label", {}, "Rank", this.rank), h("label", {}, "For", this.kind)),
      this.facets, this.count, this.list, this.meaning);
    this.look(true);
    if (title) this.input.select();
  }

  /** @param {boolean} [all] whether everything is shown, although there is a text already */
  look(all = false) {
    const tags = [...this.tags, ...(this.fits.checked ? this.needs : [])];
    this.search({ query: all ? "" : this.input.value, tags, rank: this.rank.value, type: this.kind.value, limit: SHOWN, ...this.more });
    this.later(this.input.value);
  }

  /** @param {string} text */
  later(text) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => text.trim() ? this.ask({ text }) : this.meaning.replaceChildren(), PAUSE);
  }

  /** @param {any} answer */
  show(answer) {
    this.found = answer.effects;
    const missing = answer.source ? "" : "There is no effect list yet: build the project. ";
    this.count.textContent = `${missing}${counted(answer.count, "effect")}${answer.count < answer.whole ? ` of ${answer.whole.toLocaleString("en")}` : ""}${answer.hint ? `; ${answer.hint}` : ""}`;
    this.fill(this.rank, answer.groups.rank);
    this.fill(this.kind, answer.groups.type);
    const own = (/** @type {string} */ tag) => !answer.groups.rank.includes(tag) && !answer.groups.type.includes(tag);
    this.drawTags(answer, own);
    this.list.replaceChildren(...this.found.map((one, index) => h("li", {
      role: "option", id: `effect-${index}`, "aria-selected": "false", onclick: () => this.pick(one.text), onmousemove: () => index !== this.active && this.mark(index, false),
    }, h("span", {}, one.text), h("small", {}, [one.used ? `on ${counted(one.used, "card")}` : "not used yet", ...one.tags.filter(own).map(plain)].join(" · ")))));
    this.mark(-1);
  }

  /** @param {any} select @param {string[]} tags */
  fill(select, tags) {
    select.parentElement.hidden = !tags.length || this.fits.checked;
    if (select.parentElement.hidden) select.value = "";
    if (select.options.length !== tags.length + 1) select.append(...tags.map(tag => h("option", { value: tag }, plain(tag))));
  }

  /** @param {any} answer @param {(tag: string) => boolean} own */
  drawTags(answer, own) {
    const others = Object.entries(answer.tags).filter(([tag]) => own(tag));
    const most = others.filter(([tag, count]) => count || this.tags.has(tag)).sort((one, other) => Number(other[1]) - Number(one[1])).slice(0, TAGS);
    redraw(this.facets, ...most.map(([tag, count]) => h("button", { type: "button", "data-key": tag, "aria-pressed": String(this.tags.has(tag)),
      onclick: () => { if (!this.tags.delete(tag)) this.tags.add(tag); this.look(); } }, plain(tag), " ", h("small", {}, Number(count).toLocaleString("en")))));
  }

  /** @param {number} index @param {boolean} [scroll] */
  mark(index, scroll = true) {
    this.list.children[this.active]?.setAttribute("aria-selected", "false");
    this.active = index;
    const one = this.list.children[index];
    if (!one) { this.input.removeAttribute("aria-activedescendant"); return; }
    one.setAttribute("aria-selected", "true");
    this.input.setAttribute("aria-activedescendant", one.id);
    if (scroll) one.scrollIntoView({ block: "nearest" });
    this.later(this.found[index].text);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const last = this.found.length - 1, typed = this.input.value.trim();
    const moves = /** @type {Record<string, number>} */ ({ ArrowDown: Math.min(this.active + 1, last), ArrowUp: Math.max(this.active - 1, -1), PageDown: Math.min(this.active + 8, last), PageUp: Math.max(this.active - 8, 0) });
    if (event.key in moves) this.mark(moves[event.key]);
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { if (typed) this.pick(typed); }
    else if (event.key === "Enter") { const one = this.found[Math.max(this.active, 0)]; if (one) this.pick(one.text); }
    else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {any} answer */
  explain(answer) {
    const state = answer.listed ? "In the list" : answer.matches.length ? "A template makes it, but it is not in the list: build the project to renew it" : "No template makes it";
    const first = answer.matches[0];
    this.meaning.replaceChildren(
      h("p", { class: "meant" }, answer.text),
      h("p", { class: answer.listed || first ? "good" : "bad" }, h("b", {}, state), answer.message ? `: ${answer.message}` : ""),
      first ? h("p", {}, "Made by ", h("code", {}, first.template), " in ", placeLink(first.place), first.values.length ? h("span", { class: "quiet" }, ` with ${first.values.map((/** @type {string[]} */ [slot, text]) => `${slot} = ${text || "nothing"}`).join(", ")}`) : "") : "",
      answer.words.length ? h("p", {}, "In play: ", answer.words.join(" ")) : answer.reason && answer.matches.length ? h("p", { class: "quiet" }, `It cannot be played yet: ${answer.reason}`) : "",
      !answer.program ? "" : h("details", {}, h("summary", {}, "As a program"), h("code", {}, answer.program)),
      answer.used.length ? h("p", { class: "quiet" }, `On ${answer.used.join(", ")}. `, h("a", { href: `#/gallery?q=${encodeURIComponent(JSON.stringify(answer.text))}` }, "See them")) : "",
      answer.near.length ? h("div", {}, h("p", { class: "quiet" }, "Near it:"), ...answer.near.map((/** @type {string} */ text) => h("button", { type: "button", class: "near", onclick: () => this.pick(text) }, text))) : "");
  }
}
