// A file of the project as text: what is wrong is marked while one types, keys and values are completed, and what changes
// elsewhere comes in without a word of what is being typed being lost.
import {
  Compartment, EditorState, EditorView, Transaction, autocompletion, bracketMatching, classHighlighter, completionKeymap,
  defaultKeymap, drawSelection, highlightActiveLine, highlightSelectionMatches, history, historyKeymap, json, keymap,
  lineNumbers, lintGutter, lintKeymap, linter, search, searchKeymap, syntaxHighlighting, toml,
} from "../../parts/codemirror.js";
import { edit, get, onChange, post } from "../../api.js";
import { fail, style } from "../../app.js";
import { counted, h } from "../../dom.js";
import { proposals } from "./toml.js";

const PAUSE = 700, LONG = 5000;  // milliseconds without a key until a text is kept; and one that cannot be used
const CHECKED = 120;  // and until it is checked

/**
 * @typedef {import("./toml.js").Keys} Keys
 * @typedef {{ checked?: (text: string, problems: any[]) => void, kept?: () => void }} Owner `checked` hears what is wrong
 *   with a text, `kept` when one is in its file
 */

/** Where two texts differ. @param {string} old @param {string} now */
function difference(old, now) {
  let from = 0, to = old.length, end = now.length;
  while (from < to && from < end && old[from] === now[from]) from++;
  while (to > from && end > from && old[to - 1] === now[end - 1]) { to--; end--; }
  return { from, to, insert: now.slice(from, end) };
}

export class TextEditor {
  /** Edit a file of the project. @param {HTMLElement} place @param {string} path @param {Owner} [owner] */
  static async open(place, path, owner = {}) {
    const [file] = await Promise.all([get("file", { path }), style("/parts/codemirror.css"), style("/pages/text/text.css")]);
    return new TextEditor(place, path, file, owner);
  }

  /** @param {HTMLElement} place @param {string} path @param {{ text: string, version: string }} file @param {Owner} owner */
  constructor(place, path, { text, version }, owner) {
    this.path = path;
    this.version = version;
    this.owner = owner;
    this.timer = 0;
    /** @type {null | Promise<void>} */ this.keeping = null;
    /** @type {Promise<Keys> | null} */ this.keys = null;
    /** @type {Promise<string[][]> | null} */ this.cards = null;
    this.found = h("div", { class: "text-found" });
    this.summary = h("p", { class: "quiet", role: "status" });
    const theme = new Compartment(), dark = matchMedia("(prefers-color-scheme: dark)");
    const isDark = () => EditorView.darkTheme.of((document.documentElement.dataset.theme || (dark.matches ? "dark" : "light")) === "dark");
    const language = path.endsWith(".toml") ? [toml()] : path.endsWith(".json") ? [json()] : [];
    this.view = new EditorView({
      parent: place,
      state: EditorState.create({
        doc: text,
        extensions: [
          theme.of(isDark()), EditorView.contentAttributes.of({ "aria-label": `Text of ${path}`, tabindex: "0" }), EditorView.lineWrapping,
          lineNumbers(), history(), drawSelection(), highlightActiveLine(), highlightSelectionMatches(), bracketMatching(), search({ top: true }),
          language, syntaxHighlighting(classHighlighter), EditorView.domEventHandlers({ blur: () => { this.keep().catch(() => {}); } }),
          autocompletion({ override: [context => this.complete(context)], icons: false }), lintGutter(),
          linter(() => this.check(), { delay: CHECKED, needsRefresh: () => this.stale }),
          keymap.of([...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
          EditorView.updateListener.of((/** @type {any} */ update) => this.updated(update)),
        ],
      }),
    });
    place.append(this.summary, this.found);
    /** The state whose text is that of the file, and the changes since then. @type {any} */
    this.base = this.view.state;
    /** @type {any} */ this.since = null;
    const paint = () => this.view.dispatch({ effects: theme.reconfigure(isDark()) });
    const seen = new MutationObserver(paint);
    seen.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    dark.addEventListener("change", paint);
    this.content = -1;  // the last change of any file that is seen here
    this.stale = false;
    const end = onChange(({ content }) => { if (content !== this.content) this.follow(content); });
    this.end = () => { end(); seen.disconnect(); dark.removeEventListener("change", paint); };
  }

  get text() {
    return this.view.state.doc.toString();
  }

  /** @param {any} update */
  updated(update) {
    if (!update.docChanged) return;
    if (update.transactions.some((/** @type {any} */ one) => one.annotation(Transaction.remote))) return;
    this.since = this.since ? this.since.compose(update.changes) : update.changes;
    this.wait(PAUSE);
  }

  /** Keep the text when so long nothing is typed. @param {number} pause */
  wait(pause) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keep().catch(() => {}), pause);
  }

