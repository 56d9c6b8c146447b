// What the page asks the server for, and what it is told.

const AGAIN = 2000;  // milliseconds between two tries to reach a server that was started again

/** This tab, in the journal. */
export const tab = sessionStorage.getItem("tab") ?? crypto.getRandomValues(new Uint32Array(2)).join("-");
sessionStorage.setItem("tab", tab);

/** The server's answer is a list of problems, or a refusal. */
export class Refused extends Error {
  /** @param {string} message @param {import("./dom.js").Problem[]} problems */
  constructor(message, problems) {
    super(message);
    this.problems = problems;
  }
}

let lost = false, times = 0;  // whether there is no connection, and how often there was none
/** @type {Promise<void>} */
let connected = Promise.resolve();
let connect = () => {};
let unsent = 0;  // edits without an answer

function lose() {
  if (lost) return;
  lost = true;
  times++;
  connected = new Promise(resolve => { connect = () => { lost = false; resolve(); }; });
}

/** The server's answer; without a connection it is waited for, so that no edit is lost. @param {string} path @param {RequestInit} options */
async function ask(path, options) {
  for (;;) {
    try {
      const answer = await fetch(path, options);
      if (answer.status !== 401) return result(answer);  // one that was started again does not know this tab
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
    lose();
    await connected;
  }
}

addEventListener("beforeunload", event => { if (unsent) event.preventDefault(); });

/** What the server answers. @param {Response} answer @returns {Promise<any>} */
export async function result(answer) {
  if (answer.ok) return answer.json();
  if (answer.status === 422) {
    const { problems } = await answer.json();
    throw new Refused(problems.map((/** @type {any} */ one) => [`${one.place}: ${one.message}`, one.hint].filter(Boolean).join("; ")).join("\n"), problems);
  }
  throw new Refused((await answer.text()).trim(), []);
}

/**
 * Ask for something: `get("table", { path })`.
 * @param {string} name @param {Record<string, string>} [query] @returns {Promise<any>}
 */
export async function get(name, query = {}) {
  const texts = new URLSearchParams(query).toString();
  return ask(`/api/${name}${texts && "?" + texts}`, { cache: "no-store" });
}

/**
 * Change something, or ask for something large: `post("draw", { slug })`.
 * @param {string} name @param {Record<string, any>} [value] @returns {Promise<any>}
 */
export async function post(name, value = {}) {
  return send(name, value, {});
}

/** As `post`; sent again after its answer was lost, it is done once all the same. @param {string} name @param {Record<string, any>} value @returns {Promise<any>} */
export async function postOnce(name, value) {
  return send(name, value, { "Idempotency-Key": crypto.getRandomValues(new Uint32Array(4)).join("-") });
}

/** @param {string} name @param {Record<string, any>} value @param {Record<string, string>} headers */
async function send(name, value, headers) {
  return ask(`/api/${name}`, { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(value) });
}

/** Send a file. @param {string} path @param {Record<string, string>} query @param {Blob} body @returns {Promise<any>} */
export async function upload(path, query, body) {
  return ask(`${path}?${new URLSearchParams(query)}`, { method: "POST", headers: { "Content-Type": body.type || "application/octet-stream" }, body });
}

/**
 * Change something by this tab: the server learns who did it.
 * @param {string} name @param {Record<string, any>} [value]
 */
export async function edit(name, value = {}) {
  unsent++;
  try { return await postOnce(name, { by: tab, ...value }); } finally { unsent--; }
}

/**
 * A function that asks at most once at a time, and afterwards only for what was wanted last. Every answer is shown,
 * since it is newer than what is there: who types faster than we answer sees something, too.
 * @template A, B
 * @param {(wanted: A) => Promise<B>} ask @param {(answer: B, wanted: A) => void} show @param {(error: any) => void} fail
 * @returns {(wanted: A) => Promise<void>}
 */
export function newest(ask, show, fail) {
  /** @type {{ wanted: A } | null} */
  let next = null;
  let busy = false;
  return async wanted => {
    next = { wanted };
    if (busy) return;
    busy = true;
    while (next) {
      const current = next;
      next = null;
      try {
        show(await ask(current.wanted), current.wanted);
      } catch (error) {
        if (!next) fail(error);
      }
    }
    busy = false;
  };
}

/** @type {Set<(status: any) => void>} */
const listeners = new Set();
/** @type {any} the last status: stamp, waiting, notices, undo, redo */
export let status = { stamp: -1, waiting: {}, notices: [], undo: "", redo: "" };

/**
 * Be told whenever a file of the project has changed, here or elsewhere. Returns what ends that.
 * @param {(status: any) => void} listener
 */
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const load = newest(() => get("status"), found => {
  status = { ...found, content: found.content + times / 1000 };  // a server that was started again counts from 0
  for (const listener of [...listeners]) listener(status);
}, () => {});

/** Follow the server, also after it was away. @param {(lost: string) => void} say what is wrong with the connection, "" for nothing */
export function follow(say) {
  const events = new EventSource("/events");
  events.onopen = () => {
    if (lost) { connect(); load(null); }
    say("");
  };
  events.onerror = () => {
    lose();
    const closed = events.readyState === EventSource.CLOSED;
    say(closed ? "cardtools studio was started again. Open its new link, here or in another tab: what is not written yet waits for it."
      : "No connection: is cardtools studio still running? What is not written yet waits for it.");
    if (closed) again(say);
  };
  events.onmessage = () => load(null);
  load(null);
}

/** Try until this browser may ask again. @param {(lost: string) => void} say */
function again(say) {
  setTimeout(async () => (await fetch("/session").catch(() => null))?.ok ? follow(say) : again(say), AGAIN);
}
