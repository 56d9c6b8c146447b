// What would mend a problem: its changes before and after, and making them.
import { edit } from "./api.js";
import { h, toast } from "./dom.js";

/**
 * The fix of a problem: where it changes something if not at its place, what is there, and what comes (null: the line goes).
 * @typedef {{ id: string, safe: boolean, changes: [where: string, old: string, now: string | null][] }} Fix
 */

const LONGEST = 60;  // characters of a text
/** The part of a text where it changes; spaces at its ends are seen. @param {string} text @param {number} same characters before */
function part(text, same) {
  const start = text.length > LONGEST ? Math.max(0, Math.min(same - 20, text.length - LONGEST)) : 0, end = start + LONGEST;
  return (start ? "… " : "") + text.slice(start, end).replace(/^\s|\s$/g, "␣") + (end < text.length ? " …" : "");
}

/** @param {string} old @param {string} now */
function sameUntil(old, now) {
  let at = 0;
  while (at < old.length && old[at] === now[at]) at++;
  return at;
}

/** What a fix changes, as an element. @param {Fix} fix */
export function drawFix({ changes, safe }) {
  return h("ul", { class: "changes" }, ...changes.map(([where, old, now]) => {
    const same = sameUntil(old, now ?? "");
    return h("li", {}, where && `${where}: `, h("del", {}, part(old, same) || (now === null ? "the whole row" : "nothing")), now !== null && " → ", now !== null && h("ins", {}, part(now, same) || "nothing"));
  }), safe ? null : h("li", { class: "quiet" }, "This changes what the card is."));
}

/** What a fix does, in one line. @param {Fix} fix */
export function wordsOf({ changes }) {
  const [[where, old, now] = ["", "", ""]] = changes, more = changes.length > 1 ? ` and ${changes.length - 1} more` : "";
  return `${now === null ? "Remove the row" : `Change “${part(old, sameUntil(old, now))}” to “${part(now, sameUntil(old, now))}”`}${where && ` in ${where}`}${more}`;
}

/** Make the fix of a problem, of all of a check (`code`), or all that are safe. @param {{ id?: string, code?: string }} wanted @param {string} what @param {string[]} [cards] */
export async function makeFix(wanted, what, cards = []) {
  const { changed } = await edit("fix", { ...wanted, what, cards: cards.filter(Boolean) });
  toast(changed ? `${what}: Ctrl+Z takes it back` : "Nothing has changed: a workbook is changed in its own program.");
}
