// The number of problems in the navigation; and all cards are drawn in the background, for what only drawing finds.
import { get, onChange } from "./api.js";
import { counted } from "./dom.js";

const PAUSE = 1500, REST = 30, AWAY = 3000;  // milliseconds after a change, and between two pieces of drawing; of a hidden page
/** @type {Set<(progress: { done: number, of: number }) => void>} */
const listeners = new Set();
let progress = { done: 0, of: 0 }, round = 0;

/** Be told how far the drawing is, also now. Returns what ends that. @param {(progress: { done: number, of: number }) => void} listener */
export function onDrawn(listener) {
  listeners.add(listener);
  listener(progress);
  return () => { listeners.delete(listener); };
}

/** Count now, and after every change. */
export function countProblems() {
  let seen = -1, timer = 0;
  onChange(({ content }) => {
    if (content === seen) return;
    clearTimeout(timer);
    timer = setTimeout(run, seen < 0 ? REST : PAUSE);
    seen = content;
  });
}

async function run() {
  const own = ++round;
  try {
    show(await get("problem_count"));
    do {
      progress = await get("draw_on");
      for (const listener of listeners) listener(progress);
      await new Promise(rested => setTimeout(rested, document.hidden ? AWAY : REST));
      if (own !== round) return;
    } while (progress.done < progress.of);
    show(await get("problem_count"));
  } catch { /* the pages say what cannot be read */ }
}

/** @param {{ error: number, warning: number, info: number }} numbers */
function show({ error, warning, info }) {
  const link = document.querySelector("#nav a[data-page=problems]"), all = error + warning + info;
  link?.querySelector(".count")?.remove();
  if (!link) return;
  const words = [[error, "error"], [warning, "warning"], [info, "note"]].filter(([number]) => number).map(([number, word]) => counted(Number(number), String(word)));
  link.setAttribute("aria-label", ["Problems", ...words].join(", "));
  if (all) link.append(Object.assign(document.createElement("span"), { className: "count", textContent: all > 999 ? "999+" : String(all) }));
}
