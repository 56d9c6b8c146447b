// The card with a box over each of its elements: moved, resized and turned by pointer or keys.
import { h } from "../../dom.js";
import { keyOf } from "../face.js";
import { Moveable, Selecto } from "../../parts/moveable.js";

/** @typedef {import("../face.js").Box} Box @typedef {import("../face.js").Node} Node @typedef {import("../face.js").Edit} Edit */
/** @typedef {{ box: number[], turn: number }} Shape */
const PAUSE = 500;  // milliseconds without a key until what keys have done is kept
const LEAST = 0.5;  // mm: the smallest side that a pointer makes
const round = (/** @type {number} */ number) => Math.round(number * 100) / 100;

export class Stage {
  /** @param {import("../face.js").FacePage} page */
  constructor(page) {
    this.page = page;
    this.snap = true;
    this.grid = false;
    this.guides = true;
    this.image = h("img", { alt: "", draggable: "false" });
    this.layer = h("div", { class: "boxes" });
    this.said = h("p", { class: "quiet", role: "status" });
    this.frame = h("div", { class: "face-stage", role: "group", "aria-label": "The card with its elements" }, this.image, this.layer);
    this.root = h("div", {}, this.frame, this.said);
    /** @type {Map<string, HTMLElement[]>} the boxes of each element */
    this.boxes = new Map();
    /** @type {Map<string, Shape>} what is being changed, by element */
    this.moved = new Map();
    this.timer = 0;
    this.word = "moved";
    this.frame.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    this.watcher = new ResizeObserver(() => this.show());
    this.watcher.observe(this.frame);
    this.moveable = this.makeMoveable();
    this.selecto = this.makeSelecto();
  }

  /** How many pixels a millimetre has, and where the cut card begins in the picture (mm). */
  get scale() { return this.layer.clientWidth / (this.page.view.size?.[0] ?? 69.5); }
  get edge() { return this.page.view.trim?.[0] ?? 3; }
  get card() { const [, , width, height] = this.page.view.trim ?? [0, 0, 63.5, 88.9]; return [width, height]; }

  /** @param {any} answer */
  paint(answer) {
    this.frame.classList.toggle("broken", !answer.picture);
    if (!answer.picture) return;
    for (const key of ["size", "trim", "safe"]) this.page.view[key] = answer[key];
    this.image.src = answer.picture;
    this.image.alt = `The card ${answer.slug} as it will be printed`;
    this.frame.style.aspectRatio = `${answer.size[0]} / ${answer.size[1]}`;
  }

  /** Draw the boxes as the server has measured them. */
  show() {
    if (this.moved.size || !this.page.view.size) return;
    const { page } = this, focused = this.layer.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : null;
    // A box that is pressed must stay: the same elements are used again.
    const before = this.boxes;
    this.boxes = new Map();
    const [width, height] = this.card;
    /** @type {HTMLElement[]} */
    const marks = [];
    for (const one of page.view.boxes) {
      const key = keyOf(one.place), node = page.nodes.get(key);
      if (!node || page.hidden.has(key)) continue;
      const [left, top, wide, high] = one.box, whole = left <= 0.5 && top <= 0.5 && left + wide >= width - 0.5 && top + high >= height - 0.5;
      const box = before.get(key)?.[this.boxes.get(key)?.length ?? 0] ?? h("div", { class: "box", "data-key": key, tabindex: "-1", role: "button" });
      box.setAttribute("aria-label", `${node.name}, ${node.kind}${one.overflow ? ", its text is too long" : ""}`);
      box.classList.toggle("group", node.kind === "group");
      box.classList.toggle("absent", !one.shown);
      box.classList.toggle("whole", whole);
      box.classList.toggle("locked", page.locked.has(key));
      box.classList.toggle("overflow", one.overflow);
      this.place(box, one);
      marks.push(box);
      this.boxes.set(key, [...(this.boxes.get(key) ?? []), box]);
    }
    for (const one of this.layer.querySelectorAll(":scope > :not(.box)")) one.remove();
    const there = [...this.layer.children];
    if (there.length !== marks.length || there.some((one, index) => one !== marks[index])) this.layer.replaceChildren(...marks);
    this.layer.prepend(...this.lines());
    this.choose();
    if (focused) this.boxes.get(focused)?.[0].focus();
  }

