"use strict";

const byId = id => document.getElementById(id);
const embedded = byId("match");  // the data of a page that is a replay in one file
const wide = matchMedia("(min-width: 761px)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
let setting = null;  // who plays with which cards
let state = null;  // what the server said last
let log = [];
let picked = [];  // the handles that were pointed at so far
let advised = [];
let isPaused = false;
let isBusy = false;

function make(tag, className = "", text = "") {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text) element.textContent = text;
  return element;
}

function say(text) {
  const line = byId("say");
  line.textContent = text;
  line.classList.add("on");
  clearTimeout(say.timer);
  say.timer = setTimeout(() => line.classList.remove("on"), 2500 + 50 * text.length);
}

// The table

function drawCard(card, tag = "button") {
  const element = make(tag, "card");
  if (tag === "button") element.type = "button";
  if (!card.handle) {
    element.classList.add("back");
    element.setAttribute("aria-label", "A hidden card");
    element.tabIndex = -1;
    if (tag === "button") element.disabled = true;
    return element;
  }
  const known = setting.cards[Number(card.handle.slice(5))];
  element.dataset.handle = card.handle;
  if (known.picture) {
    const image = make("img");
    image.src = known.picture;
    image.alt = "";
    image.draggable = false;
    image.onerror = () => { known.picture = ""; image.replaceWith(drawPlain(known)); };
    element.append(image);
  } else {
    element.append(drawPlain(known));
  }
  const facts = card.badges.map(badge => `${badge.name} ${badge.value}`.trim());
  element.setAttribute("aria-label", [card.name, card.turned ? "turned" : "", ...facts].filter(Boolean).join(", "));
  if (card.turned) element.classList.add("turned");
  if (card.badges.length) {
    const badges = make("span", "badges");
    for (const badge of card.badges) {
      const mark = make("span", badge.value ? "badge" : "badge name", badge.value || badge.name);
      mark.title = badge.name;
      badges.append(mark);
    }
    element.append(badges);
  }
  return element;
}

// A card without a picture.
function drawPlain(card) {
  const plain = make("span", "plain");
  plain.append(make("b", "", card.name), make("span", "", card.facts), make("span", "", card.text));
  return plain;
}

function drawRow(row) {
  if (row.kind === "hand") {
    const hand = make("div", "hand");
    hand.style.setProperty("--n", String(Math.max(2, row.cards.length)));
    hand.style.flexGrow = 10 * row.cards.length || 1;  // an empty one keeps the piles at the edge
    if (row.cards.some(card => card.handle)) hand.classList.add("open");
    hand.append(...row.cards.map(card => drawCard(card)));
    return hand;
  }
  if (row.kind === "pile") {
    const pile = make("button", "pile");
    pile.type = "button";
    const top = row.cards[0];
    pile.append(top ? drawCard(top, "span") : make("span", row.count ? "card back" : "none"));
    const label = make("span", "", `${row.name} `);
    label.append(make("b", "", String(row.count)));
    pile.append(label);
    pile.disabled = !row.cards.length;
    pile.onclick = () => showPile(row);
    return pile;
  }
  const slots = make("div", "slots");
  for (const slot of row.slots) {
    const place = make("div", "slot");
    place.dataset.handle = slot.handle;
    place.dataset.number = Number(slot.handle.split(":")[2]) + 1;
    const top = slot.cards.at(-1);
    slot.cards.forEach((card, index) => {
      // A stack is turned as one; only the values of its top card count.
      const drawn = drawCard(card === top ? card : { ...card, turned: top.turned, badges: [] });
      const depth = slot.cards.length - 1 - index;
      if (depth) {
        drawn.classList.add("under");
        const share = depth / Math.max(2, slot.cards.length - 1);
        drawn.style.translate = `${share * 8}px ${-share * 12}px`;
      }
      drawn.dataset.slot = slot.handle;
      place.append(drawn);
    });
    if (!slot.cards.length) place.setAttribute("aria-label", `Slot ${place.dataset.number}, empty`);
    slots.append(place);
  }
  return slots;
}

