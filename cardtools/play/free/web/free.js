// The free table: it starts here.
import { drawBoard, layOut, sift } from "./board.js";
import { drawWith, onKey, openMenuOf } from "./deeds.js";
import { at, button, h } from "./dom.js";
import { listen } from "./drag.js";
import { setUpPanels, tell } from "./panels.js";
import { act, lost, onChange, sitDown, table, zoneOf } from "./state.js";

let turn = -1;

function draw() {
  if (table.isHeld || !table.state) return;
  const { state, setting, seat } = table;
  at("undo").disabled = !state.undo;
  at("undo").title = state.undo ? `Take back: ${state.undo}` : "There is nothing to take back";
  at("undo").querySelector("small").textContent = state.undo;
  at("turn").textContent = state.turn === seat ? "It is your turn." : `${state.seats[state.turn].name} has the turn.`;
  at("pass").hidden = state.seats.length < 2;
  at("seats").replaceChildren(...(setting.mine.length > 1 ? setting.mine.map(one => button(state.seats[one].name, () => cover(one), { "aria-pressed": one === seat, title: `Look as ${state.seats[one].name}` })) : []));
  drawBoard();
  tell();
  document.body.dataset.version = String(state.version);
  // Who shares this window with others hands it on with the turn, unless the next one looks from elsewhere.
  const next = state.turn, isHanded = turn === seat && next !== seat && setting.mine.includes(next) && !state.seats[next].here;
  turn = next;
  if (isHanded) cover(next);
}

/** Hide everything before a hand is shown to the next person. @param {number} seat */
function cover(seat) {
  if (seat === table.seat) return;
  const { name } = table.state.seats[seat], box = at("cover");
  const show = async () => {  // only then: else the hand before would be seen for a moment
    turn = -1;
    sessionStorage.setItem("seat", String(seat));
    at("inspect").replaceChildren();
    at("inspect").dataset.key = "";
    await sitDown(seat);
    box.close("show");
  };
  box.replaceChildren(h("h2", {}, `${name}, it is your turn to look`), h("p", {}, "Everybody else looks away."),
    h("div", { class: "row" }, button("Show my cards", show, { class: "main" }), button(`Back to ${table.state.seats[table.seat].name}`, () => box.close("back"))));
  box.returnValue = "";
  box.onclose = () => { if (!box.returnValue) box.showModal(); };  // Escape shows nothing
  box.showModal();
}

async function closeShelf() {
  const id = at("shelf").dataset.of, zone = zoneOf(id), shuffled = at("shuffled").querySelector("input").checked;
  table.open = "";
  if (!zone || zone.seen === "all") { draw(); return; }
  if (zone.looking.some(([seat]) => seat === table.seat)) await act("look", { zone: zone.id, count: 0 });
  if (shuffled) await act("shuffle", { zone: zone.id });
}

async function start() {
  const asked = new URLSearchParams(location.search).get("seat") ?? sessionStorage.getItem("seat");
  let answer = await fetch(`/setting.json?seat=${Number(asked ?? 0) || 0}`);
  if (!answer.ok) answer = await fetch("/setting.json");
  if (!answer.ok) throw new Error(await answer.text());
  table.setting = await answer.json();
  document.title = at("title").textContent = table.setting.title;
  drawWith(draw);
  onChange(draw);
  setUpPanels();
  listen(draw);
  addEventListener("keydown", onKey);
  addEventListener("resize", () => { if (table.state) layOut(); });
  at("undo").onclick = () => act("undo");
  at("pass").onclick = () => act("pass");
  at("tablemenu").onclick = () => { const box = at("tablemenu").getBoundingClientRect(); openMenuOf({ cards: [] }, { x: box.x, y: box.bottom }); };
  at("find").oninput = sift;
  at("close").onclick = closeShelf;
  at("shelf").onkeydown = (/** @type {KeyboardEvent} */ event) => { if (event.key === "Escape") { event.stopPropagation(); closeShelf(); } };
  await sitDown(table.setting.seat);
  at("table").scrollTop = at("table").scrollHeight;  // one's own side is below
}

// @ts-expect-error: session.js declares it
const allowed = /** @type {Promise<boolean>} */ (session);
if (await allowed) start().catch(lost);
else {
  at("problem").textContent = "Open the link that cardtools printed when it was started.";
  at("problem").hidden = false;
}
