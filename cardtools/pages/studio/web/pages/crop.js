// Choosing the part of a card's picture that shows. The picture lies over the card while it is moved; each change is
// kept in the project at once, and the card is drawn again.
import { edit, get } from "../api.js";
import { h } from "../dom.js";

const MOST = 10, STEP = 0.02, PAUSE = 300, DPI = 300;
const clamp = (/** @type {number} */ value, /** @type {number} */ low, /** @type {number} */ high) => Math.min(Math.max(value, low), high);
const same = (/** @type {any} */ one, /** @type {any} */ other) => JSON.stringify(one) === JSON.stringify(other);
const round = (/** @type {number} */ value, /** @type {number} */ digits) => Number(value.toFixed(digits));

/**
 * Crop the pictures of a card on its `stage`, with buttons in `panel`; `ended` is called at the end.
 * @param {string} slug @param {HTMLElement} stage @param {HTMLElement} panel @param {() => void} ended
 */
export async function openCrop(slug, stage, panel, ended) {
  const found = await get("pictures", { slug });
  if (!found.pictures.length) throw new Error("This card has no picture to crop.");
  return new Cropper(slug, found, stage, panel, ended);
}

class Cropper {
  /** @param {string} slug @param {any} found @param {HTMLElement} stage @param {HTMLElement} panel @param {() => void} ended */
  constructor(slug, found, stage, panel, ended) {
    this.slug = slug;
    this.size = found.size;
    // A picture has three crops: `view` is shown, `kept` is in the project, `start` was when this began; null: none.
    this.pictures = found.pictures.map((/** @type {any} */ one) => ({ ...one, view: one.crop, kept: one.crop, start: one.crop, failure: "" }));
    this.picture = this.pictures[0];
    this.ended = ended;
    this.timer = 0;
    /** @type {Map<number, number[]>} */ this.pointers = new Map();
    this.part = h("img", { class: "part", alt: "" });
    this.whole = h("img", { class: "whole", alt: "" });
    this.place = h("div", { class: "crop-place", tabindex: 0, role: "group", "aria-describedby": "crop-help" }, this.part);
    this.layer = h("div", { class: "cropper" }, this.whole, this.place);
    this.slider = h("input", { type: "range", min: 0, max: 100, step: 0.5, oninput: () => this.zoomTo(MOST ** (this.slider.value / 100)) });
    this.status = h("p", { class: "crop-status", role: "status" });
    this.undo = h("button", { type: "button", onclick: () => this.set(this.picture.start) }, "Undo");
    this.reset = h("button", { type: "button", onclick: () => this.set(null) }, "Reset");
    const choice = h("select", { onchange: () => this.choose(Number(choice.value)) },
      ...this.pictures.map((/** @type {any} */ one, /** @type {number} */ index) => h("option", { value: index }, one.source)));
    this.panel = panel;
    panel.hidden = false;
    panel.replaceChildren(
      h("p", { id: "crop-help", class: "quiet" }, "Drag the picture; turn the wheel, or move two fingers, to zoom. Keys: arrows move, + and − zoom."),
      this.pictures.length > 1 ? h("label", {}, "Picture", choice) : "", h("label", {}, "Zoom", this.slider), this.status,
      this.undo, " ", this.reset, " ", h("button", { type: "button", class: "main", onclick: () => this.close() }, "Done"));
    stage.append(this.layer);
    this.listen();
    this.choose(0);
    this.place.focus({ preventScroll: true });
  }

  get shown() { return this.picture.view ?? this.picture.face; }

  /** Where the whole picture lies, in mm from the corner of its place, as the renderer puts it. */
  lay({ focus_x, focus_y, zoom } = this.shown) {
    const [, , width, height] = this.picture.box;
    const fits = this.picture.whole ? Math.min : Math.max;
    const scale = fits(width / this.picture.width, height / this.picture.height) * zoom;  // mm a pixel
    const across = this.picture.width * scale, down = this.picture.height * scale;
    return { scale, across, down, left: (width - across) * focus_x, top: (height - down) * focus_y };
  }

