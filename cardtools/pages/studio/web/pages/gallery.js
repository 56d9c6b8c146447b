// All cards as pictures: those in sight are drawn, and drawn again when they change.
import { get, newest, onChange } from "../api.js";
import { go, isTyping, problem, project, singleKeys, style } from "../app.js";
import { counted, describe, h } from "../dom.js";
import { SearchBox, withOrder } from "../search.js";
import { Pictures } from "./gallery/pictures.js";

const GAP = 16, LINE = 27, LATER = 1200;  // pixels; milliseconds after a change until findings are asked for
const MARKS = { error: ["✕", "an error"], warning: ["!", "a warning"], info: ["i", "a note"] };
/** Where one was when the page was left. */
const left = { address: "", top: 0, active: 0 };

/** @type {import("../app.js").Page} */
export default {
  keys: [["Arrow keys, Page Up, Page Down", "Go from card to card"], ["Enter", "Open the card"], ["F", "Turn the card"]],
  async show(root, _, query) {
    await Promise.all([style("/pages/gallery.css"), style("/search.css")]);
    const page = new Gallery(root, query);
    await page.load();
    if (left.address === page.address()) { scrollTo(0, left.top); page.active = left.active; page.layout(); }
    return () => page.leave();
  },
};

class Gallery {
  /** @type {[string, string][]} slug and name of all cards */ cards = [];
  /** @type {Map<string, number>} */ numbers = new Map();
  /** @type {number[]} the cards that are shown, in order */ items = [];
  /** @type {null | string[]} what the search has found */ found = null;
  /** @type {Record<string, [number, "error" | "warning" | "info"]>} */ findings = {};
  /** @type {Map<number, any>} the tiles in sight, by card */ tiles = new Map();
  /** @type {{ copies: Record<string, number>, decks: Record<string, Record<string, number>>, size: number[], problems: any[] }} */
  more = { copies: {}, decks: {}, size: [63, 88], problems: [] };
  key = "";
  active = 0;
  columns = 1;
  width = 0;
  height = 0;
  row = 1;
  timer = 0;

  /** @param {HTMLElement} root @param {URLSearchParams} query */
  constructor(root, query) {
    this.pictures = new Pictures(() => this.drawProblems());
    this.count = h("span", { class: "quiet", role: "status" });
    this.search = new SearchBox({ label: "Search the cards", query: query.get("q") ?? "", show: found => { this.found = found && found.cards.map(card => card[2]); this.choose(); } });
    this.wanted = query.get("deck") ?? "";
    this.deck = h("select", { onchange: () => { this.wanted = this.deck.value; this.choose(); } });
    this.only = h("input", { type: "checkbox", checked: query.has("findings"), onchange: () => this.choose() });
    this.size = h("input", { type: "range", min: 90, max: 420, step: 10, value: localStorage.getItem("gallery-size") ?? 190, oninput: () => { localStorage.setItem("gallery-size", this.size.value); this.layout(); } });
    this.order = h("select", { onchange: () => { this.search.value = withOrder(this.search.value, this.order.value); } }, h("option", { value: "" }, "As in the files"));
    this.turn = h("button", { type: "button", "aria-pressed": "false", hidden: !project?.backs?.length, onclick: () => this.flipAll() }, "Backs");
    this.problems = h("section", { class: "panel gallery-broken", role: "status", hidden: true });
    this.empty = h("div", { class: "gallery-empty", hidden: true });
    this.list = h("div", { class: "gallery", role: "list", "aria-label": "Cards", onfocusin: (/** @type {any} */ event) => { this.active = Math.max(0, this.items.indexOf(Number(event.target.closest(".tile")?.dataset.card))); } });
    root.append(h("div", { class: "head gallery-head" }, h("h1", {}, "Gallery"), this.count, this.search.element),
      h("div", { class: "head gallery-tools" }, h("label", {}, "Cards of", this.deck), h("label", {}, "Order", this.order), h("label", { class: "check" }, this.only, "Only with findings"), this.turn,
        h("label", { class: "gallery-size" }, "Size", this.size)), this.problems, this.empty, this.list);
    const fetch = newest(() => this.load(), () => {}, () => {}), ended = new AbortController(), { signal } = ended, end = onChange(() => fetch(null));
    addEventListener("scroll", () => this.draw(), { signal, passive: true });
    addEventListener("resize", () => this.layout(), { signal });
    addEventListener("keydown", event => this.pressed(event), { signal });
    this.end = () => { end(); ended.abort(); clearTimeout(this.timer); this.pictures.close(); };
  }

  leave() {
    Object.assign(left, { address: this.address(), top: scrollY, active: this.active });
    this.end();
  }