function drawPlayer(section, number) {
  const player = state.view.players[number];
  const who = make("div", state.view.active === number ? "who active" : "who");
  who.dataset.handle = `player:${number}`;
  who.append(make("b", "", setting.names[number]));
  for (const counter of player.counters) {
    const fact = make("span", "", `${counter.name} `);
    fact.append(make("i", "", counter.value));
    who.append(fact);
  }
  const rows = player.rows.filter(row => row.kind === "slots").map(drawRow);
  const line = make("div", "line");
  line.append(who, ...player.rows.filter(row => row.kind !== "slots").map(drawRow));
  section.replaceChildren(...rows, line);
  section.setAttribute("aria-label", setting.names[number]);
}

// The other players beside each other, the next one on the left.
function drawOthers(own) {
  const upper = byId("upper");
  const number = state.view.players.length;
  const others = [...Array(number - 1).keys()].map(at => (own + 1 + at) % number);
  upper.hidden = !others.length;
  upper.classList.toggle("player", others.length === 1);
  if (others.length === 1) { drawPlayer(upper, others[0]); return; }
  upper.setAttribute("aria-label", "The other players");
  upper.replaceChildren(...others.map(other => {
    const section = make("section", "player");
    drawPlayer(section, other);
    return section;
  }));
}

function draw() {
  const before = places();
  const focused = document.activeElement?.dataset?.handle;
  const view = state.view;
  const own = Math.max(setting.viewer, 0);
  drawPlayer(byId("lower"), own);
  drawOthers(own);
  byId("shared").replaceChildren(...view.shared.map(drawRow));
  byId("shared").hidden = !view.shared.length;
  byId("table").classList.toggle("sharing", view.shared.length > 0);
  byId("table").classList.toggle("alone", view.players.length === 1);
  const slots = view.players[0].rows.filter(row => row.kind === "slots").length;
  const rows = 2 * slots + view.shared.some(row => row.kind === "slots") + 1.7;
  document.documentElement.style.setProperty("--rows", String(rows));
  byId("turn").textContent = view.turn ? `Turn ${view.turn}` : "Before the first turn";
  byId("title").textContent = setting.names.join(setting.names.length > 2 ? ", " : " against ");
  byId("question").textContent = question();
  const waiting = byId("waiting");
  waiting.replaceChildren(...view.waiting.map(text => make("li", "", text)));
  waiting.hidden = !view.waiting.length;
  drawButtons();
  drawActions();
  light();
  fit();
  move(before);
  if (focused) document.querySelector(`[data-handle="${focused}"]`)?.focus();
  if (view.outcome && !byId("end").open && draw.ended !== state.version && setting.mode === "play") showEnd();
}

// Smaller cards where the table has no room for all of them.
function fit() {
  const table = byId("table");
  // Each trial is a layout: begin one step above what fitted last.
  for (fit.share = Math.min(1, (fit.share || 1) + 0.08); ; fit.share -= 0.08) {
    table.style.setProperty("--fit", fit.share.toFixed(2));
    const fits = table.scrollHeight <= table.clientHeight && table.scrollWidth <= table.clientWidth;
    if (fit.share < 0.5 || !wide.matches || fits) return;
  }
}

function question() {
  const { outcome, decider, question: asked } = state.view;
  if (outcome) return `${ending(outcome)}: ${outcome.reason}`;
  if (decider === setting.viewer) return asked;
  return `${setting.names[decider]}: ${asked}`;
}

function ending(outcome) {
  if (outcome.winner < 0) return { draw: "A draw", loss: "All is lost", stalemate: "A stand-off", cap: "Stopped" }[outcome.kind] || "Nobody wins";
  const winners = [outcome.winner, ...outcome.also ?? []].map(player => setting.names[player]);
  const last = winners.pop();
  if (winners.length) return `${winners.join(", ")} and ${last} win`;
  return last === "You" ? "You win" : `${last} wins`;
}

