// The pictures of the cards in sight: a few are asked for at once; those seen last are kept, the others let go.
const AT_ONCE = 4, KEPT = 240, GLOW = 1600;  // GLOW: milliseconds
const DPI = [50, 72, 96, 150, 200, 300];

/**
 * `tag` says what a picture was made from, `age` when that was seen to be so.
 * @typedef {{ url: string, tag: string, age: number, problems: any[] }} Picture
 * @typedef {{ slug: string, side: string, frame: HTMLElement }} Wanted
 */

export class Pictures {
  /** @type {Map<string, Picture>} those seen last at the end */
  #known = new Map();
  /** @type {Map<string, Wanted>} in sight */
  #wanted = new Map();
  /** @type {Set<string>} */ #asked = new Set();
  #age = 0;
  #dpi = 96;

  /** @param {() => void} changed called when there are other problems @param {(one: Wanted, dpi: number) => string} address */
  constructor(changed, address = (one, dpi) => `/picture/${encodeURIComponent(one.slug)}?dpi=${dpi}&side=${one.side}`) {
    this.changed = changed;
    this.address = address;
  }

  /** The files have changed: what is shown is asked for again. */
  renew() { this.#age++; }

  /** What is wrong with the cards in sight. */
  problems() { return [...this.#wanted.keys()].flatMap(key => this.#known.get(key)?.problems ?? []); }

  close() {
    this.#wanted.clear();
    for (const one of this.#known.values()) URL.revokeObjectURL(one.url);
    this.#known.clear();
  }

  /** Fill these frames, at so many pixels an inch of the card. @param {Wanted[]} wanted @param {number} dpi */
  show(wanted, dpi) {
    this.#dpi = DPI.find(one => one >= dpi * Math.min(devicePixelRatio, 2)) ?? 300;
    this.#wanted = new Map(wanted.map(one => [`${one.slug} ${one.side} ${this.#dpi}`, one]));
    for (const [key, one] of this.#wanted) {
      const picture = this.#known.get(key);
      if (picture) { this.#known.delete(key); this.#known.set(key, picture); this.#paint(one, picture, false); }
    }
    for (const [key, picture] of this.#known) {
      if (this.#known.size <= KEPT) break;
      if (!this.#wanted.has(key)) { URL.revokeObjectURL(picture.url); this.#known.delete(key); }
    }
    this.#next();
  }

  #next() {
    for (const [key, one] of this.#wanted) {
      if (this.#asked.size >= AT_ONCE) return;
      if (this.#asked.has(key) || this.#known.get(key)?.age === this.#age) continue;
      this.#asked.add(key);
      this.#ask(key, one).finally(() => { this.#asked.delete(key); this.#next(); });
    }
  }

  /** @param {string} key @param {Wanted} one */
  async #ask(key, one) {
    const age = this.#age, old = this.#known.get(key), before = JSON.stringify(old?.problems ?? []);
    const made = { ...(old ?? { url: "", tag: "" }), age, problems: /** @type {any[]} */ ([]) };
    try {
      const answer = await fetch(this.address(one, this.#dpi), { cache: "no-store", headers: made.tag ? { "If-None-Match": made.tag } : {} });
      if (answer.status === 422) made.problems = (await answer.json()).problems;
      else if (answer.ok) Object.assign(made, { url: URL.createObjectURL(await answer.blob()), tag: answer.headers.get("ETag") ?? "" });
      else if (answer.status !== 304) throw new Error(await answer.text());
    } catch (error) { made.problems = [{ place: one.slug, code: "", severity: "error", message: String(error), hint: "" }]; }
    const now = this.#wanted.get(key);
    if (!now && !old) { URL.revokeObjectURL(made.url); return; }  // it is out of sight, or the page was left
    this.#known.set(key, made);
    if (now) this.#paint(now, made, !!old?.url);
    if (old && old.url !== made.url) URL.revokeObjectURL(old.url);
    if (before !== JSON.stringify(made.problems)) this.changed();
  }

  /** @param {Wanted} one @param {Picture} picture @param {boolean} news another one was here */
  #paint({ frame }, picture, news) {
    const image = frame.querySelector("img") ?? Object.assign(document.createElement("img"), { alt: "" });
    frame.classList.toggle("stale", picture.problems.length > 0);
    if (!picture.url) { if (!image.src) frame.replaceChildren(picture.problems[0]?.message ?? ""); return; }
    if (image.src === picture.url) return;
    image.src = picture.url;
    if (!image.isConnected) frame.replaceChildren(image);
    if (!news) return;
    frame.classList.add("changed");
    setTimeout(() => frame.classList.remove("changed"), GLOW);
  }
}
