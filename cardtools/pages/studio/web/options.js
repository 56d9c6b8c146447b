// The options of a command as a form: names, choices and help are those that the command declares.
import { h } from "./dom.js";
import { SearchBox } from "./search.js";

/**
 * @typedef {{ name: string, flag: string, off: string, help: string, choices: string[], multiple: boolean, is_flag: boolean, number: boolean,
 *   file: boolean, least: number | null, most: number | null, default: string | number | boolean }} Option
 */

let made = 0;  // so that each help has an id of its own

export class OptionForm {
  /**
   * `only` are the options in order, the others are below "More options" unless they are in `without`; `files` offers
   * choices by name.
   * @param {Option[]} options
   * @param {{ only?: string[], without?: string[], files?: Record<string, string[]>, changed: () => void }} settings
   */
  constructor(options, { only = [], without = [], files = {}, changed }) {
    /** @type {{ option: Option, control: any, box: any }[]} */
    this.fields = options.filter(one => !without.includes(one.name)).map(option => {
      const choices = files[option.name] ?? option.choices;
      const control = this.control(option, choices), list = control.getAttribute("list");
      control.setAttribute("name", option.name);
      const help = `help-${option.name}-${++made}`, words = option.help.replace(/ ?\[?\(?default: [^)\]]*[)\]]/, ""), name = title(option);
      control.setAttribute("aria-describedby", help);
      const label = option.is_flag ? h("label", { class: "check" }, control, name)
        : h("label", {}, name, control, list && h("datalist", { id: list }, ...choices.map(one => h("option", { value: one }))));
      const box = h("div", { class: option.is_flag ? "is-flag" : "", title: option.flag }, label, h("small", { id: help }, option.multiple ? `${words} Several: with commas.` : words));
      return { option, control, box };
    });
    const first = only.flatMap(name => this.fields.find(one => one.option.name === name) ?? []), rest = this.fields.filter(one => !first.includes(one));
    this.element = h("div", { class: "options", oninput: changed }, ...first.map(one => one.box),
      rest.length ? h("details", {}, h("summary", {}, "More options"), h("div", { class: "options" }, ...rest.map(one => one.box))) : null);
  }

  /** @param {Option} option @param {string[]} choices */
  control(option, choices) {
    if (option.is_flag) return h("input", { type: "checkbox", checked: option.default === true });
    if (choices.length && !option.multiple) {
      const own = choices.includes(String(option.default)) ? [] : [h("option", { value: "" }, /default: ([^)\]]*)/.exec(option.help)?.[1] ?? "as in the project")];
      const control = h("select", {}, ...own, ...choices.map(one => h("option", { value: one }, one)));
      control.value = own.length ? "" : String(option.default);
      return control;
    }
    if (option.number && !option.multiple) return h("input", { type: "number", step: "any", min: option.least, max: option.most, placeholder: option.default === "" ? null : option.default });
    return h("input", { type: "text", list: choices.length ? `choices-${option.name}-${made}` : null, autocomplete: "off", spellcheck: "false" });
  }

  /** What is chosen, by name; what is as it would be anyway is left out. @returns {Record<string, any>} */
  get values() {
    return Object.fromEntries(this.shown.flatMap(({ option, control }) => {
      const value = option.is_flag ? control.checked : control.value.trim();
      return value === (option.is_flag ? option.default === true : "") || value === String(option.default) ? [] : [[option.name, value]];
    }));
  }

  /** The words of the command line. @returns {string[]} */
  get words() {
    const { values } = this;
    return this.shown.flatMap(({ option }) => {
      const value = values[option.name];
      if (value === undefined) return [];
      if (option.is_flag) return [value ? option.flag : option.off];
      return (option.multiple ? value.split(",").map((/** @type {string} */ one) => one.trim()).filter(Boolean) : [value]).map((/** @type {string} */ one) => `${option.flag}=${one}`);
    });
  }

  get shown() { return this.fields.filter(one => !one.box.hidden); }

  /** Show only the options that are about this target, as their help begins: "mpc, zip: pixels". @param {string} target */
  about(target) {
    for (const { option, box } of this.fields) {
      const targets = /^([\w, -]+):/.exec(option.help)?.[1].split(", ");
      box.hidden = !!targets && !targets.includes(target);
    }
  }
}

/** @param {Option} option */
function title({ flag }) {
  const words = flag.replace(/^-+/, "").replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A deck's name. @param {string} path */
export const nameOf = path => path.replace(/^.*\/|\.\w+$/g, "");

/** Which cards a command is about: those that a search finds, those of decks, or those that it takes by itself. */
export class ChoiceOfCards {
  /** @param {{ decks: string[], query: URLSearchParams, all: string, changed: () => void }} settings `all` says what no choice means */
  constructor({ decks, query, all, changed }) {
    this.where = query.get("q") ?? "";
    this.search = new SearchBox({ label: "Search the cards", query: this.where, show: () => {
      const before = this.where;
      this.where = this.search.value.trim();
      if (before !== this.where) changed();
    } });
    const wanted = query.getAll("deck");
    this.boxes = decks.map(deck => h("input", { type: "checkbox", value: deck, checked: wanted.includes(deck), onchange: changed }));
    this.element = h("div", { class: "chosen" }, this.search.element, decks.length ? h("fieldset", {}, h("legend", {}, "Decks"), ...this.boxes.map(box => h("label", { class: "check" }, box, nameOf(box.value)))) : null,
      h("small", { class: "quiet" }, all));
  }

  /** @returns {string[]} */
  get decks() { return this.boxes.filter(box => box.checked).map(box => box.value); }

  /** The words of the command line. @returns {string[]} */
  get words() { return [...(this.where ? [`--where=${this.where}`] : []), ...this.decks.map(deck => `--deck=${deck}`)]; }

  /** What follows the question mark of the address. */
  get address() { return new URLSearchParams([...(this.where ? [["q", this.where]] : []), ...this.decks.map(deck => ["deck", deck])]).toString(); }
}
