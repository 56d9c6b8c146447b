// What happened, newest first: undo one event, name a version, go back to one; `#/history/since/...`: cards before and after.
import { edit, get, onChange, post, tab } from "../api.js";
import { fail, go, problem, style } from "../app.js";
import { confirmed, counted, h, redraw, toast } from "../dom.js";

/** @param {number} when */
const date = when => new Date(when * 1000);
/** @param {number} when */
const day = when => date(when).toLocaleDateString([], { weekday: "long", day: "numeric", month: "long", year: "numeric" });
/** @param {number} when */
const time = when => date(when).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
/** @param {string} by */
const who = by => (by === tab ? "this tab" : by ? "another tab" : "another program");

/** @type {import("../app.js").Page} */
export default {
  async show(root, parts, query) {
    await style("/pages/history.css");
    if (parts[0] === "since") return showSince(root, parts[1] ?? "", parts.slice(2).join("/"));
    const filters = { card: query.get("card") ?? "", path: query.get("path") ?? "" };
    const list = h("ol", { class: "events" }), side = h("div", {}), more = h("button", { hidden: true }, "Show older events");
    const files = h("select", { onchange: () => { filters.path = files.value; load(); } });
    const card = h("input", { type: "search", value: filters.card, placeholder: "ox", onchange: () => { filters.card = card.value.trim(); load(); } });
    root.append(h("div", { class: "head" }, h("h1", {}, "History"), h("div", { class: "grow" }), h("label", {}, "File", files), h("label", {}, "Card", card)),
      h("div", { class: "history" }, h("div", {}, list, more), side));
    /** @type {any[]} */
    let events = [];
    const load = async () => {
      try {
        const found = await get("history", filters);
        events = found.events;
        more.hidden = !found.more;
        files.replaceChildren(...["", ...found.files].map(name => h("option", { value: name, selected: name === filters.path }, name || "All files")));
        draw();
        if (!side.querySelector(":is(input, select):focus")) drawSide(side, found);
      } catch (error) { list.replaceChildren(problem(error)); }
    };
    const draw = () => {
      let last = "";
      const rows = events.flatMap(one => {
        const head = day(one.when) === last ? [] : [h("li", { class: "day" }, last = day(one.when))];
        return [...head, drawEvent(one, filters.path)];
      });
      redraw(list, ...(rows.length ? rows : [h("li", { class: "day quiet" }, "Nothing was changed here yet. Every edit appears in this list, and can be undone.")]));
    };
    more.addEventListener("click", async () => {
      const found = await get("history", { ...filters, before: String(events[events.length - 1].number) }).catch(fail);
      if (!found) return;
      events.push(...found.events);
      more.hidden = !found.more;
      draw();
    });
    await load();
    return onChange(load);
  },
};

/** @param {any} one @param {string} path */
function drawEvent(one, path) {
  const back = async () => {
    const what = path || "All files";
    if (await confirmed(`${what} become what they were after "${one.name || one.what}". This can be undone.`, "Go back")) act("restore", { number: one.number, path });
  };
  const cards = one.cards.slice(0, 5).flatMap((/** @type {string} */ slug) => [" ", h("a", { href: `#/card/${encodeURIComponent(slug)}` }, slug)]);
  const rest = one.cards.length > 5 ? ` and ${counted(one.cards.length - 5, "more card")}` : "";
  return h("li", { class: one.name ? "version" : "" },
    h("time", { datetime: date(one.when).toISOString() }, time(one.when)),
    h("span", { class: one.undone ? "undone" : "" }, one.name || one.what, one.undone ? " (undone)" : ""),
    h("span", { class: "about" }, `by ${who(one.by)}`, one.files.length ? `, ${one.files.join(", ")}` : "", cards.length ? ":" : "", ...cards, rest),
    h("span", { class: "acts" },
      one.files.length && !one.undone ? h("button", { "aria-label": `Undo: ${one.what}`, onclick: () => act("take_back", { number: one.number }) }, "Undo this") : null,
      h("button", { "aria-label": `Go back to the state after: ${one.name || one.what}`, onclick: back }, "Go back to here"),
      h("a", { href: `#/history/since/event/${one.number}`, "aria-label": `What changed since: ${one.name || one.what}` }, "Changes since")));
}

/** @param {string} name @param {any} values */
async function act(name, values) {
  try {
    const { what } = await edit(name, values);
    toast(what || "Nothing has changed: the files are like that.");
  } catch (error) { fail(error); }
}

