// Statistics: what the cards and decks count up to, playtests with an estimate, and the pages that commands have made.
import { get, onChange, status } from "../api.js";
import { fail, style } from "../app.js";
import { addressOf, h, redraw } from "../dom.js";
import { CommandLine, run, time } from "../jobs.js";
import { ChoiceOfCards, OptionForm, nameOf } from "../options.js";

const TRY = 64;  // games by which the time of all is estimated
const PLAYTESTS = ["playtest run", "playtest odds", "playtest rules"];
/** @type {Record<string, string>} */
const TITLES = { "playtest run": "Play matches, and compare decks, agents and cards", "playtest odds": "Odds of opening hands", "playtest rules": "Find what the rules forget" };
/** What the page with the statistics was made of: nothing is counted again while that is so. */
const made = { of: "", path: "" };

/** @type {import("../app.js").Page} */
export default {
  async show(root, _, query) {
    const [commands, project] = await Promise.all([get("commands"), get("print_setup"), style("/pages/statistics.css"), style("/search.css")]);
    const reports = new Reports(), counts = new Counts(commands.stats, project, query, reports), tests = new Playtests(commands, project, reports);
    const jump = (/** @type {string} */ name, /** @type {HTMLElement} */ part) => h("button", { type: "button", onclick: () => part.scrollIntoView() }, name);
    root.append(h("div", { class: "head" }, h("h1", {}, "Statistics"), h("div", { class: "grow" }), jump("Playtests", tests.element), jump("Pages", reports.element)), counts.element, tests.element, reports.element);
    reports.load();
    counts.count(false);
    return onChange(() => counts.count(false));
  },
};

/** The page of `cardtools stats`, in a frame that may do nothing but show itself. */
class Counts {
  /** @param {any} command @param {any} project @param {URLSearchParams} query @param {Reports} reports */
  constructor(command, project, query, reports) {
    const changed = () => this.line.draw(this.words);
    this.reports = reports;
    this.choice = new ChoiceOfCards({ decks: project.decks, query, changed, all: "Without a choice: all cards." });
    this.form = new OptionForm(command.options, { without: ["where", "decks", "edition", "form"], only: ["sections", "hand", "draws"], changed });
    this.line = new CommandLine();
    this.state = h("span", { class: "quiet", role: "status" });
    this.place = h("div", { class: "report" });
    this.element = h("section", { "aria-label": "Counts" }, h("details", { class: "panel" }, h("summary", {}, "Choose what is counted"), this.choice.element, this.form.element,
      h("p", {}, h("button", { class: "main", type: "button", onclick: () => this.count(true) }, "Count")), this.line.element), h("p", {}, this.state), this.place);
    changed();
  }

  get words() { return ["stats", ...this.choice.words, ...this.form.words]; }

  /** @param {boolean} asked by hand, and not since files have changed */
  async count(asked) {
    const key = `${status.content} ${this.words}`;
    if (!asked && this.busy) return;
    this.busy = true;
    try {
      if (asked || made.of !== key) {
        this.state.textContent = "Counting ...";
        const job = await run(this.words, true), path = job.files.find(name => /(^|\/)stats\/\w+\.html$/.test(name));
        if (!path) { this.state.textContent = job.lines.at(-1) ?? "Nothing could be counted."; return; }
        Object.assign(made, { of: key, path });
        this.reports.load();
      }
      const address = `/output/${addressOf(made.path)}`;
      this.state.replaceChildren(h("a", { href: address, target: "_blank", rel: "noopener" }, "Open this in a tab of its own"));
      this.place.replaceChildren(h("iframe", { sandbox: "allow-scripts", title: "Statistics", src: address }));
    } catch (error) { fail(error); } finally { this.busy = false; }
  }
}