  /** @param {any} next */
  set(next) {
    this.picture.view = next;
    this.picture.failure = "";
    this.layer.classList.add("active");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), PAUSE);
    this.draw();
  }

  /** @param {number} left @param {number} top @param {number} zoom */
  put(left, top, zoom) {
    const now = this.shown, [, , width, height] = this.picture.box;
    const size = this.lay({ ...now, zoom });
    const focus = (/** @type {number} */ room, /** @type {number} */ offset, /** @type {number} */ old) => Math.abs(room) < 1e-6 ? old : round(clamp(offset / room, 0, 1), 4);
    this.set({ focus_x: focus(width - size.across, left, now.focus_x), focus_y: focus(height - size.down, top, now.focus_y), zoom });
  }

  /** @param {number} across @param {number} down */
  move(across, down) {
    const now = this.lay();
    this.put(now.left + across, now.top + down, this.shown.zoom);
  }

  /** Zoom so that the point of the picture at x, y (mm in its place) stays there. @param {number} zoom */
  zoomTo(zoom, x = this.picture.box[2] / 2, y = this.picture.box[3] / 2) {
    const now = this.lay();
    zoom = round(clamp(zoom, 1, MOST), 3);
    const factor = zoom / this.shown.zoom;
    this.put(x - (x - now.left) * factor, y - (y - now.top) * factor, zoom);
  }

  /** @param {number} factor @param {number} [x] @param {number} [y] */
  zoomBy(factor, x, y) { this.zoomTo(this.shown.zoom * factor, x, y); }

  draw() {
    const [left, top, width, height] = this.picture.box, now = this.lay(), { zoom } = this.shown;
    const { view, kept, start, failure } = this.picture;
    const percent = (/** @type {HTMLElement} */ element, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ across, /** @type {number} */ down, /** @type {number} */ whole, /** @type {number} */ high) =>
      Object.assign(element.style, { left: `${100 * x / whole}%`, top: `${100 * y / high}%`, width: `${100 * across / whole}%`, height: `${100 * down / high}%` });
    percent(this.place, left, top, width, height, this.size[0], this.size[1]);
    percent(this.part, now.left, now.top, now.across, now.down, width, height);
    percent(this.whole, left + now.left, top + now.top, now.across, now.down, this.size[0], this.size[1]);
    this.slider.value = 100 * Math.log(zoom) / Math.log(MOST);
    const dpi = Math.round(25.4 / now.scale), low = dpi < DPI;
    this.slider.setAttribute("aria-valuetext", `${zoom.toFixed(2)} times`);
    const state = !same(view, kept) ? "saving ..." : kept ? "saved" : "as the face has it";
    this.status.textContent = failure || `${zoom.toFixed(2)} ×, ${dpi} pixels per inch${low ? `, fewer than ${DPI}` : ""}; ${state}`;
    this.status.className = `crop-status ${failure ? "failed" : low ? "low" : ""}`;
    this.undo.disabled = same(view, start);
    this.reset.disabled = !view;
  }

  async save(one = this.picture) {
    clearTimeout(this.timer);
    if (one.sending) return;  // it goes on with the latest
    one.sending = true;
    while (!same(one.view, one.kept) && !one.failure) {
      const crop = one.view;
      try {
        await edit("crop", { picture: one.source, crop, card: this.slug });
        one.kept = crop;
      } catch (error) { one.failure = /** @type {Error} */ (error).message; }
    }
    one.sending = false;
    if (one === this.picture) this.draw();
  }

  /** The card was drawn again: show it, not the picture over it. */
  update() {
    if (!this.pointers.size && same(this.picture.view, this.picture.kept)) this.layer.classList.remove("active");
  }

  /** @param {number} index */
  choose(index) {
    this.save();
    this.picture = this.pictures[index];
    this.part.src = this.whole.src = this.picture.image;
    this.place.setAttribute("aria-label", `The part of ${this.picture.source} that shows`);
    this.layer.classList.remove("active");
    this.draw();
  }

  close() {
    this.save();
    this.layer.remove();
    this.panel.hidden = true;
    this.ended();
  }

  /** A place on the screen in mm from the corner of the picture's place. @param {MouseEvent} event @returns {[number, number]} */
  spot(event) {
    const box = this.place.getBoundingClientRect();
    return [(event.clientX - box.left) * this.picture.box[2] / box.width, (event.clientY - box.top) * this.picture.box[3] / box.height];
  }

  centre() {
    const all = [...this.pointers.values()], [first, second = first] = all;
    const apart = Math.hypot(first[0] - second[0], first[1] - second[1]);
    return { x: (first[0] + second[0]) / 2, y: (first[1] + second[1]) / 2, apart, number: all.length };
  }

  listen() {
    const { place } = this;
    place.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      if (event.button) return;
      place.setPointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, this.spot(event));
      this.layer.classList.add("active");
    });
    place.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
      if (!this.pointers.has(event.pointerId)) return;
      const old = this.centre();
      this.pointers.set(event.pointerId, this.spot(event));
      const now = this.centre();
      if (now.number > 1 && old.apart > 1) this.zoomBy(now.apart / old.apart, old.x, old.y);
      this.move(now.x - old.x, now.y - old.y);
    });
    for (const name of ["pointerup", "pointercancel"]) {
      place.addEventListener(name, (/** @type {PointerEvent} */ event) => {
        this.pointers.delete(event.pointerId);
        if (!this.pointers.size) this.save();
      });
    }
    place.addEventListener("wheel", (/** @type {WheelEvent} */ event) => {
      event.preventDefault();
      this.zoomBy(Math.exp(-0.0015 * event.deltaY * (event.deltaMode ? 30 : 1)), ...this.spot(event));
    }, { passive: false });
    place.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      const step = STEP * (event.shiftKey ? 5 : 1), [, , width, height] = this.picture.box;
      /** @type {Record<string, () => void>} */
      const keys = {
        ArrowLeft: () => this.move(-step * width, 0), ArrowRight: () => this.move(step * width, 0),
        ArrowUp: () => this.move(0, -step * height), ArrowDown: () => this.move(0, step * height),
        "+": () => this.zoomBy(1.1), "=": () => this.zoomBy(1.1), "-": () => this.zoomBy(1 / 1.1),
        Enter: () => this.close(), Escape: () => this.close(),
      };
      if (!(event.key in keys) || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      keys[event.key]();
    });
  }
}
