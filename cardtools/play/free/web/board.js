// The table as it is drawn: fields, hands and piles, as large as the window allows.
import { at, button, h, narrow, picture, still } from "./dom.js";
import { act, designOf, nameOf, placeOf, seatName, sizeOf, table, zonesOf } from "./state.js";

/** @typedef {import("./state.js").Card} Card @typedef {import("./state.js").Zone} Zone */

const WIDE = 600, DEEP = 300, AIR = 6;  // mm: of a field, and around its cards
const MOST = 2.7;  // pixels for a mm
/** How a field is drawn: pixels for a mm, where it begins, and whether its owner sits opposite. @type {Map<string, { scale: number, from: number, deep: number, mirrored: boolean }>} */
const frames = new Map();
let kept = /** @type {Map<string, any>} */ (new Map());  // elements of cards by number: they stay the same, so they can move
let counts = /** @type {Map<string, number>} */ (new Map());

/** The face of a card, or its back. @param {Card} [card] */
export function faceOf(card) {
  const design = designOf(card), source = design ? design.picture : table.setting.back;
  const drawn = source && picture(source, () => { drawn.remove(); if (design) design.picture = ""; else table.setting.back = ""; });
  // Its words are there before its picture, and without one.
  return h("span", { class: design ? "face" : "face back" }, design && h("span", { class: "plain" }, h("b", {}, design.name), h("span", {}, design.facts), h("span", {}, design.text)), drawn || null);
}

/** What is to be said of a card besides what it is. @param {Card} card */
export function marksOf(card) {
  const counters = Object.entries(card.counters).map(([name, count]) => `${name} ${count}`);
  const others = card.shown.filter(seat => seat !== table.seat).map(seatName);
  return [card.design !== null && !card.up && placeOf(card.id)?.zone.kind === "field" && "face down", card.turned && `turned ${card.turned * 90}°`, ...counters, card.note && `note: ${card.note}`, others.length && `shown to ${others.join(", ")}`].filter(Boolean).join(", ");
}

/** The element of a card. @param {Card} card @param {Zone} zone */
function cardElement(card, zone) {
  const key = String(card.id), element = kept.get(key) ?? h("button", { type: "button", class: "card", tabindex: "-1", "data-card": key, "data-key": key });
  kept.set(key, element);
  const { width, height } = sizeOf(card), looks = JSON.stringify([card.design, card.up, card.turned, card.counters, card.note, card.shown]);
  element.dataset.zone = zone.id;
  element.style.setProperty("--mm", String(width));
  element.style.setProperty("--high", String(height));
  if (element.looks !== looks) {
    element.looks = looks;
    const face = faceOf(card), chips = h("span", { class: "chips" });
    face.style.rotate = `${card.turned * 90}deg`;
    for (const [name, count] of Object.entries(card.counters)) chips.append(h("span", { class: "chip", title: name }, h("i", {}, name), h("b", {}, count)));
    if (card.note) chips.append(h("span", { class: "chip note", title: card.note }, "✎", h("i", {}, card.note.slice(0, 60))));
    if (card.design !== null && !card.up && zone.kind === "field") { face.classList.add("down"); chips.append(h("span", { class: "chip" }, "face down")); }
    if (zone.kind === "hand" && card.shown.some(seat => seat !== zone.seat)) chips.append(h("span", { class: "chip" }, "shown"));
    element.replaceChildren(face, chips);
    element.setAttribute("aria-label", [nameOf(card), marksOf(card)].filter(Boolean).join(", "));
  }
  element.setAttribute("aria-pressed", String(table.picked.has(card.id)));
  return element;
}

/** Let an element have these children, and move no more of them than needed. @param {any} element @param {any[]} children */
function fill(element, children) {
  children.forEach((child, index) => { if (element.children[index] !== child) element.insertBefore(child, element.children[index] ?? null); });
  while (element.children.length > children.length) element.lastChild.remove();
}

const made = /** @type {Map<string, any>} */ (new Map());  // elements of zones and seats, which stay the same
/** @param {string} key @param {() => any} make */
const once = (key, make) => made.get(key) ?? made.set(key, make()).get(key);