class Playtests {
  /** @param {any} commands @param {any} project @param {Reports} reports */
  constructor(commands, project, reports) {
    this.commands = commands;
    this.reports = reports;
    this.boxes = project.decks.map((/** @type {string} */ deck) => h("input", { type: "checkbox", value: deck, onchange: () => this.changed() }));
    this.what = h("select", { onchange: () => this.show() }, ...PLAYTESTS.map(name => h("option", { value: name }, TITLES[name])));
    this.about = h("p", { class: "quiet" });
    this.place = h("div", {});
    this.line = new CommandLine();
    this.said = h("p", { role: "status" });
    this.found = h("pre", { class: "panel", hidden: true, tabindex: 0, "aria-label": "What was found" });
    this.guess = h("button", { type: "button", onclick: () => this.estimate() }, `Estimate with ${TRY} games`);
    this.element = h("section", { class: "panel playtests", "aria-label": "Playtests" }, h("h2", {}, "Playtests"), h("label", {}, "What", this.what), this.about,
      h("fieldset", { hidden: !this.boxes.length }, h("legend", {}, "Decks"), ...this.boxes.map((/** @type {any} */ box) => h("label", { class: "check" }, box, nameOf(box.value))), h("small", { class: "quiet" }, "Without a choice: the first two of the project.")),
      this.place, h("p", { class: "acts" }, h("button", { class: "main", type: "button", onclick: () => this.play() }, "Start"), this.guess), this.said, this.line.element, this.found);
    this.show();
  }

  show() {
    const name = this.what.value;
    this.form = new OptionForm(this.commands[name].options, { without: ["form", "scheduler"], only: ["games", "agents", "ladder", "baseline", "where", "least"], changed: () => this.changed() });
    this.about.textContent = this.commands[name].purpose;
    this.place.replaceChildren(this.form.element);
    this.guess.hidden = name !== PLAYTESTS[0];
    this.changed();
  }

  get words() {
    const decks = this.boxes.filter((/** @type {any} */ box) => box.checked).map((/** @type {any} */ box) => box.value);
    return [...this.what.value.split(" "), ...decks, ...(this.form?.words ?? [])];
  }

  changed() {
    this.line.draw(this.words);
    this.said.textContent = "";
  }

  async play() {
    this.found.hidden = true;
    try {
      const job = await run(this.words), { lines } = await get("job", { number: String(job.number) });
      this.found.hidden = job.code === null || job.code > 1;
      this.found.textContent = lines.join("\n");
      this.reports.load();
    } catch (error) { fail(error); }
  }

  /** Play a few of the games, which then need not be played again, and say how long all of them take. */
  async estimate() {
    const words = this.words, games = Number(this.form?.values.games ?? 1000), few = Math.min(TRY, games);
    this.said.textContent = `Playing ${few} games ...`;
    try {
      const job = await run([...words.filter((/** @type {string} */ word) => !/^--(games|replay)=/.test(word)), `--games=${few}`], true);
      if (this.words.join() !== words.join()) return;
      this.said.textContent = job.code ? job.lines.at(-1) ?? "This could not be played." : job.whole === null ? `The first ${few} games were played before. Start says how long the others take.`
        : `All ${games.toLocaleString("en")} games of each pairing take about ${time(job.seconds + job.whole * (games - few) / few)}; ${few} are played.`;
    } catch (error) { fail(error); }
  }
}

/** The pages that commands have made, each opened as a page of strangers: without the cookie, in a tab of its own. */
class Reports {
  constructor() {
    this.list = h("ul", {});
    this.element = h("section", { class: "panel reports", "aria-label": "Pages that commands have made" }, h("h2", {}, "Pages that commands have made"), this.list);
  }

  async load() {
    const found = await get("reports").catch(() => []);
    redraw(this.list, ...found.map((/** @type {any} */ one) => h("li", {}, h("a", { class: "made", href: `/output/${addressOf(one.path)}`, target: "_blank", rel: "noopener" }, one.path),
      " ", h("time", { class: "quiet", datetime: new Date(one.time * 1000).toISOString() }, new Date(one.time * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })))));
    if (!found.length) this.list.append(h("li", { class: "quiet" }, "There are none yet: playtests, statistics, proofs and exports make some."));
  }
}