  address() {
    const query = new URLSearchParams({ ...(this.search.value && { q: this.search.value }), ...(this.wanted && { deck: this.wanted }), ...(this.only.checked && { findings: "1" }) }).toString();
    return `#/gallery${query && "?" + query}`;
  }

  /** Show what is in the files; while one is broken, the old pictures stay. */
  async load() {
    this.pictures.renew();
    try {
      const answer = await get("gallery", { known: this.key });
      if (answer.cards) {
        const focused = this.list.contains(document.activeElement);
        Object.assign(this, { ...answer, numbers: new Map(answer.cards.map((/** @type {string[]} */ [slug], /** @type {number} */ index) => [slug, index])) });
        for (const tile of this.tiles.values()) tile.remove();
        this.tiles.clear();
        this.choose();
        if (focused) this.focus(this.active);
      }
      this.search.again();
      this.more = await get("gallery_more");
    } catch (error) {
      this.more.problems = /** @type {any} */ (error).problems ?? [];
      if (!this.key) this.empty.replaceChildren(problem(error));
      this.empty.hidden = !!this.key;
    }
    this.drawTools();
    this.choose();
    this.drawProblems();
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      this.findings = await get("card_findings").catch(() => this.findings);
      this.choose();
    }, this.only.checked ? 0 : LATER);
  }

  drawTools() {
    this.deck.replaceChildren(h("option", { value: "" }, "All cards"), ...Object.keys(this.more.decks).map(name => h("option", { value: name }, `Deck ${name}`)));
    this.deck.value = this.wanted in this.more.decks ? this.wanted : "";
    if (this.order.options.length < 2) get("search_fields").then(({ fields }) => {
      if (this.order.options.length < 2) this.order.append(...fields.flatMap((/** @type {any} */ one) => ["", "-"].map(sign => h("option", { value: sign + one.name }, `${one.title}, ${sign ? "downwards" : "upwards"}`))));
      this.choose();
    }, () => {});
  }

  drawProblems() {
    const known = new Map([...this.more.problems, ...this.pictures.problems()].map(one => [`${one.place} ${one.message}`, one])), shown = [...known.values()].slice(0, 5);
    this.problems.hidden = !shown.length;
    this.problems.replaceChildren(h("h2", {}, "Some cards cannot be drawn as they are now"), h("ul", { class: "problems" }, ...shown.map(describe)), known.size > 5 ? `and ${counted(known.size - 5, "more problem")}` : "");
  }

  /** Choose the cards that are shown. */
  choose() {
    const deck = this.more.decks[this.wanted], all = this.found ? this.found.flatMap(slug => this.numbers.get(slug) ?? []) : this.cards.map((_, index) => index);
    this.items = all.filter(index => (!deck || this.cards[index][0] in deck) && (!this.only.checked || this.cards[index][0] in this.findings));
    this.count.textContent = `${this.items.length === this.cards.length ? "" : `${this.items.length.toLocaleString("en")} of `}${counted(this.cards.length, "card")}`;
    if (this.key) {
      this.empty.hidden = this.items.length > 0;
      this.empty.replaceChildren(...(this.cards.length ? [h("p", {}, "No card is like this."), h("button", { type: "button", onclick: () => this.showAll() }, "Show all cards")] : [h("p", {}, "There are no cards yet: add the first one to a card table.")]));
    }
    this.order.value = /(?:^|\s)order:(\S+)/i.exec(this.search.value)?.[1] ?? "";
    if (this.order.selectedIndex < 0) this.order.value = "";
    this.active = Math.max(0, Math.min(this.active, this.items.length - 1));
    if (location.hash.startsWith("#/gallery")) history.replaceState(null, "", this.address());
    this.layout();
  }

  showAll() {
    this.deck.value = this.wanted = this.search.value = "";
    this.only.checked = false;
    this.search.input.focus();
  }

  layout() {
    const width = this.list.clientWidth;
    this.columns = innerWidth <= 768 ? 2 : Math.max(1, Math.floor((width + GAP) / (Number(this.size.value) + GAP)));
    this.width = (width - GAP * (this.columns - 1)) / this.columns;
    this.height = this.width * this.more.size[1] / this.more.size[0];
    this.row = this.height + LINE + GAP;
    this.list.style.height = `${Math.ceil(this.items.length / this.columns) * this.row}px`;
    this.draw();
  }

  /** Make the tiles in sight, and let the others go. */
  draw() {
    if (!this.width) return;
    const top = -this.list.getBoundingClientRect().top, from = Math.max(0, Math.floor(top / this.row) - 1) * this.columns;
    const shown = this.items.slice(from, (Math.ceil((top + innerHeight) / this.row) + 1) * this.columns).map((card, index) => [card, from + index]);
    if (this.list.contains(document.activeElement) && this.items.length) shown.push([this.items[this.active], this.active]);
    const wanted = new Map(/** @type {[number, number][]} */ (shown).sort((one, other) => one[1] - other[1]));
    for (const [card, tile] of this.tiles) if (!wanted.has(card)) { tile.remove(); this.tiles.delete(card); }
    /** @type {any} */
    let before = null;
    for (const [card, index] of wanted) {
      const tile = this.tiles.get(card) ?? this.tile(card);
      // In the order of the list, for who hears it; a tile in its place is not moved, so that it keeps the focus.
      if ((before ? before.nextSibling : this.list.firstChild) !== tile) this.list.insertBefore(tile, before ? before.nextSibling : this.list.firstChild);
      before = tile;
      tile.style.transform = `translate(${(index % this.columns) * (this.width + GAP)}px, ${Math.floor(index / this.columns) * this.row}px)`;
      tile.style.width = `${this.width}px`;
      tile.frame.style.height = `${this.height}px`;
      tile.setAttribute("aria-setsize", String(this.items.length));
      tile.setAttribute("aria-posinset", String(index + 1));
      tile.link.tabIndex = index === this.active ? 0 : -1;
      this.mark(card, tile);
    }
    this.pictures.show([...this.tiles].map(([card, { frame, side }]) => ({ slug: this.cards[card][0], side, frame })), this.width / this.more.size[0] * 25.4);
  }

  /** @param {number} card */
  tile(card) {
    const [slug, name] = this.cards[card], address = `card/${encodeURIComponent(slug)}`, frame = h("div", { class: "frame" });
    const open = (/** @type {MouseEvent} */ event) => { if (!event.ctrlKey && !event.metaKey && !event.shiftKey) { event.preventDefault(); go(address); } };
    const link = h("a", { href: `#/${address}`, onclick: open }, frame, h("span", { class: "tile-line" }, h("span", { class: "tile-name" }, name), h("span", { class: "tile-marks" })));
    const turn = h("button", { type: "button", class: "tile-turn", tabindex: -1, title: "Turn (F)", "aria-label": `Turn ${name}`, hidden: this.turn.hidden, onclick: () => this.flip(tile) }, "⟲");
    const tile = Object.assign(h("div", { class: "tile", role: "listitem", "data-card": card }, link, turn), { frame, link, side: this.turn.getAttribute("aria-pressed") === "true" ? "back" : "face" });
    this.tiles.set(card, tile);
    return tile;
  }

  /** Say what is known of a card, below its picture. @param {number} card @param {any} tile */
  mark(card, tile) {
    const slug = this.cards[card][0], found = this.findings[slug], copies = this.more.decks[this.wanted]?.[slug] ?? this.more.copies[slug] ?? 1;
    if (tile.marks === (tile.marks = `${found} ${copies}`)) return;
    tile.querySelector(".tile-marks").replaceChildren(copies === 1 ? "" : h("span", { class: "badge", title: `${copies} copies` }, `× ${copies}`),
      found ? h("span", { class: `badge ${found[1]}`, title: `the worst is ${MARKS[found[1]][1]}` }, `${MARKS[found[1]][0]} ${counted(found[0], "finding")}`) : "");
  }

  /** @param {any} tile */
  flip(tile) {
    tile.side = tile.side === "back" ? "face" : "back";
    this.draw();
  }

  flipAll() {
    const side = this.turn.getAttribute("aria-pressed") === "true" ? "face" : "back";
    this.turn.setAttribute("aria-pressed", String(side === "back"));
    for (const tile of this.tiles.values()) tile.side = side;
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const inside = this.list.contains(/** @type {Node} */ (event.target)), page = Math.max(1, Math.floor(innerHeight / this.row)) * this.columns;
    const tile = inside ? this.tiles.get(this.items[this.active]) : [...this.tiles.values()].find(one => one.matches(":hover"));
    if (event.key.toLowerCase() === "f" && singleKeys() && tile && !this.turn.hidden) this.flip(tile);
    /** @type {Record<string, number>} */
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.columns, ArrowDown: this.columns, PageUp: -page, PageDown: page, Home: -this.items.length, End: this.items.length };
    if (!inside || !(event.key in steps)) return;
    event.preventDefault();
    this.focus(Math.max(0, Math.min(this.items.length - 1, this.active + steps[event.key])));
  }

  /** @param {number} index */
  focus(index) {
    this.active = index;
    const top = this.list.getBoundingClientRect().top + Math.floor(index / this.columns) * this.row;
    if (top < 0) scrollBy(0, top - GAP);
    else if (top + this.row > innerHeight) scrollBy(0, top + this.row - innerHeight);
    this.draw();
    this.tiles.get(this.items[index])?.link.focus({ preventScroll: true });
  }
}
