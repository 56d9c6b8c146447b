// Statistics: what the cards and decks count up to, playtests with an estimate, and the pages that commands have made.
import { get, onChange, status } from "../api.js";
import { fail, style } from "../app.js";
import { addressOf, h, redraw } from "../dom.js";
import { link, run, time } from "../jobs.js";
import { ChoiceOfCards, CommandForm, deckBoxes } from "../options.js";

const TRY = 64;  // games by which the time of all is estimated
const AGENTS = ["random", "greedy", "search", "search:200", "greedy without attack"];
/** @type {Record<string, string>} */
const PLAYTESTS = { "playtest run": "Play matches, and compare decks, agents and cards", "playtest odds": "Odds of opening hands", "playtest rules": "Find what the rules forget" };
/** The page with the statistics and what it was made of: nothing is counted again while that is so. */
const made = { of: "", path: "" };

/** @type {import("../app.js").Page} */
export default {
  async show(root, _, query) {
    const [commands, { decks }] = await Promise.all([get("commands"), get("print_setup"), style("/pages/statistics.css"), style("/search.css")]);
    const reports = h("ul", {}), again = async () => {
      const found = await get("reports").catch(() => []);
      redraw(reports, ...found.map((/** @type {[number, string]} */ [at, path]) => h("li", {}, link(path), " ", h("span", { class: "quiet" }, new Date(at * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })))));
      if (!found.length) reports.append(h("li", { class: "quiet" }, "There are none yet: playtests, statistics and exports make some."));
    };
    const tests = new Playtests(commands, decks, again).element, pages = h("section", { class: "panel" }, h("h2", {}, "Pages that commands have made"), reports);
    const jump = (/** @type {string} */ name, /** @type {HTMLElement} */ part) => h("button", { type: "button", onclick: () => part.scrollIntoView() }, name);
    root.append(h("div", { class: "head" }, h("h1", {}, "Statistics"), h("div", { class: "grow" }), jump("Playtests", tests), jump("Pages", pages)));
    const count = showCounts(root, commands.stats, decks, query, again);
    root.append(tests, pages);
    again();
    return onChange(count);
  },
};

/** The page of `cardtools stats`, in a frame that may do nothing but show itself. @param {HTMLElement} root @param {any} declared @param {string[]} decks @param {URLSearchParams} query @param {() => void} again */
function showCounts(root, declared, decks, query, again) {
  const choice = new ChoiceOfCards(decks, query, "Without a choice: all cards.", () => form.draw());
  const form = new CommandForm("stats", declared, { only: ["sections", "hand", "draws"], without: ["where", "decks", "edition", "form"], before: () => choice.words });
  const state = h("p", { class: "quiet", role: "status" }), place = h("div", { class: "report" });
  let busy = false;
  const count = async () => {
    const key = `${status.content} ${form.words}`;
    if (busy) return;
    busy = true;
    try {
      if (made.of !== key) {
        state.textContent = "Counting ...";
        const job = await run(form.words, true), path = job.files.find(name => /(^|\/)stats\/\w+\.html$/.test(name));
        if (!path) { state.textContent = job.lines.at(-1) ?? "Nothing could be counted."; return; }
        Object.assign(made, { of: key, path });
        again();
      }
      state.replaceChildren("In a tab of its own: ", link(made.path));
      place.replaceChildren(h("iframe", { sandbox: "allow-scripts", title: "Statistics", src: `/output/${addressOf(made.path)}` }));
    } catch (error) { fail(error); } finally { busy = false; }
  };
  root.append(h("details", { class: "panel" }, h("summary", {}, "Choose what is counted"), choice.element, form.element,
    h("p", {}, h("button", { class: "main", type: "button", onclick: count }, "Count")), form.line), state, place);
  count();
  return count;
}

class Playtests {
  /** @param {any} commands @param {string[]} decks @param {() => void} again */
  constructor(commands, decks, again) {
    this.decks = deckBoxes(decks, [], () => this.changed());
    this.what = h("select", { onchange: () => this.show(commands) }, ...Object.entries(PLAYTESTS).map(([name, title]) => h("option", { value: name }, title)));
    this.about = h("p", { class: "quiet" });
    this.place = h("div", {});
    this.said = h("p", { role: "status" });
    this.found = h("pre", { class: "panel", hidden: true, tabindex: 0, "aria-label": "What was found" });
    this.guess = h("button", { type: "button", onclick: () => this.estimate() }, `Estimate with ${TRY} games`);
    this.element = h("section", { class: "panel playtests", "aria-label": "Playtests" }, h("h2", {}, "Playtests"), h("label", {}, "What", this.what), this.about, this.decks.element,
      this.place, h("p", { class: "acts" }, h("button", { class: "main", type: "button", onclick: () => this.play(again) }, "Start"), this.guess), this.said, this.found);
    /** @type {CommandForm} */
    this.form = this.show(commands);
  }

  /** @param {any} commands @returns {CommandForm} */
  show(commands) {
    const name = this.what.value, only = ["games", "agents", "ladder", "baseline", "where", "least"];
    this.form = new CommandForm(name, commands[name], { only, without: ["form"], files: { agents: AGENTS }, changed: () => this.changed(), before: () => this.decks.chosen });
    this.about.textContent = commands[name].purpose;
    this.place.replaceChildren(this.form.element, this.form.line);
    this.guess.hidden = name !== "playtest run";
    this.changed();
    return this.form;
  }

  changed() {
    this.form?.draw();
    this.said.textContent = "";
  }

  /** @param {() => void} again */
  async play(again) {
    this.found.hidden = true;
    const job = await run(this.form.words).catch(fail);
    this.found.hidden = !job || (job.code ?? 2) > 1;
    this.found.textContent = job?.lines.join("\n");
    again();
  }

  /** Play a few of the games, which then need not be played again, and say how long all of them take. */
  async estimate() {
    const { words } = this.form, games = Number(this.form.values.games ?? 1000), few = Math.min(TRY, games);
    this.said.textContent = `Playing ${few} games ...`;
    const job = await run([...words.filter(word => !/^--(games|replay)=/.test(word)), `--games=${few}`], true).catch(fail);
    if (!job || this.form.words.join() !== words.join()) return;
    this.said.textContent = job.code ? job.lines.at(-1) ?? "" : job.whole === null ? `The first ${few} games were played before. Start says how long the others take.`
      : `All ${games.toLocaleString("en")} games of each pairing take about ${time(job.seconds + job.whole * (games - few) / few)}; ${few} are played.`;
  }
}
