// All cards as pictures: those in sight are drawn, and drawn again when they change.
import { get, newest, onChange } from "../api.js";
import { go, isTyping, problem, project, style } from "../app.js";
import { counted, describe, h } from "../dom.js";
import { SearchBox, withOrder } from "../search.js";
import { Pictures } from "./gallery/pictures.js";

const GAP = 16, CAPTION = 27, LATER = 1200;  // pixels; milliseconds until findings are asked for after a change
const SIGNS = { error: "✕", warning: "!", info: "i" };
const WORDS = { error: "an error", warning: "a warning", info: "a note" };
/** What stays from one visit to the next: where one was. */
const place = { hash: "", top: 0, card: 0 };

/** @type {import("../app.js").Page} */
export default {
  async show(root, _, query) {
    await Promise.all([style("/pages/gallery.css"), style("/search.css")]);
    const page = new Gallery(root, query);
    await page.load();
    page.back();
    return () => page.leave();
  },
};

class Gallery {
  /** @param {HTMLElement} root @param {URLSearchParams} query */
  constructor(root, query) {
    this.key = "";
    /** @type {[string, string][]} slug and name of all cards */
    this.cards = [];
    /** @type {Map<string, number>} */
    this.numbers = new Map();
    /** @type {number[]} the cards that are shown, in order */
    this.items = [];
    /** @type {null | string[]} what the search has found */
    this.found = null;
    this.more = { copies: /** @type {Record<string, number>} */ ({}), decks: /** @type {Record<string, Record<string, number>>} */ ({}), size: [63, 88], problems: /** @type {any[]} */ ([]) };
    /** @type {Record<string, [number, "error" | "warning" | "info"]>} */
    this.findings = {};
    this.active = this.columns = this.timer = this.width = this.height = this.row = 0;
    this.backs = false;
    /** @type {Map<number, any>} the tiles in sight, by card */
    this.tiles = new Map();
    this.pictures = new Pictures(() => this.drawProblems());
    this.count = h("span", { class: "quiet", role: "status" });
    this.search = new SearchBox({ label: "Search the cards", query: query.get("q") ?? "", show: found => {
      this.found = found && found.cards.map(card => card[2]);
      this.choose();
    } });
    this.deck = h("select", { "data-value": query.get("deck") ?? "", onchange: () => this.choose() }, h("option", { value: "" }, "All cards"));
    this.only = h("input", { type: "checkbox", checked: query.has("findings"), onchange: () => this.choose() });
    this.size = h("input", { type: "range", min: 90, max: 420, step: 10, value: localStorage.getItem("gallery-size") ?? 190, oninput: () => { localStorage.setItem("gallery-size", this.size.value); this.layout(); } });
    this.order = h("select", { onchange: () => { this.search.value = withOrder(this.search.value, this.order.value); } }, h("option", { value: "" }, "As in the files"));
    this.problems = h("section", { class: "panel gallery-broken", "aria-label": "Broken files", role: "status", hidden: true });
    this.empty = h("div", { class: "gallery-empty", hidden: true });
    this.list = h("div", { class: "gallery", role: "list", "aria-label": "Cards" });
    this.turn = h("button", { type: "button", "aria-pressed": "false", onclick: () => this.flipAll(), hidden: !project?.backs?.length }, "Backs");
    root.append(h("div", { class: "head" }, h("h1", {}, "Gallery"), this.count, this.search.element),
      h("div", { class: "head gallery-tools" }, h("label", {}, "Cards of", this.deck), h("label", {}, "Order", this.order),
        h("label", { class: "check" }, this.only, "Only with findings"), this.turn, h("label", { class: "gallery-size" }, "Size", this.size)),
      this.problems, this.empty, this.list);
    this.fetch = newest(() => this.load(), () => {}, () => {});
    const ends = [onChange(() => this.fetch(null)), this.listen(window, "scroll", () => this.draw()), this.listen(window, "resize", () => this.layout()),
      this.listen(window, "keydown", event => this.pressed(event))];
    this.list.addEventListener("focusin", (/** @type {FocusEvent} */ event) => { const tile = /** @type {any} */ (event.target).closest(".tile"); if (tile) this.active = this.items.indexOf(Number(tile.dataset.card)); });
    this.end = () => { for (const end of ends) end(); };
  }

  /** @param {EventTarget} target @param {string} name @param {(event: any) => void} take */
  listen(target, name, take) {
    target.addEventListener(name, take, { passive: name === "scroll" });
    return () => target.removeEventListener(name, take);
  }

  leave() {
    Object.assign(place, { hash: this.address(), top: scrollY, card: this.active });
    clearTimeout(this.timer);
    this.end();
    this.pictures.close();
  }

  /** Where one was before. */
  back() {
    if (place.hash !== this.address() || !place.top) return;
    scrollTo(0, place.top);
    this.active = Math.min(place.card, this.items.length - 1);
    this.draw();
  }

