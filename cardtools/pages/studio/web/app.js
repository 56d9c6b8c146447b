// The shell: pages by address, what is saved, undo, keys.
import { edit, follow, onChange, post, status, get } from "./api.js";
import { at, counted, describe, h, icon, toast } from "./dom.js";
import { showJobs } from "./jobs.js";
import { showNotices } from "./notices.js";
import { openPalette } from "./palette.js";
import { countProblems } from "./problem-count.js";
import { showPresence } from "./presence.js";
import { signIn } from "./sign-in.js";

/**
 * A page: `show` fills the element and returns what to do when it is left. `parts` are the rest of the address,
 * `query` what follows the question mark: `#/card/ox?side=back`. `keys` are those of the page, and what they do.
 * @typedef {{ show: (root: HTMLElement, parts: string[], query: URLSearchParams) => (void | (() => void) | Promise<void | (() => void)>), keys?: string[][] }} Page
 */

/** Name in the address (and of its sign), title. */
const PAGES = [
  ["cards", "Cards"],
  ["gallery", "Gallery"],
  ["face", "Faces"],
  ["effects", "Effects"],
  ["decks", "Decks"],
  ["file", "Files"],
  ["problems", "Problems"],
  ["statistics", "Statistics"],
  ["print", "Print"],
  ["play", "Play"],
  ["history", "History"],
  ["settings", "Settings"],
];
/** The groups of the list, and the order in it, which is that of their keys; a page without a group comes last. */
const GROUPS = [["Design", "cards", "gallery", "face", "effects", "decks"], ["Check", "problems", "statistics", "history"], ["Make", "print", "play"], ["Project", "file", "settings"]];
const ORDER = GROUPS.flat();
PAGES.sort(([one], [other]) => (ORDER.indexOf(one) + 1 || 99) - (ORDER.indexOf(other) + 1 || 99));
/** The key of a page: Alt+1 to 9 and 0, then with Shift. @param {number} index */
const keyOf = index => `Alt+${index < 10 ? "" : "Shift+"}${(index + 1) % 10}`;
const ON_PHONE = ["cards", "gallery", "decks", "problems"];  // in the bar below; the others are in the menu
/** Pages without a place in the list. */
const OTHERS = new Map([["card", "Card"], ["begin", "New game"]]);
const LINES = 4;  // of a message
const SINGLE = ["/", "?"];
const KEYS = [
  ["Ctrl+K", "Go to a page, a card or a file, or do something"], ["Ctrl+Z, Ctrl+Shift+Z", "Undo, redo"],
  ["Tab, Shift+Tab", "Go on, go back"], ["/", "Search"], ["?", "Show the keys"],
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
  const known = /** @type {HTMLLinkElement | null} */ (document.querySelector(`link[href="${path}"]`));
  if (known?.sheet) known.sheet.disabled = false;
  if (known) return Promise.resolve();
  return new Promise(done => document.head.append(h("link", { rel: "stylesheet", href: path, onload: () => done(), onerror: () => done() })));
}

let page = "";  // its name
/** @type {string[][]} */
let pageKeys = [];

