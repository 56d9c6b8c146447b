// A face by hand: its elements as a tree, boxes over a card, a panel of keys; the file beside it.
import { edit, get, newest, onChange, post } from "../api.js";
import { fail, problem, style } from "../app.js";
import { addressOf, describe, h, listProblems, toast } from "../dom.js";
import { Bar } from "./face/bar.js";
import { showCards } from "./face/cards.js";
import { Panel } from "./face/panel.js";
import { Stage } from "./face/stage.js";
import { showText } from "./face/text.js";
import { Tree } from "./face/tree.js";

/**
 * An element as the server describes it. `at` are the places where its table may be written: the face itself, what it
 * extends, the part that it uses; `own` are those that have a key, the one that counts first.
 * @typedef {{ place: string[], name: string, kind: string, values: Record<string, any>, laid: boolean, inner: Node[],
 *   own: Record<string, { file: number, place: string[], line: number }[]>, at: { file: number, place: string[], line: number }[] }} Node
 * @typedef {{ place: string[], name: string, box: number[], turn: number, outer: number, shown: boolean, overflow: boolean }} Box
 * @typedef {{ op: string, place: (string | number)[], [key: string]: any }} Edit
 */

/** The key of a place. @param {readonly (string | number)[]} place */
export const keyOf = place => JSON.stringify(place);
/** How a changed text reached the page; "file": from another tab or program. @typedef {"boxes" | "text" | "file"} From */

/** @type {import("../app.js").Page} */
export default {
  keys: [["Arrow keys", "Choose an element in the tree; move it on the card, with Shift by 1 mm"], ["Enter, Escape", "From the tree to the card, and back"], ["Ctrl+Arrow keys", "Resize on the card"],
    ["Alt+Left, Alt+Right", "Turn on the card by 5 degrees, with Shift by 1"], ["Alt+Up, Alt+Down", "Order in the tree"], ["Space", "Choose one more"], ["F2", "Rename"], ["H, L", "Hide, lock, in the tree"],
    ["Ctrl+C, Ctrl+V, Delete", "Copy, paste, delete"]],
  async show(root, parts, query) {
    await style("/pages/face.css");
    if (!parts.length) return list(root);
    const page = new FacePage(root, parts.join("/"), query);
    await page.start();
    return () => page.leave();
  },
};

/** All faces and backs. @param {HTMLElement} root */
async function list(root) {
  const faces = await get("faces");
  const tile = (/** @type {any} */ one) => h("div", {}, h("a", { class: "tile", title: one.path, href: `#/face/${addressOf(one.path)}` },
    h("div", { class: "frame" }, one.slug ? h("img", { src: `/picture/${encodeURIComponent(one.slug)}?side=${one.side}&dpi=90`, alt: "", loading: "lazy" }) : h("p", { class: "quiet" }, "No card has this face.")), h("span", {}, one.path.split("/").pop())),
    one.when && h("span", { class: "quiet" }, `when ${one.when}`), one.problems?.length > 0 && h("ul", { class: "problems" }, ...one.problems.map(describe)));
  const part = (/** @type {string} */ title, /** @type {string} */ what, /** @type {any[]} */ some) => some.length > 0 && h("section", { class: "face-list" },
    h("h2", {}, title), h("p", { class: "quiet" }, what), h("div", { class: "face-tiles" }, ...some.map(tile)));
  root.append(h("div", { class: "head" }, h("h1", {}, "Faces")),
    part("Fronts", "A card has the first face whose condition holds.", faces.filter((/** @type {any} */ one) => one.side === "face" && !one.base)) || "",
    part("Backs", "The same for the backs.", faces.filter((/** @type {any} */ one) => one.side === "back" && !one.base)) || "",
    part("Shared by several", "What is changed here changes in all faces that extend it.", faces.filter((/** @type {any} */ one) => one.base)) || "");
}

/** The keys of an element with its sides in one line, where they can be. @param {Record<string, any>} values */
function inLine({ left, top, width, height, right, bottom, ...rest }) {
  const box = [left, top, width ?? (right > 0 ? -right : undefined), height ?? (bottom > 0 ? -bottom : undefined)];
  const sides = Object.fromEntries(Object.entries({ left, top, width, height, right, bottom }).filter(([, value]) => value !== undefined));
  return box.every(one => typeof one === "number") ? { ...rest, box } : { ...rest, ...sides };
}

/**
 * The page of a face: what is shown and chosen, and all changes. Its events are "edit" (the text has changed, or is only
 * tried), "card" (another one is shown) and "select".
 */
