// Commands that run in the background: a panel on every page with how far they are, a stop, their lines and files.
import { get, onChange, post } from "./api.js";
import { fail, style } from "./app.js";
import { addressOf, counted, h } from "./dom.js";

const PAUSE = 500, SHOWN = 4;  // milliseconds between two looks; files that are named at once
/**
 * `share` of 1 is done of what it is `doing` now, which takes about `whole` seconds; `files` of `made` are in the output folder.
 * @typedef {{ number: number, words: string[], lines: string[], doing: string, share: number, code: number | null, stopped: boolean,
 *   seconds: number, whole: number | null, files: string[], made: number }} Job
 */
/** @type {Map<number, JobRow>} */
const rows = new Map();
/** @type {Map<number, (job: Job) => void>} who waits for the end */
const waiting = new Map();
/** @type {any} */
let panel = null;
let timer = 0;

/** Run a command, and wait for its end; one that is `passing` then leaves the panel. @param {string[]} words @param {boolean} [passing] @returns {Promise<Job>} */
export async function run(words, passing = false) {
  const { number } = await post("job", { words }), ended = /** @type {Promise<Job>} */ (new Promise(done => waiting.set(number, done)));
  await look();
  const job = await ended;
  if (passing) await post("stop", { number }).then(look);
  return job;
}

/** The panel, below every page. */
export async function showJobs() {
  await style("/jobs.css");
  panel = h("section", { id: "jobs", "aria-label": "Work in the background", hidden: true });
  document.querySelector(".content")?.append(panel);
  addEventListener("visibilitychange", look);
  onChange(look);
  look();
}

/** The files that a command has made, as links. @param {string[]} files */
export const links = files => files.map(path => h("a", { class: "made", href: `/output/${addressOf(path)}`, target: "_blank", rel: "noopener" }, path));

/** @param {number} seconds */
export function time(seconds) {
  return seconds < 90 ? `${Math.max(1, Math.round(seconds))} s` : seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} hours`;
}

async function look() {
  clearTimeout(timer);
  /** @type {Job[]} */
  const jobs = await get("jobs").catch(() => []);
  clearTimeout(timer);
  for (const [number, row] of rows) if (!jobs.some(job => job.number === number)) { row.element.remove(); rows.delete(number); }
  for (const job of [...jobs].reverse()) {
    let row = rows.get(job.number);
    if (!row) { rows.set(job.number, row = new JobRow()); panel?.prepend(row.element); }
    row.draw(job);
    if (job.code === null) continue;
    waiting.get(job.number)?.(job);
    waiting.delete(job.number);
  }
  if (panel) panel.hidden = !jobs.length;
  if (jobs.some(job => job.code === null)) timer = setTimeout(look, PAUSE);
}

class JobRow {
  constructor() {
    this.state = h("span", { class: "job-state", role: "status" });
    this.bar = h("progress", { max: 1 });
    this.how = h("span", { class: "quiet" });
    this.button = h("button", { type: "button" });
    this.files = h("span", { class: "job-files" });
    this.lines = h("pre", {});
    this.more = h("details", { ontoggle: () => this.more.open && this.load().catch(fail) }, h("summary", {}, "What it said"), this.lines);
    this.title = h("b", {});
    this.element = h("div", { class: "job" }, h("div", { class: "job-line" }, this.title, this.bar, this.state, this.how, this.files, h("span", { class: "grow" }), this.button), this.more);
    /** @type {Job | null} */
    this.job = null;
  }

  /** @param {Job} job */
  draw(job) {
    const ended = job.code !== null, before = this.job, name = titleOf(job.words), left = job.whole === null ? "" : `, about ${time(job.whole * (1 - job.share))} left`;
    this.job = job;
    this.bar.hidden = ended;
    if (job.share) this.bar.value = job.share;
    else this.bar.removeAttribute("value");
    this.bar.setAttribute("aria-label", name);
    this.how.textContent = ended ? "" : job.doing ? `${job.doing} ${Math.round(100 * job.share)} %${left}` : "starting";
    if (before && before.code === job.code) return;
    this.title.textContent = name;
    this.element.title = command(job.words);
    const said = job.stopped ? "stopped" : job.code === 0 ? "done" : job.code === 1 ? "done, with findings" : "failed";
    this.element.className = `job ${job.stopped ? "" : ["good", "warning"][job.code ?? 3] ?? (ended ? "error" : "")}`;
    this.state.textContent = ended ? `${said} after ${time(job.seconds)}` : "";
    this.files.replaceChildren(...(job.code && job.code > 1 ? [] : links(job.files.slice(0, SHOWN))), job.made > SHOWN ? ` and ${counted(job.made - SHOWN, "more file")}` : "");
    this.button.textContent = ended ? "Close" : "Stop";
    this.button.setAttribute("aria-label", `${ended ? "Close" : "Stop"}: ${name}`);
    this.button.onclick = () => post("stop", { number: job.number }).then(look, fail);
    if (ended && (job.code ?? 0) > 0 && !job.stopped) this.more.open = true;
    if (this.more.open) this.load().catch(fail);
  }

  async load() {
    if (!this.job) return;
    const job = await get("job", { number: String(this.job.number) });
    this.lines.replaceChildren(`${command(job.words)}\n${job.lines.join("\n")}`, ...(job.made > SHOWN ? ["\n\n", ...links(job.files).flatMap(one => [one, "\n"])] : []));
  }
}

/** @param {string[]} words */
function titleOf(words) {
  const [name, ...others] = words, target = others.find(word => word.startsWith("--to="))?.slice(5);
  const title = /** @type {Record<string, string>} */ ({ sheet: "Sheets", stats: "Statistics", playtest: `Playtest ${others[0]}`, proof: "Proof" })[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
  return target ? `${title} ${target}` : title;
}

/** The line that does the same in a shell. @param {string[]} words */
export function command(words) {
  return ["cardtools", ...words].map(word => {
    if (/^[\p{L}\p{N}_@%+=:,./-]+$/u.test(word)) return word;
    const [, name, value] = /** @type {string[]} */ (/^(--[\w-]+=)?([^]*)$/.exec(word)), sign = /["$`\\!]/.test(value) ? "'" : '"';
    return `${name ?? ""}${sign}${sign === "'" ? value.replaceAll("'", "'\\''") : value}${sign}`;
  }).join(" ");
}

/** That line with a button to copy it; `draw` shows other words. */
export class CommandLine {
  constructor() {
    this.text = h("code", {});
    this.element = h("div", { class: "command" }, h("small", { class: "quiet" }, "The same in a shell"), this.text, h("button", { type: "button", onclick: async () => {
      await navigator.clipboard.writeText(this.text.textContent).catch(() => getSelection()?.selectAllChildren(this.text));
    } }, "Copy"));
  }

  /** @param {string[]} words */
  draw(words) { this.text.textContent = command(words); }
}
