// What the checks and the drawing of all cards find, by kind: each explained, fixed, or accepted with a reason.
import { edit, get, onChange } from "../api.js";
import { fail, problem, style } from "../app.js";
import { addressOf, counted, h, toast } from "../dom.js";
import { drawFix, makeFix } from "../fixes.js";
import { onDrawn } from "../problem-count.js";

/**
 * @typedef {import("../dom.js").Problem & { path: string, line: number, fix: import("../fixes.js").Fix | null, card?: string, slug?: string }} Item
 * @typedef {{ code: string, name: string, severity: "error" | "warning" | "info", about: [string, string][], count: number, fixes: number, items: Item[], usable: boolean }} Kind
 */
const WORDS = { error: "Error", warning: "Warning", info: "Note" }, SIGNS = { error: "✕", warning: "!", info: "i" };
const AGAIN = 2500;  // milliseconds between two looks while cards are drawn

/** @type {import("../app.js").Page} */
export default {
  async show(root, _, query) {
    await style("/pages/problems.css");
    const page = new Problems(root, query);
    await page.load();
    const ends = [onChange(() => page.load()), onDrawn(progress => page.drawn(progress))];
    return () => { for (const end of ends) end(); };
  },
};

class Problems {
  /** @type {Map<string, { text: string, element: HTMLDetailsElement }>} */ kinds = new Map();
  looked = 0;

  /** @param {HTMLElement} root @param {URLSearchParams} query */
  constructor(root, query) {
    this.filters = { severity: query.get("severity") ?? "", code: query.get("code") ?? "", path: query.get("path") ?? "" };
    this.summary = h("span", { class: "quiet", role: "status" });
    this.safe = h("div", {});
    this.bar = h("progress", { "aria-label": "Cards drawn" });
    this.progress = h("p", { class: "drawing quiet", hidden: true }, this.bar, h("span", {}));
    this.choose = h("div", { class: "filters", role: "group", "aria-label": "Which problems" });
    this.list = h("div", { class: "kinds" });
    this.end = h("p", { class: "quiet" });
    root.append(h("div", { class: "head" }, h("h1", {}, "Problems"), this.summary, h("div", { class: "grow" }), this.progress), h("div", { class: "problem-tools" }, this.choose, this.safe), this.list, this.end);
  }

  async load() {
    this.looked = Date.now();
    try {
      this.found = await get("problems", this.filters.path ? { file: this.filters.path } : {});
      this.draw();
    } catch (error) { this.kinds.clear(); this.list.replaceChildren(problem(error)); }
  }

  /** @param {{ done: number, of: number }} progress */
  drawn({ done, of }) {
    const was = this.progress.hidden;
    this.progress.hidden = done >= of;
    Object.assign(this.bar, { max: of, value: done });
    this.progress.lastChild.textContent = `${done.toLocaleString("en")} of ${counted(of, "card")} drawn`;
    if (this.progress.hidden ? !was : Date.now() - this.looked > AGAIN) this.load();
  }

  draw() {
    const { found, filters, list } = this;
    this.summary.textContent = found.summary;
    this.drawFilters();
    if (!this.safe.querySelector(".panel:not([hidden])")) this.safe.replaceChildren(...(found.safe > 1 ? [fixAll("", `Fix all ${found.safe.toLocaleString("en")} safe ones`, "All safe fixes")] : []));
    for (const one of found.groups) one.usable = found.usable && one.code;
    const shown = found.groups.filter((/** @type {Kind} */ one) => [one.severity, ""].includes(filters.severity) && [one.code, ""].includes(filters.code));
    const [key, had] = [...this.kinds].find(([, one]) => one.element.contains(document.activeElement)) ?? [""], place = placesIn(had?.element).indexOf(document.activeElement);
    this.kinds = new Map(shown.map((/** @type {Kind} */ one) => [`${one.severity} ${one.code}`, this.kindOf(one)]));
    const wanted = [...this.kinds.values()].map(one => /** @type {HTMLElement} */ (one.element));
    if (!wanted.length) wanted.push(h("p", { class: "panel nothing" }, found.groups.length ? "No problem is like that: choose others above." : "Nothing is wrong."));
    for (const one of [...list.children]) if (!wanted.includes(one)) one.remove();
    wanted.forEach((one, index) => { if (list.children[index] !== one) list.insertBefore(one, list.children[index] ?? null); });  // what has the focus is not moved
    if (had && !list.contains(document.activeElement)) {
      const places = placesIn(this.kinds.get(key)?.element);
      (places[Math.min(place, places.length - 1)] ?? list.querySelector("summary"))?.focus();
    }
    this.end.replaceChildren(...(found.suppressed ? [`${counted(found.suppressed, "problem")} ${found.suppressed > 1 ? "are" : "is"} accepted, with a reason, in `, h("a", { href: "#/file/cardtools.toml" }, "cardtools.toml"), "."] : []),
      ...(found.usable ? [] : ["Nothing else is checked until these are mended. Which files and rules count is in the ", h("a", { href: "#/settings" }, "settings"), "."]));
  }