export class FacePage extends EventTarget {
  /** @param {HTMLElement} root @param {string} path @param {URLSearchParams} query */
  constructor(root, path, query) {
    super();
    this.root = root;
    this.path = path;
    this.slug = query.get("card") ?? "";
    this.side = query.get("side") ?? "";
    /** @type {any} what the server said last */
    this.view = { tree: [], boxes: [], files: [path], names: {}, columns: [], versions: {}, text: "", problems: [], findings: [] };
    /** @type {Map<string, Node>} */ this.nodes = new Map();
    /** @type {string[]} the keys of the chosen elements */
    this.chosen = [];
    /** @type {string[]} what is chosen as soon as it is there */
    this.wanted = [];
    this.target = 0;  // the file that changes go to, by its number in `view.files`
    /** @type {string | null} a text that is only tried */
    this.tried = null;
    const kept = JSON.parse(localStorage.getItem(`face ${path}`) ?? "{}");
    /** @type {Set<string>} */ this.hidden = new Set();
    /** @type {Set<string>} */ this.locked = new Set(kept.locked ?? []);
    this.asked = "";  // the edits that were tried last
    /** Ask the server, one question after the other; of those that wait only the last. */
    this.ask = newest((/** @type {() => Promise<void>} */ ask) => ask(), () => {}, fail);
    this.saving = Promise.resolve();
    this.keeping = 0;
    /** @type {(() => void)[]} */ this.ends = [];
    /** @type {any} the keys of each kind of element */
    this.keys = {};
    this.found = h("ul", { class: "problems", "aria-live": "polite" });
    this.bar = new Bar(this);
    this.tree = new Tree(this);
    this.stage = new Stage(this);
    this.panel = new Panel(this);
  }

  async start() {
    const cards = h("section", { id: "face-cards", "aria-label": "Other cards with this face" }), text = h("section", { id: "face-text", "aria-label": "Text of the face" });
    this.root.append(this.bar.root, h("div", { class: "face-page" },
      h("section", { class: "face-tree", "aria-label": "Elements" }, h("h2", {}, "Elements"), this.tree.root),
      h("div", { class: "face-look" }, this.stage.root, h("section", { "aria-label": "Problems" }, this.found)),
      h("div", { class: "face-side" }, h("section", { class: "face-panel", "aria-label": "Properties" }, this.panel.root), text)), cards);
    this.keys = await get("face_keys");
    await this.refresh();
    if (!this.view.tree) this.root.prepend(problem("The text of this face has to be put right first."));
    this.ends.push(onChange(() => { if (!this.keeping) this.refresh("file"); }));
    await Promise.all([showCards(cards, this), showText(text, this)].map(shown => shown.then(end => { this.ends.push(end); }, fail)));
  }

  /** The text of the file as the page shows it. */
  get text() { return this.tried ?? this.view.text; }

  /** Show another text without keeping it, while somebody types; null ends that. @param {string | null} text */
  tryText(text) {
    this.tried = text;
    this.refresh("text");
  }

  /** What every question says. @param {Record<string, Edit[]>} edits */
  question(edits = {}) {
    const texts = this.tried === null ? {} : { [this.path]: this.tried };
    const hide = [...this.hidden].map(key => ({ op: "set", place: [...JSON.parse(key), "when"], value: "1 > 2" }));
    const own = [...(edits[this.path] ?? []), ...hide];
    return { path: this.path, slug: this.slug, side: this.side, texts, edits: own.length ? { ...edits, [this.path]: own } : edits, tree: false };
  }

  /** Show what is in the files. @param {From} from */
  refresh(from = "file") {
    if (this.stage.moved.size && from !== "boxes") return Promise.resolve();  // the end of the gesture does it
    this.asked = "";
    return this.ask(async () => {
      const before = this.view.text, known = from === "file" && !this.hidden.size ? this.view.known ?? "" : "";
      const answer = await post("face", { ...this.question(), edits: {}, tree: true, known });
      if (answer.text === undefined) { Object.assign(this.view, answer); return; }
      // What cannot be drawn stays where it was, so that it can be put right.
      if (!answer.picture) for (const key of ["boxes", "size", "trim", "safe"]) answer[key] = this.view[key];
      if (answer.tree) this.take(answer);
      else this.view = { ...this.view, ...answer, tree: this.view.tree };
      this.side = answer.side;
      if (this.hidden.size && answer.picture) this.paint(await post("face", this.question()), true);
      else this.paint(answer, true);
      if (answer.slug && answer.slug !== this.slug) this.setSlug(answer.slug);
      if (this.tried !== null || this.view.text !== before) this.dispatchEvent(new Event("edit"));
    });
  }