  address() {
    const query = new URLSearchParams({ ...(this.search.value && { q: this.search.value }), ...(this.deck.value && { deck: this.deck.value }), ...(this.only.checked && { findings: "1" }) }).toString();
    return `#/gallery${query && "?" + query}`;
  }

  /** Show what is in the files; what is broken there leaves the old pictures. */
  async load() {
    this.pictures.renew();
    /** @type {any[]} */
    let broken = [];
    try {
      const answer = await get("gallery", { known: this.key });
      if (answer.key !== this.key) {
        this.key = answer.key;
        this.cards = answer.cards;
        this.numbers = new Map(this.cards.map(([slug], index) => [slug, index]));
        for (const tile of this.tiles.values()) tile.remove();
        this.tiles.clear();
      }
      this.search.again();
      this.choose();
      this.more = await get("gallery_more");
      broken = this.more.problems;
    } catch (error) { broken = /** @type {any} */ (error).problems ?? []; if (!this.cards.length) this.problems.replaceChildren(problem(error)); }
    this.broken = broken;
    this.drawTools();
    this.choose();
    this.drawProblems();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.loadFindings(), this.only.checked ? 0 : LATER);
  }

  async loadFindings() {
    try { this.findings = await get("card_findings"); } catch { return; }  // the problems of the files are on the page
    for (const [card, tile] of this.tiles) this.mark(card, tile);
    if (this.only.checked) this.choose();
  }

  drawTools() {
    const wanted = this.deck.value || this.deck.dataset.value;
    this.deck.replaceChildren(h("option", { value: "" }, "All cards"), ...Object.keys(this.more.decks).map(name => h("option", { value: name }, `Deck ${name}`)));
    this.deck.value = wanted in this.more.decks ? wanted : "";
    if (this.order.options.length < 2) get("search_fields").then(({ fields }) => {
      this.order.append(...fields.flatMap((/** @type {any} */ one) => [["", "lowest first"], ["-", "highest first"]].map(([sign, text]) => h("option", { value: sign + one.name }, `${one.title}, ${text}`))));
      this.showOrder();
    }, () => {});
  }

  showOrder() {
    this.order.value = /(?:^|\s)order:(\S+)/i.exec(this.search.value)?.[1] ?? "";
    if (this.order.selectedIndex < 0) this.order.value = "";
  }

  drawProblems() {
    const known = new Map([...(this.broken ?? []), ...this.pictures.problems()].map(one => [`${one.place} ${one.message}`, one]));
    const shown = [...known.values()].slice(0, 5);
    this.problems.hidden = !shown.length && !(this.problems.firstChild && !this.cards.length);
    if (shown.length) this.problems.replaceChildren(h("h2", {}, "Some cards cannot be drawn as they are now"), h("ul", { class: "problems" }, ...shown.map(describe)),
      known.size > shown.length ? h("p", {}, `and ${counted(known.size - shown.length, "more problem")}`) : "");
  }

  /** Choose the cards that are shown. */
  choose() {
    const deck = this.more.decks[this.deck.value];
    const all = this.found ? this.found.flatMap(slug => this.numbers.get(slug) ?? []) : this.cards.map((_, index) => index);
    this.items = all.filter(index => (!deck || this.cards[index][0] in deck) && (!this.only.checked || this.cards[index][0] in this.findings));
    this.count.textContent = this.items.length === this.cards.length ? counted(this.cards.length, "card") : `${this.items.length.toLocaleString("en")} of ${counted(this.cards.length, "card")}`;
    this.empty.hidden = this.items.length > 0 || !this.key;
    this.empty.replaceChildren(...(this.cards.length
      ? [h("p", {}, "No card is like this."), h("button", { type: "button", onclick: () => { this.deck.value = ""; this.only.checked = false; this.search.value = ""; this.choose(); this.search.input.focus(); } }, "Show all cards")]
      : [h("p", {}, "There are no cards yet: add the first one to a card table.")]));
    this.showOrder();
    this.active = Math.max(0, Math.min(this.active, this.items.length - 1));
    history.replaceState(null, "", this.address());
    this.layout();
  }

  layout() {
    const width = this.list.clientWidth, least = innerWidth <= 768 ? 2 : 1;
    this.columns = least === 2 ? 2 : Math.max(1, Math.floor((width + GAP) / (Number(this.size.value) + GAP)));
    this.width = (width - GAP * (this.columns - 1)) / this.columns;
    this.height = this.width * this.more.size[1] / this.more.size[0];
    this.row = this.height + CAPTION + GAP;
    this.list.style.height = `${Math.ceil(this.items.length / this.columns) * this.row}px`;
    this.draw();
  }

  /** Make the tiles in sight, and let the others go. */
  draw() {
    if (!this.width) return;
    const top = -this.list.getBoundingClientRect().top, focused = this.list.contains(document.activeElement) ? this.active : -1;
    const first = Math.max(0, Math.floor(top / this.row) - 1) * this.columns, last = Math.min(this.items.length, (Math.ceil((top + innerHeight) / this.row) + 1) * this.columns);
    const wanted = new Map(Array.from({ length: Math.max(0, last - first) }, (_, index) => [this.items[first + index], first + index]));
    if (focused >= 0) wanted.set(this.items[focused], focused);
    for (const [card, tile] of this.tiles) if (!wanted.has(card)) { tile.remove(); this.tiles.delete(card); }
    /** @type {any} */
    let before = null;
    for (const [card, index] of [...wanted].sort((one, other) => one[1] - other[1])) {
      let tile = this.tiles.get(card);
      if (!tile) this.tiles.set(card, tile = this.tile(card));
      // In the order of the list, for who reads it aloud; what stands right is not moved, so that it keeps the focus.
      if ((before ? before.nextSibling : this.list.firstChild) !== tile) before ? before.after(tile) : this.list.prepend(tile);
      before = tile;
      tile.style.transform = `translate(${(index % this.columns) * (this.width + GAP)}px, ${Math.floor(index / this.columns) * this.row}px)`;
      tile.style.width = `${this.width}px`;
      tile.querySelector(".frame").style.height = `${this.height}px`;
      tile.setAttribute("aria-setsize", String(this.items.length));
      tile.setAttribute("aria-posinset", String(index + 1));
      tile.querySelector("a").tabIndex = index === this.active ? 0 : -1;
      this.mark(card, tile);
    }
    this.pictures.show([...this.tiles].map(([card, tile]) => ({ slug: this.cards[card][0], side: tile.dataset.side, frame: tile.querySelector(".frame") })), this.width / this.more.size[0] * 25.4);
  }

  /** @param {number} card */
  tile(card) {
    const [slug, name] = this.cards[card], address = `card/${encodeURIComponent(slug)}`;
    const open = (/** @type {MouseEvent} */ event) => { if (!event.ctrlKey && !event.metaKey && !event.shiftKey) { event.preventDefault(); go(address); } };
    const tile = h("div", { class: "tile", role: "listitem", "data-card": card, "data-side": this.backs ? "back" : "face" },
      h("a", { href: `#/${address}`, onclick: open }, h("div", { class: "frame" }), h("span", { class: "tile-line" }, h("span", { class: "tile-name" }, name), h("span", { class: "tile-marks" }))),
      this.turn.hidden ? null : h("button", { type: "button", class: "tile-turn", tabindex: -1, title: "Turn (F)", "aria-label": `Turn ${name}`, onclick: () => this.flip(tile) }, "⟲"));
    return tile;
  }

  /** What is known of a card, below its picture. @param {number} card @param {any} tile */
  mark(card, tile) {
    const slug = this.cards[card][0], found = this.findings[slug], deck = this.more.decks[this.deck.value];
    const copies = deck ? deck[slug] : this.more.copies[slug] ?? 1, marks = `${found} ${copies}`;
    if (tile.dataset.marks === marks) return;
    tile.dataset.marks = marks;
    tile.querySelector(".tile-marks").replaceChildren(copies === 1 ? "" : h("span", { class: "badge", title: counted(copies, "copy").replace("copys", "copies") }, `× ${copies}`),
      found ? h("span", { class: `badge ${found[1]}`, title: `${counted(found[0], "finding")}, the worst ${WORDS[found[1]]}` }, `${SIGNS[found[1]]} ${counted(found[0], "finding")}`) : "");
  }

  /** @param {any} tile */
  flip(tile) {
    tile.dataset.side = tile.dataset.side === "back" ? "face" : "back";
    this.draw();
  }

  flipAll() {
    this.backs = !this.backs;
    this.turn.setAttribute("aria-pressed", String(this.backs));
    for (const tile of this.tiles.values()) tile.dataset.side = this.backs ? "back" : "face";
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const inside = this.list.contains(/** @type {Node} */ (event.target)), page = Math.max(1, Math.floor(innerHeight / this.row)) * this.columns;
    const tile = this.tiles.get(this.items[this.active]) && inside ? this.tiles.get(this.items[this.active]) : this.list.querySelector(".tile:hover");
    if (event.key.toLowerCase() === "f" && tile && !this.turn.hidden) { event.preventDefault(); this.flip(tile); return; }
    /** @type {Record<string, number>} */
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.columns, ArrowDown: this.columns, PageUp: -page, PageDown: page, Home: -Infinity, End: Infinity };
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
    const tile = this.tiles.get(this.items[index]);
    tile?.querySelector("a").focus({ preventScroll: true });
  }
}