  drawFilters() {
    const { found, filters } = this, of = (/** @type {string} */ key) => (/** @type {any} */ event) => {
      filters[/** @type {"code"} */ (key)] = event.target.value;
      history.replaceState(null, "", `#/problems?${new URLSearchParams(Object.entries(filters).filter(([, text]) => text))}`);
      this.load();
    };
    const total = (/** @type {string} */ severity) => found.groups.reduce((/** @type {number} */ sum, /** @type {Kind} */ one) => sum + (one.severity === severity ? one.count : 0), 0);
    /** @type {[string, "severity" | "code" | "path", string[][]][]} */
    const all = [["Severity", "severity", Object.entries(WORDS).map(([name, word]) => [name, `${word}s (${total(name)})`])],
      ["Check", "code", found.groups.filter((/** @type {Kind} */ one) => one.code).map((/** @type {Kind} */ one) => [one.code, `${one.code} ${one.name} (${one.count})`])],
      ["File", "path", found.paths.map((/** @type {[string, number]} */ [path, count]) => [path, `${path} (${count})`])]];
    const text = JSON.stringify([all, filters]);
    if (this.choose.dataset.text === text) return;  // it may be open
    this.choose.dataset.text = text;
    const focused = document.activeElement?.id;
    this.choose.replaceChildren(...all.map(([title, key, choices]) => h("label", {}, title, h("select", { id: `filter-${key}`, onchange: of(key) },
      ...[["", "All"], ...choices].map(([value, words]) => h("option", { value, selected: value === filters[key] }, words))))));
    if (focused) document.getElementById(focused)?.focus();
  }

  /** @param {Kind} kind */
  kindOf(kind) {
    const text = JSON.stringify(kind), old = this.kinds.get(`${kind.severity} ${kind.code}`);
    if (old && (old.text === text || old.element.querySelector("form, .acts > div > .panel:not([hidden])"))) return old;  // a form that is filled in stays
    return { text, element: drawKind(kind, this.filters.path, old?.element.open ?? false) };
  }
}

/** @param {Kind} kind @param {string} path @param {boolean} open */
function drawKind(kind, path, open) {
  const [first] = kind.items, alone = kind.count === 1, label = `${kind.code} ${kind.name}`.trim();
  const list = h("ol", {}, ...kind.items.map(one => drawItem(one, kind))), [, what = kind.name] = kind.about[0] ?? [];
  const more = h("button", { type: "button", hidden: kind.count <= kind.items.length, onclick: async () => {
    const found = await get("problems", { code: kind.code, file: path, start: String(list.children.length) }).catch(fail);
    const same = found?.groups.find((/** @type {Kind} */ one) => one.severity === kind.severity);
    list.append(...(same?.items ?? []).map((/** @type {Item} */ one) => drawItem(one, kind)));
    more.hidden = !same?.items.length || list.children.length >= kind.count;
  } }, "Show more");
  // They are made in all files.
  const act = h("div", { class: "acts" }, !alone && !path && kind.fixes > 1 && fixAll(kind.code, `Fix ${kind.fixes === kind.count ? "all" : ""} ${kind.fixes.toLocaleString("en")}`, `Fixes of ${label}`), !alone && kind.usable && accept(kind, null));
  return h("details", { class: `kind panel ${kind.severity}`, open },
    h("summary", {}, h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[kind.severity]), h("b", {}, WORDS[kind.severity]), " ",
      h("span", { class: "grow" }, alone || !what ? first.message : what.replace(/\.$/, "")), h("code", {}, label), !alone && h("span", { class: "number" }, counted(kind.count, "time"))),
    h("div", { class: "kind-body" }, h("div", {}, act, list, more), kind.about.length ? h("aside", { "aria-label": `About ${label}` }, h("h2", {}, label),
      h("dl", {}, ...kind.about.flatMap(([title, text]) => [h("dt", {}, title), h("dd", {}, text)]))) : null));
}

