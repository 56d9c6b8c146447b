// The text files of the project by folder, and one of them as text.
import { get, onChange } from "../api.js";
import { problem } from "../app.js";
import { addressOf, counted, h } from "../dom.js";
import { TextEditor } from "./text/editor.js";

/** @type {Record<string, string>} what a file is, and a page that shows it otherwise */
const KINDS = {
  project: "project file", face: "face", sheet: "sheet", ruleset: "ruleset", tags: "tag rules", run: "print run", crops: "crops",
  programs: "programs of effects", deck: "deck", templates: "effect templates", placeholders: "placeholder",
};
/** @type {Record<string, string>} */
const PAGES = { face: "face", deck: "decks" };

/** @type {import("../app.js").Page} */
export default {
  keys: [["Ctrl+Space", "Complete a key or a value"], ["F8", "Go to the next problem"], ["Ctrl+F", "Search in the text"], ["Tab", "Leave the text"]],
  async show(root, parts, query) {
    const path = parts.join("/");
    return path ? showFile(root, path, Number(query.get("line") ?? 0)) : showList(root);
  },
};

/** @param {HTMLElement} root */
async function showList(root) {
  const search = h("input", { type: "search", placeholder: "Search", "aria-label": "Search files", oninput: () => draw() });
  const list = h("div", { class: "files" }), count = h("span", { class: "quiet", role: "status" });
  root.append(h("div", { class: "head" }, h("h1", {}, "Files"), count, h("div", { class: "grow" }), search), list);
  /** @type {any[]} */
  let files = [];
  function draw() {
    const words = search.value.toLowerCase().split(/\s+/);
    const chosen = files.filter(one => words.every((/** @type {string} */ word) => `${one.path} ${KINDS[one.kind] ?? ""}`.toLowerCase().includes(word)));
    const folders = new Map();
    for (const one of chosen) {
      const folder = one.path.includes("/") ? one.path.slice(0, one.path.lastIndexOf("/")) : "";
      folders.set(folder, [...(folders.get(folder) ?? []), one]);
    }
    count.textContent = counted(chosen.length, "text");
    list.replaceChildren(...[...folders].map(([folder, some]) => h("section", { class: "panel" }, h("h2", {}, folder || "The project"), h("ul", {},
      ...some.map((/** @type {any} */ one) => h("li", {}, h("a", { href: `#/file/${addressOf(one.path)}` }, one.path.slice(folder && folder.length + 1)), h("span", { class: "quiet" }, KINDS[one.kind] ?? "")))))));
    if (!chosen.length) list.replaceChildren(h("p", { class: "quiet" }, files.length ? "No file has these words." : "This project has no text files yet."));
  }
  const load = async () => {
    try { files = await get("text_files"); draw(); } catch (error) { list.replaceChildren(problem(error)); }
  };
  await load();
  return onChange(load);
}

/** @param {HTMLElement} root @param {string} path @param {number} line */
async function showFile(root, path, line) {
  const keys = await get("text_keys", { path }).catch(() => ({ kind: "" }));
  const place = h("div", { class: "text-place" }), page = PAGES[keys.kind];
  root.append(h("div", { class: "head" }, h("h1", {}, path.slice(path.lastIndexOf("/") + 1)), h("span", { class: "quiet grow" }, [KINDS[keys.kind], path].filter(Boolean).join(", ")),
    page ? h("a", { href: `#/${page}/${addressOf(path)}` }, page === "face" ? "By hand" : "As a deck") : null, h("a", { href: "#/file" }, "All files")), place);
  const editor = await TextEditor.open(place, path);
  if (line) editor.reveal({ path, line, column: 1 });
  return () => editor.close();
}