  /** Take over the elements. @param {any} answer */
  take(answer) {
    // Of the same files the rows and buttons stay: one of them may be pressed just now.
    const same = answer.read === this.view.read && !this.wanted.length;
    if (same) answer.tree = this.view.tree;
    this.view = answer;
    this.nodes.clear();
    const walk = (/** @type {Node[]} */ some) => { for (const one of some) { this.nodes.set(keyOf(one.place), one); walk(one.inner); } };
    walk(answer.tree);
    if (this.wanted.length && this.wanted.every(one => this.nodes.has(one))) [this.chosen, this.wanted] = [this.wanted, []];
    this.chosen = this.chosen.filter(one => this.nodes.has(one));
    if (this.target >= answer.files.length) this.target = 0;
    if (same) return;
    this.tree.show();
    this.bar.show();
    this.panel.show();
  }

  /** Show a picture and the boxes. @param {any} answer @param {boolean} whole whether the boxes are new as well */
  paint(answer, whole) {
    listProblems(this.found, [...answer.problems, ...answer.findings], "Nothing is wrong with this card.");
    this.stage.paint(answer);
    if (!whole) return;
    this.view.boxes = answer.boxes;
    this.stage.show();
    this.tree.mark();
    this.panel.measure();
  }

  /** Show what edits would make, without keeping them. @param {Record<string, Edit[]>} edits */
  attempt(edits) {
    if (JSON.stringify(edits) === this.asked) return;  // as at the end of a drag
    this.asked = JSON.stringify(edits);
    this.ask(async () => {
      const answer = await post("face", this.question(edits)).catch(() => null);
      if (answer?.picture) this.stage.paint(answer);
    });
  }

  /**
   * Keep edits, by file: one event of the journal for each. The picture is drawn meanwhile.
   * @param {Record<string, Edit[]>} edits @param {string} what @param {string[]} [wanted] what to choose then
   */
  keep(edits, what, wanted = []) {
    this.keeping += 1;
    this.wanted = wanted;
    this.attempt(edits);
    this.saving = this.saving.then(async () => {
      try {
        for (const [target, some] of Object.entries(edits)) {
          if (some.length) await edit("face_edit", { path: this.path, target, edits: some, what: `${what} in ${target}` });
        }
      } catch (error) { fail(error); } finally { this.keeping -= 1; }
      await this.refresh("boxes");
    });
    return this.saving;
  }

  /** The place of an element in the file that changes go to, and that file. @param {Node} node */
  place(node) {
    const own = node.at.find(one => one.file === this.target);
    return { file: this.view.files[own || !this.target ? this.target : 0], place: own ? own.place : node.place };
  }

  /** Edits of several elements, by file. @param {[Node, (place: string[]) => Edit[]][]} some @returns {Record<string, Edit[]>} */
  edits(some) {
    /** @type {Record<string, Edit[]>} */
    const found = {};
    for (const [node, make] of some) {
      const { file, place } = this.place(node);
      (found[file] ??= []).push(...make(place));
    }
    return found;
  }

  /** @param {string[]} keys */
  choose(keys) {
    this.chosen = keys.filter(one => this.nodes.has(one));
    this.tree.mark();
    this.stage.choose();
    this.bar.show();
    this.panel.show();
    this.dispatchEvent(new Event("select"));
  }

  /** The chosen elements, without those in a chosen group. */
  get targets() {
    const some = this.chosen.map(one => /** @type {Node} */ (this.nodes.get(one)));
    return some.filter(one => !some.some(other => other !== one && other.place.every((key, index) => one.place[index] === key)));
  }

  /** @param {"hidden" | "locked"} which @param {string} key */
  toggle(which, key) {
    const some = this[which];
    if (!some.delete(key)) some.add(key);
    localStorage.setItem(`face ${this.path}`, JSON.stringify({ locked: [...this.locked] }));
    this.tree.mark();
    if (which === "hidden") this.refresh("boxes"); else this.stage.show();
  }

  /** @param {string} slug */
  setCard(slug) {
    this.setSlug(slug);
    this.refresh("boxes");
  }