async function open() {
  const [path, query = ""] = location.hash.slice(2).split("?");
  const [name, ...parts] = path.split("/").map(decodeURIComponent);
  if (project?.empty && name !== "begin") { location.replace("#/begin"); return; }
  const title = PAGES.find(one => one[0] === name)?.[1] ?? OTHERS.get(name);
  if (!title) { location.replace(`#/${PAGES[0][0]}`); return; }
  for (const link of at("nav").querySelectorAll("a")) {
    if (link.dataset.page === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  toggleMenu(false);
  leave?.();
  leave = null;
  const number = ++shown, root = at("main");
  root.ariaBusy = "true";
  const pressed = page === name && root.contains(document.activeElement) ? document.activeElement?.textContent : "";
  document.title = `${title} - ${project?.title ?? "cardtools"}`;
  try {
    const { default: found } = await import(`/pages/${name}.js`);
    const box = h("div", { class: "page" });
    if (number === shown) {
      root.replaceChildren(box);
      scrollTo(0, 0);
      [page, pageKeys] = [name, found.keys ?? []];
      // Styles of other pages would be mixed with those of this one, which asks for its own.
      for (const link of document.querySelectorAll(`link[href^="/pages/"]`)) if (/** @type {any} */ (link).sheet) /** @type {any} */ (link).sheet.disabled = true;
    }
    const done = await found.show(box, parts, new URLSearchParams(query));
    if (number === shown) { leave = done ?? null; arrive(box, number === 1, pressed); }
    else done?.();
  } catch (error) {
    if (number === shown) root.replaceChildren(h("div", { class: "page" }, h("div", { class: "head" }, h("h1", {}, title)), problem(error)));
  }
  if (number === shown) { root.ariaBusy = "false"; root.dataset.address = path; }
}

/** A page is there: it is named, and read from its heading on. @param {HTMLElement} box @param {boolean} first @param {string | null | undefined} pressed the button that led here */
function arrive(box, first, pressed) {
  const head = box.querySelector("h1");
  if (!head) return;
  document.title = `${head.textContent} - ${project?.title ?? "cardtools"}`;
  head.tabIndex = -1;
  if (first || box.contains(document.activeElement) || document.querySelector("dialog[open]")) return;
  const again = pressed && [...box.querySelectorAll("button")].find(one => one.textContent === pressed && !one.disabled);
  (again || head).focus({ preventScroll: true });
}

/** What went wrong, as an element. @param {any} error */
export function problem(error) {
  return h("div", { class: "panel" }, h("h2", {}, "This cannot be shown"), error.problems?.length ? h("ul", { class: "problems" }, ...error.problems.map(describe)) : h("p", { class: "lines" }, error.message ?? String(error)));
}

function drawNav() {
  const link = (/** @type {string[]} */ page) => h("a", { href: `#/${page[0]}`, "data-page": page[0], class: ON_PHONE.includes(page[0]) ? "often" : null, title: keyOf(PAGES.indexOf(page)) }, icon(page[0]), h("span", {}, page[1]));
  at("nav").replaceChildren(...[...GROUPS, ["More"]].flatMap(([title, ...names]) => {
    const some = PAGES.filter(([name]) => (title === "More" ? !ORDER.includes(name) : names.includes(name)));
    return some.length ? [h("div", { role: "group", "aria-label": title }, h("p", { class: "group", "aria-hidden": "true" }, title), ...some.map(link))] : [];
  }));
}

/** On a phone, the list is a menu. @param {boolean} [wanted] */
function toggleMenu(wanted = !at("side").classList.contains("open")) {
  at("side").classList.toggle("open", wanted);
  at("menu").setAttribute("aria-expanded", String(wanted));
  at("menu").lastElementChild.textContent = wanted ? "Close the menu" : "Menu";
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
    const title = name === "undo" ? "Undo" : "Redo";
    at(name).setAttribute("aria-label", now[name] ? `${title}: ${now[name]}` : title);
    at(name).title = `${now[name] ? `${title}: ${now[name]}` : `Nothing to ${name}`} (${name === "undo" ? "Ctrl+Z" : "Ctrl+Shift+Z"})`;
  }
  showNotices(at("notices"), now.notices);
}

/** Say what went wrong. @param {any} error */
export function fail(error) {
  const lines = String(error.message ?? error).split("\n");
  toast([...lines.slice(0, LINES), ...(lines.length > LINES ? [`and ${counted(lines.length - LINES, "more problem")}`] : [])].join("\n"), "error");
}

/** @param {"undo" | "redo"} name */
export async function step(name) {
  try {
    const { what } = await edit(name);
    if (what) toast(`${name === "undo" ? "Undone" : "Done again"}: ${what}`);
    if (what.endsWith("New game")) { go("gallery"); location.reload(); }
  } catch (error) { fail(error); }
}

/** Whether keys without Ctrl or Alt do something outside of a text. */
export const singleKeys = () => localStorage.getItem("single-keys") !== "off";

/** @param {boolean} on */
export function turnSingleKeys(on) {
  localStorage.setItem("single-keys", on ? "on" : "off");
  toast(on ? "Single keys are on." : "Single keys are off: Ctrl+K leads to everything.");
}

export function showKeys() {
  const part = (/** @type {string} */ title, /** @type {string[][]} */ keys) => keys.length ? h("section", {}, h("h3", {}, title), h("table", {}, ...keys.map(([key, what]) =>
    h("tr", {}, h("th", { scope: "row" }, ...key.split(", ").flatMap((one, index) => [index ? " " : "", h("kbd", {}, one)])), h("td", {}, what))))) : "";
  const single = h("input", { type: "checkbox", checked: singleKeys(), onchange: () => turnSingleKeys(single.checked) });
  const box = h("dialog", { class: "keys", "aria-labelledby": "keys-title", onclose: () => box.remove() }, h("h2", { id: "keys-title" }, "Keys"),
    h("div", { class: "keys-parts" }, part(`On this page (${PAGES.find(one => one[0] === page)?.[1] ?? OTHERS.get(page)})`, pageKeys), part("Everywhere", KEYS), part("Pages", PAGES.map(([, title], index) => [keyOf(index), title]))),
    h("form", { method: "dialog", class: "row" }, h("label", { class: "check" }, single, "Keys without Ctrl or Alt, such as / and ?"), h("button", { class: "main", autofocus: true }, "Close")));
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
  const key = event.key.toLowerCase(), ctrl = event.ctrlKey || event.metaKey, digit = event.altKey && !ctrl && /^Digit(\d)$/.exec(event.code);
  const wanted = digit && PAGES[(Number(digit[1]) || 10) - 1 + (event.shiftKey ? 10 : 0)];
  if (document.querySelector("dialog[open]")) return;
  if (wanted) { event.preventDefault(); go(wanted[0]); }
  else if (ctrl && key === "k") { event.preventDefault(); showPalette(); }
  else if (ctrl && key === "s") { event.preventDefault(); toast("Everything is written as you type: there is nothing to save."); }
  else if (key === "escape" && at("side").classList.contains("open")) { toggleMenu(false); at("menu").focus(); }
  else if (isTyping(event)) return;
  else if (ctrl && (key === "z" || key === "y")) { event.preventDefault(); step(key === "y" || event.shiftKey ? "redo" : "undo"); }
  else if (!SINGLE.includes(event.key) || !singleKeys()) return;
  else if (event.key === "?") showKeys();
  else {
    const search = /** @type {HTMLInputElement | null} */ (document.querySelector("main input[type=search]"));
    if (search) { event.preventDefault(); search.select(); }
  }
});
addEventListener("hashchange", open);