function showEnd() {
  draw.ended = state.version;
  byId("ended").textContent = ending(state.view.outcome);
  byId("reason").textContent = `${sentence(state.view.outcome.reason)}.`;
  byId("end").showModal();
}

function showPile(row) {
  byId("pilename").textContent = `${row.name}: ${row.count}`;
  byId("pile").querySelector(".cards").replaceChildren(...row.cards.map(card => {
    const drawn = drawCard(card);
    drawn.onclick = () => enlarge(setting.cards[Number(card.handle.slice(5))]);
    return drawn;
  }));
  byId("pile").showModal();
}

// Cards that were somewhere else glide to where they are now.
function places() {
  const found = new Map();
  for (const element of document.querySelectorAll("#table .card[data-handle]")) found.set(element.dataset.handle, element.getBoundingClientRect());
  return found;
}

function isMoving() {
  return byId("animate").checked && !still.matches;
}

function move(before) {
  if (!isMoving()) return;
  for (const element of document.querySelectorAll("#table .card[data-handle]")) {
    const old = before.get(element.dataset.handle);
    const now = element.getBoundingClientRect();
    if (!old) {
      if (before.size) element.animate([{ opacity: 0, scale: 0.6 }, { opacity: 1, scale: 1 }], 260);
    } else if (Math.abs(old.x - now.x) + Math.abs(old.y - now.y) > 2) {
      element.animate([{ translate: `${old.x - now.x}px ${old.y - now.y}px` }, { translate: "0 0" }], { duration: 280, easing: "ease-out" });
    }
  }
}

// What can be done

function candidates(handles) {
  return state.actions.filter(action => handles.every((handle, index) => action.handles[index] === handle));
}

// Cards that may be pointed at but do not lie open on the table: in a pile, in a deck that is searched, or under another.
function drawOffer(next) {
  const offer = byId("offer");
  offer.replaceChildren();
  const open = new Set([...document.querySelectorAll("#table .card[data-handle]:is(button):not(.under)")].map(card => card.dataset.handle));
  for (const handle of next) {
    if (!handle.startsWith("card:") || open.has(handle)) continue;
    offer.append(drawCard({ handle, name: setting.cards[Number(handle.slice(5))].name, badges: [] }));
  }
  offer.hidden = !offer.children.length;
}

function light() {
  const next = new Set(candidates(picked).map(action => action.handles[picked.length]).filter(Boolean));
  drawOffer(next);
  for (const element of document.querySelectorAll("#table [data-handle]")) {
    const { handle } = element.dataset;
    const lit = next.has(handle) || (element.dataset.slot !== undefined && next.has(element.dataset.slot));
    element.classList.toggle("lit", lit);
    element.classList.toggle("picked", picked.includes(handle) || picked.includes(element.dataset.slot));
    element.classList.toggle("advised", advised.includes(handle) || advised.includes(element.dataset.slot));
    if (element.matches(".slot, .who")) {
      const isTarget = next.has(handle) && !element.querySelector(".card");
      element.setAttribute("role", isTarget ? "button" : "group");
      element.tabIndex = isTarget ? 0 : -1;
    }
  }
}

function drawButtons() {
  const buttons = state.actions.filter(action => !action.handles.length).map(action => actionButton(action, () => perform(action)));
  buttons[0]?.classList.add("main");
  const add = (text, action, id) => {
    const button = make("button", "", text);
    button.type = "button";
    button.id = id;
    button.onclick = action;
    buttons.push(button);
  };
  if (setting.mode === "play") {
    if (state.canTakeBack) add("Take back", takeBack, "takeback");
    if (setting.practice && state.actions.length) add("What would the computer do?", advise, "advise");
    if (setting.viewer < 0 && !state.view.outcome) add(isPaused ? "Go on" : "Pause", pause, "pause");
    if (setting.viewer < 0 && isPaused && !state.view.outcome) add("One step", () => change("/go"), "onestep");
    if (state.view.outcome) add("Play again", playAgain, "anew");
  }
  // While agents play, a button that stays is not made again: it would be gone between press and release.
  const shown = [...byId("buttons").children].map(button => button.id).join();
  if (setting.viewer < 0 && shown && shown === buttons.map(button => button.id).join()) return;
  byId("buttons").replaceChildren(...buttons);
}