  /** @param {string} slug */
  setSlug(slug) {
    this.slug = slug;
    const query = new URLSearchParams({ card: slug, ...(this.side === "back" ? { side: "back" } : {}) });
    history.replaceState(null, "", `#/face/${addressOf(this.path)}?${query}`);
    this.bar.show();
    this.dispatchEvent(new Event("card"));
  }

  /** Copy the chosen elements for another face. */
  copy() {
    /** @type {(one: Node) => Record<string, any>} */
    const table = one => ({ ...inLine(one.values), ...(one.inner.length ? { elements: Object.fromEntries(one.inner.map(inner => [inner.name, table(inner)])) } : {}) });
    sessionStorage.setItem("elements", JSON.stringify(this.targets.map(one => [one.name, table(one)])));
    toast(`Copied ${this.targets.map(one => one.name).join(", ")}: paste here or in another face`);
    this.bar.show();
  }

  paste() {
    const some = JSON.parse(sessionStorage.getItem("elements") ?? "[]");
    this.add(some, "added");
  }

  /** Add elements on top of the face, or of the chosen group. @param {[string, any][]} some @param {string} [word] */
  add(some, word = "added") {
    const [first] = this.targets;
    const above = first?.kind === "group" && this.targets.length === 1 ? [...this.place(first).place, "elements"] : ["elements"];
    const file = above.length > 1 ? this.place(first).file : this.path;
    const taken = new Set((above.length > 1 ? first.inner : this.view.tree).map((/** @type {Node} */ one) => one.name));
    /** @type {Edit[]} */
    const edits = [], keys = [];
    for (const [name, table] of some) {
      let free = name.replace(/[#.+/]/g, "_"), number = 2;
      while (taken.has(free)) free = `${name}_${number++}`;
      taken.add(free);
      edits.push({ op: "add", place: [...above, free], table });
      keys.push(keyOf([...(above.length > 1 ? [...first.place, "elements"] : above), free]));
    }
    if (edits.length) this.keep({ [file]: edits }, `${word} ${keys.map(one => JSON.parse(one).at(-1)).join(", ")}`, keys);
  }

  /** Delete the chosen elements from the files that have them. */
  remove() {
    /** @type {Record<string, Edit[]>} */
    const found = {};
    for (const one of this.targets) {
      const here = one.at.filter(at => keyOf(at.place) === keyOf(one.place));
      const inherited = here.find(at => at.file !== 0);
      if (inherited && this.target !== inherited.file) {
        toast(`${one.name} is in ${this.view.files[inherited.file]}: let changes go there to delete it, or hide it with a condition`, "error");
        if (!here.some(at => at.file === this.target)) continue;
      }
      const file = this.view.files[here.some(at => at.file === this.target) ? this.target : here[0]?.file ?? 0];
      (found[file] ??= []).push({ op: "unset", place: one.place });
    }
    if (Object.keys(found).length) this.keep(found, `deleted ${this.targets.map(one => one.name).join(", ")}`);
  }

  /** Move an element before or behind another one of its group. @param {Node} node @param {Node} other @param {boolean} behind */
  order(node, other, behind) {
    const above = node.place.slice(0, -1);
    const beside = [...this.nodes.values()].filter(one => keyOf(one.place.slice(0, -1)) === keyOf(above));
    const files = (/** @type {Node} */ one) => one.at.filter(at => keyOf(at.place) === keyOf(one.place)).map(at => at.file);
    const file = Math.max(...files(node));
    // The order is that of the file that names them first.
    const some = beside.filter(one => Math.max(...files(one)) === file && one !== node);
    const index = some.indexOf(other);
    if (index < 0 || file < 0) { toast(`${other.name} is in another file than ${node.name}: elements of what a face extends are drawn first`, "error"); return; }
    const names = some.map(one => one.name);
    names.splice(index + Number(behind), 0, node.name);
    this.keep({ [this.view.files[file]]: [{ op: "order", place: above, names }] }, `moved ${node.name} ${behind ? "above" : "below"} ${other.name}`);
  }

  /** @param {Node} node @param {string} name */
  rename(node, name) {
    if (!name.trim() || name === node.name) return;
    const files = [...new Set(node.at.filter(at => keyOf(at.place) === keyOf(node.place)).map(at => at.file))];
    this.keep(Object.fromEntries(files.map(file => [this.view.files[file], [{ op: "rename", place: node.place, name }]])), `${node.name} is ${name} now`,
      [keyOf([...node.place.slice(0, -1), name])]);
  }

  leave() {
    for (const end of this.ends) end();
    this.stage.leave();
  }
}
