// All cards as pictures; those in view are drawn, and drawn again when they change.
import { get, onChange } from "../api.js";
import { fail, go, project } from "../app.js";
import { h } from "../dom.js";

/** @type {import("../app.js").Page} */
export default {
  async show(root) {
    const list = h("div", { class: "gallery" });
    const search = h("input", { type: "search", placeholder: "Search", "aria-label": "Search", oninput: () => choose() });
    root.append(h("div", { class: "head" }, h("h1", {}, "Gallery"), h("div", { class: "grow" }), search), list);
    const tables = await Promise.all(project.tables.map((/** @type {any} */ one) => get("table", { path: one.path })));
    for (const table of tables) {
      const name = table.columns.findIndex((/** @type {any} */ column) => column.name);
      table.rows.forEach((/** @type {string[]} */ row, /** @type {number} */ index) => {
        const slug = table.slugs[index];
        if (slug) list.append(tile(slug, row[Math.max(name, 0)] || slug, row.join(" ").toLowerCase()));
      });
    }
    const seen = new IntersectionObserver(entries => {
      for (const entry of entries) {
        entry.target.classList.toggle("seen", entry.isIntersecting);
        if (entry.isIntersecting) draw(entry.target);
      }
    }, { rootMargin: "200px" });
    for (const one of list.children) seen.observe(one);
    function choose() {
      const words = search.value.toLowerCase().split(/\s+/);
      for (const one of list.children) one.hidden = !words.every((/** @type {string} */ word) => one.dataset.words.includes(word));
    }
    const end = onChange(() => { for (const one of list.querySelectorAll(".seen")) draw(one); });
    return () => { end(); seen.disconnect(); };
  },
};

/** @param {string} slug @param {string} name @param {string} words */
function tile(slug, name, words) {
  return h("a", { class: "tile", href: `#/card/${encodeURIComponent(slug)}`, "data-slug": slug, "data-words": words, onclick: (/** @type {Event} */ event) => { event.preventDefault(); go(`card/${slug}`); } },
    h("div", { class: "frame" }), h("span", {}, name));
}

/** @param {any} one */
async function draw(one) {
  try {
    const answer = await fetch(`/picture/${encodeURIComponent(one.dataset.slug)}?dpi=96`, { cache: "no-cache" });
    if (!answer.ok) { one.firstChild.textContent = (await answer.json()).problems.map((/** @type {any} */ p) => p.message).join("\n"); return; }
    const tag = answer.headers.get("ETag");
    if (one.dataset.tag === tag) return;
    one.dataset.tag = tag;
    const image = h("img", { src: URL.createObjectURL(await answer.blob()), alt: "", onload: () => URL.revokeObjectURL(image.src) });
    one.firstChild.replaceChildren(image);
  } catch (error) { fail(error); }
}
