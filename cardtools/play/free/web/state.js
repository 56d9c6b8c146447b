// What the server says about the table, and asking it for changes.
import { at, say } from "./dom.js";

/**
 * @typedef {{ id: number, design: number | null, up: boolean, turned: number, x: number, y: number, on: number | null, counters: Record<string, number>, note: string, owner: number, shown: number[] }} Card
 * @typedef {{ id: string, name: string, seat: number, kind: "pile" | "hand" | "field", seen: "all" | "owner" | "nobody", count: number, cards: Card[], looking: [number, number][] }} Zone
 * @typedef {{ name: string, text: string, facts: string, picture: string, width: number, height: number, kind: string }} Design
 * @typedef {{ name: string, counters: Record<string, number>, here: boolean }} Seat
 * @typedef {{ title: string, seat: number, mine: number[], designs: Design[], dice: string[], back: string }} Setting
 * @typedef {{ seat: number, what: string, faces: (number | string)[], design: number | null, number?: number }} Roll
 * @typedef {{ version: number, seats: Seat[], turn: number, zones: Zone[], note: string, roll: Roll | null, undo: string, story: number, since: number, log: { seat: number, text: string }[] }} State
 */

/** @type {{ setting: Setting, state: State, log: State["log"], seat: number, picked: Set<number>, open: string, isHeld: boolean }} */
export const table = { setting: /** @type {any} */ (null), state: /** @type {any} */ (null), log: [], seat: 0, picked: new Set(), open: "", isHeld: false };

let places = /** @type {Map<number, { card: Card, zone: Zone }>} */ (new Map());
export const placeOf = (/** @type {number} */ id) => places.get(id);
export const zoneOf = (/** @type {string} */ id) => table.state.zones.find(zone => zone.id === id);
/** @param {number} seat @param {Zone["kind"]} kind */
export const zonesOf = (seat, kind) => table.state.zones.filter(zone => zone.seat === seat && zone.kind === kind);
/** The own zone of a kind, else the shared one. @param {Zone["kind"]} kind @param {Zone["seen"]} seen */
export const usual = (kind, seen) => [table.seat, -1].flatMap(seat => zonesOf(seat, kind)).find(zone => zone.seen === seen);
export const designOf = (/** @type {Card | undefined} */ card) => card && card.design !== null ? table.setting.designs[card.design] : null;
export const nameOf = (/** @type {Card} */ card) => designOf(card)?.name ?? "a face-down card";
/** Width and height in mm; of what is hidden, that of a card. @param {Card} [card] */
export const sizeOf = card => designOf(card) ?? table.setting.designs.find(one => one.kind === "card") ?? { width: 63, height: 88 };
export const seatName = (/** @type {number} */ seat) => seat < 0 ? "Shared" : table.state.seats[seat].name;

let changed = () => {};
export const onChange = (/** @type {() => void} */ does) => { changed = does; };

/** @param {State} news */
function show(news) {
  at("problem").hidden = true;
  table.state = news;
  table.log = [...table.log.slice(0, news.since), ...news.log];
  places = new Map(news.zones.flatMap(zone => zone.cards.map(card => [card.id, { card, zone }])));
  table.picked = new Set([...table.picked].filter(id => places.has(id)));
  changed();
}

export function lost() {
  at("problem").textContent = "The connection is lost, or the table was closed; it was saved. To go on: cardtools play --free --resume";
  at("problem").hidden = false;
}

// One request after the other: an older answer never comes after a newer one.
let queue = Promise.resolve(true);
/** @param {() => Promise<boolean>} ask */
const inTurn = ask => queue = queue.then(ask).catch(() => { lost(); return false; });

export const refresh = () => inTurn(async () => {
  const answer = await fetch(`/state.json?seat=${table.seat}&since=${table.log.length}&story=${table.state?.story ?? 0}`);
  if (!answer.ok) throw new Error(String(answer.status));
  show(await answer.json());
  return true;
});

/** Change the table; whether it was done. @param {string} deed @param {Record<string, any>} [values] */
export const act = (deed, values = {}) => inTurn(async () => {
  // @ts-expect-error: session.js declares it
  const answer = /** @type {Response} */ (await send("/do", { seat: table.seat, do: deed, since: table.log.length, story: table.state.story, ...values }));
  if (answer.ok) { show((await answer.json()).state); return true; }
  say((await answer.text()).trim());
  if (answer.status === 409) refresh();
  return false;
});

let events = /** @type {EventSource | null} */ (null);
/** The table as another seat sees it: of the one before nothing stays. @param {number} seat */
export async function sitDown(seat) {
  Object.assign(table, { seat, log: [], state: null, open: "" });
  table.picked.clear();
  events?.close();
  await refresh();
  events = new EventSource(`/events?seat=${seat}`);
  let last = "";  // the same version twice: somebody has come or gone
  events.onmessage = ({ data }) => { if (Number(data) !== table.state?.version || data === last) refresh(); last = data; };
  events.onerror = lost;
  events.onopen = () => { at("problem").hidden = true; };
}
