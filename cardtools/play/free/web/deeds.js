// All that can be done with cards, piles, seats and the table: by menu, by key and by pointing.
import { anyDialog, ask, at, choice, field, h, number, openMenu, say } from "./dom.js";
import { enlarge, openKeys, openTray, rollDice } from "./panels.js";
import { act, designOf, nameOf, placeOf, seatName, sizeOf, table, usual, zoneOf } from "./state.js";

/** @typedef {import("./state.js").Card} Card @typedef {import("./state.js").Zone} Zone */
/**
 * What is pointed at: cards with their zone, a zone, a seat, or the table alone.
 * @typedef {{ cards: Card[], zone?: Zone, seat?: number }} Aim
 * @typedef {{ key?: string, text: string | ((aim: Aim) => string), can: (aim: Aim) => boolean | undefined, does: (aim: Aim) => any, group: string }} Deed
 */

const deck = () => usual("pile", "nobody"), hand = () => usual("hand", "owner"), play = () => usual("field", "all"), discard = () => usual("pile", "all");
const ids = (/** @type {Aim} */ aim) => aim.cards.map(card => card.id);
const isPile = (/** @type {Aim} */ aim) => aim.zone?.kind === "pile" && !aim.cards.length;
const isFull = (/** @type {Aim} */ aim) => isPile(aim) && aim.zone && aim.zone.count > 0;
const isDeck = (/** @type {Aim} */ aim) => isFull(aim) && aim.zone?.seen === "nobody";
const isMine = (/** @type {Zone | undefined} */ zone) => zone && (zone.seat === table.seat || zone.seat < 0);
const some = (/** @type {Aim} */ aim) => aim.cards.length > 0, movable = (/** @type {Aim} */ aim) => some(aim) || isFull(aim);
const lies = (/** @type {Aim} */ aim) => some(aim) && aim.zone?.kind === "field";

/** Move what is pointed at: cards, or the top one of a pile. @param {Aim} aim @param {Zone | undefined} to @param {Record<string, any>} [how] */
export function move(aim, to, how = {}) {
  if (!to) { say("There is no such place on this table: add one with the table's menu."); return; }
  const what = some(aim) ? { cards: ids(aim) } : { from: aim.zone?.id, count: 1, end: "top" };
  table.picked.clear();
  return act("move", { ...what, to: to.id, ...how });
}

/** Put cards on a pile; what is hidden there may go elsewhere in it at once. @param {Aim} aim @param {Zone} pile */
export async function putOn(aim, pile) {
  const count = aim.cards.length || 1;
  if (!await move(aim, pile, { at: "top" }) || pile.seen === "all") return;
  const from = { from: pile.id, count, end: "top", to: pile.id };
  say(`On top of ${pile.name}.`, ["To the bottom", () => act("move", { ...from, at: "bottom" })], ["Shuffle it in", () => act("shuffle", { zone: pile.id })]);
}

/** @param {Aim} aim */
async function shuffleIn(aim) { const to = deck(); if (to && await move(aim, to, { at: "top" })) act("shuffle", { zone: to.id }); }

/** @param {Aim} aim @param {number} by */
async function count(aim, by) {
  const known = aim.cards.flatMap(card => Object.keys(card.counters));
  if (known.length || by > 0) act("count", { cards: ids(aim), name: known[0] ?? "Counters", by });
}

/** @param {Aim} aim @param {boolean} isWhole otherwise it asks how many of the top cards */
function look(aim, isWhole) {
  const zone = /** @type {Zone} */ (aim.zone), does = (/** @type {any} */ { count }) => act("look", { zone: zone.id, count: Math.min(zone.count, 200, Number(count)) });
  if (zone.seen === "all") { table.open = zone.id; draw(); } else if (isWhole) does(zone);
  else ask(`How many cards from the top of ${zone.name}?`, [number("Cards", "count", Math.min(3, zone.count))], "Look", does);
}

/** @param {string} title @param {string} was @param {(text: string) => any} does @param {boolean} [isFree] */
const askText = (title, was, does, isFree = false) => ask(title, [field(title, "text", was, { required: !isFree })], "OK", ({ text }) => does(text));