/** Versions: name one, compare with one. @param {HTMLElement} side @param {any} found */
async function drawSide(side, found) {
  const name = h("input", { required: true, maxlength: 200, placeholder: "before the playtest" });
  const keep = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await edit("name_version", { name: name.value });
      toast(`Named: ${name.value}`);
      name.value = "";
      name.blur();
    } catch (error) { fail(error); }
  };
  const versions = found.versions.map((/** @type {any} */ one) => ({ value: `event/${one.number}`, text: `${one.name} (${date(one.when).toLocaleDateString()})` }));
  const since = h("select", {}, versions.length ? "" : h("option", { value: "" }, "No version has a name yet"), h("optgroup", { label: "Versions with names" }, ...versions.map((/** @type {any} */ one) => h("option", { value: one.value }, one.text))));
  const show = (/** @type {Event} */ event) => { event.preventDefault(); if (since.value) go(`history/since/${since.value}`); };
  redraw(side,
    h("form", { class: "panel", onsubmit: keep }, h("h2", {}, "Name this version"), h("label", {}, "Name", name), h("button", { class: "main" }, "Keep the name")),
    h("form", { class: "panel", onsubmit: show }, h("h2", {}, "What changed since"), h("label", {}, "Version, tag or commit", since), h("button", {}, "Show the cards")));
  const revisions = await get("revisions").catch(() => []);
  if (revisions.length) since.append(h("optgroup", { label: "Git" }, ...revisions.map((/** @type {any} */ one) => h("option", { value: `git/${one.name}` }, `${one.name} ${one.text}`.slice(0, 70)))));
}

/** Cards before and after. @param {HTMLElement} root @param {string} kind @param {string} name */
async function showSince(root, kind, name) {
  const summary = h("p", { class: "quiet", role: "status" }, "Comparing ..."), box = h("div", {});
  root.append(h("div", { class: "head" }, h("h1", {}, kind === "git" ? `Changes since ${name}` : "Changes since then"), h("div", { class: "grow" }), h("a", { href: "#/history" }, "Back to the history")), summary, box);
  try {
    const found = await get("since", kind === "git" ? { revision: name } : { number: name });
    const { added, removed, changed } = found;
    summary.textContent = added.length + removed.length + changed.length
      ? `${counted(changed.length, "card")} changed, ${added.length} new, ${removed.length} removed. Both pictures are drawn with the faces of today.`
      : "No card has changed.";
    const section = (/** @type {string} */ title, /** @type {any[]} */ items) => items.length ? [h("h2", {}, title), h("div", { class: "pairs" }, ...items)] : [];
    box.append(
      ...section("Changed", changed.map((/** @type {any} */ one) => pair(one, one.then))),
      ...section("New", added.map((/** @type {any} */ one) => pair({ ...one, changes: [] }, null))),
      ...section("Removed", removed.map((/** @type {any} */ one) => h("article", { class: "panel" }, h("h3", {}, one.name),
        h("dl", {}, ...Object.entries(one.then).filter(([, text]) => text).flatMap(([column, text]) => [h("dt", {}, column), h("dd", {}, text)]))))));
    const seen = new IntersectionObserver(entries => {
      for (const entry of entries) if (entry.isIntersecting) { seen.unobserve(entry.target); entry.target.dispatchEvent(new Event("draw")); }
    }, { rootMargin: "300px" });
    for (const one of box.querySelectorAll(".frame")) seen.observe(one);
    return () => seen.disconnect();
  } catch (error) { summary.remove(); box.append(problem(error)); }
}

/** @param {any} one @param {Record<string, string> | null} then */
function pair(one, then) {
  const picture = (/** @type {string} */ title, /** @type {Record<string, string>} */ cells) => {
    const frame = h("div", { class: "frame", ondraw: async () => {
      const drawn = await post("draw", { slug: one.slug, dpi: 100, cells }).catch(error => ({ picture: "", problems: [error] }));
      frame.replaceChildren(drawn.picture ? h("img", { src: drawn.picture, alt: `${one.name}, ${title.toLowerCase()}` }) : h("p", {}, drawn.problems.map((/** @type {any} */ it) => it.message).join("\n")));
    } });
    return h("figure", {}, h("figcaption", {}, title), frame);
  };
  return h("article", { class: "pair panel" }, h("h3", {}, h("a", { href: `#/card/${encodeURIComponent(one.slug)}` }, one.name)),
    h("div", { class: "pictures" }, then && picture("Before", then), picture("Now", {})),
    h("ul", {}, ...one.changes.map((/** @type {any} */ it) => h("li", {}, `${it.column}: `, h("del", {}, it.old || "(nothing)"), " ", h("ins", {}, it.new || "(nothing)")))));
}