function sentence(text) {
  return text[0].toUpperCase() + text.slice(1);
}

// A button for an action, with the names of the cards in the slots that its text numbers.
function actionButton(action, does) {
  const button = make("button", "", sentence(action.text));
  button.type = "button";
  button.onclick = does;
  const names = action.handles.map(handle => document.querySelector(`.slot[data-handle="${handle}"] > .card:last-child`)?.dataset.handle);
  const known = names.filter(Boolean).map(handle => setting.cards[Number(handle.slice(5))].name);
  if (known.length) button.append(make("small", "", known.join(" → ")));
  return button;
}

function drawActions() {
  byId("actions").replaceChildren(...state.actions.filter(action => action.listed).map(action => {
    const item = make("li");
    const button = actionButton(action, () => perform(action));
    button.onfocus = button.onmouseenter = () => { if (action.handles[0]?.startsWith("card:")) inspect(action.handles[0]); };
    item.append(button);
    return item;
  }));
  byId("possible").hidden = setting.mode !== "play" || setting.viewer < 0 || Boolean(state.view.outcome);
}

// Point at a handle: a card of an action, or the place where it goes.
async function point(element) {
  if (!state.actions.length) { if (setting.mode === "play") say("It is not your turn to decide."); return; }
  const handles = [element.dataset.handle, element.dataset.slot].filter(Boolean);
  const fits = start => handles.find(handle => candidates([...start, handle]).length);
  let handle = fits(picked);
  if (handle === undefined && picked.length) {
    if (handles.some(one => picked.includes(one))) { unpick(); return; }
    picked = [];
    handle = fits([]);
  }
  if (handle === undefined) {
    light();
    const card = element.dataset.handle;
    if (card.startsWith("player:")) return;
    if (!card.startsWith("card:")) { say("Nothing can be put there now."); return; }
    const answer = await fetch(`/why/${card.slice(5)}.json`);
    if (answer.ok) say((await answer.json()).why);
    return;
  }
  picked.push(handle);
  const found = candidates(picked);
  const done = found.filter(action => action.handles.length === picked.length);
  if (done.length && done.length === found.length) {
    const different = [...new Map(done.map(action => [action.text, action])).values()];
    if (different.length === 1) perform(different[0]); else choose(different);
    return;
  }
  if (done.length) { choose(done, true); return; }
  light();
}

function unpick() {
  picked = [];
  advised = [];
  light();
}

function choose(actions, goesOn = false) {
  const menu = byId("menu");
  byId("which").textContent = "Which of these?";
  const buttons = actions.map(action => actionButton(action, () => { menu.close("done"); perform(action); }));
  if (goesOn) {
    const button = make("button", "", "Choose a target on the table");
    button.type = "button";
    button.onclick = () => { menu.close("done"); light(); };
    buttons.push(button);
  }
  byId("choices").replaceChildren(...buttons);
  menu.returnValue = "";
  menu.onclose = () => { if (menu.returnValue !== "done") unpick(); };
  menu.showModal();
}

// The server