/** @param {Zone} zone */
function pileElement(zone) {
  const element = once(`pile ${zone.id}`, () => h("button", { type: "button", class: "pile", tabindex: "-1", "data-zone": zone.id, "data-key": `pile ${zone.id}` }));
  const top = zone.cards[0], isKnown = top && (zone.seen === "all" || top.up), looks = JSON.stringify([zone, table.seat, isKnown]);
  if (element.looks === looks) return element;
  element.looks = looks;
  const face = zone.count ? faceOf(isKnown ? top : undefined) : h("span", { class: "face none" });
  face.style.setProperty("--deep", `${Math.min(7, Math.ceil(zone.count / 9))}px`);
  const others = zone.looking.filter(([seat]) => seat !== table.seat).map(([seat]) => seatName(seat));
  element.replaceChildren(face, h("span", { class: "label" }, `${zone.name} `, h("b", {}, zone.count), others.length ? h("small", {}, `${others.join(", ")} looks`) : ""));
  element.setAttribute("aria-label", `${zone.name}${zone.seat === table.seat ? "" : ` of ${seatName(zone.seat)}`}, ${zone.count} cards${isKnown ? `, on top ${nameOf(top)}` : ""}`);
  return element;
}

/** The cards of a hand side by side: overlapping where there is no room, a fan where it is one's own. @param {Zone} zone @param {boolean} isOwn */
function handElement(zone, isOwn) {
  const element = once(`hand ${zone.id}`, () => h("div", { class: "hand", role: "group", "data-zone": zone.id, tabindex: "-1", "data-key": `hand ${zone.id}` }));
  element.classList.toggle("mine", isOwn);
  element.setAttribute("aria-label", `${zone.name} of ${seatName(zone.seat)}, ${zone.count} cards`);
  element.dataset.name = zone.count ? "" : `${zone.name} is empty`;
  const hidden = Math.min(zone.count - zone.cards.length, 24);
  const backs = Array.from({ length: hidden }, (_, index) => once(`back ${zone.id} ${index}`, () => h("span", { class: "card" }, faceOf())));
  fill(element, [...backs, ...zone.cards.map(card => cardElement(card, zone)), once(`count ${zone.id}`, () => h("b", { class: "count" }))]);
  element.lastChild.textContent = isOwn ? "" : `${zone.name}\n${zone.count}`;
  return element;
}

/** @param {any} hand */
function spread(hand) {
  const cards = [...hand.children].slice(0, -1), isMine = hand.classList.contains("mine");
  if (!cards.length) return;
  const width = cards[0].offsetWidth, room = hand.clientWidth - (isMine ? 34 : 44), last = Math.max(1, cards.length - 1);
  const step = Math.min(isMine ? width * 0.94 : width * 0.45, (room - width) / last), begin = isMine ? (hand.clientWidth - width - step * (cards.length - 1)) / 2 : 0;
  cards.forEach((card, index) => {
    const off = index - (cards.length - 1) / 2, angle = isMine ? off * Math.min(2.2, 16 / cards.length) : 0;
    card.style.left = `${begin + index * step}px`;
    card.style.setProperty("--angle", `${angle}deg`);
    card.style.setProperty("--sink", `${isMine ? Math.abs(off * angle) * 0.7 : 0}px`);
  });
  hand.lastChild.style.left = `${width + step * (cards.length - 1) + 6}px`;
}

/** @param {Zone} zone */
function fieldElement(zone) {
  const element = once(`field ${zone.id}`, () => h("div", { class: "field", role: "group", "data-zone": zone.id, tabindex: "-1", "data-key": `field ${zone.id}` }, h("span", { class: "name" })));
  element.firstChild.textContent = zone.seat < 0 || zone.seat === table.seat ? zone.name : "";
  element.setAttribute("aria-label", `${zone.name}${zone.seat < 0 ? "" : ` of ${seatName(zone.seat)}`}, ${zone.count} cards`);
  fill(element, [element.firstChild, ...zone.cards.map(card => cardElement(card, zone))]);
  return element;
}

