// Elements, messages, questions and menus.

/**
 * An element: `h("p", { class: "quiet", onclick: f }, "text", other)`. Texts are never read as HTML.
 * @param {string} kind @param {Record<string, any>} [settings] functions are listeners, booleans are set or left out
 * @param {...(Node | string | number | null | undefined | false)} children @returns {any}
 */
export function h(kind, settings = {}, ...children) {
  const element = document.createElement(kind);
  for (const [name, value] of Object.entries(settings)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "disabled" || name === "hidden") /** @type {any} */ (element)[name] = value;
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(.../** @type {any[]} */ (children.filter(child => child !== null && child !== undefined && child !== false)));
  return element;
}

/** @param {string} id @returns {any} the element with this id, which is there */
export const at = id => document.getElementById(id);

/** A button. @param {string} text @param {() => void} does @param {Record<string, any>} [settings] */
export const button = (text, does, settings = {}) => h("button", { type: "button", onclick: does, ...settings }, text);

export const narrow = matchMedia("(max-width: 760px)");
export const still = matchMedia("(prefers-reduced-motion: reduce)");
export const anyDialog = () => document.querySelector("dialog[open], #menu:popover-open");

let silence = 0;
/** Say something for some seconds, with what can be done about it. @param {string} text @param {...[string, () => void]} offers */
export function say(text, ...offers) {
  const line = at("say"), hide = () => line.classList.remove("on");
  line.replaceChildren(text, ...offers.map(([name, does]) => button(name, () => { hide(); does(); })));
  line.classList.add("on");
  clearTimeout(silence);
  silence = setTimeout(hide, 2500 + 50 * text.length + 3000 * offers.length);
}

/** Ask something in a dialog, and do something with the values of its fields by name. @param {string} title @param {any[]} fields @param {string} yes @param {(found: any) => any} does */
export function ask(title, fields, yes, does) {
  const form = h("form", { method: "dialog" }, h("h2", {}, title), ...fields, h("div", { class: "row" }, h("button", { class: "main", value: "yes" }, yes), h("button", { value: "no", formnovalidate: true }, "Cancel")));
  const box = h("dialog", { "aria-label": title, onclose: () => { box.remove(); if (box.returnValue === "yes") does(Object.fromEntries(new FormData(form))); } }, form);
  document.body.append(box);
  box.showModal();
  const first = box.querySelector("input, select");
  first?.focus();
  first?.select?.();
}

/** A field of a dialog. @param {string} label @param {string} name @param {string | number} value @param {Record<string, any>} [settings] */
export const field = (label, name, value, settings = {}) => h("label", {}, label, h("input", { name, value, maxlength: 2000, autocomplete: "off", required: true, ...settings }));
/** @param {string} label @param {string} name @param {number} value @param {number} [least] */
export const number = (label, name, value, least = 1) => field(label, name, value, { type: "number", min: least, max: 200, step: 1 });
/** @param {string} label @param {string} name @param {[string, string][]} options */
export const choice = (label, name, options) => h("label", {}, label, h("select", { name }, ...options.map(([value, text]) => h("option", { value }, text))));

addEventListener("pointerdown", event => { if (!at("menu").contains(event.target)) at("menu").hidePopover(); }, true);
/** @typedef {{ text: string, key?: string, does: () => void } | null} Item null is a line between groups */
/** A menu at a place, with keys: arrows, letters, Escape. @param {string} title @param {Item[]} items @param {{ x: number, y: number }} place */
export function openMenu(title, items, place) {
  const box = at("menu"), before = /** @type {HTMLElement | null} */ (document.activeElement);
  const lines = items.map(item => item ? h("button", { type: "button", role: "menuitem", tabindex: "-1", onclick: () => { box.hidePopover(); item.does(); } },
    h("span", {}, item.text), item.key && h("kbd", {}, item.key)) : h("hr", {}));
  box.replaceChildren(h("p", { class: "title", role: "presentation" }, title), ...lines);
  box.setAttribute("aria-label", title);
  box.ontoggle = (/** @type {ToggleEvent} */ event) => { if (event.newState === "closed" && before?.isConnected && (box.contains(document.activeElement) || document.activeElement === document.body)) before.focus(); };
  box.showPopover();
  box.style.left = `${Math.max(4, Math.min(place.x, innerWidth - box.offsetWidth - 4))}px`;
  box.style.top = `${Math.max(4, Math.min(place.y, innerHeight - box.offsetHeight - 4))}px`;
  const buttons = () => /** @type {HTMLElement[]} */ ([...box.querySelectorAll("button")]);
  buttons()[0]?.focus({ focusVisible: false });
  box.onkeydown = (/** @type {KeyboardEvent} */ event) => {
    const all = buttons(), index = all.indexOf(/** @type {any} */ (document.activeElement));
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[event.key];
    const same = to === undefined && event.key.length === 1 && !event.ctrlKey ? items.find(item => item?.key === event.key) : null;
    if (to !== undefined) all.at(to % all.length)?.focus();
    else if (event.key === "Tab" || event.key === "Escape") box.hidePopover();
    else if (same) { box.hidePopover(); same.does(); }
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** A picture without a name of its own: what it is in stands beside it. @param {string} src @param {() => void} [failed] */
export const picture = (src, failed) => h("img", { src, alt: "", draggable: "false", decoding: "async", onerror: failed ?? (() => {}) });
