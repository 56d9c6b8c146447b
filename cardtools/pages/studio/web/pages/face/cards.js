// The twenty cards that are hardest for a face, drawn with its unsaved text, and the styles and colours of the face.
import { get, post } from "../../api.js";
import { fail, style } from "../../app.js";
import { counted, h } from "../../dom.js";
import { looks } from "./looks.js";

const DPI = 90;

/** @param {HTMLElement} place @param {import("../face.js").FacePage} page */
export async function showCards(place, page) {
  await style("/pages/face/cards.css");
  const list = h("ul", { class: "hard" }), summary = h("p", { class: "quiet", role: "status" }), box = h("div", {});
  place.append(h("h2", {}, "The hardest cards for this face"), summary, list, box);
  const side = page.side || "face";
  /** @type {{ slug: string, name: string, why: string[] }[]} */
  const cards = await get("hard_cards", { path: page.path, side });
  /** @type {Map<string, string[]>} what was wrong with each when the page was opened */
  const before = new Map();
  /** @type {Map<string, string[]>} */
  const now = new Map();
  /** @type {Map<string, any>} */
  const tiles = new Map();
  for (const card of cards) {
    const tile = { frame: h("div", { class: "frame" }), words: h("span", { class: "words" }), button: /** @type {any} */ (null) };
    tile.button = h("button", { class: "hard-card", "aria-pressed": "false", onclick: () => page.setCard(card.slug) }, tile.frame, h("b", {}, card.name), tile.words,
      h("span", { class: "quiet" }, card.why.slice(0, 3).join(", ")));
    tiles.set(card.slug, tile);
    list.append(h("li", {}, tile.button));
  }
  let round = 0, left = false;

  /** @param {any} answer */
  function paint(answer) {
    const tile = tiles.get(answer.slug);
    const words = [...answer.problems, ...answer.findings].filter(one => one.severity !== "info").map(one => one.message.replace(/^card .*?: /, ""));
    if (!before.has(answer.slug)) before.set(answer.slug, words);
    now.set(answer.slug, words);
    const fresh = words.some(one => !before.get(answer.slug)?.includes(one));
    if (answer.picture) {
      const image = tile.frame.querySelector("img") ?? h("img", { alt: "" });
      image.src = answer.picture;
      if (!image.isConnected) tile.frame.replaceChildren(image);
    } else if (!tile.frame.firstChild) tile.frame.append(h("p", { class: "quiet" }, "Cannot be drawn"));
    tile.frame.classList.toggle("old", !answer.picture);
    tile.button.classList.toggle("wrong", words.length > 0);
    tile.words.textContent = words.length ? `${fresh ? "New: " : ""}${words[0]}${words.length > 1 ? ` and ${words.length - 1} more` : ""}` : "";
  }

  async function draw() {
    const own = ++round, { path, text } = page;
    // One after the other, so that the card in the middle never waits long.
    for (const { slug } of cards) {
      const asked = post("draw", { slug, side, dpi: DPI, texts: text ? { [path]: text } : {} });
      const found = await asked.catch(error => ({ slug, picture: "", findings: [], problems: error.problems ?? [] }));
      if (own !== round || left) return;  // there is a newer text
      paint(found);
    }
    const wrong = [...now.values()].filter(words => words.length).length;
    const fresh = [...now].filter(([slug, words]) => words.some(one => !before.get(slug)?.includes(one))).length;
    summary.textContent = !cards.length ? "No card has this face." : wrong ? `${counted(wrong, "card")} of ${cards.length} with something wrong${fresh ? `, ${fresh} of them new since you opened this page` : ""}.` : `Nothing is wrong with these ${cards.length} cards.`;
  }
  const mark = () => { for (const [slug, tile] of tiles) tile.button.setAttribute("aria-pressed", String(slug === page.slug)); };
  const panel = await looks(box, page).catch(error => { fail(error); return null; });
  let timer = 0;
  page.addEventListener("card", mark);
  page.addEventListener("edit", () => {
    const kept = page.tried === null;
    clearTimeout(timer);
    timer = setTimeout(() => { draw().catch(fail); if (kept) panel?.load(); }, kept ? 0 : 200);
  });
  mark();
  draw().catch(fail);
  return () => { left = true; clearTimeout(timer); };
}
