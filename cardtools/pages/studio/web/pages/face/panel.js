// The keys of the chosen element: what is set, what it inherits, what is there by default; each with its help.
import { h, redraw } from "../../dom.js";
import { keyOf } from "../face.js";

/** @typedef {import("../face.js").Node} Node */
/** @typedef {{ key: string, kind: string, choices: string[], unit: string, default: string, help: string, words: string, required: boolean, of: string }} Key */
const SIDES = ["box", "left", "width", "right", "top", "height", "bottom"];
const PLACE = ["left", "top", "width", "height"];
const PARTS = /** @type {Record<string, string>} */ ({ Layered: "Effects", Placed: "Place and condition", Outlined: "Outline", Painted: "Colours" });
const round = (/** @type {number} */ number) => Math.round(number * 100) / 100;

export class Panel {
  /** @param {import("../face.js").FacePage} page */
  constructor(page) {
    this.page = page;
    this.root = h("div", {});
    /** @type {Set<string>} the parts that are open */
    this.open = new Set(["set"]);
    this.number = 0;
  }

  show() {
    const { page } = this, [node] = page.targets;
    if (page.targets.length !== 1) {
      redraw(this.root, h("h2", {}, page.targets.length ? `${page.targets.length} elements` : "Nothing is chosen"),
        h("p", { class: "quiet" }, page.targets.length ? "Align, distribute, copy or delete them above; drag them on the card." : "Choose an element in the list or on the card, or add one."));
      return;
    }
    const known = this.page.keys[`elements.${node.kind}`] ?? { help: "", keys: [] };
    const keys = known.keys.filter((/** @type {Key} */ one) => !SIDES.includes(one.key) && !["elements", "kind"].includes(one.key));
    const isSet = (/** @type {Key} */ one) => one.key in node.values;
    const own = keys.filter((/** @type {Key} */ one) => isSet(one) || one.required);
    const rest = new Map();
    for (const one of keys) if (!own.includes(one)) rest.set(PARTS[one.of] ?? "More", [...(rest.get(PARTS[one.of] ?? "More") ?? []), one]);
    redraw(this.root,
      h("h2", {}, node.name, h("span", { class: "quiet" }, ` ${node.kind}`)),
      h("p", { class: "quiet" }, known.help.split("\n")[0].replace(/`/g, "")),
      h("p", { class: "acts" }, ...["hidden", "locked"].map(which => h("button", { type: "button", "data-key": which, "aria-pressed": String(page[/** @type {"hidden"} */ (which)].has(keyOf(node.place))),
        onclick: () => { page.toggle(/** @type {"hidden"} */ (which), keyOf(node.place)); this.show(); } }, which === "hidden" ? "Hide for looking" : "Lock")),
      h("button", { type: "button", onclick: () => page.tree.rename(node) }, "Rename")), this.where(node), this.place(node),
      ...own.map((/** @type {Key} */ one) => this.field(node, [], one, node.values[one.key])),
      ...[...rest].sort(([one]) => one === "More" ? -1 : 0).map(([title, some]) => this.part(title, some.map((/** @type {Key} */ one) => this.field(node, [], one, undefined)))));
    this.measure();
  }

  /** @param {string} title @param {Node[] | any[]} inner @param {boolean} [open] */
  part(title, inner, open = false) {
    return h("details", { open: open || this.open.has(title), ontoggle: (/** @type {any} */ event) => event.target.open ? this.open.add(title) : this.open.delete(title) }, h("summary", {}, title), ...inner);
  }

  /** Which file changes go to. @param {Node} node */
  where(node) {
    const { page } = this, { files } = page.view;
    const choices = [0, ...new Set(node.at.map(one => one.file).filter(one => one))];
    if (choices.length < 2) return h("p", { class: "quiet origin" }, node.at[0] ? `In ${files[node.at[0].file]}, line ${node.at[0].line}` : "");
    const has = new Set(node.at.map(one => one.file));
    return h("label", {}, "Changes go to", h("select", { "data-key": "target", onchange: (/** @type {any} */ event) => { page.target = Number(event.target.value); this.show(); } },
      ...choices.map(one => h("option", { value: String(one), selected: one === page.target }, one ? `${files[one]}: all faces that extend it` : `${files[0]}: this face${has.has(0) ? "" : " alone"}`))));
  }

  /** Left, top, width, height and the turn as they are on the card. @param {Node} node */
  place(node) {
    const { page } = this, shape = page.stage.shape(keyOf(node.place));
    if (!shape) return h("p", { class: "quiet" }, "This card does not show it, so that it has no place.");
    const inputs = [...PLACE, "rotation"].map((name, index) => {
      const input = h("input", { type: "number", step: index === 4 ? 5 : 0.1, "data-key": name, "data-measure": String(index), disabled: node.laid && (index < 2),
        onchange: () => {
          const value = Number(input.value), now = page.stage.shape(keyOf(node.place));
          if (!now || input.value === "" || !Number.isFinite(value)) return;
          page.stage.change(keyOf(node.place), index === 4 ? { box: now.box, turn: value + now.outer } : { box: now.box.map((one, n) => n === index ? value : one), turn: now.turn });
          page.stage.word = index === 4 ? "turned" : index < 2 ? "moved" : "resized";
          page.stage.keep();
        } });
      return h("label", {}, ["Left", "Top", "Width", "Height", "Turn"][index], h("span", { class: "unit" }, index === 4 ? "°" : "mm"), input);
    });
    const written = SIDES.filter(one => one in node.values && node.own[one]);
    const how = written.map(one => `${one} ${node.values[one]}`).join(", ");
    return h("fieldset", { class: "place" }, h("legend", {}, "On this card"), ...inputs,
      node.laid ? h("p", { class: "quiet" }, "Its group places it.") : how && h("p", { class: "quiet" }, `Written as ${how}${this.origin(node, written[0])}`));
  }

  /** Show where the box is now. */
  measure() {
    const [node] = this.page.targets, shape = node && this.page.stage.shape(keyOf(node.place));
    if (!shape) return;
    for (const input of this.root.querySelectorAll("[data-measure]")) {
      if (input === document.activeElement) continue;
      const index = Number(input.getAttribute("data-measure"));
      /** @type {HTMLInputElement} */ (input).value = String(round(index === 4 ? shape.turn - shape.outer : shape.box[index]));
    }
  }

  /** Which file a value comes from. @param {Node} node @param {string} key */
  origin(node, key) {
    const [first] = node.own[key] ?? [];
    return first ? ` (${this.page.view.files[first.file].split("/").at(-1)}, line ${first.line})` : "";
  }

  /** A key of an element, or of a table in it. @param {Node} node @param {string[]} above @param {Key} key @param {any} value */
  field(node, above, key, value) {
    const { page } = this, name = [...above, key.key], id = `key-${this.number++}`, title = key.key.replace(/_/g, " ");
    const nested = this.tableOf(node, above, key, value);
    if (nested) return nested;
    const { file, place } = page.place(node), set = value !== undefined;
    const keep = (/** @type {{ op: string, [key: string]: any }} */ edit, /** @type {string} */ word) => page.keep({ [file]: [{ place: [...place, ...name], ...edit }] }, `${name.join(" ")} of ${node.name}${word}`);
    const put = (/** @type {string} */ text) => {
      if (text === "" && key.kind !== "text") { if (here) keep({ op: "unset" }, " taken away"); return; }
      const number = Number(text.replace(",", "."));
      if (["length", "size", "number"].includes(key.kind) && Number.isFinite(number)) keep({ op: "set", value: number }, "");
      else if (key.kind === "list" || key.kind === "table" || (key.kind === "colours" && text.trim().startsWith("["))) keep({ op: "set", toml: text }, "");
      else if (key.kind === "yes" && !text.includes("{")) keep({ op: "set", value: text === "true" }, "");
      else keep({ op: "set", value: text }, "");
    };
    const found = node.own[name[0]] ?? [], here = found.some(one => page.view.files[one.file] === file && one.place[0] === place[0]);
    const written = !set ? "" : typeof value === "string" ? value : toml(value);
    const control = this.control(key, written, put, id, `${name.join(".")}`);
    return h("div", { class: `field ${set ? (here ? "" : "inherited") : "unset"}` },
      h("label", { for: id }, title, key.unit && h("span", { class: "unit" }, key.unit)), control,
      h("p", { class: "origin" }, set ? `${here ? "" : "Inherited"}${this.origin(node, name[0])}` : "",
        here && set && above.length === 0 && h("button", { type: "button", class: "tool", title: found.length > 1 ? "Use the value of the other file again" : "Take this key out of the file", onclick: () => keep({ op: "unset" }, " taken away") }, "Reset")),
      h("p", { class: "help", id: `${id}-help` }, key.help.replace(/`/g, "")));
  }

