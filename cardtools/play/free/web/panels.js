// What stands beside the table: a card large, what happened, notes; pieces, dice and keys in dialogs.
import { marksOf } from "./board.js";
import { ask, at, button, choice, h, narrow, number, picture, still } from "./dom.js";
import { act, designOf, placeOf, table, usual, zonesOf } from "./state.js";

/** @typedef {import("./state.js").Card} Card @typedef {import("./state.js").Design} Design */

/** @param {Design} design @param {Card} [card] */
function explained(design, card) {
  const marks = card ? marksOf(card) : "";
  return [design.picture && picture(design.picture, () => { design.picture = ""; }), h("div", { class: "facts" }, h("h2", {}, design.name),
    design.facts && h("p", { class: "quiet" }, design.facts), !design.picture && design.text && h("p", {}, design.text), marks && h("p", { class: "marks" }, marks))].filter(Boolean);
}

/** Show the card that is pointed at. @param {Element | null} element */
export function inspect(element) {
  const box = at("inspect"), of = /** @type {HTMLElement | null | undefined} */ (element?.closest("[data-card], .pile"));
  const zone = of?.matches(".pile") ? table.state?.zones.find(one => one.id === of.dataset.zone) : null;
  const card = of?.dataset.card ? placeOf(Number(of.dataset.card))?.card : zone && (zone.seen === "all" || zone.cards[0]?.up) ? zone.cards[0] : undefined, design = designOf(card);
  if (!design || !card) { if (!element) box.classList.remove("shown"); return; }
  const key = JSON.stringify(card);
  if (box.dataset.key !== key) { box.replaceChildren(...explained(design, card)); box.dataset.key = key; }
  box.classList.add("shown");
}

/** @param {Card} card */
export function enlarge(card) {
  const design = designOf(card);
  if (!design) return;
  at("large").firstElementChild.replaceChildren(...explained(design, card), h("p", { class: "words" }, design.picture ? design.text : ""));
  at("large").showModal();
}

let told = { story: -1, count: 0, seat: -1 };
/** What happened, and the dice of it. */
export function tell() {
  const list = at("log"), { state, log } = table, isSame = told.story === state.story && told.seat === table.seat && told.count <= log.length;
  const news = isSame ? log.slice(told.count) : log, isLow = list.scrollHeight - list.scrollTop - list.clientHeight < 60;
  if (!isSame) list.replaceChildren();
  list.append(...news.map(line => h("li", { class: line.seat === table.seat ? "mine" : "" }, line.text)));
  if (isLow || !isSame) list.scrollTop = list.scrollHeight;
  if (isSame && state.roll && news.some(line => line.seat === state.roll?.seat && / rolls? /.test(line.text))) showRoll();
  told = { story: state.story, count: log.length, seat: table.seat };
  const note = at("note");
  if (document.activeElement !== note) note.value = state.note;
}

let rolled = 0;
function showRoll() {
  const { roll } = table.state, box = at("rolled");
  if (!roll) return;
  const design = roll.design === null ? null : table.setting.designs[roll.design], name = roll.seat === table.seat ? "You" : table.state.seats[roll.seat].name;
  const faces = roll.what.includes("coin") ? roll.faces.map(face => face === 1 ? "heads" : "tails") : roll.faces;
  box.replaceChildren(h("p", {}, `${name}: ${roll.what}`), h("div", { class: "row" }, ...(design ? [design.picture ? picture(design.picture) : "", h("span", { class: "die word" }, design.name)] : faces.map(face => h("span", { class: typeof face === "string" ? "die word" : "die" }, face)))),
    faces.length > 1 && !roll.what.includes("coin") ? h("p", {}, `${roll.faces.reduce((/** @type {number} */ sum, face) => sum + Number(face), 0)} in all`) : "");
  box.classList.add("on");
  if (!still.matches) for (const [index, die] of box.querySelectorAll(".die").entries()) die.animate([{ rotate: "-340deg", scale: 0.3, opacity: 0 }, { rotate: "0deg", scale: 1, opacity: 1 }], { duration: 500 + 70 * Math.min(index, 8), easing: "cubic-bezier(.2,1.3,.5,1)" });
  clearTimeout(rolled);
  rolled = setTimeout(() => box.classList.remove("on"), 3500);
}

