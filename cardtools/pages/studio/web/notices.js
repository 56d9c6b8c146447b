// What somebody has to know or to choose: values that contradict each other, as cards to choose from.
import { edit, get, post, tab } from "./api.js";
import { h, redraw, toast } from "./dom.js";

/**
 * @typedef {{ path: string, row: string, column: string, base: string, ours: string, theirs: string, kind: string }} Conflict
 * @typedef {{ number: number, text: string, conflicts: Conflict[], event: number, ours: string, theirs: string }} Notice
 */

const WHAT = { row: "a row", order: "the order of the rows", lines: "a text", file: "the file" };
/** Notices that are drawn, so that they stay as they are while something else changes. @type {Map<number, HTMLElement>} */
const drawn = new Map();

/** Show all notices. @param {any} box @param {Notice[]} notices */
export function showNotices(box, notices) {
  for (const number of drawn.keys()) if (!notices.some(one => one.number === number)) drawn.delete(number);
  for (const one of notices) if (!drawn.has(one.number)) drawn.set(one.number, draw(one));
  const wanted = notices.map(one => drawn.get(one.number));
  box.hidden = !notices.length;
  if (wanted.length !== box.children.length || wanted.some((one, index) => one !== box.children[index])) redraw(box, ...wanted);
}

/** Whose an edit is, for this tab. @param {string} by */
const whose = by => (by === tab ? "Yours" : by ? "Another tab's" : "Another program's");

/** @param {any} error */
const fail = error => toast(error.message ?? String(error), "error");

/** @param {Notice} notice */
function draw(notice) {
  /** @type {Set<number>} the conflicts where ours is chosen */
  const ours = new Set();
  const settle = () => edit("choose", { number: notice.number, ours: [...ours] }).catch(fail);
  const putBack = () => edit("take_back", { number: notice.event }).then(settle, fail);
  const rows = notice.conflicts.map((one, index) => drawConflict(notice, one, index, ours));
  const take = (/** @type {boolean} */ all) => {
    ours.clear();
    if (all) notice.conflicts.forEach((_, index) => ours.add(index));
    settle();
  };
  const many = notice.conflicts.length > 1;
  const button = (/** @type {string} */ text, /** @type {() => void} */ onclick) => h("button", { onclick }, text);
  return h("section", { class: "notice", "aria-label": notice.text },
    h("div", { class: "row" }, h("b", { class: "grow" }, notice.text),
      many && button(`All ${whose(notice.ours).toLowerCase()}`, () => take(true)),
      many && button(`All ${whose(notice.theirs).toLowerCase()}`, () => take(false)),
      notice.event ? button("Put the edits back", putBack) : null,
      h("button", { class: "main", onclick: settle }, notice.conflicts.length ? "Keep what is chosen" : "Understood")), ...rows);
}

/** @param {Notice} notice @param {Conflict} one @param {number} index @param {Set<number>} ours */
function drawConflict(notice, one, index, ours) {
  const place = one.kind === "cell" ? `${one.column} of ${one.row}` : one.kind === "lines" ? `line ${one.row}` : `${WHAT[/** @type {"row"} */ (one.kind)] ?? ""} ${one.row}`;
  const side = (/** @type {boolean} */ mine) => {
    const picture = h("div", { class: "frame", hidden: true });
    const pick = h("input", { type: "radio", name: `notice-${notice.number}-${index}`, checked: !mine, onchange: () => { if (mine) ours.add(index); else ours.delete(index); } });
    return h("label", { class: "side-card" }, h("span", { class: "check" }, pick, " ", h("b", {}, whose(mine ? notice.ours : notice.theirs)), mine ? "" : " (in the file now)"),
      h("span", { class: "value" }, (mine ? one.ours : one.theirs) || "(nothing)"), picture);
  };
  const sides = [side(true), side(false)];
  if (one.kind === "cell") drawCards(one, sides);
  return h("fieldset", {}, h("legend", {}, `${place.trim()} in ${one.path}`),
    h("p", { class: "quiet" }, `Before: ${one.base || "(nothing)"}`), h("div", { class: "sides" }, ...sides));
}

/** The card with each of both values. @param {Conflict} one @param {HTMLElement[]} sides */
async function drawCards(one, sides) {
  try {
    const table = await get("table", { path: one.path });
    const row = table.rows.findIndex((/** @type {string[]} */ cells) => cells[0] === one.row);
    const slug = table.slugs[row];
    if (!slug || !table.columns.some((/** @type {any} */ column) => column.title.trim() === one.column)) return;
    const title = table.columns.find((/** @type {any} */ column) => column.title.trim() === one.column).title;
    for (const [index, text] of [one.ours, one.theirs].entries()) {
      const { picture } = await post("draw", { slug, dpi: 100, cells: { [title]: text } });
      const frame = /** @type {HTMLElement} */ (sides[index].querySelector(".frame"));
      if (picture) frame.replaceChildren(h("img", { src: picture, alt: `${one.row} with ${one.column} ${text}` }));
      frame.hidden = !picture;
    }
  } catch { /* the values are there without their cards */ }
}