  /** @param {HTMLElement} box @param {Shape} shape */
  place(box, { box: [left, top, width, height], turn }) {
    const { scale, edge } = this;
    Object.assign(box.style, { left: `${(left + edge) * scale}px`, top: `${(top + edge) * scale}px`, width: `${width * scale}px`, height: `${height * scale}px`, transform: turn ? `rotate(${turn}deg)` : "" });
  }

  /** The cut, the safe zone and the grid. */
  lines() {
    const [width, height] = this.card, { safe = 0 } = this.page.view, found = [];
    const make = (/** @type {string} */ name, /** @type {number} */ by) => {
      const one = h("div", { class: name, "aria-hidden": "true" });
      this.place(one, { box: [by, by, width - 2 * by, height - 2 * by], turn: 0 });
      return one;
    };
    if (this.guides) found.push(make("cut", 0), make("safe", safe));
    if (this.grid) {
      const one = make("grid", 0);
      one.style.backgroundSize = `${5 * this.scale}px ${5 * this.scale}px`;
      found.push(one);
    }
    return found;
  }

  /** Mark the chosen boxes, and give them handles. */
  choose() {
    const { page } = this, { chosen } = page, targets = [];
    for (const [key, boxes] of this.boxes) for (const box of boxes) {
      box.classList.toggle("chosen", chosen.includes(key));
      box.tabIndex = chosen.includes(key) ? 0 : -1;
      if (chosen.includes(key) && !page.locked.has(key) && (boxes[0] === box || boxes.length === 1)) targets.push(box);
    }
    const { scale, edge } = this, [width, height] = this.card, { safe = 0 } = page.view;
    const lines = (/** @type {number} */ length) => [0, safe, length / 2, length - safe, length].map(one => (one + edge) * scale);
    const laid = targets.length === 1 && page.nodes.get(targets[0].dataset.key ?? "")?.laid;
    this.moveable.setState({
      target: targets, draggable: !laid, resizable: true, rotatable: true, snappable: this.snap || this.grid,
      verticalGuidelines: this.snap ? lines(width) : [], horizontalGuidelines: this.snap ? lines(height) : [],
      elementGuidelines: this.snap ? [...this.boxes].filter(([key]) => !chosen.includes(key) && page.nodes.get(key)?.kind !== "group").flatMap(([, some]) => some) : [],
      snapGridWidth: this.grid ? scale : 0, snapGridHeight: this.grid ? scale : 0,
    }, () => this.moveable.updateRect());
    this.say();
  }

  /** Say where the chosen element is. */
  say() {
    const one = this.shape(this.page.chosen[0] ?? "");
    this.said.textContent = !one ? "Choose an element in the list or on the card. Arrow keys move it." : this.page.chosen.length > 1 ? `${this.page.chosen.length} elements`
      : `${this.page.nodes.get(this.page.chosen[0])?.name}: ${one.box.slice(2).map(round).join(" × ")} mm, ${round(one.box[0])} from the left, ${round(one.box[1])} from the top${one.turn ? `, turned by ${round(one.turn)}°` : ""}`;
  }

  focus() {
    this.boxes.get(this.page.chosen[0] ?? "")?.[0].focus();
  }

  /** An element as the server has measured it, the first one if it is repeated. @param {string} key @returns {Box | undefined} */
  box(key) { return this.page.view.boxes.find((/** @type {Box} */ one) => keyOf(one.place) === key); }

  /** @param {string} key @returns {(Shape & { outer: number, shown: boolean }) | undefined} */
  shape(key) {
    const known = this.box(key);
    return known && { ...known, ...this.moved.get(key) };
  }