async function change(path, values = {}) {
  if (isBusy) return null;
  isBusy = true;
  const start = performance.now();
  try {
    const answer = await send(path, { version: state.version, since: log.length, story: state.story, ...values });
    if (answer.status === 409) say("The match has moved on; this is where it stands.");
    else if (!answer.ok) say(await answer.text());
    const found = answer.ok ? await answer.json() : null;
    if (found) show(found.state); else await refresh();
    requestAnimationFrame(() => setTimeout(() => performance.measure(path, { start })));  // when it is painted
    return found;
  } catch {
    lost();
    return null;
  } finally {
    isBusy = false;
    follow();
  }
}

function perform(action) {
  picked = [];
  advised = [];
  tell.seen = log.length;
  byId("inspect").classList.remove("shown");
  return change("/act", { number: state.actions.indexOf(action) });
}

const takeBack = () => change("/back");

async function advise() {
  say("The computer is thinking …");
  const found = await change("/advice");
  if (!found) return;
  advised = found.handles;
  light();
  say(`The computer would: ${found.text}`);
}

function pause() {
  isPaused = !isPaused;
  const isFocused = document.activeElement?.id === "pause";
  byId("buttons").replaceChildren();
  drawButtons();
  if (isFocused) byId("pause")?.focus();
  follow();
}

async function refresh() {
  const answer = await fetch(`/state.json?since=${log.length}&story=${state?.story ?? 0}`);
  if (answer.ok) show(await answer.json()); else lost();
}

function show(news) {
  if (state && news.version === state.version) return;
  state = news;
  log = [...log.slice(0, news.since), ...news.log];
  picked = [];
  advised = [];
  byId("problem").hidden = true;
  draw();
  tell();
  const { outcome, decider } = state.view;
  document.body.dataset.turn = outcome ? "over" : decider === setting.viewer ? "mine" : "theirs";
  requestAnimationFrame(() => { document.body.dataset.painted = String(state.version); });
}

function tell() {
  const list = byId("log");
  list.replaceChildren();
  let times = 0;
  for (const [index, line] of log.entries()) {
    times = line.text === log[index - 1]?.text ? times + 1 : 1;
    if (times > 1) { list.lastChild.textContent = `${line.text} (${times} times)`; continue; }
    const item = make("li", line.player === setting.viewer ? "mine" : "", line.text);
    if (line.kind === "turn") item.classList.add("turn");
    list.append(item);
  }
  list.scrollTop = list.scrollHeight;
  // The dice since the person's last action; whoever only watches sees those of the last one.
  const rolls = log.slice(tell.seen || 0).filter(line => line.die).slice(-8);
  if (setting.viewer < 0 || setting.mode === "replay") tell.seen = log.length;
  document.body.classList.toggle("moving", isMoving());
  byId("dice").replaceChildren(...rolls.map(line => {
    const die = make("span", "die", String(line.die));
    die.title = line.text;
    return die;
  }));
}

// An agent moves when its turn has been seen.
function follow() {
  clearTimeout(follow.timer);
  if (!state || setting.mode !== "play" || state.view.outcome || isPaused) return;
  if (state.view.decider === setting.viewer) return;
  follow.timer = setTimeout(() => change("/go"), isMoving() ? (setting.viewer < 0 ? 650 : 420) : 0);
}

function lost() {
  const problem = byId("problem");
  problem.textContent = "The table is closed; the match was saved. To go on: cardtools play --resume";
  problem.hidden = false;
}

// A card shown large

function inspect(handle) {
  const card = setting.cards[Number(handle.slice(5))];
  if (!card) return;
  inspect.card = card;
  const box = byId("inspect");
  box.replaceChildren(...explained(card));
  box.onclick = event => { if (!wide.matches || event.target.matches("img")) enlarge(card); };
  box.classList.add("shown");
}

function enlarge(card) {
  byId("large").firstElementChild.replaceChildren(...explained(card));
  byId("large").showModal();
}

