// The effects that cards can have: the list, the templates and placeholders that it is made from, its tags.
import { get, onChange } from "../api.js";
import { fail, problem, style } from "../app.js";
import { addressOf, counted, h } from "../dom.js";
import { run } from "../jobs.js";
import { Picker, plain } from "./picker.js";

/** @type {Record<string, string>} by the address */
const VIEWS = { "": "List", templates: "Templates", placeholders: "Placeholders", tags: "Tags" };
const MOST = 400;  // rows of a table
const whole = (/** @type {number} */ number) => number.toLocaleString("en");

/** @type {import("../app.js").Page} */
export default {
  keys: [["Up, Down", "Choose an effect, and read what it means"]],
  async show(root, [view = ""], query) {
    await Promise.all([style("/pages/picker.css"), style("/pages/effects.css")]);
    const said = h("span", { class: "quiet grow", role: "status" }), body = h("div", {});
    root.append(h("div", { class: "head" }, h("h1", {}, "Effects"), said), h("nav", { class: "tabs", "aria-label": "Effects" },
      ...Object.entries(VIEWS).map(([name, title]) => h("a", { href: `#/effects${name && "/" + name}`, "aria-current": name === view ? "page" : null }, title))), body);
    /** @type {Picker | null} */
    let list = null;
    const load = async () => {
      try {
        const sources = await get("effect_sources"), { source, whole: all } = sources;
        const made = sources.templates.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.count, 0);
        said.textContent = source ? `${counted(all, "effect")} from ${counted(sources.templates.length, "template")}; cards have ${whole(sources.used)}` : "";
        if (view) body.replaceChildren(...table(view, sources));
        else if (!source) body.replaceChildren(nothing(sources.templates.length, made));
        else if (list) list.look();
        else list = showList(body, sources.strange, query.get("tag") ?? "");
      } catch (error) { body.replaceChildren(problem(error)); }
    };
    await load();
    return onChange(load);
  },
};

/** What is said before there is a list. @param {number} templates @param {number} made */
function nothing(templates, made) {
  const file = h("a", { href: "#/file/effects/all_effect_templates.txt" }, "effects/all_effect_templates.txt");
  if (!templates) return h("div", { class: "panel empty" }, h("h2", {}, "No effects yet"), h("p", {}, "A template is a sentence with placeholders: “Draw <number> cards.” Every combination of their values is an effect that cards can have. Write the first one into ", file, "."));
  const bar = h("progress", { max: 1, value: 0, hidden: true, "aria-label": "How far it is" }), button = h("button", { class: "main", onclick: make }, "Build the project");
  const said = h("p", { class: "quiet", role: "status" });
  async function make() {
    button.disabled = true;
    bar.hidden = false;
    try {
      const job = await run(["build"], false, ({ share, doing }) => { bar.value = share; said.textContent = doing; });
      said.textContent = job.code ? job.lines.slice(-6).join("\n") : "";
    } catch (error) { fail(error); }
    bar.hidden = true;
    button.disabled = false;
  }
  return h("div", { class: "panel empty" }, h("h2", {}, "The list is not made yet"),
    h("p", {}, `${counted(templates, "template")} in `, file, ` give about ${counted(made, "effect")}. Building the project makes the list, and tags, checks and draws what goes with it.`), button, " ", bar, said);
}

/** The list, with what each effect means. @param {HTMLElement} body @param {[string, string[]][]} strange @param {string} tag */
function showList(body, strange, tag) {
  const box = h("div", { class: "effects-list" }), more = { limit: 200 };
  const list = new Picker(box, { text: "", needs: [], title: "", pick: text => { list.input.value = text; list.look(); }, close: () => { list.input.value = ""; list.look(); }, more });
  const used = h("select", { onchange: () => { Object.assign(more, { used: used.value ? used.value === "yes" : null }); list.look(); } },
    h("option", { value: "" }, "all effects"), h("option", { value: "yes" }, "those that cards have"), h("option", { value: "no" }, "those that no card has"));
  box.querySelector(".choices").append(h("label", {}, "Show", used));
  if (tag) { list.tags.add(tag); list.look(true); }
  body.replaceChildren(...(strange.length ? [h("details", { class: "panel strange" }, h("summary", {}, `${counted(strange.length, "text")} on cards ${strange.length === 1 ? "is" : "are"} not in the list`),
    h("ul", {}, ...strange.slice(0, MOST).map(([text, names]) => h("li", {}, text, " ", h("a", { href: `#/gallery?q=${encodeURIComponent(JSON.stringify(text))}` }, names.join(", "))))))] : []), box);
  return list;
}