  /** The keys of a table in an element. @param {Node} node @param {string[]} above @param {Key} key @param {any} value */
  tableOf(node, above, key, value) {
    const { keys } = this.page, name = [...above, key.key], own = value && typeof value === "object" && !Array.isArray(value);
    const model = key.key === "style" || key.key === "lead_style" ? (own ? keys.styles : null) : keys[`elements.${node.kind}.${key.key}`];
    if (!model || above.length > 1) return null;
    if (key.key === "paragraphs") {
      return this.part(`Paragraphs (${Object.keys(value ?? {}).length})`, Object.entries(value ?? {}).map(([one, table]) => h("fieldset", {}, h("legend", {}, one),
        ...model.keys.map((/** @type {Key} */ inner) => this.field(node, [...name, one], inner, table[inner.key])))), Boolean(value));
    }
    const fields = model.keys.filter((/** @type {Key} */ one) => one.kind !== "table").map((/** @type {Key} */ one) => this.field(node, name, one, value?.[one.key]));
    const { file, place } = this.page.place(node);
    const remove = own && h("button", { type: "button", onclick: () => this.page.keep({ [file]: [{ op: "unset", place: [...place, ...name] }] }, `${name.join(" ")} of ${node.name} taken away`) }, `Remove the ${key.key}`);
    return this.part(`${key.key[0].toUpperCase()}${key.key.slice(1)}${own ? " (set)" : ""}`, [h("p", { class: "quiet" }, key.help), ...fields, remove || ""]);
  }

