// The palette: pages, commands, cards and files by name, from anywhere.
import { get } from "./api.js";
import { go } from "./app.js";
import { addressOf, h } from "./dom.js";

/** @typedef {{ title: string, act: () => void, key?: string, kind?: string }} Choice */

const SHOWN = 40;
/** @type {{ key: string, cards: Choice[] }} the cards that are known */
const known = { key: "", cards: [] };

/** How well a name fits what is typed, 0 for not at all. @param {string} name @param {string[]} words */
function fit(name, words) {
  const text = name.toLowerCase(), parts = text.split(/[^\p{L}\p{N}]+/u);
  const each = words.map(word => (text.startsWith(word) ? 4 : parts.some(part => part.startsWith(word)) ? 3 : word.length > 2 && text.includes(word) ? 1 : 0));
  return each.includes(0) ? 0 : each.reduce((/** @type {number} */ sum, one) => sum + one, 1) - name.length / 500;
}

async function cards() {
  const found = await get("gallery", { known: known.key });
  if (found.cards) Object.assign(known, { key: found.key, cards: found.cards.map((/** @type {string[]} */ [slug, name]) => ({ title: name, kind: "Card", act: () => go(`card/${encodeURIComponent(slug)}`) })) });
  return known.cards;
}

async function files() {
  return (await get("text_files")).map((/** @type {any} */ { path }) => ({ title: path, kind: "File", act: () => go(`file/${addressOf(path)}`) }));
}

/** @param {Choice[]} pages @param {Choice[]} commands */
export function openPalette(pages, commands) {
  /** @type {Choice[]} */
  let all = [...pages.map(one => ({ ...one, kind: "Page" })), ...commands.map(one => ({ ...one, kind: "Command" }))], shown = all, active = 0;
  const own = all;
  const input = h("input", { type: "search", placeholder: "A page, a card, a file, or what to do", autocomplete: "off", spellcheck: "false", role: "combobox", autofocus: true,
    "aria-label": "Go to or do", "aria-expanded": "true", "aria-controls": "palette-list", "aria-autocomplete": "list", oninput: () => draw(), onkeydown: pressed });
  const list = h("ul", { role: "listbox", id: "palette-list", "aria-label": "What is found" }), count = h("p", { class: "quiet small", role: "status" });
  const box = h("dialog", { class: "palette", "aria-label": "Go to or do", onclose: () => box.remove(), onclick: (/** @type {Event} */ event) => { if (event.target === box) box.close(); } }, input, list, count);

  function draw() {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = words.length ? all.map(one => ({ one, fit: fit(one.title, words) })).filter(one => one.fit > 0).sort((a, b) => b.fit - a.fit).map(({ one }) => one) : own;
    shown = found.slice(0, SHOWN);
    list.replaceChildren(...shown.map((one, index) => h("li", { role: "option", id: `palette-${index}`, "aria-selected": "false", onclick: () => take(one), onmousemove: () => index !== active && mark(index) },
      h("span", { class: "grow" }, one.title), one.key ? h("kbd", {}, one.key) : "", h("small", {}, one.kind))));
    count.textContent = !found.length ? "Nothing has this name." : found.length > SHOWN ? `The first ${SHOWN} of ${found.length.toLocaleString("en")}` : "";
    mark(0);
  }

  /** @param {number} index */
  function mark(index) {
    list.children[active]?.setAttribute("aria-selected", "false");
    active = index;
    const one = list.children[index];
    one?.setAttribute("aria-selected", "true");
    one?.scrollIntoView({ block: "nearest" });
    if (one) input.setAttribute("aria-activedescendant", one.id);
    else input.removeAttribute("aria-activedescendant");
  }

  /** @param {Choice} one */
  function take(one) {
    box.close();
    one.act();
  }

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    const last = shown.length - 1;
    const steps = /** @type {Record<string, number>} */ ({ ArrowDown: active < last ? active + 1 : 0, ArrowUp: active ? active - 1 : last, PageDown: Math.min(active + 8, last), PageUp: Math.max(active - 8, 0) });
    if (event.key in steps) mark(steps[event.key]);
    else if (event.key === "Enter" && shown[active]) take(shown[active]);
    else if (event.key === "Escape") box.close();  // else it would empty the search first
    else return;
    event.preventDefault();
  }

  document.body.append(box);
  box.showModal();
  draw();
  for (const load of [cards, files]) load().then(more => { all = [...all, ...more]; if (input.value) draw(); }, () => {});
}
