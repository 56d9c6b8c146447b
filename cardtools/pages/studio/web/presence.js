// Which other tabs are open, and whether one of them shows the same place.
import { post, tab } from "./api.js";
import { counted, h } from "./dom.js";

const EVERY = 4000;  // milliseconds

/** Show it in an element, small. @param {HTMLElement} box */
export function showPresence(box) {
  let busy = false;
  const tell = async () => {
    if (document.hidden || busy) return;  // others see this tab again when it is looked at
    busy = true;
    const place = location.hash.slice(1).split("?")[0];
    const { others } = await post("present", { by: tab, place }).catch(() => ({ others: [] })).finally(() => { busy = false; });
    const here = others.filter((/** @type {string} */ one) => one === place).length;
    const text = here ? `${counted(here, "other tab")} shows this too` : others.length ? `${counted(others.length, "other tab")} open` : "";
    if (box.textContent !== text) box.replaceChildren(text && h("span", { class: here ? "together" : "quiet" }, text));
  };
  addEventListener("hashchange", tell);
  document.addEventListener("visibilitychange", tell);
  setInterval(tell, EVERY);
  tell();
}