/** @param {Aim} aim */
function counterOf(aim) {
  const seat = aim.seat, one = aim.cards[0], known = seat === undefined ? one.counters : table.state.seats[seat].counters;
  const all = [...new Set([...Object.keys(known), ...table.state.zones.flatMap(zone => zone.cards.flatMap(card => Object.keys(card.counters)))])];
  ask("A counter", [field("Name", "name", Object.keys(known)[0] ?? "", { list: "counters" }), h("datalist", { id: "counters" }, ...all.map(name => h("option", { value: name }))), field("How many", "to", Object.values(known)[0] ?? (seat === undefined ? 1 : 0), { type: "number", min: -1_000_000, max: 1_000_000 })],
    "OK", ({ name, to }) => act("count", { ...(seat === undefined ? { cards: ids(aim) } : { of: seat }), name, to: Number(to) }));
}

/** @param {Aim} aim */
const renameCounter = ({ seat = 0 }) => ask("Rename a counter, or remove it", [choice("Counter", "old", Object.keys(table.state.seats[seat].counters).map(name => [name, name])),
  field("Its new name; nothing removes it", "name", "", { required: false })], "OK", found => act("rename", { what: "counter", of: seat, ...found }));

const addZone = () => ask("Add a place for cards", [field("Name", "name", ""), choice("It is", "kind", [["pile", "a pile"], ["field", "a field"], ["hand", "like a hand"]]),
    choice("Its cards are seen by", "seen", [["all", "everybody"], ["owner", "the one whose it is"], ["nobody", "nobody"]]), choice("It belongs to", "shared", [["", seatName(table.seat)], ["yes", "everybody"]])], "Add", found => act("add_zone", { ...found, shared: Boolean(found.shared) }));
const again = () => ask("Begin anew?", [h("p", {}, "All cards go back to where they began, pieces go away, counters to 0. Undo takes it back.")], "New table", () => act("again"));
const deal = () => ask("Deal to every seat", [number("Cards each", "count", 7)], "Deal", ({ count }) => act("deal", { count: Number(count) }));

/** @param {Aim} aim @param {number} count */
const drawFrom = (aim, count) => aim.zone === deck() ? act("draw", { count }) : act("move", { from: aim.zone?.id, count, end: "top", to: hand()?.id });

/** What is most likely meant. @param {Aim} aim */
export function likely(aim) {
  if (isPile(aim)) return aim.zone?.seen === "all" ? look(aim, true) : drawFrom(aim, 1);
  if (!some(aim)) return null;
  if (aim.zone?.kind === "field") { const isTurned = aim.cards.some(card => card.turned); return act("turn", { cards: ids(aim), quarters: isTurned ? 4 - (aim.cards[0].turned || 1) : 1 }); }
  return move(aim, aim.zone?.kind === "hand" ? play() : hand());
}

let carried = /** @type {Aim | null} */ (null);  // what one carries with keys, until it is put down
/** @param {Aim | null} aim */
function carry(aim) {
  carried = aim;
  document.body.classList.toggle("carrying", Boolean(aim));
  if (aim) say("Go to a pile, a card, a field or the hand with the arrows; Enter puts it there, Escape lets it be.");
}

/** @param {Aim} aim @param {Aim} target */
export function putAt(aim, target) {
  const { zone } = target, [onto] = target.cards;
  if (!zone) return;
  if (zone.kind === "pile") return putOn(aim, zone);
  if (zone.kind === "field" && onto) return move(aim, zone, { on: onto.id });
  return move(aim, zone, zone.kind === "hand" && onto ? { at: zone.cards.indexOf(onto) } : {});
}

/** @param {Aim} aim @param {number} x @param {number} y */
function nudge(aim, x, y) {
  const { zone, cards: [card] } = aim;
  if (!card || !zone) return;
  if (zone.kind === "hand") return act("move", { cards: [card.id], to: zone.id, at: Math.max(0, zone.cards.indexOf(card) + (x || y)) });
  const way = zone.seat >= 0 && zone.seat !== table.seat ? -10 : 10;
  if (zone.kind === "field") act("move", { cards: [card.id], to: zone.id, at: [Math.max(0, Math.min(600 - sizeOf(card).width, card.x + x * way)), Math.max(0, card.y + y * way)] });
}