  makeMoveable() {
    const moveable = new Moveable(this.frame, {
      target: [], draggable: true, resizable: true, rotatable: true, origin: false, keepRatio: false, snapThreshold: 5, throttleRotate: 5,
      snapDirections: { left: true, top: true, right: true, bottom: true, center: true, middle: true },
      elementSnapDirections: { left: true, top: true, right: true, bottom: true, center: true, middle: true }, isDisplaySnapDigit: false,
    });
    const free = (/** @type {any} */ event) => Boolean(event.inputEvent?.shiftKey);
    const each = (/** @type {string} */ name, /** @type {(event: any) => void} */ act) => {
      moveable.on(/** @type {any} */ (name), (/** @type {any} */ event) => { act(event); this.attempt(); });
      moveable.on(/** @type {any} */ (`${name}Group`), (/** @type {any} */ event) => { event.events.forEach(act); this.attempt(); });
      for (const end of [`${name}End`, `${name}GroupEnd`]) moveable.on(/** @type {any} */ (end), () => this.keep());
    };
    each("drag", event => this.pulled(event.target, [event.left, event.top], [], 0, "moved"));
    each("resize", event => this.pulled(event.target, [event.drag.left, event.drag.top], [event.width, event.height], 0, "resized"));
    each("rotate", event => this.pulled(event.target, [event.drag.left, event.drag.top], [], event.dist, "turned"));
    for (const start of ["rotateStart", "rotateGroupStart"]) moveable.on(/** @type {any} */ (start), (/** @type {any} */ event) => { moveable.throttleRotate = free(event) ? 0 : 5; });
    return moveable;
  }

  makeSelecto() {
    const selecto = new Selecto({ container: this.frame, dragContainer: this.frame, selectableTargets: [() => [...this.layer.querySelectorAll(".box:not(.group, .whole, .locked, .absent)")]], selectByClick: true, selectFromInside: false, hitRate: 60, toggleContinueSelect: ["shift"] });
    selecto.on("dragStart", event => {
      const target = /** @type {HTMLElement} */ (event.inputEvent.target);
      const key = target.dataset?.key;
      if (this.moveable.isMoveableElement(target)) { event.stop(); return; }
      if (event.inputEvent.altKey && key) { this.below(event.inputEvent); event.stop(); return; }
      if (!key || !this.page.chosen.includes(key) || event.inputEvent.shiftKey) return;
      event.stop();
      // Moveable takes a box over some frames after it was chosen.
      let pressed = true;
      addEventListener("mouseup", () => { pressed = false; }, { once: true });
      setTimeout(() => { if (pressed && !this.moveable.isDragging()) this.moveable.dragStart(event.inputEvent); }, 40);
    });
    selecto.on("selectEnd", event => {
      const keys = [...new Set(event.selected.map(one => /** @type {HTMLElement} */ (one).dataset.key ?? ""))];
      this.page.choose(keys);
      if (!event.isDragStart || !keys.length) return;
      event.inputEvent.preventDefault();
      this.moveable.waitToChangeTarget().then(() => this.moveable.dragStart(event.inputEvent));
    });
    return selecto;
  }

  /** Choose what is below the chosen one. @param {MouseEvent} event */
  below(event) {
    const stack = document.elementsFromPoint(event.clientX, event.clientY).map(one => /** @type {HTMLElement} */ (one).dataset?.key).filter(Boolean);
    const index = stack.indexOf(this.page.chosen[0]);
    const next = stack[(index + 1) % stack.length];
    if (next) this.page.choose([next]);
  }

  /**
   * A box is where the pointer has it, in pixels.
   * @param {HTMLElement} target @param {number[]} place @param {number[]} size @param {number} turn @param {string} word
   */
  pulled(target, place, size, turn, word) {
    const key = target.dataset.key ?? "", { scale, edge } = this, known = this.box(key);
    if (!known) return;
    const [width, height] = size.length ? size.map(one => one / scale) : known.box.slice(2);
    const line = known.box[3] === 0 || known.box[2] === 0;
    this.change(key, { box: [place[0] / scale - edge, place[1] / scale - edge, line ? width : Math.max(LEAST, width), line ? height : Math.max(LEAST, height)], turn: known.turn + turn });
    this.word = word;
  }