/** Name, turn and counters of a seat. @param {number} seat */
function plate(seat) {
  const { name, counters, here } = table.state.seats[seat], isOn = table.state.turn === seat;
  const element = once(`plate ${seat}`, () => h("div", { class: "plate" })), looks = JSON.stringify([name, counters, here, isOn, table.seat]);
  if (element.looks === looks) return element;
  element.looks = looks;
  const change = (/** @type {string} */ of, /** @type {number} */ by) => () => act("count", { of: seat, name: of, by });
  element.classList.toggle("on", isOn);
  element.replaceChildren(
    button(name, () => {}, { class: "seat", "data-seat": seat, "data-key": `seat ${seat}`, title: `${here ? "Here" : "Not here"}; what can be done with this seat`, "aria-haspopup": "menu" }),
    h("small", {}, [isOn ? "▸ on turn" : "", seat === table.seat ? "you" : here ? "● here" : "○ not here"].filter(Boolean).join(" · ")),
    ...Object.entries(counters).map(([of, count]) => h("span", { class: "counter" }, h("i", {}, of), button("−", change(of, -1), { "aria-label": `${of} of ${name}: one less`, "data-key": `less ${seat} ${of}` }), h("b", {}, count), button("+", change(of, 1), { "aria-label": `${of} of ${name}: one more`, "data-key": `more ${seat} ${of}` }))));
  return element;
}

/** @param {number} seat */
function opposite(seat) {
  const element = once(`seat ${seat}`, () => h("section", { class: "opposite" }, h("div", { class: "line" }), h("div", { class: "fields" })));
  element.setAttribute("aria-label", seatName(seat));
  fill(element.firstChild, [plate(seat), ...zonesOf(seat, "hand").map(zone => handElement(zone, false)), ...zonesOf(seat, "pile").map(pileElement)]);
  fill(element.lastChild, zonesOf(seat, "field").map(fieldElement));
  return element;
}

/** Draw everything; what has moved goes there. */
export function drawBoard() {
  const { state, seat } = table, before = new Map([...kept].map(([key, element]) => [key, element.getBoundingClientRect()]));
  const [fell, grew] = [-1, 1].map(way => state.zones.filter(zone => Math.sign(zone.count - (counts.get(zone.id) ?? zone.count)) === way).map(zone => zone.id));
  counts = new Map(state.zones.map(zone => [zone.id, zone.count]));
  const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.key;
  const ids = new Set(state.zones.flatMap(zone => zone.cards.map(card => String(card.id))));
  kept = new Map([...kept].filter(([key]) => ids.has(key)));
  const round = state.seats.map((_, index) => (seat + index) % state.seats.length).slice(1);
  fill(at("others"), round.map(opposite));
  fill(at("shared"), [...zonesOf(-1, "pile").map(pileElement), ...zonesOf(-1, "hand").map(zone => handElement(zone, false))]);
  fill(at("middle"), zonesOf(-1, "field").map(fieldElement));
  fill(at("own"), zonesOf(seat, "field").map(fieldElement));
  const [hand, ...more] = zonesOf(seat, "hand");
  fill(at("rail"), [once("left", () => h("div", { class: "left" })), ...(hand ? [handElement(hand, true)] : []), once("piles", () => h("div", { class: "piles" }))]);
  fill(once("left", () => null), [plate(seat), ...more.map(zone => handElement(zone, false))]);
  fill(once("piles", () => null), zonesOf(seat, "pile").map(pileElement));
  drawShelf();
  layOut();
  for (const group of document.querySelectorAll("#board :is(.field, .hand, .line, .piles, #cards)")) {  // one stop of Tab a zone
    const all = /** @type {HTMLElement[]} */ ([...group.children].filter(child => child.matches("button")));
    for (const one of all) one.tabIndex = -1;
    const first = all.find(one => one.dataset.key === focused) ?? all[0];
    if (first) first.tabIndex = 0;
  }
  for (const pile of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".pile"))) pile.tabIndex = 0;
  const active = document.activeElement;
  if (focused && (!active || active === document.body)) /** @type {HTMLElement | null} */ (document.querySelector(`[data-key="${CSS.escape(focused)}"]`))?.focus({ preventScroll: true });
  if (!still.matches && before.size + fell.length) glide(before, fell, grew);
}

