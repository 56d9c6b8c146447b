// The text of a face's file beside it: both ways live with the boxes.
import { edit, get } from "../../api.js";
import { fail, style } from "../../app.js";
import { h } from "../../dom.js";
import { TextEditor, styles } from "../text/editor.js";

/** @param {HTMLElement} place @param {any} api as `face.js` says */
export async function mount(place, api) {
  await Promise.all([styles(), style("/pages/face/cards.css")]);
  let { text, version } = await get("file", { path: api.path });
  const box = h("div", { class: "text-place" });
  const name = h("summary", {}, h("h2", {}, `Text of ${api.path}`)), whole = h("details", { open: localStorage.getItem("face-text") !== "closed" }, name, box);
  whole.addEventListener("toggle", () => localStorage.setItem("face-text", whole.open ? "open" : "closed"));
  place.append(whole);
  const load = async () => {
    const now = await get("file", { path: api.path });
    version = now.version;
    editor.receive(now.text);
  };
  const editor = new TextEditor(box, api.path, text, {
    checked: (typed, problems) => { if (editor.waits && !problems.some(one => one.severity === "error")) api.tryText(typed); },
    async keep(typed) {
      try {
        await edit("text", { path: api.path, version, text: typed, what: `Text of ${api.path}` });
        await load();
      } catch (error) { fail(error); throw error; }
      if (!editor.since) api.tryText(null);
    },
  });
  // Of what is only tried the text is that of this editor; what was kept while one types comes with the next answer.
  const end = api.onEdit((/** @type {string} */ _, /** @type {any} */ how) => { if (how.kept && !editor.waits) load().catch(fail); });
  const chosen = api.onSelect((/** @type {(string | number)[][]} */ places) => {
    const place = places[0], line = place && lineOf(editor.text, place.join("."));
    if (line && !editor.view.hasFocus) editor.show(line);
  });
  return () => { end(); chosen(); editor.close().catch(() => {}); };
}

/** The line of a table or key in a text (from 1), 0 if it is not there. @param {string} text @param {string} place */
function lineOf(text, place) {
  const inner = place.slice(place.indexOf(".") + 1).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const whole = place.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return text.split("\n").findIndex(line => new RegExp(`^\\s*(\\[${whole}\\]|${whole}\\s*=|${inner}\\s*=)`).test(line)) + 1;
}