  /** An element gets another shape; what is in a group goes with it. @param {string} key @param {Shape} shape */
  change(key, shape) {
    const node = this.page.nodes.get(key), known = this.box(key);
    if (!node || !known) return;
    const inner = node.kind === "group" || shape.turn || node.laid ? shape.box : this.fitted(node, shape.box, known.box);
    const kept = { box: inner.map(round), turn: ((shape.turn % 360) + 360) % 360 };
    this.moved.set(key, kept);
    for (const box of this.boxes.get(key)?.slice(0, 1) ?? []) this.place(box, kept);
    if (node.kind !== "group" || node.values.layout) { this.say(); return; }
    const [left, top, width, height] = known.box, x = width ? kept.box[2] / width : 1, y = height ? kept.box[3] / height : 1;
    for (const one of node.inner) {
      const own = this.box(keyOf(one.place));
      if (own) this.change(keyOf(one.place), { box: [kept.box[0] + (own.box[0] - left) * x, kept.box[1] + (own.box[1] - top) * y, own.box[2] * x, own.box[3] * y], turn: own.turn });
    }
    this.say();
  }

  /** The box within the bleed, of a text within the safe zone: beyond that a face cannot be used. @param {Node} node @param {number[]} box @param {number[]} was */
  fitted(node, box, was) {
    const beyond = ["text", "copy"].includes(node.kind) ? (node.values.bleed ? 1e3 : -(this.page.view.safe ?? 0)) : this.edge;
    const found = [...box];
    for (const axis of [0, 1]) {
      const least = Math.min(-beyond, was[axis]), most = Math.max(this.card[axis] + beyond, was[axis] + was[axis + 2]);
      if (Math.abs(box[axis + 2] - was[axis + 2]) < 0.01) found[axis] = Math.max(least, Math.min(box[axis], most - box[axis + 2]));
      else {
        found[axis] = Math.max(least, box[axis]);
        found[axis + 2] = Math.min(box[axis] + box[axis + 2], most) - found[axis];
      }
    }
    return found;
  }

  /** The edits that what was moved makes, by file. */
  edits() {
    const { page } = this;
    return page.edits([...this.moved].flatMap(([key, shape]) => {
      const node = page.nodes.get(key), known = this.box(key);
      if (!node || !known) return [];
      const group = node.kind === "group" && !node.values.layout, turned = Math.abs(shape.turn - ((known.turn % 360) + 360) % 360) > 0.01;
      /** @param {string[]} place @returns {Edit[]} */
      const make = place => [
        ...(group || !shape.box.some((one, index) => Math.abs(one - known.box[index]) > 0.006) ? [] : [{ op: "box", place, element: node.place, box: this.unturned(known, shape.box), was: known.box }]),
        ...(turned ? [{ op: "set", place: [...place, "rotation"], value: round(shape.turn - known.outer) }] : []),
      ];
      return [/** @type {[Node, typeof make]} */ ([node, make])];
    }));
  }

  /** The box as its turned group has it. @param {Box} known @param {number[]} box */
  unturned(known, [left, top, width, height]) {
    if (!known.outer) return [left, top, width, height];
    const node = this.page.nodes.get(keyOf(known.place)), angle = (-known.outer * Math.PI) / 180;
    const x = left + width / 2 - known.box[0] - known.box[2] / 2, y = top + height / 2 - known.box[1] - known.box[3] / 2;
    const [own, high] = [node?.values.left, node?.values.top].map(one => typeof one === "number" ? one : NaN);
    const middle = [(Number.isNaN(own) ? known.box[0] : own) + known.box[2] / 2 + x * Math.cos(angle) - y * Math.sin(angle), (Number.isNaN(high) ? known.box[1] : high) + known.box[3] / 2 + x * Math.sin(angle) + y * Math.cos(angle)];
    return [middle[0] - width / 2, middle[1] - height / 2, width, height];
  }

