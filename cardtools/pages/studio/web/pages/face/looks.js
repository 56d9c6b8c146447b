// The text styles of a face with samples, and its colours and palettes with what uses them.
import { get } from "../../api.js";
import { fail } from "../../app.js";
import { h, redraw } from "../../dom.js";

const FIRST = ["font", "size", "minimum", "leading", "tracking", "colour", "align", "valign"];

/** @param {HTMLElement} place @param {import("../face.js").FacePage} page */
export async function looks(place, page) {
  const styles = h("div", { class: "looks" }), colours = h("div", { class: "looks" });
  place.append(h("details", {}, h("summary", {}, h("h2", {}, "Text styles")), styles), h("details", {}, h("summary", {}, h("h2", {}, "Colours and palettes")), colours));
  /** @param {(string | number)[]} keys @param {string} text @param {any} old */
  const set = (keys, text, old) => {
    const value = typeof old === "number" && text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
    const edits = text.trim() === "" ? [{ op: "unset", place: keys }] : [{ op: "set", place: keys, value }];
    return page.keep({ [page.path]: edits }, `${keys.slice(1).join(" ")} ${text || "taken out"}`).then(load).catch(fail);
  };
  const load = async () => {
    const found = await get("looks", { path: page.path, slug: page.slug });
    redraw(styles, ...found.styles.map((/** @type {any} */ one) => h("section", { class: "panel" }, h("h3", {}, one.name),
      one.sample ? h("img", { class: "sample", src: one.sample, alt: `Sample of ${one.name}` }) : h("p", { class: "quiet" }, one.problem),
      h("p", { class: "quiet" }, one.used.length ? `Used by ${one.used.join(", ")}` : "Not used by an element", one.files.length ? `; written in ${one.files.join(", ")}` : ""),
      h("div", { class: "look-keys" }, ...[...new Set([...FIRST, ...Object.keys(one.values)])].filter(key => typeof one.values[key] !== "object").map(key => field(key, ["styles", one.name, key], one.values[key], key in one.own))))));
    /** @type {Map<string, any[]>} */
    const groups = new Map();
    for (const one of found.colours) {
      const name = one.place.slice(0, -1).join(" ");
      groups.set(name, [...(groups.get(name) ?? []), one]);
    }
    redraw(colours, ...[...groups].map(([name, some]) => h("section", { class: "panel" }, h("h3", {}, name.replace("palettes ", "Palette ").replace("colours", "Colours")),
      ...some.map(one => h("div", { class: "swatch" }, swatch(one), field(one.place.at(-1), one.place, one.value, one.own),
        h("span", { class: "quiet", title: one.used.join("\n") }, one.used.length ? `${one.used.length} × ${one.used.join(", ")}` : "Not used by name"))))));
  };

  /** @param {string} label @param {(string | number)[]} keys @param {any} value @param {boolean} own */
  function field(label, keys, value, own) {
    const input = h("input", { value: value === undefined ? "" : String(value), "data-key": keys.join("."), class: own ? "" : "inherited", autocomplete: "off", spellcheck: "false",
      title: own ? null : value === undefined ? "Not said: the default" : "From a file that this face extends; a change is written here", onchange: () => set(keys, input.value, value ?? (/size|minimum|leading|tracking/.test(label) ? 0 : "")) });
    return h("label", {}, label, input);
  }

  /** @param {any} one */
  function swatch(one) {
    const plain = one.shown.slice(0, 7);
    const input = h("input", { type: "color", "aria-label": `Pick ${one.place.at(-1)}`, disabled: !plain, value: plain || "#000000", onchange: () => set(one.place, input.value + one.shown.slice(7), one.value) });
    return input;
  }
  await load().catch(fail);
  return { load: () => load().catch(fail) };
}