/** @type {Deed[]} */
export const DEEDS = [
  { group: "Cards", key: "Enter", text: aim => isPile(aim) ? (aim.zone?.seen === "all" ? "Open it" : "Draw a card") : lies(aim) ? "Turn a quarter, or back" : aim.zone?.kind === "hand" ? "Play it" : "What is most likely", can: movable, does: likely },
  { group: "Cards", key: "p", text: "To the field", can: aim => movable(aim) && aim.zone !== play(), does: aim => move(aim, play()) },
  { group: "Cards", key: "P", text: "To the field, face down", can: aim => movable(aim) && aim.zone !== play(), does: aim => move(aim, play(), { up: false }) },
  { group: "Cards", key: "h", text: "To the hand", can: aim => movable(aim) && aim.zone !== hand(), does: aim => move(aim, hand()) },
  { group: "Cards", key: "x", text: aim => `To ${discard()?.name ?? "the discard"}`, can: aim => movable(aim) && aim.zone !== discard(), does: aim => move(aim, discard(), { at: "top" }) },
  { group: "Cards", key: "k", text: "On top of the deck", can: some, does: aim => move(aim, deck(), { at: "top" }) },
  { group: "Cards", key: "b", text: "To the bottom of the deck", can: movable, does: aim => move(aim, deck(), { at: "bottom" }) },
  { group: "Cards", key: "j", text: "Shuffle it into the deck", can: some, does: shuffleIn },
  { group: "Cards", key: "y", text: "Take it up, to put it somewhere", can: movable, does: carry },
  { group: "Look", key: "f", text: "Turn it over", can: aim => some(aim) && aim.zone?.kind !== "hand", does: aim => act("flip", { cards: ids(aim) }) },
  { group: "Look", key: "t", text: "Turn a quarter to the right", can: lies, does: aim => act("turn", { cards: ids(aim), quarters: 1 }) },
  { group: "Look", key: "T", text: "Turn a quarter to the left", can: lies, does: aim => act("turn", { cards: ids(aim), quarters: 3 }) },
  { group: "Look", key: "l", text: "Show it large", can: aim => some(aim) && aim.cards[0].design !== null, does: aim => enlarge(aim.cards[0]) },
  { group: "Look", key: "v", text: aim => aim.cards[0]?.shown.some(seat => seat !== table.seat) ? "Hide it again" : "Show it to everybody", can: aim => some(aim) && (aim.zone?.seen !== "all" || aim.cards.some(card => !card.up)) && aim.cards.every(card => card.design !== null),
    does: aim => act("show", { cards: ids(aim), to: aim.cards[0].shown.some(seat => seat !== table.seat) ? [] : table.state.seats.map((_, seat) => seat) }) },
  { group: "Marks", key: "+", text: "One counter more", can: lies, does: aim => count(aim, 1) },
  { group: "Marks", key: "-", text: "One counter less", can: aim => lies(aim) && aim.cards.some(card => Object.keys(card.counters).length), does: aim => count(aim, -1) },
  { group: "Marks", key: "c", text: "Counters by name …", can: aim => lies(aim) || aim.seat !== undefined, does: counterOf },
  { group: "Marks", key: "n", text: "Write a note on it …", can: lies, does: aim => askText("Note", aim.cards[0].note, text => aim.cards.forEach(card => act("note", { card: card.id, text })), true) },
  { group: "Marks", key: "Delete", text: "Put the piece away", can: aim => some(aim) && aim.cards.some(card => (designOf(card)?.kind ?? "card") !== "card"), does: aim => act("away", { cards: ids(aim) }) },
  { group: "Pile", key: "o", text: "Open and search it", can: aim => isFull(aim) && (isMine(aim.zone) || aim.zone?.seen === "all"), does: aim => look(aim, true) },
  { group: "Pile", key: "i", text: "Look at the top cards …", can: aim => isDeck(aim) && isMine(aim.zone), does: aim => look(aim, false) },
  { group: "Pile", text: "Draw several …", can: aim => isDeck(aim) && isMine(aim.zone), does: aim => ask("Draw cards", [number("Cards", "count", 7)], "Draw", ({ count }) => drawFrom(aim, Number(count))) },
  { group: "Pile", text: "Shuffle all of it into the deck", can: aim => isFull(aim) && aim.zone !== deck(), does: async aim => { const to = deck(); if (to && await act("move", { from: aim.zone?.id, count: Math.min(200, aim.zone?.count ?? 0), end: "top", to: to.id, at: "top" })) act("shuffle", { zone: to.id }); } },
  { group: "Pile", text: "Rename this place …", can: aim => Boolean(aim.zone) && !some(aim), does: aim => askText("Name", aim.zone?.name ?? "", name => act("rename", { what: "zone", zone: aim.zone?.id, name })) },
  { group: "Seat", text: "Rename this seat …", can: aim => aim.seat !== undefined, does: aim => askText("Name", seatName(aim.seat ?? 0), name => act("rename", { what: "seat", of: aim.seat, name })) },
  { group: "Seat", text: "Rename a counter …", can: aim => aim.seat !== undefined && Object.keys(table.state.seats[aim.seat].counters).length > 0, does: renameCounter },
  { group: "Table", key: "d", text: "Draw a card", can: () => true, does: () => act("draw", { count: 1 }) },
  { group: "Table", key: "s", text: aim => `Shuffle ${(isPile(aim) ? aim.zone : deck())?.name ?? "the deck"}`, can: () => true, does: aim => { const zone = isPile(aim) ? aim.zone : deck(); if (zone) act("shuffle", { zone: zone.id }); } },
  { group: "Table", key: "a", text: "Deal to everybody …", can: () => true, does: deal },
  { group: "Table", key: "r", text: "Roll dice …", can: () => true, does: () => rollDice() },
  { group: "Table", key: "g", text: "Put a piece on the table …", can: () => true, does: () => openTray() },
  { group: "Table", key: "u", text: "Straighten my cards", can: () => true, does: () => act("straighten") },
  { group: "Table", key: "e", text: "End the turn", can: () => true, does: () => act("pass") },
  { group: "Table", key: "z", text: "Undo", can: () => Boolean(table.state.undo), does: () => act("undo") },
  { group: "Table", text: "Add a place for cards …", can: () => true, does: addZone },
  { group: "Table", text: "New table …", can: () => true, does: again },
  { group: "Table", key: "?", text: "Keys", can: () => true, does: () => openKeys(DEEDS) },
];
let draw = () => {};
export const drawWith = (/** @type {() => void} */ drawing) => { draw = drawing; };
/** What an element stands for, with all cards that are picked if it is one of them. @param {Element | null | undefined} element @returns {Aim} */
export function aimAt(element) {
  const card = /** @type {HTMLElement | null | undefined} */ (element?.closest("[data-card]")), seat = /** @type {HTMLElement | null | undefined} */ (element?.closest("[data-seat]"));
  const zone = zoneOf(/** @type {HTMLElement | null | undefined} */ (element?.closest("[data-zone]"))?.dataset.zone ?? "");
  if (seat) return { cards: [], seat: Number(seat.dataset.seat) };
  const place = placeOf(Number(card?.dataset.card ?? 0));
  if (!place) return { cards: [], zone };
  const picked = [...table.picked].map(id => placeOf(id)?.card);
  return { cards: table.picked.has(place.card.id) ? /** @type {Card[]} */ (picked) : [place.card], zone: place.zone };
}

