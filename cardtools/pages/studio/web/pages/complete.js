// Completion while one writes: a list below the field, from which arrows and Enter choose.
import { h, markOption } from "../dom.js";

/**
 * What can stand in a text in place of what is there from `from` to `to`.
 * @typedef {{ from: number, to: number, items: { text: string, note?: string }[] }} Offer
 * @typedef {HTMLInputElement | HTMLTextAreaElement} Input
 */

let lists = 0;

/**
 * Offer what `find` returns for the text before the caret; a choice is put in, and the field says that it was typed.
 * Returns what ends it.
 * @param {Input} input @param {(text: string, caret: number, asked: boolean) => Offer | null | Promise<Offer | null>} find
 */
export function complete(input, find) {
  const id = `offers-${++lists}`;
  const list = h("ul", { class: "offers", role: "listbox", id, hidden: true, "aria-label": "Suggestions" });
  /** @type {Offer | null} */
  let offer = null;
  let active = -1, asked = 0;
  const isLong = input.tagName === "TEXTAREA";  // which may not be a combobox
  const expand = (/** @type {boolean} */ open) => { if (!isLong) input.setAttribute("aria-expanded", String(open)); };
  input.setAttribute("aria-autocomplete", "list");
  if (!isLong) input.setAttribute("role", "combobox");
  expand(false);

  const close = () => {
    asked++;
    offer = null;
    list.hidden = true;
    list.remove();
    expand(false);
    for (const name of ["aria-activedescendant", "aria-controls"]) input.removeAttribute(name);
  };

  const mark = (/** @type {number} */ index) => {
    active = index;
    markOption(input, list, index);
  };

  const take = (/** @type {number} */ index) => {
    if (!offer) return;
    const { from, to, items } = offer;
    const after = input.value.slice(0, from) + items[index].text;
    input.value = after + input.value.slice(to);
    input.setSelectionRange(after.length, after.length);
    close();
    input.dispatchEvent(new Event("input", { bubbles: true }));
    close();  // what was just chosen is not offered again
  };

  const look = async (/** @type {boolean} */ explicit) => {
    const number = ++asked, caret = input.selectionStart ?? input.value.length;
    const found = await find(input.value, caret, explicit);
    if (number !== asked || document.activeElement !== input) return;
    if (!found?.items.length) { close(); return; }
    offer = found;
    list.replaceChildren(...found.items.map((one, index) => h("li", {
      role: "option", id: `${id}-${index}`, "aria-selected": "false",
      onmousedown: (/** @type {Event} */ event) => { event.preventDefault(); take(index); },
    }, one.text, one.note && h("small", {}, one.note))));
    const box = input.getBoundingClientRect(), room = innerHeight - box.bottom;
    input.after(list);
    list.hidden = false;
    Object.assign(list.style, { left: `${input.offsetLeft}px`, minWidth: `${input.offsetWidth}px`,
      top: room > 190 ? `${input.offsetTop + input.offsetHeight + 2}px` : "auto",
      bottom: room > 190 ? "auto" : `${(input.offsetParent?.clientHeight ?? 0) - input.offsetTop + 2}px` });
    input.setAttribute("aria-controls", id);
    expand(true);
    mark(-1);
  };

  input.addEventListener("input", () => { if (document.activeElement === input) look(false); });
  input.addEventListener("blur", close);
  input.addEventListener("keydown", event => {
    const key = /** @type {KeyboardEvent} */ (event);
    if (!offer) {
      if ((key.key === " " && key.ctrlKey) || (key.key === "ArrowDown" && (key.altKey || !isLong))) { key.preventDefault(); look(true); }
      return;
    }
    const last = offer.items.length - 1;
    if (key.key === "ArrowDown") mark(active === last ? 0 : active + 1);
    else if (key.key === "ArrowUp") mark(active <= 0 ? last : active - 1);
    else if (key.key === "Escape") close();
    else if ((key.key === "Enter" || key.key === "Tab") && active >= 0) take(active);
    else { if (key.key === "Tab" || key.key === "Enter") close(); return; }
    key.preventDefault();
  });
  return close;
}

/**
 * The words of a choice that begin with, or contain, what was typed; all when somebody asks for them.
 * @param {string[]} words @param {string} typed @param {boolean} all @returns {{ text: string }[]}
 */
export function matching(words, typed, all) {
  const text = typed.trim().toLowerCase();
  if (all || !text) return words.map(word => ({ text: word }));
  const starts = words.filter(word => word.toLowerCase().startsWith(text));
  const others = words.filter(word => !starts.includes(word) && word.toLowerCase().includes(text));
  const found = [...starts, ...others];
  return found.length === 1 && found[0] === typed.trim() ? [] : found.map(word => ({ text: word }));
}
