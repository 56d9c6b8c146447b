"use strict";
const at = id => document.getElementById(id);
const list = at("cards"), zoom = at("zoom"), search = at("search"), size = at("size"), faulty = at("faulty");
const tiles = new Map();  // by card id: its data, and the element that shows it
const LEVELS = { error: "error", warning: "warning", info: "note" };
let state = { title: "Cards", summary: "", errors: [], others: [], cards: [] };
let version = "", loading = false, again = false, lost = "";
let current = "", place = 0;  // the enlarged card, and its position among the visible ones

function make(kind, name = "", text = "") {
  const element = document.createElement(kind);
  element.className = name;
  element.textContent = text;
  return element;
}

function counted(number, word) {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}

function describe(problem, kind = "li") {
  const line = make(kind, problem.severity);
  line.append(make("b", "", LEVELS[problem.severity]), " ",
    make("code", "", `${problem.code} ${problem.place}`.trim()), make("br"), problem.message);
  if (problem.hint) line.append(make("br"), make("span", "hint", problem.hint));
  return line;
}

// The part of a frame that a hexagonal card fills; a wide one has two of its corners left and right.
function hexagon(isWide) {
  const points = [[50, 0], [100, 25], [100, 75], [50, 100], [0, 75], [0, 25]];
  return `polygon(${points.map(([x, y]) => isWide ? `${y}% ${x}%` : `${x}% ${y}%`).join(", ")})`;
}

// Show the card's picture in the frame, or the reason why there is none. An unchanged picture is left alone.
function fill(frame, card, picture) {
  frame.style.aspectRatio = `${card.width} / ${card.height}`;
  frame.style.borderRadius = `${100 * card.corner / card.width}% / ${100 * card.corner / card.height}%`;
  frame.style.clipPath = card.shape === "hexagon" ? hexagon(card.width > card.height) : "";
  frame.className = card.picture ? "frame" : card.reasons.length ? "frame empty broken" : "frame empty";
  let image = frame.querySelector("img");
  if (!card.picture) {
    frame.replaceChildren(card.reasons.map(one => `${one.place}: ${one.message}`).join("\n") || "drawing ...");
    return;
  }
  if (!image) {
    image = make("img");
    image.onerror = load;  // it was replaced before it could be fetched
    frame.replaceChildren(image);
  }
  image.alt = card.name;
  if (image.getAttribute("src") !== picture) image.src = picture;
}

function update(card, known) {
  const tile = tiles.get(card.id) ?? { element: make("li"), card: { picture: known ? "new" : "" } };
  const { element, card: old } = tile;
  if (!element.firstChild) {
    const button = make("button");
    button.type = "button";
    button.append(make("div"), make("span", "label"));
    button.addEventListener("click", () => show(card.id));
    element.append(button, make("span"), make("span"));
    tiles.set(card.id, tile);
  }
  const [button, badge, copies] = element.children;
  fill(button.firstChild, card, `/card/${card.picture}.png`);
  button.lastChild.textContent = card.name;
  const faults = card.findings.length;
  badge.className = `badge ${Object.keys(LEVELS).find(level => card.findings.some(one => one.severity === level))}`;
  badge.textContent = faults;
  badge.hidden = !faults;
  copies.className = "copies";
  copies.textContent = `${card.count} ×`;
  copies.hidden = card.count === 1;
  button.setAttribute("aria-label", faults ? `${card.name}, ${counted(faults, "finding")}` : card.name);
  if (old.picture && card.picture && old.picture !== card.picture) {
    element.classList.remove("changed");
    void element.offsetWidth;  // restarts the animation
    element.classList.add("changed");
  }
  tile.card = card;
  tile.words = card.words.toLowerCase();
  return element;
}

function patch(next) {
  state = next;
  const known = tiles.size > 0, ids = new Set(state.cards.map(card => card.id));
  for (const [id, tile] of tiles) if (!ids.has(id)) { tile.element.remove(); tiles.delete(id); }
  state.cards.forEach((card, index) => {
    const element = update(card, known);
    if (list.children[index] !== element) list.insertBefore(element, list.children[index] ?? null);
  });
  document.title = (state.errors.length ? "! " : "") + state.title;
  at("title").textContent = state.title;
  at("errors").hidden = !state.errors.length;
  at("errors").replaceChildren(...state.errors.map(one => describe(one, "p")),
    make("p", "", known ? "The cards stay as they were until this is fixed." : ""));
  at("others").hidden = !state.others.length;
  at("others").querySelector("summary").textContent = `Decks and files: ${counted(state.others.length, "finding")}`;
  at("others").querySelector("ul").replaceChildren(...state.others.map(one => describe(one)));
  choose();
  if (zoom.open) show(tiles.has(current) ? current : visible()[place]?.id);
}

