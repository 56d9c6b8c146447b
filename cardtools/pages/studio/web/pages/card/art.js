// Pictures that are dropped on a card, pasted, or chosen from a folder.
import { Refused, tab } from "../../api.js";
import { fail } from "../../app.js";
import { h, toast } from "../../dom.js";

const KINDS = ["image/png", "image/jpeg", "image/webp"];

/**
 * Send a picture, which becomes the card's. @param {string} slug @param {string} column @param {Blob} file
 * @returns {Promise<string>} the text of its cell
 */
async function send(slug, column, file) {
  if (file.size > 20_000_000) throw new Error("The picture has more than 20 MB.");
  const query = new URLSearchParams({ slug, column, by: tab });
  const answer = await fetch(`/art?${query}`, { method: "POST", headers: { "Content-Type": file.type || "application/octet-stream" }, body: file });
  if (answer.ok) return (await answer.json()).cell;
  if (answer.status !== 422) throw new Error((await answer.text()).trim());
  const { problems } = await answer.json();
  throw new Refused(problems.map((/** @type {any} */ one) => [one.message, one.hint].filter(Boolean).join("; ")).join("\n"), problems);
}

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
    stage.classList.add("busy");
    try {
      toast(`Kept as ${await send(place.slug, place.column, file)}`);
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