// A card's picture, if it has one, and what there is to say about it.
function explained(card) {
  const facts = make("div", "facts");
  facts.append(make("h2", "", card.name));
  if (card.facts) facts.append(make("p", "quiet", card.facts));
  if (card.text && !(card.picture && card.does)) facts.append(make("p", "", card.text));  // else it is on the picture
  if (card.does && card.does !== card.text) facts.append(make("p", "quiet", card.does));
  if (card.blank) facts.append(make("p", "quiet", `Not played: ${card.blank}`));
  if (!card.picture) return [facts];
  const image = make("img");
  image.src = card.picture;
  image.alt = "";
  image.onerror = () => { card.picture = ""; image.remove(); };
  return [image, facts];
}

function handleOf(target) {
  return target.closest?.(".card[data-handle]")?.dataset.handle;
}

document.addEventListener("pointerover", event => {
  const handle = event.pointerType === "mouse" && handleOf(event.target);
  if (handle) inspect(handle);
});
document.addEventListener("focusin", event => { const handle = handleOf(event.target); if (handle) inspect(handle); });

// Click, drag, keys

let drag = null;
byId("table").addEventListener("pointerdown", event => {
  const element = event.target.closest("[data-handle]");
  if (!element || event.button) return;
  drag = { element, x: event.clientX, y: event.clientY, ghost: null };
});
addEventListener("pointermove", event => {
  if (!drag) return;
  if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 8) {
    if (!drag.element.classList.contains("lit") || !drag.element.classList.contains("card")) { drag = null; return; }
    const box = drag.element.getBoundingClientRect();
    drag.ghost = drag.element.cloneNode(true);
    drag.ghost.classList.add("ghost");
    drag.ghost.style.width = `${box.width}px`;
    drag.ghost.style.height = `${box.height}px`;
    document.body.append(drag.ghost);
    point(drag.element);
  }
  if (drag?.ghost) {
    event.preventDefault();
    drag.ghost.style.left = `${event.clientX - drag.ghost.offsetWidth / 2}px`;
    drag.ghost.style.top = `${event.clientY - drag.ghost.offsetHeight / 2}px`;
  }
});
addEventListener("pointerup", event => {
  const dragged = drag;
  drag = null;
  if (!dragged?.ghost) return;
  dragged.ghost.remove();
  drag = { done: true };  // the click that follows is part of it
  setTimeout(() => { if (drag?.done) drag = null; });
  const target = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-handle]");
  if (target && target !== dragged.element && picked.length) point(target); else unpick();
});
addEventListener("pointercancel", () => { drag?.ghost?.remove(); drag = null; });
byId("table").addEventListener("click", event => {
  if (drag?.done) return;
  const element = event.target.closest("[data-handle]");
  if (!element) { if (!event.target.closest("button, input")) { unpick(); byId("inspect").classList.remove("shown"); } return; }
  if (element.dataset.handle.startsWith("card:")) inspect(element.dataset.handle);
  point(element);
});
addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
  const focused = document.activeElement;
  if (event.key.startsWith("Arrow") && focused?.dataset?.handle) { event.preventDefault(); step(focused, event.key); return; }
  if (event.key === "Escape") { unpick(); byId("inspect").classList.remove("shown"); return; }
  if ((event.key === "Enter" || event.key === " ") && focused?.matches(".slot, .who")) { event.preventDefault(); point(focused); return; }
  if (!byId("keys").checked || focused?.matches("input[type=text], textarea")) return;
  const action = {
    a: () => byId("actions").querySelector("button")?.focus(),
    e: () => byId("buttons").querySelector(".main")?.click(),
    z: () => byId("takeback")?.click(),
    h: () => byId("advise")?.click(),
    l: () => inspect.card && enlarge(inspect.card),
    p: () => byId("pause")?.click(),
  }[event.key.toLowerCase()];
  if (action) { event.preventDefault(); action(); }
});