/** One of the tables. @param {string} view @param {any} sources @returns {HTMLElement[]} */
function table(view, { templates, placeholders, tags }) {
  const place = (/** @type {any} */ one, /** @type {string} */ text) => h("a", { href: `#/file/${addressOf(one.path)}?line=${one.line}`, title: `${one.path}, line ${one.line}` }, text), most = Math.max(1, ...tags.map((/** @type {any} */ one) => one[1]));
  const bar = (/** @type {number} */ count) => { const one = h("div", { class: "bar" }); one.style.width = `${100 * count / most}%`; return one; };
  /** @type {Record<string, { heads: string[], rows: [string, boolean, any[]][], rest: string }>} heads, those of numbers with a #; rows: what is searched, whether cards have it, cells */
  const views = {
    templates: { heads: ["Template", "Effects #", "Cards #"], rest: "Only those that no card has",
      rows: templates.map((/** @type {any} */ one) => [one.text, one.cards > 0, [place(one, one.text), whole(one.count), one.cards || "none"]]) },
    placeholders: { heads: ["Placeholder", "Values #", "The first", "Used #"], rest: "Only those that nothing uses",
      rows: placeholders.map((/** @type {any} */ one) => [`<${one.name}> ${one.values.join(" ")}`, one.uses > 0, [place(one, `<${one.name}>`), whole(one.count), one.values.filter(Boolean).join(", "), one.uses || "never"]]) },
    tags: { heads: ["Tag", "Effects #", "", "Cards #"], rest: "Only those that no card has",
      rows: tags.map((/** @type {[string, number, number]} */ [tag, count, cards]) => [plain(tag), cards > 0, [h("a", { href: `#/effects?tag=${encodeURIComponent(tag)}` }, plain(tag)), whole(count), bar(count), cards || "none"]]) },
  };
  const { heads, rows, rest } = views[view] ?? views.templates, name = VIEWS[view] ?? "Templates";
  const search = h("input", { type: "search", placeholder: "Words", "aria-label": `Search ${name.toLowerCase()}`, oninput: draw }), only = h("input", { type: "checkbox", onchange: draw });
  const count = h("span", { class: "quiet", role: "status" }), body = h("tbody", {}), numbers = heads.map(head => (head.endsWith("#") ? "number" : null));
  function draw() {
    const words = search.value.toLowerCase().split(/\s+/);
    const found = rows.filter(([text, used]) => !(only.checked && used) && words.every((/** @type {string} */ word) => text.toLowerCase().includes(word)));
    count.textContent = found.length > MOST ? `The first ${MOST} of ${whole(found.length)}` : `${whole(found.length)} of ${whole(rows.length)}`;
    body.replaceChildren(...found.slice(0, MOST).map(([, , cells]) => h("tr", {}, ...cells.map((cell, index) => h(index ? "td" : "th", { class: numbers[index], scope: index ? null : "row" }, cell)))));
  }
  draw();
  return [h("div", { class: "head" }, search, h("label", { class: "check" }, only, rest), count),
    rows.length ? h("table", { class: "wide" }, h("thead", {}, h("tr", {}, ...heads.map((head, index) => h(head ? "th" : "td", { class: numbers[index], scope: head ? "col" : null }, head.replace(" #", ""))))), body)
      : h("p", { class: "quiet" }, view === "tags" ? "Tags are given by effects/tags.toml when the project is built." : `This project has no ${name.toLowerCase()}.`)];
}