  attempt() {
    this.page.panel.measure();
    this.page.attempt(this.edits());
  }

  /** Keep what a gesture has done. */
  keep() {
    clearTimeout(this.timer);
    const names = [...new Set(this.page.targets.map(one => one.name))].join(", ");
    const edits = this.moved.size ? this.edits() : {};
    if (!Object.values(edits).some(some => some.length)) {
      if (this.moved.size) { this.moved.clear(); this.page.refresh("boxes"); }
      return;
    }
    for (const [key, shape] of this.moved) {
      for (const one of this.page.view.boxes) if (keyOf(one.place) === key && this.boxes.get(key)?.length === 1) Object.assign(one, shape);
    }
    this.moved.clear();
    this.moveable.updateRect();
    this.page.keep(edits, `${this.word} ${names}`);
  }

  /** @param {[string, number, number]} how the title, the axis and the share; -1 gives all of them equal gaps */
  align([, axis, share]) {
    const some = this.page.targets.flatMap(one => { const shape = this.shape(keyOf(one.place)); return shape ? [{ key: keyOf(one.place), ...shape }] : []; });
    if (!some.length) return;
    const ends = some.length > 1 ? [Math.min(...some.map(one => one.box[axis])), Math.max(...some.map(one => one.box[axis] + one.box[2 + axis]))] : [0, this.card[axis]];
    const sorted = [...some].sort((one, other) => one.box[axis] - other.box[axis]);
    const gap = (ends[1] - ends[0] - some.reduce((sum, one) => sum + one.box[2 + axis], 0)) / (some.length + (some.length > 1 ? -1 : 1));
    let at = ends[0] + (some.length > 1 ? 0 : gap);
    for (const one of sorted) {
      const box = [...one.box];
      box[axis] = share < 0 ? at : ends[0] + (ends[1] - ends[0] - box[2 + axis]) * share;
      at += box[2 + axis] + gap;
      this.change(one.key, { box, turn: one.turn });
    }
    this.word = share < 0 ? "distributed" : "aligned";
    this.keep();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { page } = this, way = /** @type {Record<string, number[]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] })[event.key];
    if (event.key === "Escape") { page.choose([]); page.tree.root.querySelector("[tabindex='0']")?.focus(); return; }
    if (event.key === "Delete") { event.preventDefault(); page.remove(); return; }
    if ((event.ctrlKey || event.metaKey) && event.key === "c") { page.copy(); return; }
    if ((event.ctrlKey || event.metaKey) && event.key === "v") { page.paste(); return; }
    if (!way || !page.chosen.length) return;
    event.preventDefault();
    event.stopPropagation();
    const step = event.shiftKey ? 1 : 0.1, sized = event.ctrlKey || event.metaKey;
    for (const node of page.targets) {
      const key = keyOf(node.place), shape = this.shape(key);
      if (!shape || page.locked.has(key) || (node.laid && !sized)) continue;
      const [left, top, width, height] = shape.box, [x, y] = way;
      if (event.altKey) this.change(key, { box: shape.box, turn: shape.turn + (event.shiftKey ? 1 : 5) * (x || y) });
      else if (sized) this.change(key, { box: [left, top, Math.max(0, width + x * step), Math.max(0, height + y * step)], turn: shape.turn });
      else this.change(key, { box: [left + x * step, top + y * step, width, height], turn: shape.turn });
    }
    this.word = event.altKey ? "turned" : sized ? "resized" : "moved";
    this.moveable.updateRect();
    this.attempt();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keep(), PAUSE);
  }

  leave() {
    this.keep();
    this.watcher.disconnect();
    this.moveable.destroy();
    this.selecto.destroy();
  }
}