// To the nearest card or slot in a direction.
function step(from, key) {
  const at = from.getBoundingClientRect();
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  let best = null;
  let least = Infinity;
  for (const element of document.querySelectorAll("#table .card[data-handle], #table [role=button]")) {
    if (element === from || element.closest(".pile")) continue;
    const box = element.getBoundingClientRect();
    const x = box.x + box.width / 2 - at.x - at.width / 2;
    const y = box.y + box.height / 2 - at.y - at.height / 2;
    const ahead = x * dx + y * dy;
    if (ahead < 4) continue;
    const distance = ahead + 2.5 * Math.abs(x * dy + y * dx);
    if (distance < least) { least = distance; best = element; }
  }
  best?.focus();
}

for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", event => { if (event.target === dialog || event.target.dataset.close !== undefined) dialog.close(); });
}
addEventListener("resize", () => { fit.share = 1; if (state) fit(); });
byId("help").onclick = () => byId("keyhelp").showModal();
function playAgain() {
  byId("end").close();
  log = [];
  change("/again", { number: Math.floor(Math.random() * 2 ** 31) });
}
byId("again").onclick = playAgain;
for (const id of ["animate", "keys"]) {
  byId(id).checked = localStorage.getItem(id) !== "no";
  byId(id).onchange = event => localStorage.setItem(id, event.target.checked ? "yes" : "no");
}

// A step's view with its rows and cards, which are numbers of the replay's parts.
function unpacked(view) {
  const part = number => setting.parts[number];
  const row = ({ cards, slots, ...rest }) => ({ ...rest, cards: cards?.map(part), slots: slots?.map(slot => ({ ...slot, cards: slot.cards.map(part) })) });
  return { ...view, shared: view.shared.map(number => row(part(number))), players: view.players.map(player => ({ counters: part(player.counters), rows: player.rows.map(number => row(part(number))) })) };
}

// A replay: every step is there already.
function showStep(number) {
  const steps = setting.steps;
  const index = Math.max(0, Math.min(steps.length - 1, number));
  byId("step").value = String(index);
  byId("stepped").textContent = `${index} of ${steps.length - 1}`;
  state = { version: index, view: unpacked(steps[index].view), actions: [] };
  log = steps.slice(0, index + 1).flatMap(one => one.log);
  tell.seen = log.length - steps[index].log.length;
  draw();
  byId("question").textContent = steps[index].action ? `${setting.names[steps[index].player]}: ${steps[index].action}` : question();
  if (state.view.outcome) byId("question").textContent += ` · ${question()}`;
  tell();
}

function startReplay() {
  byId("replay").hidden = false;
  byId("step").max = String(setting.steps.length - 1);
  byId("step").oninput = event => showStep(Number(event.target.value));
  byId("first").onclick = () => showStep(0);
  byId("before").onclick = () => showStep(Number(byId("step").value) - 1);
  byId("after").onclick = () => showStep(Number(byId("step").value) + 1);
  addEventListener("keydown", event => {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const focused = document.activeElement;
    if (way && !event.ctrlKey && !event.altKey && !event.metaKey && focused?.id !== "step" && !focused?.dataset.handle) showStep(Number(byId("step").value) + way);
  });
  const start = Number(new URLSearchParams(location.search).get("step")) || 0;
  showStep(start);
}

async function start() {
  if (embedded) {
    setting = JSON.parse(embedded.textContent);
    setting.cards = setting.numbers.map(number => setting.cards[number]);
    startReplay();
    return;
  }
  setting = await (await fetch("/setting.json")).json();
  if (setting.mode === "replay") { startReplay(); return; }
  await refresh();
  follow();
  const events = new EventSource("/events");
  events.onmessage = async event => {
    if (event.data && Number(event.data) !== state.version && !isBusy) { await refresh(); follow(); }
  };
  events.onerror = lost;
  events.onopen = () => { byId("problem").hidden = true; };
}

if (embedded) start();
else session.then(allowed => {
  if (allowed) { start().catch(lost); return; }
  const problem = byId("problem");
  problem.textContent = "Open the link that cardtools printed when it was started.";
  problem.hidden = false;
});
