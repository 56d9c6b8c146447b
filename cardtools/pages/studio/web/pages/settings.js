// The common keys of the project file as a form; each change is written into its text at once.
import { edit, get, onChange } from "../api.js";
import { problem, style } from "../app.js";
import { addressOf, h } from "../dom.js";

/**
 * @typedef {{ key: string, kind: string, choices: string[], unit: string, default: string, help: string, required: boolean }} Key
 * @typedef {{ place: string[], title: string, several: boolean, keys: Key[], values: any }} Group
 */
const TEXT = "#/file/cardtools.toml";

/** @type {import("../app.js").Page} */
export default {
  async show(root) {
    await style("/pages/settings.css");
    const note = h("p", { class: "quiet" }), place = h("div", { class: "settings" });
    root.append(h("div", { class: "head" }, h("h1", {}, "Settings"), h("div", { class: "grow" }), h("a", { href: TEXT }, "All keys, as text")), note, place);
    let known = "";
    const load = async () => {
      try {
        const found = await get("settings"), text = JSON.stringify(found), focused = /** @type {any} */ (document.activeElement);
        if (text === known || [.../** @type {any} */ (place.querySelectorAll("[data-was]"))].some(one => one.value !== one.dataset.was)) return;  // something is being written
        known = text;
        note.textContent = found.exists ? "Every change is written into cardtools.toml at once, where nothing else changes; Ctrl+Z takes it back."
          : "There is no project file yet: the first change writes cardtools.toml.";
        const lists = Object.entries(found.files).map(([key, paths]) => h("datalist", { id: `files-${key}` }, .../** @type {string[]} */ (paths).map(path => h("option", { value: path }))));
        place.replaceChildren(...lists, ...found.groups.map((/** @type {Group} */ one) => (one.several ? drawSeveral(one) : drawGroup(one))));
        if (focused?.id) document.getElementById(focused.id)?.focus();
      } catch (error) {
        known = "";
        place.replaceChildren(problem(error), h("p", {}, h("a", { href: TEXT }, "Mend it in the text of cardtools.toml")));
      }
    };
    await load();
    return onChange(load);
  },
};

/** Write edits of the project file, and say beside what was changed why that cannot be. @param {string} what @param {any[]} edits @param {any} wrong @param {any} [input] */
async function keep(what, edits, wrong, input) {
  wrong.textContent = "";
  input?.removeAttribute("aria-invalid");
  try {
    await edit("edit_project", { what, edits });
    if (input) input.dataset.was = input.value;
  } catch (error) {
    wrong.textContent = /** @type {Error} */ (error).message;
    input?.setAttribute("aria-invalid", "true");
  }
}

/** @param {Group} group */
function drawGroup({ place, title, keys, values }) {
  return h("section", { class: "panel" }, h("h2", {}, sentence(place[0] ?? "game")), place.length ? h("p", { class: "help" }, ...code(title)) : null,
    h("div", { class: "settings-fields" }, ...keys.map(key => field(key, [...place, key.key], values[key.key]))));
}

/** A key: what is put in for it, its help, and why a value is refused. @param {Key} key @param {(string | number)[]} place @param {any} value */
function field(key, place, value) {
  const id = place.join("-"), usual = key.default.replace(/^"|"$/g, ""), wrong = h("p", { class: "wrong", role: "alert" });
  const isList = Array.isArray(value) || key.kind === "list", shown = isList ? (value ?? []).join("\n") : value === undefined ? "" : String(value);
  const about = { id, "aria-describedby": `${id}-help`, "data-was": shown, onchange: () => {
    const text = input.value.trim(), lines = text.split("\n").map((/** @type {string} */ one) => one.trim()).filter(Boolean);
    const now = isList ? lines : key.kind === "number" && text && Number.isFinite(Number(text)) ? Number(text) : text;
    if (text || value !== undefined) keep(`${key.key} of the project`, [{ place, ...(text && { value: now }) }], wrong, input);
  } };
  const empty = usual && usual !== "[]" && usual !== "{}" && usual !== "0" ? `if empty: ${usual}` : null;
  const input = key.kind === "choice" ? h("select", about, ...["", ...key.choices].map(one => h("option", { value: one, selected: one === shown }, one || `as usual: ${usual}`)))
    : isList ? h("textarea", { ...about, rows: Math.max(2, shown.split("\n").length), value: shown, placeholder: empty ?? "one a line" })
    : h("input", { ...about, value: shown, placeholder: empty, list: `files-${key.key}`, inputmode: key.kind === "number" ? "decimal" : null, autocomplete: "off" });
  return h("div", { class: "setting" }, h("label", { for: id }, sentence(key.key), key.unit !== key.key && key.unit && ` (${key.unit})`, isList && ", one a line"), input, wrong, h("p", { class: "help", id: `${id}-help`, hidden: Number(place[1]) > 0 }, ...code(key.help)));
}

/** Tables in a list, of which the first that fits counts. @param {Group} group */
function drawSeveral({ place: [name], title, keys, values }) {
  const all = /** @type {any[]} */ (Array.isArray(values) ? values : []), wrong = h("p", { class: "wrong", role: "alert" }), one = name.slice(0, -1);
  const swapped = (/** @type {number} */ at) => all.map((_, index) => (index === at ? at + 1 : index === at + 1 ? at : index));
  const act = (/** @type {string} */ text, /** @type {string} */ what, /** @type {any} */ change, off = false) => h("button", { type: "button", disabled: off, "aria-label": `${text}: ${what}`, onclick: () => keep(what, [change], wrong) }, text);
  const fresh = h("input", { "aria-label": `File of a new ${one}`, list: "files-face", placeholder: "templates/faces/unit.toml", autocomplete: "off" });
  const add = (/** @type {Event} */ event) => { event.preventDefault(); if (fresh.value.trim()) keep(`${fresh.value} as a ${one}`, [{ place: [name, -1], value: { face: fresh.value.trim() } }], wrong); };
  return h("section", { class: "panel" }, h("h2", {}, sentence(name)), h("p", { class: "help" }, ...code(title)),
    h("ol", { class: "choices" }, ...all.map((table, at) => h("li", {}, h("div", { class: "settings-fields" }, ...keys.map(key => field(key, [name, at, key.key], table[key.key]))),
      h("div", { class: "acts" }, h("a", { href: `#/face/${addressOf(table.face ?? "")}` }, "By hand"), act("Up", `${table.face} earlier`, { place: [name], order: swapped(at - 1) }, !at), act("Down", `${table.face} later`, { place: [name], order: swapped(at) }, at === all.length - 1),
        act("Remove", `${table.face} is no ${one}`, { place: [name, at] }))))),
    wrong, h("form", { class: "add", onsubmit: add }, fresh, h("button", {}, `Add a ${one}`)));
}

/** A text with its marks of code. @param {string} text */
const code = text => text.split("`").map((part, index) => (index % 2 ? h("code", {}, part) : part));

/** @param {string} text */
const sentence = text => text.slice(0, 1).toUpperCase() + text.slice(1);
