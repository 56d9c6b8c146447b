// The text of a face's file beside it: both ways live with the boxes.
import { style } from "../../app.js";
import { h } from "../../dom.js";
import { TextEditor } from "../text/editor.js";

/** @param {HTMLElement} place @param {import("../face.js").FacePage} page */
export async function showText(place, page) {
  await style("/pages/face/cards.css");
  const box = h("div", { class: "text-place" });
  const name = h("summary", {}, h("h2", {}, `Text of ${page.path}`)), whole = h("details", { open: localStorage.getItem("face-text") !== "closed" }, name, box);
  whole.addEventListener("toggle", () => localStorage.setItem("face-text", whole.open ? "open" : "closed"));
  place.append(whole);
  const editor = await TextEditor.open(box, page.path, {
    checked: (typed, problems) => { if (editor.waits && !problems.some(one => one.severity === "error")) page.tryText(typed); },
    kept: () => { if (!editor.since) page.tryText(null); },
  });
  page.addEventListener("select", () => {
    const [one] = page.targets, line = one && lineOf(editor.text, one.place.join("."));
    if (line && !editor.view.hasFocus) editor.show(line);
  });
  return () => editor.close();
}

/** The line of a table or key in a text (from 1), 0 if it is not there. @param {string} text @param {string} place */
function lineOf(text, place) {
  const inner = place.slice(place.indexOf(".") + 1).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const whole = place.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return text.split("\n").findIndex(line => new RegExp(`^\\s*(\\[${whole}\\]|${whole}\\s*=|${inner}\\s*=)`).test(line)) + 1;
}
