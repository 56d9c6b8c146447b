// The pictures of the cards in sight: a few are asked for at once, the newest that are in sight first; the ones that were
// seen last are kept, the others let go.

const AT_ONCE = 4, KEPT = 240;
const DPI = [50, 72, 96, 150, 200, 300];

/**
 * `tag` says what a picture was made from, `age` when it was seen to be so.
 * @typedef {{ url: string, tag: string, age: number, problems: any[] }} Picture
 * @typedef {{ slug: string, side: string, frame: HTMLElement }} Wanted
 */

export class Pictures {
  /** @param {() => void} changed called when there are other problems */
  constructor(changed) {
    this.changed = changed;
    /** @type {Map<string, Picture>} those seen last at the end */
    this.known = new Map();
    /** @type {Map<string, Wanted>} in sight */
    this.wanted = new Map();
    /** @type {Set<string>} */
    this.asked = new Set();
    this.age = 0;
    this.dpi = 96;
  }

  /** The files have changed: what is shown is asked for again. */
  renew() { this.age++; }

  /** What is wrong with the cards in sight. */
  problems() {
    return [...this.wanted.keys()].flatMap(key => this.known.get(key)?.problems ?? []);
  }

  close() {
    this.wanted.clear();
    for (const one of this.known.values()) URL.revokeObjectURL(one.url);
    this.known.clear();
  }

  /** Fill these frames, at so many pixels an inch of the card. @param {Wanted[]} wanted @param {number} dpi */
  show(wanted, dpi) {
    const sharp = dpi * Math.min(devicePixelRatio, 2);
    this.dpi = DPI.find(one => one >= sharp) ?? 300;
    this.wanted = new Map(wanted.map(one => [`${one.slug} ${one.side} ${this.dpi}`, one]));
    for (const [key, one] of this.wanted) {
      const picture = this.known.get(key);
      if (picture) { this.known.delete(key); this.known.set(key, picture); this.paint(one, picture, false); }
      else if (one.frame.dataset.of !== `${one.slug} ${one.side}`) one.frame.replaceChildren();
    }
    for (const [key, picture] of this.known) {
      if (this.known.size <= KEPT) break;
      if (!this.wanted.has(key)) { URL.revokeObjectURL(picture.url); this.known.delete(key); }
    }
    this.next();
  }

  next() {
    for (const [key, one] of this.wanted) {
      if (this.asked.size >= AT_ONCE) return;
      if (this.asked.has(key) || this.known.get(key)?.age === this.age) continue;
      this.asked.add(key);
      this.ask(key, one).finally(() => { this.asked.delete(key); this.next(); });
    }
  }

  /** @param {string} key @param {Wanted} one */
  async ask(key, one) {
    const age = this.age, old = this.known.get(key);
    const made = old ?? { url: "", tag: "", age, problems: [] };
    const before = JSON.stringify(made.problems);
    try {
      const answer = await fetch(`/picture/${encodeURIComponent(one.slug)}?dpi=${this.dpi}&side=${one.side}`, { cache: "no-store", headers: made.tag ? { "If-None-Match": made.tag } : {} });
      made.age = age;
      if (answer.status === 422) made.problems = (await answer.json()).problems;
      else if (answer.status === 304) made.problems = [];
      else if (answer.ok) {
        URL.revokeObjectURL(made.url);
        made.url = URL.createObjectURL(await answer.blob());
        made.tag = answer.headers.get("ETag") ?? "";
        made.problems = [];
      } else throw new Error(await answer.text());
    } catch (error) {
      made.age = age;
      made.problems = [{ place: one.slug, code: "", severity: "error", message: String(/** @type {Error} */ (error).message), hint: "" }];
    }
    if (!this.wanted.size && !this.known.size) { URL.revokeObjectURL(made.url); return; }  // the page was left
    this.known.set(key, made);
    const now = this.wanted.get(key);
    if (now) this.paint(now, made, !!old);
    if (before !== JSON.stringify(made.problems)) this.changed();
  }

  /** @param {Wanted} one @param {Picture} picture @param {boolean} news it was another one before */
  paint({ slug, side, frame }, picture, news) {
    const image = frame.querySelector("img");
    frame.classList.toggle("stale", picture.problems.length > 0);
    frame.dataset.of = `${slug} ${side}`;
    if (!picture.url) {
      if (!image) frame.replaceChildren(document.createTextNode(picture.problems[0]?.message ?? ""));
      return;
    }
    if (image?.src === picture.url) return;
    const shown = image ?? document.createElement("img");
    shown.alt = "";
    shown.src = picture.url;
    if (!image) frame.replaceChildren(shown);
    if (!news) return;
    frame.classList.add("changed");
    setTimeout(() => frame.classList.remove("changed"), 1600);
  }
}
