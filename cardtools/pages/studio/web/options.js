// What a command can be asked for, as forms: the names, choices and help of its options are those that it declares.
import { h } from "./dom.js";
import { command } from "./jobs.js";
import { SearchBox } from "./search.js";

/**
 * An option as click tells it, with the `choices` that the project has now.
 * @typedef {{ name: string, opts: string[], secondary_opts: string[], help: string, choices: string[], multiple: boolean, is_flag: boolean,
 *   default: any, type: { name: string, min?: number, max?: number } }} Option
 */
/** @typedef {{ only: string[], without?: string[], files?: Record<string, string[]>, changed?: () => void, before?: () => string[] }} Settings */
let made = 0;  // so that each help has an id of its own

/** A command's options as a form, and the line that does the same in a shell. */
export class CommandForm {
  /**
   * `only` are the options that are shown first, `without` those that are not shown, `files` are choices by option;
   * `before` gives the words before those of the options.
   * @param {string} name @param {{ options: Option[] }} declared @param {Settings} settings
   */
  constructor(name, declared, { only, without = [], files = {}, changed = () => {}, before = () => [] }) {
    this.before = () => [...name.split(" "), ...before()];
    /** @type {{ option: Option, control: any, box: any }[]} */
    this.fields = declared.options.filter(one => !without.includes(one.name)).map(option => field({ ...option, choices: files[option.name] ?? option.choices }));
    const first = only.flatMap(one => this.fields.find(({ option }) => option.name === one) ?? []), rest = this.fields.filter(one => !first.includes(one));
    this.text = h("code", {});
    this.element = h("div", { class: "options", oninput: () => { this.draw(); changed(); } }, ...first.map(one => one.box),
      rest.length ? h("details", {}, h("summary", {}, "More options"), h("div", { class: "options" }, ...rest.map(one => one.box))) : null);
    this.line = h("div", { class: "command" }, h("small", { class: "quiet" }, "The same in a shell"), this.text, h("button", { type: "button",
      onclick: () => navigator.clipboard.writeText(this.text.textContent).catch(() => getSelection()?.selectAllChildren(this.text)) }, "Copy"));
    this.draw();
  }

  draw() { this.text.textContent = command(this.words); }

  /** What is chosen, by name; what is as it would be anyway is left out. @returns {Record<string, any>} */
  get values() {
    return Object.fromEntries(this.fields.flatMap(({ option, control, box }) => {
      const value = option.is_flag ? control.checked : control.value.trim(), usual = option.is_flag ? option.default === true : "";
      return box.hidden || value === usual || value === String(option.default) ? [] : [[option.name, value]];
    }));
  }

  /** The words of the command line. @returns {string[]} */
  get words() {
    const { values } = this, long = (/** @type {string[]} */ names) => names.find(name => name.startsWith("--")) ?? "";
    return [...this.before(), ...this.fields.flatMap(({ option }) => {
      const value = values[option.name];
      if (value === undefined) return [];
      if (option.is_flag) return [long(value ? option.opts : option.secondary_opts)];
      return (option.multiple ? value.split(",") : [value]).map((/** @type {string} */ one) => `${long(option.opts)}=${one.trim()}`);
    })];
  }

  /** Show only the options that are about this target, as their help begins: "mpc, zip: pixels". @param {string} target */
  about(target) {
    for (const { option, box } of this.fields) box.hidden = !(/^([\w, -]+):/.exec(option.help)?.[1].split(", ").includes(target) ?? true);
    this.draw();
  }
}

/** @param {Option} option */
function field(option) {
  const { is_flag: isFlag, choices, multiple, type } = option, help = `help-${++made}`, list = choices.length && multiple ? `choices-${made}` : null;
  const known = choices.includes(option.default), usual = /default: ([^)\]]*)/.exec(option.help)?.[1] ?? "as in the project";
  const control = isFlag ? h("input", { type: "checkbox", checked: option.default === true })
    : choices.length && !multiple ? h("select", {}, known ? null : h("option", { value: "" }, usual), ...choices.map(one => h("option", { value: one, selected: one === option.default }, one.replace(/^.*\/|\.toml$/g, ""))))
      : h("input", { type: /integer|float/.test(type.name) && !multiple ? "number" : "text", step: "any", min: type.min, max: type.max, list, placeholder: option.default, autocomplete: "off" });
  control.name = option.name;
  control.setAttribute("aria-describedby", help);
  const words = option.opts.find(one => one.startsWith("--"))?.slice(2).replaceAll("-", " ") ?? option.name, title = words.charAt(0).toUpperCase() + words.slice(1);
  const label = isFlag ? h("label", { class: "check" }, control, title) : h("label", {}, title, control, list && h("datalist", { id: list }, ...choices.map(one => h("option", { value: one }))));
  const said = option.help.replace(/ ?\[?\(?default: [^)\]]*[)\]]/, "") + (multiple ? " Several: with commas." : "");
  return { option, control, box: h("div", { class: isFlag ? "is-flag" : "" }, label, h("small", { id: help }, said)) };
}

/** Decks to choose. @param {string[]} decks @param {string[]} wanted @param {() => void} changed */
export function deckBoxes(decks, wanted, changed) {
  const boxes = decks.map(deck => h("input", { type: "checkbox", value: deck, checked: wanted.includes(deck), onchange: changed }));
  const element = h("fieldset", { hidden: !decks.length }, h("legend", {}, "Decks"), ...boxes.map(box => h("label", { class: "check" }, box, box.value.replace(/^.*\/|\.\w+$/g, ""))));
  return { element, get chosen() { return boxes.filter(box => box.checked).map(box => box.value); } };
}

/** Which cards a command is about: those that a search finds, those of decks, or those that it takes by itself. */
export class ChoiceOfCards {
  /** @param {string[]} decks @param {URLSearchParams} query @param {string} all what no choice means @param {() => void} changed */
  constructor(decks, query, all, changed) {
    this.where = query.get("q") ?? "";
    this.search = new SearchBox({ label: "Search the cards", query: this.where, show: () => {
      const before = this.where;
      this.where = this.search.value.trim();
      if (before !== this.where) changed();
    } });
    this.boxes = deckBoxes(decks, query.getAll("deck"), changed);
    this.element = h("div", { class: "chosen" }, this.search.element, this.boxes.element, h("small", { class: "quiet" }, all));
  }

  get decks() { return this.boxes.chosen; }

  /** The words of the command line. @returns {string[]} */
  get words() { return [...(this.where ? [`--where=${this.where}`] : []), ...this.decks.map(deck => `--deck=${deck}`)]; }
}
