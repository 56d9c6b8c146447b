// Pictures that are dropped on a card, pasted, or chosen from a folder.
import { tab, upload } from "../../api.js";
import { fail } from "../../app.js";
import { h, toast } from "../../dom.js";

const KINDS = ["image/png", "image/jpeg", "image/webp"];

/**
 * Take pictures on the `stage`. `target` says which card and column get them; `done` is called afterwards.
 * @param {HTMLElement} stage @param {() => { slug: string, column: string } | null} target @param {() => Promise<void>} done
 * @returns {{ button: any, end: () => void }} what opens a folder, and what ends all this
 */
export function takeArt(stage, target, done) {
  const keep = async (/** @type {File | undefined | null} */ file) => {
    const place = target();
    if (!file) { fail(new Error("That is no picture: drop a PNG, JPEG or WebP file.")); return; }
    if (!place) { fail(new Error("This card has no column for a picture.")); return; }
    if (file.size > 20_000_000) { fail(new Error("The picture has more than 20 MB.")); return; }
    stage.classList.add("busy");
    try {
      const { cell } = await upload("/art", { ...place, by: tab }, file);
      toast(`Kept as ${cell}`);
      await done();
    } catch (error) { fail(error); }
    stage.classList.remove("busy");
  };
  const picture = (/** @type {DataTransfer | null} */ data) => [...(data?.files ?? [])].find(file => KINDS.includes(file.type));
  const over = (/** @type {DragEvent} */ event) => {
    if (![...(event.dataTransfer?.types ?? [])].includes("Files")) return;
    event.preventDefault();
    stage.classList.toggle("over", event.type === "dragover");
  };
  const drop = (/** @type {DragEvent} */ event) => { over(event); keep(picture(event.dataTransfer)); };
  const paste = (/** @type {ClipboardEvent} */ event) => { const file = picture(event.clipboardData); if (file) { event.preventDefault(); keep(file); } };
  stage.addEventListener("dragover", over);
  stage.addEventListener("dragleave", over);
  stage.addEventListener("drop", drop);
  document.addEventListener("paste", paste);
  const input = h("input", { type: "file", accept: KINDS.join(","), hidden: true, "aria-label": "Picture file", onchange: () => { keep(input.files[0]); input.value = ""; } });
  const button = h("span", {}, input, h("button", { type: "button", title: "Or drop a picture on the card, or paste one", onclick: () => input.click() }, "Add a picture"));
  return { button, end: () => document.removeEventListener("paste", paste) };
}
