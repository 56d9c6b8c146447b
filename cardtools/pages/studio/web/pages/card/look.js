// How a card is looked at: its sides, tiers and editions, guides, sizes in millimetres, eyes that see other colours.
import { post } from "../../api.js";
import { project } from "../../app.js";
import { h, redraw, svg } from "../../dom.js";

const CARD = 85.6;  // mm: the width of a credit card
const USUAL = 96 / 25.4;  // pixels a mm, until somebody has measured
const ARM = 60;  // cm
const STRIP = 60;  // dpi
/** Matrices for linear light (Machado, Oliveira, Fernandes 2009), by rows. @type {Record<string, number[]>} */
const EYES = {
  grey: [0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722],
  protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};
const EYE_NAMES = { "": "All colours", grey: "Grey", protan: "Red-blind (protanopia)", deutan: "Green-blind (deuteranopia)", tritan: "Blue-blind (tritanopia)" };
const SIZES = { fit: "Fit", real: "Real size", double: "Twice as large", arm: "At arm’s length" };

/** What stays from one card to the next. */
const view = { side: "face", tier: "", edition: "", guides: false, press: false, eyes: "", size: "fit" };

const number = (/** @type {string} */ name, /** @type {number} */ usual) => Number(localStorage.getItem(name)) || usual;

export class Look {
  /** @param {() => void} changed what draws the card again @param {() => any} wanted the card and its cells */
  constructor(changed, wanted) {
    this.changed = changed;
    this.wanted = wanted;
    this.timer = 0;
    this.turn = 0;  // how often the strip was drawn
    /** @type {any} */ this.answer = null;
    this.frame = h("div", { class: "frame stage", tabindex: -1 });
    this.mat = h("div", { class: "mat" }, this.frame, eyes());
    this.buttons = h("div", { class: "head", role: "group", "aria-label": "View" });
    this.ruler = h("section", { class: "panel ruler", "aria-label": "Measure the screen", hidden: true });
    this.strip = h("div", { class: "strip", role: "group", "aria-label": "Sides, tiers and editions" });
    this.element = h("div", {}, this.buttons, this.mat, this.ruler, this.strip);
    this.resized = new ResizeObserver(() => this.fit());
    this.resized.observe(this.mat);
  }

  /** @param {string} side */
  start(side) { Object.assign(view, { side, tier: "", edition: "" }); }

  get side() { return view.side; }

  /** What the server is asked for. @param {number} dpi */
  request(dpi) {
    return { side: view.side, dpi, bleed: view.guides, press: view.press, ...(view.tier ? { tier: Number(view.tier) } : {}), ...(view.edition ? { edition: view.edition } : {}) };
  }

  /** The resolution in which the picture is as sharp as the screen. */
  get sharp() {
    const wide = this.answer?.size?.[0] ?? 0;
    return wide ? Math.min(Math.max(Math.ceil(this.frame.clientWidth * devicePixelRatio * 25.4 / wide), 72), 450) : 150;
  }

  /** @param {HTMLElement[]} more buttons behind the others */
  drawButtons(more) {
    const toggle = (/** @type {"guides" | "press"} */ name, /** @type {string} */ text) => h("button", {
      type: "button", "aria-pressed": String(view[name]), onclick: () => { view[name] = !view[name]; this.drawButtons(more); this.changed(); } }, text);
    const choice = (/** @type {"size" | "eyes"} */ name, /** @type {string} */ label, /** @type {Record<string, string>} */ texts) => {
      const select = h("select", { "aria-label": label, onchange: () => { view[name] = select.value; this.fit(); this.changed(); this.drawButtons(more); } },
        ...Object.entries(texts).map(([value, text]) => h("option", { value }, text)));
      select.value = view[name];
      return select;
    };
    redraw(this.buttons, toggle("guides", "Guides"), project?.press ? toggle("press", "Press colours") : "",
      choice("size", "Size", SIZES), choice("eyes", "See it as", EYE_NAMES),
      view.size === "fit" ? "" : h("button", { type: "button", "aria-expanded": String(!this.ruler.hidden), onclick: () => this.measure() }, "Measure the screen"), ...more);
    this.fit();
  }

  /** Make the card as large as was chosen. */
  fit() {
    const size = this.answer?.size;
    const image = this.frame.querySelector("img.card");
    if (image) image.style.filter = view.eyes ? `url("#see-${view.eyes}")` : "";
    if (!size) return;
    this.frame.style.aspectRatio = `${size[0]} / ${size[1]}`;
    const mm = number("pixelsPerMm", USUAL);
    const scale = /** @type {Record<string, number>} */ ({ real: 1, double: 2, arm: number("eyesFromScreen", 50) / ARM })[view.size];
    this.frame.style.width = scale ? `${size[0] * mm * scale}px` : "";
    this.mat.classList.toggle("measured", Boolean(scale));
  }