/** @param {Aim} aim @param {{ x: number, y: number }} place */
export function openMenuOf(aim, place) {
  const title = aim.cards.length > 1 ? `${aim.cards.length} cards` : aim.cards.length ? nameOf(aim.cards[0]) : aim.seat !== undefined ? seatName(aim.seat) : aim.zone?.kind === "pile" ? `${aim.zone.name}: ${aim.zone.count} cards` : "Table";
  const isAll = !some(aim) && !isPile(aim) && aim.seat === undefined;
  const deeds = DEEDS.filter(deed => (deed.group === "Table" ? isAll || (isPile(aim) && deed.key === "s") : true) && deed.can(aim));
  const words = (/** @type {Deed} */ deed) => typeof deed.text === "string" ? deed.text : deed.text(aim);
  openMenu(title, deeds.flatMap((deed, index) => [index && deed.group !== deeds[index - 1].group ? null : [], { text: words(deed), key: deed.key, does: () => deed.does(aim) }].flat()), place);
}

/** Go to the nearest card, pile or field in a direction. @param {Element} from @param {string} key */
function step(from, key) {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0], here = from.getBoundingClientRect();
  let best = null, least = Infinity;
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#board :is(button.card, .pile, .field, .hand, .seat)"))) {
    // A zone with cards is reached through them.
    if (element === from || element.hidden || element.querySelector("button.card") || element.contains(from)) continue;
    const box = element.getBoundingClientRect();
    const x = box.x + box.width / 2 - here.x - here.width / 2, y = box.y + box.height / 2 - here.y - here.height / 2, ahead = x * dx + y * dy;
    const distance = ahead + 2.5 * Math.abs(x * dy + y * dx);
    if (ahead >= 4 && distance < least) [least, best] = [distance, element];
  }
  best?.focus();
}