/** What can have the focus in an element. @param {any} element */
const placesIn = element => [...element?.querySelectorAll("summary, a, button:not([hidden])") ?? []];

/** @param {Item} one @param {Kind} kind */
function drawItem(one, kind) {
  const { fix, slug, path, line } = one, isText = /\.(toml|txt|md|dek|csv|tsv|json|ya?ml)$/i.test(path) && !/^(\.\.|\/)/.test(path);
  const what = `Fix of ${one.code}${one.card ? ` of ${one.card}` : ""}`;
  return h("li", {}, h("div", {}, h("p", {}, one.message), one.hint && h("p", { class: "hint" }, one.hint), fix && drawFix(fix),
    h("p", { class: "where" }, slug ? h("a", { href: `#/card/${encodeURIComponent(slug)}` }, one.card || slug) : null, slug && ", ",
      isText ? h("a", { href: `#/file/${addressOf(path)}${line ? `?line=${line}` : ""}`, class: "mono" }, one.place) : h("span", { class: "mono" }, one.place))),
    h("div", { class: "acts" }, fix && h("button", { type: "button", "aria-label": `Fix: ${one.message}`, onclick: () => makeFix({ id: fix.id }, what, [slug ?? ""]).catch(fail) }, "Fix"),
      kind.usable && (kind.count === 1 || one.card) ? accept(kind, one) : null));
}

/** A button that shows what many fixes would change, and then makes them. @param {string} code @param {string} text @param {string} what */
function fixAll(code, text, what) {
  const box = h("div", {}), start = h("button", { type: "button", onclick: preview }, text), place = h("div", { class: "panel", hidden: true, tabindex: -1, "aria-label": text });
  const say = (/** @type {any[]} */ ...parts) => { place.hidden = !parts.length; place.replaceChildren(...parts); (parts.length ? place : start).focus(); };
  const make = async () => { say("Making the changes ..."); await makeFix({ code }, what).catch(fail); say(); };
  async function preview() {
    say("Trying the fixes ...");
    try {
      const found = await get("preview_fixes", { code }), rest = found.count - found.items.length;
      say(h("h2", {}, found.done.length ? `After this: ${found.done.join("; ")}` : "Nothing is left to fix"),
        h("div", { class: "acts" }, h("button", { class: "main", type: "button", onclick: make }, "Make these changes"), h("button", { type: "button", onclick: () => say() }, "Cancel")),
        h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "Where"), h("th", {}, "Before and after"))), h("tbody", {}, ...found.items.map((/** @type {any} */ one) =>
          h("tr", {}, h("td", {}, one.card ? `${one.column} of ${one.card}` : one.place), h("td", {}, drawFix(one.fix)))))),
        rest > 0 ? h("p", { class: "quiet" }, `And ${rest.toLocaleString("en")} more.`) : "");
    } catch (error) { fail(error); say(); }
  }
  box.append(start, place);
  return box;
}

/** A button that opens a form: why this problem, or all of its kind, is right as it is. @param {Kind} kind @param {Item | null} one */
function accept(kind, one) {
  const box = h("div", {}), label = `${kind.code} ${kind.name}`;
  const start = h("button", { type: "button", "aria-label": `Accept: ${one ? one.message : label}`, onclick: open }, one ? "Accept ..." : "Accept all ...");
  function open() {
    const reason = h("input", { required: true, placeholder: "a promotional card outside the rules" }), until = h("input", { type: "date" });
    const close = () => { form.remove(); start.hidden = false; start.focus(); };
    const form = h("form", { class: "accept panel", onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === "Escape") close(); }, onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      const value = { code: kind.code, ...(one?.card && { card: one.card }), reason: reason.value.trim(), ...(until.value && { until: until.value }) };
      try {
        await edit("edit_project", { what: `${label} accepted${one?.card ? ` for ${one.card}` : ""}`, edits: [{ place: ["suppress", -1], value }] });
        toast("Accepted: it is written into cardtools.toml with its reason. Ctrl+Z takes it back");
        close();
      } catch (error) { fail(error); }
    } }, h("p", {}, `${one?.card || "All"} may stay as ${one?.card ? "it is" : "they are"}: ${label} is reported no more.`),
    h("label", {}, "Why", reason), h("label", {}, "Until (if empty, for ever)", until), h("div", { class: "acts" }, h("button", { class: "main" }, "Accept"), h("button", { type: "button", onclick: close }, "Cancel")));
    start.hidden = true;
    box.append(form);
    reason.focus();
  }
  box.append(start);
  return box;
}