function showPalette() {
  const themes = Object.entries(THEMES).map(([theme, words]) => ({ title: `Theme: ${words}`, act: () => paint(theme) }));
  const commands = [{ title: "Undo", key: "Ctrl+Z", act: () => step("undo") }, { title: "Redo", key: "Ctrl+Shift+Z", act: () => step("redo") },
    { title: "Show the keys", key: "?", act: showKeys }, { title: `Turn single keys ${singleKeys() ? "off" : "on"}`, act: () => turnSingleKeys(!singleKeys()) }, ...themes];
  openPalette(PAGES.map(([name, title], index) => ({ title, key: keyOf(index), act: () => go(name) })), commands);
}

/** @type {Record<string, string>} */
const THEMES = { "": "as the system", light: "light", dark: "dark" };
/** @param {string} theme */
function paint(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  at("theme").title = `Theme: ${THEMES[theme]}`;
  at("theme").setAttribute("aria-label", `Theme: ${THEMES[theme]}`);
  localStorage.setItem("theme", theme);
}

function nextTheme() {
  const names = Object.keys(THEMES), next = names[(names.indexOf(localStorage.getItem("theme") ?? "") + 1) % 3];
  paint(next);
  toast(`Theme: ${THEMES[next]}`);
}

at("undo").addEventListener("click", () => step("undo"));
at("redo").addEventListener("click", () => step("redo"));
at("help").addEventListener("click", showKeys);
at("find").addEventListener("click", showPalette);
at("menu").addEventListener("click", () => toggleMenu());
at("theme").addEventListener("click", nextTheme);
at("nav").addEventListener("click", () => toggleMenu(false));
at("skip").addEventListener("click", (/** @type {Event} */ event) => { event.preventDefault(); (document.querySelector("main h1") ?? at("main")).focus(); });
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
    if (!lost && !at("lost").hidden) toast("The connection is back.");
    at("lost").hidden = !lost;
    at("lost").textContent = lost;
    if (lost) { at("saved").className = "waiting"; at("saved").textContent = "Not connected"; }
    else drawStatus(status);
  });
  try {
    project = await get("project");
    at("project").textContent = project.title;
  } catch { /* each page says what cannot be read */ }
  await open();
}
start();
export { counted, post };
