// Decks: the list, and one as sections of cards with counts, what the rules say, its curve, and its text.
import { edit, get, onChange, post } from "../api.js";
import { fail, go, problem, style } from "../app.js";
import { addressOf, counted, h, listProblems, redraw } from "../dom.js";
import { TextEditor } from "./text/editor.js";

/** @type {Record<string, string>} */
const WORDS = { legal: "Legal", incomplete: "Incomplete", illegal: "Not legal", unusable: "Cannot be read", empty: "Empty" };

/** @type {import("../app.js").Page} */
export default {
  keys: [["Enter", "Add the card that is named"], ["Tab", "Go to the buttons of a card"]],
  async show(root, parts) {
    await style("/pages/decks.css");
    const path = parts.join("/");
    if (!path) return showList(root);
    const page = new DeckPage(root, path);
    await (page.work = page.load());
    const end = onChange(() => page.load().catch(fail));
    return () => { end(); page.editor?.close(); };
  },
};

/** @param {any} deck */
function verdict(deck) {
  const missing = deck.missing ? `, ${counted(deck.missing, "card")} missing` : "";
  return h("span", { class: `verdict ${deck.status}`, title: deck.why || null }, (WORDS[deck.status] ?? "") + missing);
}

/** A form with a name that makes a deck. @param {string} words @param {string} folder @param {string} like */
function maker(words, folder, like) {
  const name = h("input", { required: true, maxlength: 80, placeholder: "Name of a deck", "aria-label": `${words}: name` });
  return h("form", { class: "maker", onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    const file = name.value.trim().replace(/[^\p{L}\p{N}._-]+/gu, "-").toLowerCase().replace(/^[.-]+|\.txt$/g, "");
    if (!file) return;
    const ending = like ? like.slice(like.lastIndexOf(".")) : ".txt";
    try { go(`decks/${addressOf((await edit("new_deck", { path: `${folder}/${file}${ending}`, like })).path)}`); } catch (error) { fail(error); }
  } }, name, h("button", {}, words));
}

/** @param {HTMLElement} root */
async function showList(root) {
  const head = h("div", { class: "head" }, h("h1", {}, "Decks"), h("div", { class: "grow" })), list = h("div", { class: "deck-list" });
  root.append(head, list);
  const load = async () => {
    try {
      const found = await get("decks"), folder = found[0]?.path.replace(/\/?[^/]*$/, "") || "cards/decks";
      if (!head.querySelector("form")) head.append(maker("New deck", folder, ""));
      redraw(list, ...found.map((/** @type {any} */ one) => h("section", { class: "panel deck" },
        h("h2", {}, h("a", { href: `#/decks/${addressOf(one.path)}` }, title(one.path))), h("p", {}, counted(one.size, "card"), " ", verdict(one)),
        h("p", { class: "quiet" }, one.path), one.named ? null : h("p", {}, "Not in the project file: neither checked nor printed. ",
          h("button", { onclick: () => edit("new_deck", { path: one.path }).catch(fail) }, `Add ${title(one.path)} to the project`)))));
      if (!found.length) list.append(h("p", { class: "quiet" }, "There are no decks yet. Type a name above to make one."));
    } catch (error) { list.replaceChildren(problem(error)); }
  };
  await load();
  return onChange(load);
}

/** @param {string} path */
function title(path) {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "").replace(/[-_]+/g, " ");
  return name.charAt(0).toUpperCase() + name.slice(1);
}

