// Commands that run in the background: a panel on every page with how far they are, a stop, their lines and files.
import { get, onChange, post, postOnce } from "./api.js";
import { fail, style } from "./app.js";
import { addressOf, counted, h } from "./dom.js";

const PAUSE = 500, SHOWN = 4;  // milliseconds between two looks; files that are named at once
/**
 * `share` of 1 is done of what it is `doing` now, which takes about `whole` seconds; its `files` are in the output folder.
 * @typedef {{ number: number, words: string[], lines: string[], doing: string, share: number, code: number | null, stopped: boolean,
 *   seconds: number, whole: number | null, files: string[] }} Job
 */
/** @type {Map<number, JobRow>} */
const rows = new Map();
/** @type {Map<number, (job: Job) => void>} who waits for each */
const waiting = new Map();
const panel = h("section", { id: "jobs", "aria-label": "Work in the background", hidden: true });
let timer = 0;

/**
 * Run a command until it ends, or `told`, which hears how far it is, answers true; one that is `passing` then leaves the panel.
 * @param {string[]} words @param {boolean} [passing] @param {(job: Job) => boolean | void} [told] @returns {Promise<Job>}
 */
export async function run(words, passing = false, told = () => {}) {
  const { number } = await postOnce("job", { words }), ended = /** @type {Promise<Job>} */ (new Promise(done => waiting.set(number, now => {
    if (!told(now) && now.code === null) return;
    waiting.delete(number);
    done(now);
  })));
  await look();
  const job = await ended;
  if (passing) await post("stop", { number }).then(look);
  return job;
}

/** The panel, below every page. */
export async function showJobs() {
  await style("/jobs.css");
  document.querySelector(".content")?.append(panel);
  addEventListener("visibilitychange", look);
  onChange(look);
  look();
}

/** A file that a command has made, as a link. @param {string} path */
export const link = path => h("a", { class: "made", href: `/output/${addressOf(path)}`, target: "_blank", rel: "noopener" }, path);

/** The link of a table that a command has opened, "" for none. @param {Job} job */
export const tableOf = ({ words, code, lines }) => (words[0] === "play" && code === null && lines.join("\n").match(/https?:\/\/\S+/)?.[0]) || "";

/** @param {number} seconds */
export const time = seconds => (seconds < 90 ? `${Math.max(1, Math.round(seconds))} s` : seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} hours`);

/** Show what runs now, and return it. */
export async function look() {
  clearTimeout(timer);
  /** @type {Job[]} */
  const jobs = await get("jobs").catch(() => []);
  clearTimeout(timer);
  for (const [number, row] of rows) if (!jobs.some(job => job.number === number)) { row.element.remove(); rows.delete(number); }
  for (const job of [...jobs].reverse()) {
    const row = rows.get(job.number) ?? new JobRow(job.number, titleOf(job.words), command(job.words));
    if (!row.element.isConnected) panel.prepend(row.element);
    rows.set(job.number, row);
    row.draw(job);
    waiting.get(job.number)?.(job);
  }
  panel.hidden = !jobs.length;
  if (jobs.some(job => job.code === null)) timer = setTimeout(look, PAUSE);
  return jobs;
}

class JobRow {
  /** @param {number} number @param {string} title @param {string} line */
  constructor(number, title, line) {
    this.line = line;
    this.state = h("span", { role: "status" });
    this.bar = h("progress", { max: 1, "aria-label": title });
    this.how = h("span", { class: "quiet" });
    this.button = h("button", { type: "button", "aria-label": `Stop: ${title}`, onclick: () => post("stop", { number }).then(look, fail) }, "Stop");
    this.files = h("span", { class: "job-files" });
    this.said = h("pre", { tabindex: 0 });
    this.more = h("details", {}, h("summary", {}, "What it said"), this.said);
    this.title = title;
    this.element = h("div", { class: "job" }, h("div", { class: "job-line" }, h("b", {}, title), this.bar, this.state, this.how, this.files, this.more, h("span", { class: "grow" }), this.button));
  }

  /** @param {Job} job */
  draw(job) {
    const { code, share, doing, whole, stopped, seconds, files, lines } = job, table = tableOf(job);
    const text = [this.line, ...lines].join("\n");
    if (this.said.textContent !== text) this.said.textContent = text;
    if (share) this.bar.value = share;
    if (table) {
      this.bar.style.display = "none";
      if (!this.how.firstElementChild) this.how.replaceChildren(h("a", { href: table, target: "_blank", rel: "noopener" }, "Go to the table"));
    } else this.how.textContent = code !== null ? "" : doing ? `${doing} ${Math.round(100 * share)} %${whole ? `, about ${time(whole * (1 - share))} left` : ""}` : "starting";
    if (code === null || this.bar.hidden) return;
    this.bar.hidden = true;
    const [words, kind] = stopped ? ["stopped", ""] : code === 0 ? ["done", "good"] : code === 1 ? ["done, with findings", "warning"] : ["failed", "error"];
    this.element.classList.add(kind || "ended");
    this.state.textContent = `${words} after ${time(seconds)}`;
    this.files.replaceChildren(...files.slice(0, SHOWN).map(link));
    if (files.length > SHOWN) this.files.append(h("details", {}, h("summary", {}, counted(files.length - SHOWN, "more file")), ...files.slice(SHOWN).map(link)));
    this.more.open = code > 0 && !stopped;
    this.button.textContent = "Close";
    this.button.setAttribute("aria-label", `Close: ${this.title}`);
  }
}

/** @param {string[]} words */
function titleOf([name, ...others]) {
  const title = name === "sheet" ? "Sheets" : name === "stats" ? "Statistics" : name.charAt(0).toUpperCase() + name.slice(1);
  return `${title} ${name === "playtest" ? others[0] : others.find(word => word.startsWith("--to="))?.slice(5) ?? ""}`.trim();
}

/** The line that does the same in a shell. @param {string[]} words */
export function command(words) {
  return ["cardtools", ...words].map(word => {
    const [, name = "", value] = /** @type {string[]} */ (/^(--[\w-]+=)?([^]*)$/.exec(word)), sign = /["$`\\!]/.test(value) ? "'" : '"';
    return /^[\p{L}\p{N}_@%+=:,./-]+$/u.test(word) ? word : `${name}${sign}${sign === "'" ? value.replaceAll("'", "'\\''") : value}${sign}`;
  }).join(" ");
}