/** @param {Aim} aim @param {Element | null} element */
function menuHere(aim, element) {
  const box = (element ?? document.body).getBoundingClientRect();
  openMenuOf(aim, { x: box.x + box.width / 2, y: box.y + box.height / 3 });
}

/** @param {KeyboardEvent} event */
export function onKey(event) {
  const focused = document.activeElement;
  if (!table.state || anyDialog() || event.altKey || event.metaKey) return;
  if (event.ctrlKey && event.key === "z" && !focused?.matches("input, textarea")) { event.preventDefault(); act("undo"); return; }
  if (event.ctrlKey || focused?.matches("input:not([type=checkbox]), textarea, select")) { if (event.key === "Escape") /** @type {HTMLElement} */ (focused).blur(); return; }
  const aim = aimAt(focused), isOn = Boolean(focused?.closest("#board")), { key } = event, done = () => event.preventDefault();
  if (key.startsWith("Arrow") && (isOn || focused === document.body)) {
    done();
    const [x, y] = [Number(key === "ArrowRight") - Number(key === "ArrowLeft"), Number(key === "ArrowDown") - Number(key === "ArrowUp")];
    if (event.shiftKey && aim.cards.length) nudge(aim, x, y);
    else if (isOn) step(/** @type {Element} */ (focused), key);
    else /** @type {HTMLElement | null} */ (document.querySelector("#rail button.card, #rail .pile"))?.focus();
  } else if (key === "Escape") { carry(null); table.picked.clear(); draw(); }
  else if ((key === "Enter" || key === " ") && isOn && focused?.matches(".card, .pile, .field, .hand")) {
    done();
    if (carried) { const put = carried; carry(null); putAt(put, aimAt(focused)); }
    else if (key === "Enter") likely(aim);
    else pick(focused, true);
  } else if (key === "ContextMenu" || (key === "F10" && event.shiftKey)) { done(); menuHere(aim, focused); }
  else if (at("keys").checked || key === "Delete") {
    const of = isOn && (aim.cards.length || aim.zone || aim.seat !== undefined) ? aim : aimAt(table.picked.size ? document.querySelector("[data-card][aria-pressed=true]") : null);
    const deed = DEEDS.find(one => one.key === key && key !== "Enter" && one.can(of));
    if (deed) deed.does(of); else if (key === "m") menuHere(of, focused); else if (key === "/") at("chat").focus(); else return;
    done();
  }
}

/** Pick a card alone, or besides others. @param {Element | null} element @param {boolean} [isMore] */
export function pick(element, isMore = false) {
  const id = Number(/** @type {HTMLElement | null | undefined} */ (element?.closest("[data-card]"))?.dataset.card ?? 0), had = table.picked.has(id);
  if (!isMore) table.picked.clear();
  if (id && isMore && had) table.picked.delete(id); else if (id) table.picked.add(id);
  mark();
}
export const mark = () => document.querySelectorAll("[data-card]").forEach(one => one.setAttribute("aria-pressed", String(table.picked.has(Number(one.getAttribute("data-card"))))));
