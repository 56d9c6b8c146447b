// A match against the computer: its decks are chosen here, and the table opens in a tab of its own.
import { get, post } from "../api.js";
import { fail, style } from "../app.js";
import { h, icon, toast } from "../dom.js";
import { run } from "../jobs.js";

/** @typedef {import("../jobs.js").Job} Job */
const AGENTS = [["greedy", "Greedy: takes the best it sees"], ["random", "Random: does anything that is legal"], ["search", "Search: plays ahead, slow and strong"]];
const HERE = ["127.0.0.1", "localhost", "[::1]"];

/** The link that the command prints. @param {Job} job */
const linkOf = job => job.lines.join("\n").match(/https?:\/\/\S+/)?.[0] ?? "";

/** @type {import("../app.js").Page} */
export default {
  async show(root) {
    await style("/pages/play.css");
    root.append(h("div", { class: "head" }, h("h1", {}, "Play")));
    const [all, jobs] = await Promise.all([get("decks"), get("jobs")]), legal = (/** @type {any} */ one) => Number(one.status !== "legal");
    const decks = all.sort((/** @type {any} */ one, /** @type {any} */ other) => legal(one) - legal(other));
    const option = (/** @type {any} */ one) => h("option", { value: one.path }, `${one.path.split("/").pop()?.replace(/\.[^.]+$/, "")}${one.status === "legal" ? "" : " (not legal)"}`);
    const [mine, theirs] = [0, 1].map(index => { const select = h("select", { onchange: tell }, ...decks.map(option)); select.selectedIndex = Math.min(index, decks.length - 1); return select; });
    const agent = h("select", { onchange: tell }, ...AGENTS.map(([name, words]) => h("option", { value: name }, words)));
    const practice = h("input", { type: "checkbox", onchange: tell });
    const shell = h("code", {}), state = h("div", { role: "status" }), begin = h("button", { class: "main", onclick: () => start(words()) }, icon("play"), " Open the table");
    const again = h("button", { onclick: () => start(["play", "--resume"]) }, "Go on with the last match");
    const words = () => ["play", mine.value, theirs.value, ...(agent.value === "greedy" ? [] : ["--agent", agent.value]), ...(practice.checked ? ["--practice"] : [])];
    function tell() { shell.textContent = ["cardtools", ...words()].join(" "); }

    /** @param {string[]} wanted */
    async function start(wanted) {
      const tab = open("", "_blank");  // now, as browsers let no script open one later
      begin.disabled = again.disabled = true;
      state.replaceChildren("Preparing the cards ...");
      try {
        const job = await run(wanted, false, one => !!linkOf(one)), link = linkOf(job);
        if (job.code === null && tab) Object.assign(tab, { opener: null, location: link });
        else tab?.close();
        if (job.code === null) opened(job);
        else state.replaceChildren(h("p", { class: "failed" }, job.lines.slice(-8).join("\n")));
      } catch (error) { tab?.close(); state.replaceChildren(); fail(error); }
      begin.disabled = again.disabled = false;
    }

    /** @param {Job} job */
    function opened(job) {
      const end = async () => { await post("stop", { number: job.number }).catch(fail); state.replaceChildren(); toast("The table is closed."); };
      state.replaceChildren(h("p", {}, "A table is open: ", h("a", { href: linkOf(job), target: "_blank", rel: "noopener" }, "go to it", icon("away"))), h("button", { onclick: end }, "Close this table"));
    }

    tell();
    root.append(h("div", { class: "play" },
      HERE.includes(location.hostname) ? h("section", { class: "panel" }, h("h2", {}, "Against the computer"),
        ...(decks.length ? [h("label", {}, "Your deck", mine), h("label", {}, "Its deck", theirs), h("label", {}, "How it plays", agent),
        h("label", { class: "check" }, practice, "Practice: take back, and ask what it would do"),
        h("div", { class: "row" }, begin, again), state] : [h("p", {}, "A match needs a deck: ", h("a", { href: "#/decks" }, "make the first one"), ".")])) : "",
      h("section", { class: "panel" }, h("h2", {}, "In a terminal"), h("p", {}, "The table opens on the computer of the project. The same there:"), h("p", {}, shell),
        h("button", { onclick: () => navigator.clipboard.writeText(shell.textContent).then(() => toast("Copied"), fail) }, "Copy the command"))));
    const running = jobs.find((/** @type {any} */ one) => one.words[0] === "play" && one.code === null);
    if (running && linkOf(running)) opened(running);
  },
};