/** Cards that were elsewhere move to where they are; new ones come from the zone that lost some. @param {Map<string, DOMRect>} before @param {string[]} fell @param {string[]} grew */
function glide(before, fell, grew) {
  const origin = fell.map(id => document.querySelector(`.pile[data-zone="${id}"], .hand[data-zone="${id}"]`)).find(Boolean)?.getBoundingClientRect();
  for (const [key, element] of kept) {
    if (!element.isConnected) continue;
    const now = element.getBoundingClientRect(), old = before.get(key) ?? (grew.includes(element.dataset.zone) ? origin : undefined);
    if (!old) { element.animate([{ opacity: 0 }, { opacity: 1 }], 200); continue; }
    const [x, y] = [old.x + old.width / 2 - now.x - now.width / 2, old.y + old.height / 2 - now.y - now.height / 2];
    if (Math.abs(x) + Math.abs(y) > 2) element.animate([{ transform: `translate(${x}px, ${y}px) scale(${Math.min(2, old.height / (now.height || 1))})`, zIndex: 9 }, { transform: "none", zIndex: 9 }], { duration: 240, easing: "cubic-bezier(.2,.7,.3,1)" });
  }
}

/** Width and height as it lies, in mm. @param {Card} card */
function lying(card) {
  const { width, height } = sizeOf(card), by = card.turned % 2 ? (height - width) / 2 : 0;
  return { left: card.x - by, right: card.x + width + by, top: card.y + by, bottom: card.y + height - by };
}

/** How much of a field is in use, in mm. @param {Zone} zone @param {boolean} mirrored */
function extent(zone, mirrored) {
  const all = zone.cards.map(lying), card = sizeOf(), least = zone.seat < 0 ? (all.length ? 0 : card.height / 4) : card.height;
  const lefts = all.map(box => mirrored ? WIDE - box.right : box.left), rights = all.map(box => mirrored ? WIDE - box.left : box.right);
  return { deep: Math.min(2 * DEEP, Math.max(least, ...all.map(box => box.bottom)) + AIR), left: all.length ? Math.min(...lefts) - AIR : 0, right: all.length ? Math.max(...rights) + AIR : 0 };
}

