// Pointing with a mouse or fingers: pick, drag, select with a box, long press.
import { scaleOf, placeIn } from "./board.js";
import { aimAt, likely, mark, move, openMenuOf, pick, putOn } from "./deeds.js";
import { at } from "./dom.js";
import { inspect } from "./panels.js";
import { nameOf, sizeOf, table, zoneOf } from "./state.js";

const FAR = 7, LONG = 500, TWICE = 350;  // pixels; milliseconds
/** @typedef {{ element: HTMLElement | null, x: number, y: number, kind: string, id: number, drag: null | { aim: import("./deeds.js").Aim, dx: number, dy: number, width: number, height: number }, box: DOMRect | null }} Press */
let press = /** @type {Press | null} */ (null);
/** What lies under the pointer while cards are dragged. @type {{ element: HTMLElement, onto: HTMLElement | null, at?: number, text: string } | null} */
let target = null;
let last = { key: "", time: 0 }, timer = 0, frame = 0, released = () => {};

/** @param {() => void} whenReleased what draws the table, which waits while cards are dragged */
export function listen(whenReleased) {
  released = whenReleased;
  const board = at("board");
  board.addEventListener("pointerdown", down);
  addEventListener("pointermove", moved);
  addEventListener("pointerup", up);
  addEventListener("pointercancel", end);
  board.addEventListener("click", (/** @type {MouseEvent} */ event) => {  // not of a pointer: of a screen reader
    const element = /** @type {Element} */ (event.target).closest("[data-card], .pile");
    if (element && !event.detail) likely(aimAt(element));
    const seat = /** @type {Element} */ (event.target).closest("[data-seat]");
    if (seat) { const box = seat.getBoundingClientRect(); openMenuOf(aimAt(seat), { x: box.x, y: box.bottom }); }
  });
  board.addEventListener("contextmenu", (/** @type {MouseEvent} */ event) => {
    event.preventDefault();
    if (event.button === 2 && !document.body.classList.contains("touched")) openMenuOf(aimAt(/** @type {Element} */ (event.target)), { x: event.clientX, y: event.clientY });
  });
  board.addEventListener("pointerover", (/** @type {PointerEvent} */ event) => { if (event.pointerType === "mouse" && !press) inspect(/** @type {Element} */ (event.target)); });
  board.addEventListener("focusin", (/** @type {FocusEvent} */ event) => inspect(/** @type {Element} */ (event.target)));
}

/** @param {PointerEvent} event */
function down(event) {
  const from = /** @type {HTMLElement} */ (event.target);
  document.body.classList.toggle("touched", event.pointerType !== "mouse");
  if ((press && press.id !== event.pointerId) || event.button || from.closest("input, label, .seat, .counter button, #shelf > .row, #menu")) return;
  const element = /** @type {HTMLElement | null} */ (from.closest("[data-card], .pile"));
  press = { element, x: event.clientX, y: event.clientY, kind: event.pointerType, id: event.pointerId, drag: null, box: null };
  if (element) element.focus({ preventScroll: true, focusVisible: false });
  clearTimeout(timer);
  if (event.pointerType !== "mouse") {
    inspect(element);
    timer = setTimeout(() => {
      const { style } = at("menu");
      press = null;
      style.pointerEvents = "none";  // the finger that is lifted must not choose what lies under it
      addEventListener("pointerup", () => setTimeout(() => { style.pointerEvents = ""; }, 80), { once: true });
      openMenuOf(aimAt(from), { x: event.clientX, y: event.clientY });
    }, LONG);
  }
}

/** @param {PointerEvent} event */
function moved(event) {
  if (!press || event.pointerId !== press.id) return;
  const { x, y } = press;
  if (!press.drag && !press.box) {
    if (Math.hypot(event.clientX - x, event.clientY - y) < FAR) return;
    clearTimeout(timer);
    if (press.element) lift(press); else if (press.kind === "mouse") { press.box = new DOMRect(); at("lasso").hidden = false; } else { press = null; return; }
  }
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() => { if (press?.drag) follow(press, event); else if (press?.box) lasso(press, event); });
}

