// A match against the computer: its decks are chosen here, and the table opens in a tab of its own.
import { get } from "../api.js";
import { fail, style } from "../app.js";
import { h, icon } from "../dom.js";
import { command, run, tableOf } from "../jobs.js";

const AGENTS = [["greedy", "Greedy: takes the best it sees"], ["random", "Random: does anything that is legal"], ["search", "Search: plays ahead, slow and strong"]];
const HERE = ["127.0.0.1", "localhost", "[::1]"];

/** @type {import("../app.js").Page} */
export default {
  async show(root) {
    await style("/pages/play.css");
    root.append(h("div", { class: "head" }, h("h1", {}, "Play")));
    const legal = (/** @type {any} */ one) => Number(one.status !== "legal");
    const decks = (await get("decks")).sort((/** @type {any} */ one, /** @type {any} */ other) => legal(one) - legal(other));
    const option = (/** @type {any} */ one) => h("option", { value: one.path }, one.path.replace(/^.*\/|\.\w+$/g, "") + (legal(one) ? " (not legal)" : ""));
    const [mine, theirs] = [0, 1].map(index => { const all = h("select", { onchange: tell }, ...decks.map(option)); all.selectedIndex = Math.min(index, decks.length - 1); return all; });
    const agent = h("select", { onchange: tell }, ...AGENTS.map(([name, words]) => h("option", { value: name }, words)));
    const practice = h("input", { type: "checkbox", onchange: tell }), line = h("code", {}), state = h("p", { role: "status" });
    const begin = h("button", { class: "main", onclick: () => start(words()) }, icon("play"), " Open the table"), again = h("button", { onclick: () => start(["play", "--resume"]) }, "Go on with the last match");
    const free = h("button", { title: "People move the cards themselves, and no rule is enforced", onclick: () => start(["play", "--free", ...(decks.length ? [mine.value, theirs.value] : [])]) }, "Open a free table");
    const words = () => ["play", ...(decks.length ? [mine.value, theirs.value] : []), ...(agent.value === "greedy" ? [] : [`--agent=${agent.value}`]), ...(practice.checked ? ["--practice"] : [])];
    function tell() { line.textContent = command(words()); }

    /** @param {string[]} wanted */
    async function start(wanted) {
      const tab = open("", "_blank");  // now, as browsers let no script open one later
      begin.disabled = again.disabled = free.disabled = true;
      state.replaceChildren("Preparing the cards ...");
      try {
        const job = await run(wanted, false, one => !!tableOf(one)), link = tableOf(job);
        if (link && tab) Object.assign(tab, { opener: null, location: link });
        else tab?.close();
        state.replaceChildren(link ? h("a", { href: link, target: "_blank", rel: "noopener" }, "Go to the table", icon("away")) : job.lines.slice(-8).join("\n"));
      } catch (error) { tab?.close(); state.replaceChildren(); fail(error); }
      begin.disabled = again.disabled = free.disabled = false;
    }

    tell();
    root.append(h("section", { class: "panel play" }, h("h2", {}, "Against the computer"),
      ...(!decks.length ? [h("p", {}, "A match needs a deck: ", h("a", { href: "#/decks" }, "make the first one"), ". A free table deals all cards from one deck."), ...(HERE.includes(location.hostname) ? [h("div", { class: "row" }, free), state] : [])]
        : [h("label", {}, "Your deck", mine), h("label", {}, "Its deck", theirs), h("label", {}, "How it plays", agent), h("label", { class: "check" }, practice, "Practice: take back, and ask what it would do"),
          HERE.includes(location.hostname) ? h("div", { class: "row" }, begin, again, free) : h("p", {}, "The table opens on the computer of the project, with this command."), state, h("div", { class: "command" }, h("small", { class: "quiet" }, "The same in a shell"), line)])));
  },
};
