// Making elements.

/**
 * An element: `h("p", { class: "quiet", onclick: f }, "text", other)`. Texts are never read as HTML.
 * @param {string} kind
 * @param {Record<string, any>} [settings] attributes; functions are listeners, booleans are set or left out
 * @param {...(Node | string | number | null | undefined | false)} children
 * @returns {any}
 */
export function h(kind, settings = {}, ...children) {
  return filled(document.createElement(kind), settings, children);
}

/** An element of a drawing, as `h`. @param {string} kind @param {Record<string, string | number>} settings @param {...Node} children */
export function svg(kind, settings, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", kind), settings, children);
}

/** @param {Element} element @param {Record<string, any>} settings @param {any[]} children @returns {any} */
function filled(element, settings, children) {
  for (const [name, value] of Object.entries(settings)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "disabled") /** @type {any} */ (element)[name] = value;
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) element.append(typeof child === "number" ? String(child) : child);
  }
  return element;
}

/** @param {string} id @returns {any} the element with this id, which is there */
export function at(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`there is no #${id}`);
  return found;
}

/** Replace what is in an element: what has the same `data-key`, or the button with the same words, keeps the focus. @param {any} element @param {...any} children */
export function redraw(element, ...children) {
  const active = /** @type {HTMLElement} */ (document.activeElement), inside = element.contains(active);
  const { key } = /** @type {HTMLElement} */ (active.closest("[data-key]") ?? active).dataset;
  element.replaceChildren(...children);
  if (!inside || active.isConnected) return;
  const all = [...element.querySelectorAll(key ? "[data-key]" : "button")];
  all.find(one => (key ? one.dataset.key === key : one.textContent === active.textContent))?.focus();
}

/** What a list of problems shows. @param {HTMLElement} list @param {Problem[]} problems @param {string} none what it says without any */
export function listProblems(list, problems, none) {
  list.replaceChildren(...(problems.length ? problems.map(describe) : [h("li", { class: "quiet" }, none)]));
}

/** A file's path as a part of an address. @param {string} path */
export const addressOf = path => path.split("/").map(encodeURIComponent).join("/");

/** @param {number} number @param {string} word */
export function counted(number, word) {
  return `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;
}

/**
 * @typedef {{ place: string, code: string, severity: string, message: string, hint: string }} Problem
 * @param {Problem} problem
 */
export function describe(problem) {
  const words = { error: "error", warning: "warning", info: "note" };
  return h("li", { class: problem.severity },
    h("b", {}, words[/** @type {"error"} */ (problem.severity)] ?? problem.severity), " ",
    h("code", {}, `${problem.code} ${problem.place}`.trim()), h("br"), problem.message,
    problem.hint && h("span", { class: "hint" }, h("br"), problem.hint));
}

/** A sign of `icons.svg`. @param {string} name */
export const icon = name => svg("svg", { class: "icon", "aria-hidden": "true" }, svg("use", { href: `/icons.svg#${name}` }));

/** Say something for some seconds, longer while one points at it or is in it. @param {string} text @param {"" | "error"} [kind] */
export function toast(text, kind = "") {
  let timer = 0;
  const stay = () => clearTimeout(timer), wait = () => { stay(); timer = setTimeout(() => box.remove(), kind ? 15000 : 5000); };
  const box = h("div", { class: `toast ${kind}`, role: kind ? "alert" : null, onmouseenter: stay, onmouseleave: wait, onfocusin: stay, onfocusout: wait },
    h("span", {}, text), h("button", { type: "button", "aria-label": "Close this message", onclick: () => box.remove() }, "✕"));
  const all = at("toasts");
  [...all.children].find(one => one.firstChild?.textContent === text)?.remove();  // the same again
  all.append(box);
  wait();
}

/** Ask for a yes. @param {string} text @param {string} [yes] @returns {Promise<boolean>} */
export function confirmed(text, yes = "Yes") {
  return new Promise(resolve => {
    const box = h("dialog", { "aria-label": text, onclose: () => { box.remove(); resolve(box.returnValue === "yes"); } },
      h("form", { method: "dialog" }, h("p", {}, text),
        h("button", { class: "main", value: "yes" }, yes), " ", h("button", { value: "no" }, "Cancel")));
    document.body.append(box);
    box.showModal();
  });
}
