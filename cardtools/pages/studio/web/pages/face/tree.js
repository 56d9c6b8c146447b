// The elements of a face as a tree, from front to back as one sees them: what is above in the list is drawn over the rest.
import { h, redraw } from "../../dom.js";
import { keyOf } from "../face.js";

/** @typedef {import("../face.js").Node} Node */
const SIGNS = /** @type {Record<string, string>} */ ({ text: "T", image: "▣", rectangle: "▭", line: "╱", shape: "◆", symbol: "★", icons: "⁂", qr: "▦", group: "▸", card: "🂠", copy: "#" });

export class Tree {
  /** @param {import("../face.js").FacePage} page */
  constructor(page) {
    this.page = page;
    this.root = h("ul", { role: "tree", "aria-label": "Elements, the front one first", "aria-multiselectable": "true", onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event) });
    /** @type {Map<string, HTMLElement>} */ this.rows = new Map();
    /** @type {Set<string>} */ this.closed = new Set();
    /** @type {Node | null} */ this.dragged = null;
  }

  show() {
    this.rows.clear();
    const items = [...this.page.view.tree].reverse().map((/** @type {Node} */ one) => this.item(one, 1));
    redraw(this.root, ...(items.length ? items : [h("li", { class: "quiet", role: "none" }, "No elements yet: add one.")]));
    this.mark();
  }

  /** @param {Node} node @param {number} level @returns {HTMLElement} */
  item(node, level) {
    const { page } = this, key = keyOf(node.place), has = node.inner.length > 0;
    const from = node.at[0]?.file ? page.view.files[node.at[0].file] : "";
    const repeated = node.values.for ? ` × ${node.values.for}` : "", part = node.values.use ? ` uses ${node.values.use}` : "";
    const tool = (/** @type {string} */ which, /** @type {string} */ on, /** @type {string} */ off) => h("button", {
      type: "button", class: `tool ${which}`, tabindex: "-1", "data-on": on, "data-off": off,
      onclick: (/** @type {Event} */ event) => { event.stopPropagation(); page.toggle(/** @type {any} */ (which), key); } });
    const row = h("li", { role: "treeitem", tabindex: "-1", "data-key": key, "aria-level": level, draggable: "true", "aria-expanded": has ? String(!this.closed.has(key)) : null },
      h("div", { class: "row", onclick: (/** @type {MouseEvent} */ event) => { this.pick(key, event.ctrlKey || event.metaKey || event.shiftKey); row.focus(); }, ondblclick: () => this.rename(node) },
        h("span", { class: "sign", "aria-hidden": "true", onclick: (/** @type {Event} */ event) => { if (has) { event.stopPropagation(); this.fold(key); } } }, SIGNS[node.kind] ?? "?"),
        h("span", { class: "name" }, node.name), h("span", { class: "quiet kind" }, `${repeated}${part}`),
        h("span", { class: "marks" }), tool("hidden", "Show", "Hide"), tool("locked", "Unlock", "Lock")),
      has && h("ul", { role: "group" }, ...[...node.inner].reverse().map(one => this.item(one, level + 1))));
    row.setAttribute("aria-label", `${node.name}, ${node.kind}${repeated}${part}${from && `, from ${from}`}`);
    row.addEventListener("dragstart", (/** @type {DragEvent} */ event) => { event.stopPropagation(); this.dragged = node; event.dataTransfer?.setData("text/plain", node.name); });
    row.addEventListener("dragover", (/** @type {DragEvent} */ event) => {
      if (!this.dragged || keyOf(this.dragged.place.slice(0, -1)) !== keyOf(node.place.slice(0, -1))) return;
      event.preventDefault(); event.stopPropagation();
      row.dataset.drop = this.over(row, event) ? "above" : "below";
    });
    row.addEventListener("dragleave", () => delete row.dataset.drop);
    row.addEventListener("drop", (/** @type {DragEvent} */ event) => {
      event.preventDefault(); event.stopPropagation();
      delete row.dataset.drop;
      if (this.dragged && this.dragged !== node) page.order(this.dragged, node, this.over(row, event));
      this.dragged = null;
    });
    this.rows.set(key, row);
    return row;
  }

  /** @param {HTMLElement} row @param {DragEvent} event */
  over(row, event) {
    const box = row.getBoundingClientRect();
    return event.clientY < box.top + Math.min(box.height, 30) / 2;
  }

  /** @param {string} key */
  fold(key) {
    if (!this.closed.delete(key)) this.closed.add(key);
    const row = this.rows.get(key);
    row?.setAttribute("aria-expanded", String(!this.closed.has(key)));
  }

  /** @param {string} key @param {boolean} more */
  pick(key, more) {
    const { chosen } = this.page;
    this.page.choose(!more ? [key] : chosen.includes(key) ? chosen.filter(one => one !== key) : [...chosen, key]);
  }

  /** Show what is chosen, hidden, locked, not on this card, and too long. */
  mark() {
    const { page } = this;
    const boxes = new Map(), over = new Set();
    for (const one of page.view.boxes) {
      const key = keyOf(one.place);
      boxes.set(key, boxes.get(key) || one.shown);
      if (one.overflow) over.add(key);
    }
    for (const [key, row] of this.rows) {
      const chosen = page.chosen.includes(key), absent = page.view.boxes.length > 0 && !boxes.get(key);
      row.setAttribute("aria-selected", String(chosen));
      row.classList.toggle("absent", absent);
      /** @type {any} */ (row.querySelector(".marks")).textContent = [over.has(key) && "too long", absent && "absent"].filter(Boolean).join(", ");
      for (const which of /** @type {const} */ (["hidden", "locked"])) {
        const button = /** @type {HTMLElement} */ (row.querySelector(`.tool.${which}`)), on = page[which].has(key);
        button.textContent = (on ? button.dataset.on : button.dataset.off) ?? "";
        button.setAttribute("aria-pressed", String(on));
      }
    }
    const first = this.rows.get(page.chosen.at(-1) ?? "") ?? this.rows.values().next().value;
    for (const row of this.rows.values()) row.tabIndex = row === first ? 0 : -1;
  }

  /** @param {Node} node */
  rename(node) {
    const row = this.rows.get(keyOf(node.place)), name = row?.querySelector(".name");
    if (!row || !name || name.querySelector("input")) return;
    let done = false;
    const end = (/** @type {boolean} */ keep) => {
      if (done) return;
      done = true;
      name.replaceChildren(node.name);
      row.focus();
      if (keep) this.page.rename(node, input.value);
    };
    const input = h("input", { value: node.name, "aria-label": `New name of ${node.name}`, onblur: () => end(true), onclick: (/** @type {Event} */ event) => event.stopPropagation(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => { event.stopPropagation(); if (event.key === "Enter") end(true); if (event.key === "Escape") end(false); } });
    name.replaceChildren(input);
    input.select();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const row = /** @type {HTMLElement} */ (event.target), key = row.dataset.key;
    const node = key && this.page.nodes.get(key);
    if (!node || !key || row.getAttribute("role") !== "treeitem") return;
    const seen = [...this.rows.values()].filter(one => one.offsetParent), index = seen.indexOf(row);
    const to = (/** @type {HTMLElement | undefined | null} */ one) => { if (one?.dataset.key) { one.focus(); this.pick(one.dataset.key, event.shiftKey); } };
    const beside = [...(row.parentElement?.children ?? [])].map(one => this.page.nodes.get(one.getAttribute("data-key") ?? ""));
    const own = beside.indexOf(node);
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowDown: () => event.altKey ? beside[own + 1] && this.page.order(node, /** @type {Node} */ (beside[own + 1]), false) : to(seen[index + 1]),
      ArrowUp: () => event.altKey ? beside[own - 1] && this.page.order(node, /** @type {Node} */ (beside[own - 1]), true) : to(seen[index - 1]),
      ArrowLeft: () => row.getAttribute("aria-expanded") === "true" ? this.fold(key) : to(/** @type {any} */ (row.parentElement?.closest("[role=treeitem]"))),
      ArrowRight: () => row.getAttribute("aria-expanded") === "false" ? this.fold(key) : node.inner.length ? to(seen[index + 1]) : undefined,
      Home: () => to(seen[0]), End: () => to(seen.at(-1)),
      " ": () => this.pick(key, true), Enter: () => { if (!this.page.chosen.includes(key)) this.pick(key, false); this.page.stage.focus(); },
      F2: () => this.rename(node), Delete: () => { if (!this.page.chosen.includes(key)) this.pick(key, false); this.page.remove(); },
      h: () => this.page.toggle("hidden", key), l: () => this.page.toggle("locked", key),
      c: () => { if (event.ctrlKey || event.metaKey) this.page.copy(); }, v: () => { if (event.ctrlKey || event.metaKey) this.page.paste(); },
    };
    const act = keys[event.key];
    if (!act || ((event.ctrlKey || event.metaKey) && !["c", "v", " "].includes(event.key))) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }
}