  /** Measure the screen against a credit card, once. */
  measure() {
    this.ruler.hidden = !this.ruler.hidden;
    if (this.ruler.hidden) return;
    const card = h("div", { class: "credit" }, "85.6 mm");
    const lay = () => { card.style.width = `${CARD * number("pixelsPerMm", USUAL)}px`; this.fit(); };
    const slider = h("input", { type: "range", min: 2, max: 12, step: 0.01, value: number("pixelsPerMm", USUAL), oninput: () => { localStorage.setItem("pixelsPerMm", slider.value); lay(); } });
    const far = h("input", { type: "number", min: 20, max: 150, value: number("eyesFromScreen", 50), oninput: () => { localStorage.setItem("eyesFromScreen", far.value); this.fit(); } });
    this.ruler.replaceChildren(h("p", {}, "Hold a bank card against the screen, and move the slider until the box is as wide as the card. This is kept in this browser."),
      card, h("label", {}, "Width of the box", slider), h("label", {}, "Your eyes are so many cm from the screen", far),
      h("button", { type: "button", class: "main", onclick: () => { this.ruler.hidden = true; } }, "Done"));
    lay();
    slider.focus();
  }

  /** Show a picture that was drawn. @param {any} answer @param {string} words the card's text */
  paint(answer, words) {
    this.answer = answer;
    if (!answer.picture) { this.frame.replaceChildren(h("p", { class: "quiet" }, "This card cannot be drawn.")); return; }
    const image = this.frame.querySelector("img.card") ?? h("img", { class: "card" });
    image.src = answer.picture;
    image.alt = words;
    if (!image.isConnected) this.frame.replaceChildren(image);
    this.frame.querySelector(".guides")?.remove();
    if (view.guides) this.frame.append(guides(answer));
    this.fit();
  }

  /** The sides, tiers and editions of a card. @param {any} card @param {any} known */
  variants(card, known) {
    const found = [{ side: "face", tier: "", edition: "", text: "Front" }];
    if (card.sides.includes("back")) found.push({ side: "back", tier: "", edition: "", text: "Back" });
    for (const [tier, text] of known?.tiers ?? []) found.push({ side: "face", tier: String(tier), edition: "", text });
    for (const edition of project?.editions ?? []) found.push({ side: "face", tier: "", edition, text: edition });
    return found;
  }

  /** Draw the small pictures, when nobody types. @param {any} card @param {any} known */
  drawStrip(card, known) {
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      const turn = ++this.turn, found = this.variants(card, known);
      this.strip.hidden = found.length < 2;
      if (this.strip.hidden) return;
      if (this.strip.children.length !== found.length || this.strip.dataset.slug !== card.slug) {
        this.strip.dataset.slug = card.slug;
        this.strip.replaceChildren(...found.map(one => h("button", { type: "button", onclick: () => { Object.assign(view, { side: one.side, tier: one.tier, edition: one.edition }); this.mark(found); this.changed(); } },
          h("span", { class: "frame" }, h("img", { alt: "" })), h("small", {}, one.text))));
      }
      this.mark(found);
      for (const [index, one] of found.entries()) {
        if (turn !== this.turn || !this.strip.isConnected) return;
        const { side, tier, edition } = one, image = this.strip.children[index].querySelector("img");
        const more = { ...(tier ? { tier: Number(tier) } : {}), ...(edition ? { edition } : {}) };
        try {
          const answer = await post("draw", { ...this.wanted(), side, dpi: STRIP, urgent: false, ...more });
          if (turn !== this.turn) return;
          if (answer.picture) { image.src = answer.picture; image.parentElement.style.aspectRatio = `${answer.size[0]} / ${answer.size[1]}`; }
          image.hidden = !answer.picture;
        } catch { image.hidden = true; }
      }
    }, 400);
  }

  /** @param {any[]} found */
  mark(found) {
    found.forEach((one, index) => this.strip.children[index]?.setAttribute("aria-pressed", String(one.side === view.side && one.tier === view.tier && one.edition === view.edition)));
  }

  close() {
    clearTimeout(this.timer);
    this.turn++;
    this.resized.disconnect();
  }
}

/** The filters of the views by other eyes. */
function eyes() {
  return svg("svg", { class: "eyes", "aria-hidden": "true" }, ...Object.entries(EYES).map(([name, [a, b, c, d, e, f, g, i, j]]) =>
    svg("filter", { id: `see-${name}`, "color-interpolation-filters": "linearRGB" },
      svg("feColorMatrix", { values: `${a} ${b} ${c} 0 0 ${d} ${e} ${f} 0 0 ${g} ${i} ${j} 0 0 0 0 0 1 0` }))));
}

/** The cut, the safe zone, and the bleed beyond the cut. @param {any} answer */
function guides({ size, trim, safe }) {
  const make = (/** @type {string} */ name, /** @type {number[]} */ [x, y, width, height]) => svg("rect", { class: name, x, y, width, height });
  const half = 0.15;  // of the line, which would be cut off
  return svg("svg", { viewBox: `0 0 ${size[0]} ${size[1]}`, class: "guides", "aria-hidden": "true" },
    make("bleed", [half, half, size[0] - 2 * half, size[1] - 2 * half]), make("cut", trim),
    make("safe", [trim[0] + safe, trim[1] + safe, trim[2] - 2 * safe, trim[3] - 2 * safe]));
}