/** Take cards up. @param {Press} press */
function lift(press) {
  const element = /** @type {HTMLElement} */ (press.element), aim = aimAt(element);
  if (!aim.cards.length && !aim.zone?.count) return;
  if (aim.cards.length && !table.picked.has(aim.cards[0].id)) { table.picked.clear(); mark(); }
  const ids = new Set(aim.cards.map(card => card.id));
  for (const card of aim.zone?.cards ?? []) if (card.on !== null && ids.has(card.on)) ids.add(card.id);  // what lies on it comes with it
  const lifted = ids.size ? [...ids].map(id => /** @type {HTMLElement} */ (document.querySelector(`#board [data-card="${id}"]`))) : [element];
  const layer = at("ghosts"), { width, height } = element.getBoundingClientRect(), box = element.getBoundingClientRect();
  layer.replaceChildren(...lifted.map((one, index) => {
    const own = one.getBoundingClientRect(), ghost = /** @type {HTMLElement} */ (one.cloneNode(true)), isNear = aim.zone?.kind === "field" && aim.cards.length;
    ghost.removeAttribute("data-key");
    ghost.removeAttribute("data-card");
    ghost.classList.add("ghost");
    Object.assign(ghost.style, { left: `${isNear ? own.x : box.x + index * 14}px`, top: `${isNear ? own.y : box.y + index * 10}px`, width: `${one.offsetWidth}px`, height: `${one.offsetHeight}px` });
    one.classList.toggle("lifted", one.matches(".card"));
    return ghost;
  }));
  press.drag = { aim, dx: press.x - box.x, dy: press.y - box.y, width, height };
  table.isHeld = true;
  if (press.kind !== "mouse") inspect(null);
  document.body.classList.add("dragging");
}

/** @param {Press} press @param {PointerEvent} event */
function follow(press, event) {
  at("ghosts").style.transform = `translate3d(${event.clientX - press.x}px, ${event.clientY - press.y}px, 0)`;
  const under = /** @type {HTMLElement | null} */ (document.elementFromPoint(event.clientX, event.clientY)), element = /** @type {HTMLElement | null} */ (under?.closest(".field, .hand, .pile, #cards"));
  const { aim, dx, dy, width, height } = /** @type {NonNullable<Press["drag"]>} */ (press.drag), zone = zoneOf(element?.dataset.zone ?? "");
  untarget();
  if (!element || !zone || element.id === "cards") return;
  target = { element, onto: null, text: zone.kind === "pile" ? `On ${zone.name}` : "" };
  if (zone.kind === "field") {
    const onto = /** @type {HTMLElement | null} */ (under?.closest(".card:not(.lifted)")), box = onto?.getBoundingClientRect(), card = zone.cards.find(one => String(one.id) === onto?.dataset.card);
    const middle = [event.clientX - dx + width / 2, event.clientY - dy + height / 2];
    // Only one that is nearly covered: else cards that overlap a little would all be stacked.
    if (onto && card && box && Math.hypot(box.x + box.width / 2 - middle[0], box.y + box.height / 2 - middle[1]) < box.width * 0.33 && sizeOf(card).width < 2 * sizeOf(aim.cards[0]).width)
      Object.assign(target, { onto, text: `On ${nameOf(card)}` });
  } else if (zone.kind === "hand") {
    const cards = /** @type {HTMLElement[]} */ ([...element.querySelectorAll("button.card:not(.lifted)")]), boxes = cards.map(one => one.offsetLeft + one.offsetWidth / 2 + element.getBoundingClientRect().x);
    target.at = boxes.filter(x => x < event.clientX).length + (element.classList.contains("mine") ? 0 : zone.count - zone.cards.length);
    const after = boxes.filter(x => x < event.clientX).length, mark = at("insert"), home = element.getBoundingClientRect();
    const left = after < cards.length ? cards[after].offsetLeft : (cards.at(-1)?.offsetLeft ?? 0) + (cards.at(-1)?.offsetWidth ?? 0);
    mark.hidden = !cards.length;
    Object.assign(mark.style, { left: `${home.x + left}px`, top: `${home.y}px`, height: `${home.height}px` });
  }
  element.classList.add("target");
  target.onto?.classList.add("onto");
  at("where").textContent = target.text;
}