class DeckPage {
  /** @param {HTMLElement} root @param {string} path */
  constructor(root, path) {
    this.path = path;
    /** @type {any} */ this.deck = null;
    this.work = Promise.resolve();
    /** @type {TextEditor | null} */ this.editor = null;
    this.head = h("div", { class: "head" });
    this.blocks = h("div", { class: "deck-blocks" });
    this.found = h("ul", { class: "problems", "aria-live": "polite" });
    this.charts = h("div", {});
    this.place = h("div", { class: "text-place", hidden: true });
    this.name = h("input", { list: "deck-cards", placeholder: "Type a card's name", "aria-label": "Card to add", autocomplete: "off" });
    this.section = h("select", { "aria-label": "Section", hidden: true });
    this.names = h("datalist", { id: "deck-cards" });
    const add = h("form", { class: "deck-add", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.add(); } },
      this.name, this.names, this.section, h("button", { class: "main" }, "Add"));
    root.append(this.head, h("div", { class: "deck-page" }, h("div", {}, add, this.blocks, this.place),
      h("div", { class: "deck-says" }, h("section", { class: "panel", "aria-label": "What the rules say" }, h("h2", {}, "What the rules say"), this.found), this.charts)));
    get("deck_names").then(found => this.names.append(...found.map((/** @type {string[]} */ [name]) => h("option", { value: name }))), fail);
  }

  async load() {
    this.deck = await get("deck", { path: this.path });
    this.draw();
  }

  draw() {
    const { deck } = this, folder = this.path.slice(0, this.path.lastIndexOf("/"));
    redraw(this.head, h("h1", {}, title(this.path)), h("span", {}, counted(deck.size, "card")), verdict(deck), h("span", { class: "quiet grow" }, this.path),
      h("button", { "aria-pressed": String(!this.place.hidden), onclick: () => this.showText().catch(fail) }, "Text"), h("a", { href: "#/decks" }, "All decks"));
    if (!this.copier) this.head.after(this.copier = maker("Copy this deck", folder, this.path));
    this.section.hidden = deck.sections.length < 2;
    if (this.section.length !== deck.sections.length) this.section.replaceChildren(...deck.sections.map((/** @type {string} */ one) => h("option", {}, one)));
    redraw(this.blocks, ...deck.blocks.map((/** @type {any} */ one) => this.block(one)));
    if (!deck.size) this.blocks.append(h("p", { class: "quiet" }, "This deck is empty. Type a card's name above."));
    listProblems(this.found, deck.problems, "The deck follows the rules.");
    this.charts.replaceChildren(...deck.charts.map(chart));
  }

  /** @param {any} block */
  block(block) {
    const stated = block.stated !== null && block.stated !== block.size ? `, the heading says ${block.stated}` : "";
    return h("section", { "aria-label": block.title || block.section || "Cards" }, block.title ? h("h2", {}, block.title, h("span", { class: "quiet" }, ` ${block.size}${stated}`)) : null,
      h("ol", {}, ...block.cards.flatMap((/** @type {any} */ one, /** @type {number} */ at) => [
        one.note ? h("li", { class: "note quiet" }, one.note) : null, this.card(one, block.cards[at - 1], block.cards[at + 1])].filter(Boolean))));
  }

  /** @param {any} one @param {any} above @param {any} below */
  card(one, above, below) {
    const wrong = this.deck.problems.filter((/** @type {any} */ found) => found.line === one.line).map((/** @type {any} */ found) => found.message).join("\n");
    const button = (/** @type {string} */ sign, /** @type {string} */ words, /** @type {() => any} */ act, off = false) => h("button", {
      type: "button", "aria-label": `${words}: ${one.name}`, title: words, "data-key": `${sign} ${one.name} ${one.section ?? ""}`, disabled: off || one.several, onclick: act }, sign);
    const to = (/** @type {any} */ other) => this.change([{ op: "move", line: one.line, name: one.name, to: other.line }], `${one.name} moved`);
    return h("li", { class: `deck-card ${wrong ? "wrong" : ""}`, title: wrong || null },
      one.slug ? h("img", { src: `/picture/${encodeURIComponent(one.slug)}?dpi=60`, alt: "", loading: "lazy" }) : h("span", { class: "no-picture" }),
      button("−", "One less", () => this.count(one, one.count - 1)), h("b", { class: "number" }, `${one.count}`), button("+", "One more", () => this.count(one, one.count + 1)),
      one.slug ? h("a", { class: "grow", href: `#/card/${encodeURIComponent(one.slug)}` }, one.name) : h("span", { class: "grow" }, one.name),
      wrong ? h("span", { class: "mark" }, wrong) : null,
      button("↑", "Up", () => to(above), !above), button("↓", "Down", () => to(below), !below), button("×", "Take out", () => this.count(one, 0)));
  }

  /** @param {any} card @param {number} count */
  count(card, count) {
    this.change([{ op: "count", line: card.line, name: card.name, count }], count ? `${count} ${card.name}` : `${card.name} taken out`);
  }

  add() {
    const [, number, name] = /^\s*(?:(\d+)\s*[x×]?\s+)?(.*?)\s*$/.exec(this.name.value) ?? [];
    if (!name) return;
    const edits = [{ op: "add", name, count: Number(number ?? 1), section: this.section.value }];
    this.change(edits, `${number ?? 1} ${name} added`).then(done => { if (done) this.name.value = ""; this.name.focus(); });
  }

  /** One change after the other, each of what the last one made. @param {any[]} edits @param {string} what @returns {Promise<boolean>} */
  change(edits, what) {
    const made = this.work.then(async () => {
      await this.editor?.keep();
      const { path, deck } = this, text = await post("edit_deck", { path, text: deck.text, edits });
      await edit("text", { path, version: deck.version, text, what: `${title(path)}: ${what}` });
      await this.load();
      return true;
    }).catch(error => {
      fail(error);
      return this.load().then(() => false, () => false);
    });
    this.work = made.then(() => {});
    return made;
  }

  async showText() {
    this.place.hidden = !this.place.hidden;
    if (!this.place.hidden) this.editor ??= await TextEditor.open(this.place, this.path);
    this.draw();
    if (!this.place.hidden) this.editor?.view.focus();
  }
}

/** How many cards there are of each. @param {any} one */
function chart(one) {
  const most = Math.max(1, ...one.bars.map((/** @type {any} */ bar) => bar[1]));
  return h("section", { class: "panel" }, h("h2", {}, `By ${one.label}`), h("table", { class: "curve" }, ...one.bars.map((/** @type {any} */ [label, number]) => {
    const bar = h("div", { class: "bar" });
    bar.style.width = `${100 * number / most}%`;
    return h("tr", {}, h("th", { scope: "row" }, label), h("td", { class: "number" }, `${number}`), h("td", { class: "wide" }, bar));
  })));
}
