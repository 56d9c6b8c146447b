// The shell: pages by address, what is saved, undo, keys.
import { edit, follow, onChange, post, status, get } from "./api.js";
import { at, counted, h, toast } from "./dom.js";
import { showJobs } from "./jobs.js";
import { showNotices } from "./notices.js";
import { countProblems } from "./problem-count.js";
import { showPresence } from "./presence.js";
import { signIn } from "./sign-in.js";

/**
 * A page: `show` fills the element and returns what to do when it is left. `parts` are the rest of the address,
 * `query` what follows the question mark: `#/card/ox?side=back`.
 * @typedef {{ show: (root: HTMLElement, parts: string[], query: URLSearchParams) => (void | (() => void) | Promise<void | (() => void)>) }} Page
 */

/** Name in the address, title, module; the order is that of Alt+1 to 9. */
const PAGES = [
  ["cards", "Cards"],
  ["gallery", "Gallery"],
  ["face", "Faces"],
  ["decks", "Decks"],
  ["file", "Files"],
  ["problems", "Problems"],
  ["statistics", "Statistics"],
  ["print", "Print"],
  ["history", "History"],
  ["settings", "Settings"],
];
/** Pages without a place in the list. */
const OTHERS = new Map([["card", "Card"], ["begin", "New game"]]);
const KEYS = [
  ["Alt+1 to 9", "Open a page"], ["Ctrl+Z, Ctrl+Shift+Z", "Undo, redo"], ["/", "Search"], ["?", "Show the keys"],
];

/** @type {null | (() => void)} */
let leave = null;
let shown = 0;  // how often a page was shown: a slow one must not come late
/** @type {any} */
export let project = null;

/** Go to a page: `go("card/ox")`. @param {string} address */
export function go(address) {
  location.hash = `#/${address}`;
}

/** Load the styles of a page, once. @param {string} path @returns {Promise<void>} */
export function style(path) {
  if (document.querySelector(`link[href="${path}"]`)) return Promise.resolve();
  return new Promise(done => document.head.append(h("link", { rel: "stylesheet", href: path, onload: () => done(), onerror: () => done() })));
}

async function open() {
  const [path, query = ""] = location.hash.slice(2).split("?");
  const [name, ...parts] = path.split("/").map(decodeURIComponent);
  if (project?.empty && name !== "begin") { location.replace("#/begin"); return; }
  const known = PAGES.find(page => page[0] === name);
  if (!known && !OTHERS.has(name)) { location.replace(`#/${PAGES[0][0]}`); return; }
  for (const link of at("nav").querySelectorAll("a")) {
    if (link.dataset.page === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  leave?.();
  leave = null;
  const number = ++shown, root = at("main");
  const title = known ? known[1] : OTHERS.get(name);
  document.title = `${title} - ${project?.title ?? "cardtools"}`;
  try {
    const page = await import(`/pages/${name}.js`);
    const box = h("div", { class: "page" });
    if (number === shown) root.replaceChildren(box);
    const done = await page.default.show(box, parts, new URLSearchParams(query));
    if (number === shown) leave = done ?? null;
    else done?.();
  } catch (error) {
    if (number === shown) root.replaceChildren(problem(error));
  }
}

/** What went wrong, as an element. @param {any} error */
export function problem(error) {
  return h("div", { class: "panel" }, h("h2", {}, "This cannot be shown"), ...String(error.message ?? error).split("\n").map(line => h("p", {}, line)));
}

function drawNav() {
  at("nav").replaceChildren(...PAGES.map(([name, title], index) =>
    h("a", { href: `#/${name}`, "data-page": name, title: `Alt+${index + 1}` }, title)));
}

/** @param {any} now */
function drawStatus(now) {
  const waiting = Object.entries(now.waiting);
  const why = waiting.map(([, text]) => text).filter(Boolean);
  at("saved").className = why.length ? "waiting" : "";
  const time = new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });
  at("saved").textContent = why.length ? why.join("\n") : waiting.length ? "Saving ..." : `Saved ${time}`;
  for (const name of ["undo", "redo"]) {
    at(name).disabled = !now[name];
    at(name).setAttribute("aria-label", now[name] ? `${name}: ${now[name]}` : name);
    at(name).title = `${now[name] || "Nothing to " + name} (${name === "undo" ? "Ctrl+Z" : "Ctrl+Shift+Z"})`;
  }
  showNotices(at("notices"), now.notices);
}

/** Say what went wrong. @param {any} error */
export function fail(error) {
  toast(error.message ?? String(error), "error");
}

/** @param {"undo" | "redo"} name */
async function step(name) {
  try {
    const { what } = await edit(name);
    if (what) toast(what);
    if (what.endsWith("New game")) { go("gallery"); location.reload(); }
  } catch (error) { fail(error); }
}

function showKeys() {
  const box = h("dialog", { "aria-label": "Keys", onclose: () => box.remove() }, h("h2", {}, "Keys"),
    h("table", {}, ...KEYS.map(([key, what]) => h("tr", {}, h("th", {}, h("kbd", {}, key)), h("td", {}, what)))),
    h("form", { method: "dialog" }, h("button", { class: "main" }, "Close")));
  document.body.append(box);
  box.showModal();
}

/** Whether a key belongs to a text that is being written. @param {KeyboardEvent} event */
export function isTyping(event) {
  const element = /** @type {HTMLElement} */ (event.target);
  return element.isContentEditable || ["TEXTAREA", "SELECT"].includes(element.tagName)
    || (element.tagName === "INPUT" && !["checkbox", "radio", "range", "button"].includes(/** @type {HTMLInputElement} */ (element).type));
}

addEventListener("keydown", event => {
  if (event.altKey && /^[1-9]$/.test(event.key) && PAGES[Number(event.key) - 1]) { event.preventDefault(); go(PAGES[Number(event.key) - 1][0]); return; }
  if (isTyping(event) || document.querySelector("dialog[open]")) return;
  const key = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && key === "z") { event.preventDefault(); step(event.shiftKey ? "redo" : "undo"); }
  else if ((event.ctrlKey || event.metaKey) && key === "y") { event.preventDefault(); step("redo"); }
  else if (event.key === "?") showKeys();
  else if (event.key === "/") {
    const search = /** @type {HTMLInputElement | null} */ (document.querySelector("main input[type=search]"));
    if (search) { event.preventDefault(); search.select(); }
  }
});
addEventListener("hashchange", open);

const THEMES = ["", "light", "dark"];
/** @param {string} theme */
function paint(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  at("theme").textContent = { "": "Theme: system", light: "Theme: light", dark: "Theme: dark" }[theme] ?? "";
  localStorage.setItem("theme", theme);
}

at("undo").addEventListener("click", () => step("undo"));
at("redo").addEventListener("click", () => step("redo"));
at("help").addEventListener("click", showKeys);
at("theme").addEventListener("click", () => paint(THEMES[(THEMES.indexOf(localStorage.getItem("theme") ?? "") + 1) % 3]));
paint(localStorage.getItem("theme") ?? "");

// @ts-expect-error: session.js declares it
const allowed = /** @type {Promise<boolean>} */ (session);

async function start() {
  drawNav();
  if (!(await allowed)) {
    await signIn();
    return;
  }
  onChange(drawStatus);
  showPresence(at("others"));
  countProblems();
  showJobs();
  follow(lost => {
    if (lost) { at("saved").className = "lost"; at("saved").textContent = lost; }
    else drawStatus(status);
  });
  try {
    project = await get("project");
    at("project").textContent = project.title;
  } catch (error) { fail(error); }
  await open();
}
start();
export { counted, post };