function visible() {
  return state.cards.filter(card => !tiles.get(card.id).element.hidden);
}

function choose() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const { element, card, words: all } of tiles.values()) {
    const fits = !faulty.checked || card.findings.length > 0;
    element.hidden = !(fits && words.every(word => all.includes(word)));
  }
  const count = visible().length, total = state.cards.length, waiting = state.cards.filter(
    card => !card.picture && !card.reasons.length).length;
  at("nothing").hidden = count > 0 || !total;
  at("summary").className = lost ? "lost" : "";
  at("summary").textContent = lost ? lost
    : waiting ? `${total - waiting} of ${total} cards drawn`
    : count < total ? `${count} of ${total} cards`
    : state.summary || (state.errors.length ? "" : "Drawing the cards ...");
}

function show(id) {
  const card = tiles.get(id)?.card;
  if (!card) { zoom.close(); return; }
  current = id;
  place = visible().indexOf(card);
  const frame = zoom.querySelector(".frame"), large = `/large/${card.picture}.png`;
  const has = frame.querySelector("img")?.getAttribute("src") === large;
  frame.parentElement.style.setProperty("--ratio", card.width / card.height);
  fill(frame, card, has ? large : `/card/${card.picture}.png`);
  if (card.picture && !has) {
    // Drawn on request; until it arrives, or if it fails, the small one is shown.
    const image = new Image();
    image.onload = () => { if (tiles.get(current)?.card.picture === card.picture) fill(frame, card, large); };
    image.src = large;
  }
  at("name").textContent = card.name;
  at("place").textContent = card.place;
  at("findings").replaceChildren(...card.findings.map(one => describe(one)));
  at("crop-open").hidden = !card.picture || cropper.isOpen();
  cropper.update(card);
  if (!zoom.open) zoom.showModal();
}

function step(by) {
  cropper.close();
  const cards = visible();
  if (cards.length) show(cards[(place + by + cards.length) % cards.length].id);
}

async function load() {
  again = loading;
  if (loading) return;
  loading = true;
  do {
    again = false;
    const answer = await fetch("/state.json", { cache: "no-store" }).catch(() => null);
    if (answer?.ok) patch(await answer.json());  // else the server has stopped: the event source notices
  } while (again);
  loading = false;
}

function resize() {
  document.documentElement.style.setProperty("--size", `${size.value}px`);
}

function follow() {
  const events = new EventSource("/events");
  events.onopen = () => { lost = ""; choose(); };
  events.onerror = () => {
    lost = events.readyState === EventSource.CLOSED ? "cardtools watch was started again: open its new link."
      : "No connection. Is cardtools watch still running?";
    choose();
  };
  events.onmessage = event => {
    if (event.data !== version) load();
    version = event.data;
  };
}

session.then(allowed => {
  if (allowed) { follow(); return; }
  lost = "Open the link that cardtools watch printed in the terminal.";
  choose();
});
search.addEventListener("input", choose);
faulty.addEventListener("change", choose);
size.addEventListener("input", () => { resize(); localStorage.setItem("size", size.value); });
at("form").addEventListener("submit", event => event.preventDefault());
at("previous").addEventListener("click", () => step(-1));
at("next").addEventListener("click", () => step(1));
at("close").addEventListener("click", () => zoom.close());
zoom.addEventListener("click", event => { if (event.target === zoom) zoom.close(); });
at("crop-open").addEventListener("click", () => cropper.open(tiles.get(current).card));
zoom.addEventListener("cancel", event => {
  if (!cropper.isOpen()) return;
  event.preventDefault();  // Esc ends cropping, and closes the card only then
  cropper.close();
});
zoom.addEventListener("close", () => { cropper.close(); tiles.get(current)?.element.querySelector("button").focus(); });
document.addEventListener("keydown", event => {
  if (zoom.open) {
    if (cropper.isOpen()) return;
    if (event.key === "ArrowLeft") step(-1);
    if (event.key === "ArrowRight") step(1);
  } else if (event.key === "/" && event.target !== search) {
    event.preventDefault();
    search.select();
  } else if (event.key === "Escape" && event.target === search) {
    search.value = "";
    choose();
  }
});
size.value = localStorage.getItem("size") ?? (innerWidth < 600 ? 150 : 200);
resize();