  /** @param {Key} key @param {string} value @param {(text: string) => void} put @param {string} id @param {string} field */
  control(key, value, put, id, field) {
    const { names, columns } = this.page.view, more = { id, "data-key": field, "aria-describedby": `${id}-help` };
    const template = value.includes("{{") || value.includes("{%");
    const picked = (/** @type {[string, string][]} */ choices) => h("select", { ...more, onchange: (/** @type {any} */ event) => put(event.target.value) },
      ...[...(choices.some(([one]) => one === value) ? [] : /** @type {[string, string][]} */ ([[value, value || `${key.default.replace(/^"|"$/g, "").replace("true", "yes").replace("false", "no") || "none"} (default)`]])), ...choices].map(([one, text]) => h("option", { value: one, selected: one === value }, text)));
    if (key.kind === "choice" && !template) return picked(key.choices.map(one => [one, one === '""' ? "none" : one]));
    if (key.kind === "name" && !template) return picked((names[key.choices[0]] ?? []).map((/** @type {string} */ one) => [one, one]));
    if (key.kind === "yes" && !template) return picked([["true", "yes"], ["false", "no"]]);
    const list = `${id}-list`, change = (/** @type {any} */ event) => put(event.target.value);
    const typed = (/** @type {any} */ event) => { if (event.key === "Enter" && !event.shiftKey) { event.preventDefault(); event.target.blur(); } if (event.key === "Escape") { event.target.value = value; event.target.blur(); } };
    if (key.kind === "colour" || key.kind === "colours") {
      const colours = [...(names.colours ?? []), ...(names.palette ?? []).map((/** @type {string} */ one) => `{{ palette.${one} }}`)];
      const plain = /^#[0-9a-f]{6}$/i.test(value);
      return h("span", { class: "pair" }, h("input", { ...more, value, list, onchange: change, onkeydown: typed, spellcheck: "false" }), h("datalist", { id: list }, ...colours.map(one => h("option", { value: one }))),
        (plain || !value) && h("input", { type: "color", "aria-label": `${key.key}: choose a colour`, value: plain ? value : "#808080", onchange: change }));
    }
    const long = key.kind === "text" && (value.length > 28 || value.includes("\n") || key.key === "text");
    if (!long) return h("input", { ...more, value, placeholder: key.default.replace(/"/g, ""), onchange: change, onkeydown: typed, spellcheck: "false", autocomplete: "off", inputmode: ["length", "size", "number"].includes(key.kind) ? "decimal" : null });
    const area = h("textarea", { ...more, value, rows: String(Math.min(8, 2 + value.split("\n").length)), onchange: change, spellcheck: "false", onkeydown: (/** @type {any} */ event) => { if (event.key === "Enter" && event.ctrlKey) area.blur(); } });
    return h("span", { class: "pair" }, area, columns.length > 0 && h("select", { "aria-label": `Put a column into ${key.key}`, onchange: (/** @type {any} */ event) => {
      if (event.target.value) { area.setRangeText(`{{ ${event.target.value} }}`, area.selectionStart, area.selectionEnd, "end"); put(area.value); event.target.value = ""; } } },
      h("option", { value: "" }, "+ column"), ...columns.map((/** @type {string} */ one) => h("option", {}, one))));
  }
}

/** A value as the file has it. @param {any} value @returns {string} */
function toml(value) {
  if (Array.isArray(value)) return `[${value.map(toml).join(", ")}]`;
  if (value && typeof value === "object") return `{ ${Object.entries(value).map(([key, one]) => `${/^[\w-]+$/.test(key) ? key : JSON.stringify(key)} = ${toml(one)}`).join(", ")} }`;
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