let dice = "";  // what was rolled last
export const rollDice = () => ask("Roll", [number("How many", "count", Number(/^\d+/.exec(dice)?.[0] ?? 1)), choice("Of what", "what", table.setting.dice.map(name => [name, name === "coin" ? "coin" : name]))], "Roll", ({ count, what }) => {
  dice = /^(d\d+|coin)$/.test(what) && count !== "1" ? `${Math.min(99, Number(count))}${what}` : what;
  act("roll", { what: dice });
});

/** The pieces of the project, with pictures and a search box. */
export function openTray() {
  const tray = at("tray"), list = tray.querySelector(".pieces"), search = tray.querySelector("input[type=search]"), to = tray.querySelector("select");
  const places = [...zonesOf(table.seat, "field"), ...zonesOf(-1, "field")], pieces = table.setting.designs.map((design, index) => ({ design, index })).filter(({ design }) => design.kind !== "card");
  to.replaceChildren(...places.map(zone => h("option", { value: zone.id }, zone.name)));
  to.value = usual("field", "all")?.id ?? "";
  list.replaceChildren(...pieces.map(({ design, index }) => button("", async () => {
    if (await act("put", { design: index, count: Math.max(1, Math.min(200, Number(tray.querySelector("input[type=number]").value) || 1)), to: to.value })) at("put").textContent = `${design.name} is on the table.`;
  }, { "data-words": `${design.name} ${design.facts} ${design.kind}`.toLowerCase(), class: "piece" })));
  pieces.forEach(({ design }, index) => list.children[index].append(design.picture ? picture(design.picture) : "", h("span", {}, design.name), h("small", {}, design.kind)));
  const none = h("p", { class: "quiet" }, pieces.length ? "No piece has these words." : "The project has no tokens, counters or boards: tables of extras make them, [[extras]] in cardtools.toml.");
  list.append(none);
  search.oninput = () => {
    const words = search.value.toLowerCase().split(/\s+/);
    for (const one of list.querySelectorAll(".piece")) one.hidden = !words.every((/** @type {string} */ word) => one.dataset.words.includes(word));
    none.hidden = Boolean(list.querySelector(".piece:not([hidden])"));
  };
  at("put").textContent = "";
  search.value = "";
  search.oninput();
  tray.showModal();
}

/** @param {import("./deeds.js").Deed[]} deeds */
export function openKeys(deeds) {
  const more = [["Arrows", "to the next card, pile or field in that direction"], ["Shift+Arrows", "move the card itself"], ["Space", "pick a card besides others"], ["m", "the menu of what is focused"], ["/", "to the chat"], ["Ctrl+Z", "undo"], ["Esc", "let everything be"]];
  const named = deeds.filter(deed => deed.key).map(deed => [deed.key, typeof deed.text === "string" ? deed.text.replace(" …", "") : deed.text({ cards: [] })]);
  at("keyhelp").querySelector("dl").replaceChildren(...[...more, ...named].flatMap(([key, text]) => [h("dt", {}, h("kbd", {}, key === "P" || key === "T" ? `Shift+${key}` : key)), h("dd", {}, text)]));
  at("keyhelp").showModal();
}

/** The panel, the log and the notes. */
export function setUpPanels() {
  const fold = (/** @type {boolean} */ isOpen) => { document.body.classList.toggle("folded", !isOpen); at("fold").setAttribute("aria-expanded", String(isOpen)); dispatchEvent(new Event("resize")); };
  fold(!narrow.matches && localStorage.getItem("free-panel") !== "no");
  at("fold").onclick = () => { const isOpen = document.body.classList.contains("folded"); fold(isOpen); localStorage.setItem("free-panel", isOpen ? "yes" : "no"); };
  at("talk").onsubmit = (/** @type {Event} */ event) => { event.preventDefault(); const text = at("chat").value.trim(); at("chat").value = ""; if (text) act("say", { text }); };
  at("note").onchange = () => act("note", { text: at("note").value });
  at("keys").checked = localStorage.getItem("keys") !== "no";
  at("keys").onchange = () => localStorage.setItem("keys", at("keys").checked ? "yes" : "no");
  for (const dialog of document.querySelectorAll("dialog")) dialog.addEventListener("click", event => { if (event.target === dialog || /** @type {HTMLElement} */ (event.target).dataset.close !== undefined) dialog.close(); });
  at("inspect").onclick = () => { const card = at("inspect").dataset.key; if (card) enlarge(JSON.parse(card)); };
}