  /** Take what the file has now, and keep what was typed since the page knew it. */
  async load() {
    const { text, version } = await get("file", { path: this.path });
    this.version = version;
    const old = this.base.doc.toString();
    if (old === text) return;
    const theirs = this.base.changes(difference(old, text));
    const here = this.since ? theirs.map(this.since) : theirs;
    this.base = this.base.update({ changes: theirs }).state;
    this.since = this.since?.map(theirs, true) ?? null;
    this.view.dispatch({ changes: here, annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(false)] });
  }

  /** Keep what was typed, one text after the other. @returns {Promise<void>} */
  async keep() {
    clearTimeout(this.timer);
    while (this.keeping) await this.keeping;
    if (!this.since || this.text === this.base.doc.toString()) return;
    // Until the answer is there, what is typed more is about this text.
    const before = this.base, typed = this.since;
    this.base = this.view.state;
    this.since = null;
    this.keeping = this.send().catch(error => {
      this.since = this.since ? typed.compose(this.since) : typed;
      this.base = before;
      fail(error);
      throw error;
    }).finally(() => { this.keeping = null; });
    await this.keeping;
  }

  async send() {
    const { path, version, text } = this;
    await edit("text", { path, version, text, what: `Text of ${path}` });
    await this.load();
    this.owner.kept?.();
  }

  /** Whether something is not kept yet. */
  get waits() {
    return Boolean(this.keeping || this.since);
  }

  /** @returns {Promise<any[]>} */
  async check() {
    /** @type {{ problems: any[] }} */
    let answer;
    const { text } = this;
    try {
      answer = await post("check_text", { path: this.path, text });
    } catch (error) { answer = { problems: [{ severity: "error", message: /** @type {Error} */ (error).message, hint: "", line: 0, path: this.path }] }; }
    if (text !== this.text) return [];  // which is checked again
    this.tell(answer.problems);
    this.owner.checked?.(text, answer.problems);
    if (this.since && answer.problems.some(one => one.severity === "error")) this.wait(LONG);
    return answer.problems.map(one => {
      const place = this.at(one), elsewhere = one.path !== this.path ? `${one.place}: ` : "";
      return { ...place, severity: one.severity, source: one.code, message: `${elsewhere}${one.message}${one.hint ? `\n${one.hint}` : ""}` };
    });
  }

  /** Which letters a problem is about. @param {any} problem */
  at(problem) {
    const { doc } = this.view.state, line = doc.line(problem.path === this.path ? Math.min(Math.max(problem.line, 1), doc.lines) : 1);
    const from = Math.min(line.from + Math.max(problem.column - 1, 0), line.to);
    const word = /^(?:"[^"]*"|[^\s=,\]}]+)/.exec(line.text.slice(from - line.from));
    return problem.column && problem.path === this.path ? { from, to: from + Math.max(word?.[0].length ?? 0, from < line.to ? 1 : 0) } : { from: line.from, to: line.to };
  }

  /** What is wrong, below the text. @param {any[]} problems */
  tell(problems) {
    const some = problems.slice(0, 8), faults = problems.filter(one => one.severity === "error").length;
    const others = problems.length - faults;
    this.summary.textContent = problems.length ? [faults && counted(faults, "error"), others && counted(others, "remark")].filter(Boolean).join(", ") : "Nothing is wrong with this text.";
    this.found.replaceChildren(...some.map(one => h("button", { class: `text-problem ${one.severity}`, onclick: () => this.reveal(one) },
      h("b", {}, one.path === this.path ? (one.line ? `Line ${one.line}` : "The file") : one.place), " ", one.message, one.hint && h("span", { class: "hint" }, ` ${one.hint}`))));
  }

  /** Go to a problem. @param {any} problem */
  reveal(problem) {
    const anchor = this.at(problem).from;
    this.view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.view.focus();
  }

  /** Bring a line to the middle of the editor; the page around it stays where it is. @param {number} line */
  show(line) {
    const { doc } = this.view.state, anchor = doc.line(Math.min(Math.max(line, 1), doc.lines)).from, { scrollDOM } = this.view;
    this.view.dispatch({ selection: { anchor } });
    scrollDOM.scrollTop = this.view.lineBlockAt(anchor).top - scrollDOM.clientHeight / 2;
  }

  /** A file has changed: take what is new, and check again. @param {number} content */
  async follow(content) {
    this.content = content;
    // While one types, the answer to that brings what is new.
    if (!this.waits) await this.load().catch(fail);
    this.stale = true;
    this.view.dispatch({});
    this.stale = false;
  }

  /** @param {any} context @returns {Promise<any>} */
  async complete(context) {
    const before = context.state.sliceDoc(0, context.pos), line = before.slice(before.lastIndexOf("\n") + 1);
    this.keys ??= get("text_keys", { path: this.path });
    const keys = await this.keys;
    if (keys.kind === "deck") {
      const word = /^\s*(?:[-*]\s+)?(?:\d+x?\s+)?([^#[@].*)$/.exec(line);
      if (!word || (word[1].length < 2 && !context.explicit)) return null;
      this.cards ??= get("deck_names");
      return { from: context.pos - word[1].length, options: (await this.cards).map(([label]) => ({ label, type: "text" })), validFor: /^[^#\n]*$/ };
    }
    const found = proposals(keys, before, context.state.doc.toString());
    if (!found || (found.from === context.pos && !context.explicit && !/[=.[{]\s*$/.test(line))) return null;
    // A word that is whole is offered no more, so that Enter ends its line.
    const isOpen = (/** @type {string} */ word) => /^["']?[\w#-]*["']?$/.test(word) && !found.options.some(one => one.label === word);
    return isOpen(before.slice(found.from)) ? { ...found, validFor: isOpen } : null;
  }

  /** Keep what is left, and go. */
  close() {
    this.keep().catch(() => {});
    this.end();
    this.view.destroy();
  }
}