/** Give each field its scale and its room. */
export function layOut() {
  const others = [...at("others").children], isStacked = narrow.matches, box = at("table");
  /** @param {string} query */
  const fields = query => /** @type {any[]} */ ([...document.querySelectorAll(query)]);
  const rows = isStacked ? fields("#table .field").map(one => [one]) : [fields("#others .field"), fields("#middle .field"), fields("#own .field")].filter(row => row.length);
  const known = rows.map((row, index) => row.map(element => {
    const zone = /** @type {Zone} */ (table.state.zones.find(one => one.id === element.dataset.zone));
    const mirrored = zone.seat >= 0 && zone.seat !== table.seat, used = extent(zone, mirrored);
    const room = (!isStacked && index === rows.length - 2 ? box.clientWidth - at("shared").offsetWidth : box.clientWidth) / row.length - 14;
    return { element, zone, mirrored, room, ...used, across: Math.max(used.right - used.left, Math.min(WIDE, Math.max(isStacked || row.length > 1 ? 300 : Math.max(WIDE, used.right) - Math.min(0, used.left), used.right - used.left + 40))) };
  }));
  const lines = others.reduce((sum, one) => (isStacked ? sum : 0) + one.firstElementChild.offsetHeight + 4, 0);
  const high = box.clientHeight - lines - 8 * rows.length - 10;
  // Smaller until all of it has room; on a phone the table is scrolled instead.
  let scale = MOST;
  const deepest = (/** @type {typeof known[0]} */ row, /** @type {number} */ by) => Math.max(!isStacked && row === known.at(-2) ? at("shared").offsetHeight : 0, ...row.map(one => one.deep * Math.min(by, one.room / one.across)));
  const needs = (/** @type {number} */ by) => known.reduce((sum, row) => sum + deepest(row, by), 0);
  while (!isStacked && scale > 0.3 && needs(scale) > high) scale *= 0.97;
  const spare = Math.max(0, high - needs(scale)), shares = known.map((_, index) => index === known.length - 1 ? (known.length > 2 ? 0.5 : 0.9) : index === known.length - 2 ? 0.1 : 0.4 / Math.max(1, known.length - 2));
  known.forEach((row, index) => {
    const deep = deepest(row, scale) + spare * shares[index];
    for (const { element, zone, mirrored, room, left, right, across } of row) {
      const by = Math.min(scale, room / across), shown = room / by, from = Math.max(right - shown, Math.min(left, shown >= WIDE ? (WIDE - shown) / 2 : Math.max(0, Math.min(WIDE - shown, (left + right - shown) / 2))));
      frames.set(zone.id, { scale: by, from, deep: deep / by, mirrored });
      Object.assign(element.style, { width: `${room}px`, height: `${deep}px` });
      element.style.setProperty("--px", String(by));
      for (const card of zone.cards) {
        const { width, height } = sizeOf(card), left = ((mirrored ? WIDE - card.x - width : card.x) - from) * by;
        Object.assign(kept.get(String(card.id)).style, { left: `${left}px`, top: `${mirrored ? deep - (card.y + height) * by : card.y * by}px` });
      }
    }
  });
  for (const hand of fields(".hand")) spread(hand);
}

/** Where in a field a point of the window is, in mm as its owner sees it, for a card's upper left corner. @param {any} element @param {number} x @param {number} y @param {{ width: number, height: number }} size */
export function placeIn(element, x, y, size) {
  const box = element.getBoundingClientRect(), { scale, from, deep, mirrored } = /** @type {any} */ (frames.get(element.dataset.zone));
  const [right, down] = [(x - box.x) / scale + from, (y - box.y) / scale];
  const place = mirrored ? [WIDE - right - size.width, deep - down - size.height] : [right, down];
  return [Math.max(0, Math.min(WIDE - size.width, place[0])), Math.max(0, Math.min(Math.max(0, 2 * DEEP - size.height), place[1]))].map(Math.round);
}
export const scaleOf = (/** @type {string} */ zone) => frames.get(zone)?.scale ?? 1;

/** A pile that is open: a row of its cards. */
function drawShelf() {
  const zone = table.state.zones.find(one => one.looking.some(([seat]) => seat === table.seat)) ?? table.state.zones.find(one => one.id === table.open && one.seen === "all" && one.count);
  const shelf = at("shelf"), isNew = zone && shelf.dataset.of !== zone.id;
  shelf.hidden = !zone;
  shelf.dataset.of = zone?.id ?? "";
  if (!zone) { at("cards").replaceChildren(); return; }
  const look = zone.looking.find(([seat]) => seat === table.seat)?.[1] ?? zone.count, isWhole = look >= zone.count;
  at("of").textContent = isWhole ? `${zone.name}: ${zone.count} cards, from the top` : `${zone.name}: the top ${look}`;
  at("shuffled").hidden = zone.seen === "all";
  at("cards").dataset.zone = zone.id;
  if (isNew) { at("find").value = ""; at("shuffled").querySelector("input").checked = isWhole && zone.seen !== "all"; }
  fill(at("cards"), zone.cards.map(card => cardElement(card, zone)));
  sift();
  if (isNew && !narrow.matches) at("find").focus();
}

/** Show the cards of the open pile that have the words one looks for. */
export function sift() {
  const words = at("find").value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const element of at("cards").children) {
    const design = designOf(placeOf(Number(element.dataset.card))?.card), text = `${design?.name} ${design?.facts} ${design?.text}`.toLowerCase();
    element.hidden = !words.every((/** @type {string} */ word) => text.includes(word));
  }
}