/** @param {Press} press @param {PointerEvent} event */
function lasso(press, event) {
  const [x, y] = [Math.min(press.x, event.clientX), Math.min(press.y, event.clientY)], box = new DOMRect(x, y, Math.abs(event.clientX - press.x), Math.abs(event.clientY - press.y));
  Object.assign(at("lasso").style, { left: `${x}px`, top: `${y}px`, width: `${box.width}px`, height: `${box.height}px` });
  if (!event.shiftKey) table.picked.clear();
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#board button.card:not([hidden])"))) {
    const own = one.getBoundingClientRect(), [across, down] = [own.x + own.width / 2, own.y + own.height / 2];
    if (across > box.left && across < box.right && down > box.top && down < box.bottom) table.picked.add(Number(one.dataset.card));
  }
  const zones = [...table.picked].map(id => table.state.zones.find(zone => zone.cards.some(card => card.id === id)));
  if (zones.some(zone => zone?.kind === "field")) for (const [index, id] of [...table.picked].entries()) if (zones[index]?.kind !== "field") table.picked.delete(id);
  mark();
}

/** @param {PointerEvent} event */
function up(event) {
  if (!press || event.pointerId !== press.id) return;
  cancelAnimationFrame(frame);
  if (press.drag) follow(press, event); else if (press.box) lasso(press, event);
  const { element, drag, box } = press, found = target;
  clearTimeout(timer);
  if (drag && found) drop(drag, found, event);
  else if (!drag && !box && element?.matches(".card")) pick(element, event.shiftKey || event.ctrlKey || event.metaKey);
  else if (!drag && !box && !element) pick(null);
  const key = element?.dataset.key ?? "", isTwice = !drag && key && key === last.key && event.timeStamp - last.time < TWICE;
  last = { key: isTwice || drag ? "" : key, time: event.timeStamp };
  end();
  if (isTwice) likely(aimAt(element));
  else if (!element) inspect(null);
}

/** @param {NonNullable<Press["drag"]>} drag @param {NonNullable<typeof target>} found @param {PointerEvent} event */
function drop({ aim, dx, dy, width, height }, found, event) {
  const to = zoneOf(found.element.dataset.zone ?? "");
  if (!to) return;
  if (to.kind === "pile") { if (to !== aim.zone || aim.cards.length) putOn(aim, to); return; }
  if (to.kind === "hand") { move(aim, to, { at: found.at }); return; }
  const onto = Number(found.onto?.dataset.card ?? 0);
  if (onto && !aim.cards.some(card => card.id === onto)) { move(aim, to, { on: onto }); return; }
  // It stays under the pointer, at the scale of where it comes to.
  const [card] = aim.cards, size = sizeOf(card), scale = scaleOf(to.id), isSame = aim.zone?.kind === "field";
  const [x, y] = isSame ? [event.clientX - dx + width / 2, event.clientY - dy + height / 2] : [event.clientX - (dx / width - 0.5) * size.width * scale, event.clientY - (dy / height - 0.5) * size.height * scale];
  const picked = aim.cards.map(one => one.id);
  move(aim, to, { at: placeIn(found.element, x - size.width * scale / 2, y - size.height * scale / 2, size) })?.then(() => { for (const id of picked.length > 1 ? picked : []) table.picked.add(id); mark(); });
}

function untarget() {
  target?.element.classList.remove("target");
  target?.onto?.classList.remove("onto");
  target = null;
  at("insert").hidden = true;
  at("where").textContent = "";
}

function end() {
  const isHeld = table.isHeld;
  press = null;
  clearTimeout(timer);
  cancelAnimationFrame(frame);
  untarget();
  table.isHeld = false;
  document.body.classList.remove("dragging");
  at("lasso").hidden = true;
  at("ghosts").replaceChildren();
  at("ghosts").style.transform = "";
  for (const one of document.querySelectorAll(".lifted")) one.classList.remove("lifted");
  if (isHeld) released();
}
