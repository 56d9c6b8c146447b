// What can be written at a place of a TOML file: tables, keys and values, from the schema of the file's kind.

/**
 * @typedef {Record<string, any>} Schema
 * @typedef {{ kind: string, schema: Schema | null, names: Record<string, string>, colours: string[], columns: string[] }} Keys
 * @typedef {{ label: string, type: string, info?: string, detail?: string, apply?: string }} Option
 * @typedef {{ header: string[], own: Map<string, string>, inText: boolean }} Section
 */
const WORD = /(?:"[^"]*"|'[^']*'|[\w-]+)/;
const PATH = new RegExp(`^${WORD.source}(?:\\s*\\.\\s*${WORD.source})*`);

/** @param {string} dotted @returns {string[]} */
function names(dotted) {
  return [...dotted.matchAll(new RegExp(WORD, "g"))].map(found => found[0].replace(/^["']|["']$/g, ""));
}

/** The section that the end of a text is in, with the keys that it has so far. @param {string[]} lines @returns {Section} */
function sectionOf(lines) {
  /** @type {Section} */
  let section = { header: [], own: new Map(), inText: false };
  let end = "";  // what ends the text of several lines that one is in
  for (const line of lines) {
    if (end) { if (line.includes(end)) end = ""; continue; }
    const header = /^\s*\[\[?([^\]]*)\]/.exec(line), entry = /^\s*([^=#[\]]+?)\s*=\s*(.*)$/.exec(line);
    if (header) section = { header: names(header[1]), own: new Map(), inText: false };
    else if (entry) section.own.set(names(entry[1])[0] ?? "", entry[2]);
    for (const quotes of ['"""', "'''"]) if (line.split(quotes).length % 2 === 0) end = quotes;
  }
  return { ...section, inText: Boolean(end) };
}

/** The names of the tables in a table of the text, such as those of `[styles.NAME]`. @param {string} text @param {string} table */
export function namesIn(text, table) {
  const found = new Set([...text.matchAll(new RegExp(`^\\s*\\[+${table}\\.(${WORD.source})`, "gm"))].map(one => names(one[1])[0]));
  const own = new RegExp(`^\\[${table}\\]\\s*\\n((?:(?!\\s*\\[).*\\n?)*)`, "m").exec(text);
  for (const one of own?.[1].matchAll(/^\s*([\w-]+)\s*=/gm) ?? []) found.add(one[1]);
  return [...found];
}

class Tree {
  /** @param {Schema} root */
  constructor(root) {
    this.root = root;
  }

  /** The forms that a value may have. @param {Schema} node @returns {Schema[]} */
  forms(node) {
    if (node.$ref) return this.forms(this.root.definitions[node.$ref.split("/").pop()]);
    if (node.anyOf) return node.anyOf.flatMap((/** @type {Schema} */ one) => this.forms(one));
    if (node.type === "array" && node.items) return [node, ...this.forms(node.items)];
    return [node];
  }

  /** @param {Schema[]} some @param {string} key @returns {Schema[]} */
  inside(some, key) {
    return some.flatMap(node => {
      if (node.properties?.[key]) return this.forms(node.properties[key]);
      const pattern = Object.entries(node.patternProperties ?? {}).find(([one]) => new RegExp(one).test(key));
      if (pattern) return this.forms(pattern[1]);
      return typeof node.additionalProperties === "object" ? this.forms(node.additionalProperties) : [];
    });
  }

  /** Those tables that have the keys of a section, and its `kind`. @param {Schema[]} some @param {Map<string, string>} own */
  fitting(some, own) {
    const kind = names(own.get("kind") ?? "")[0];
    const fits = some.filter(node => node.properties && [...own.keys()].every(key => key in node.properties)
      && (!kind || !node.properties.kind?.enum || node.properties.kind.enum.includes(kind)));
    return fits.length ? fits : some;
  }

  /** @param {string[]} path */
  at(path) {
    return path.reduce((some, key) => this.inside(some, key), this.forms(this.root));
  }
}

/** @param {Schema} node */
function isTable(node) {
  return Boolean(node.properties || node.patternProperties || typeof node.additionalProperties === "object");
}

/** @param {Schema[]} some */
function kindsOf(some) {
  return [...new Set(some.map(node => node.enum ? "choice" : isTable(node) ? "table" : node.type ?? "value"))].join(" or ");
}

/**
 * What can be written at the end of `before` (the text up to a place), and where the word begins that it replaces.
 * @param {Keys} keys @param {string} before @param {string} whole the text with what comes after
 * @returns {{ from: number, options: Option[] } | null}
 */
export function proposals(keys, before, whole) {
  const start = before.lastIndexOf("\n") + 1, line = before.slice(start);
  const section = sectionOf(before.slice(0, start).split("\n").slice(0, -1));
  const template = /\{\{[^}]*?(\w*)$|\{%[^%]*?(\w*)$/.exec(before.slice(-200));
  if (template) {
    const word = template[1] ?? template[2] ?? "";
    return { from: before.length - word.length, options: keys.columns.map(label => ({ label, type: "variable", info: "A column of the card table." })) };
  }
  if (!keys.schema || section.inText || /^\s*#/.test(line)) return null;
  const tree = new Tree(keys.schema), head = /^\s*\[\[?\s*((?:[\w-]+\s*\.\s*)*)([\w-]*)$/.exec(line);
  if (head) return { from: before.length - head[2].length, options: headers(tree, names(head[1]), whole) };
  // In a table in one line, the keys are those behind the last bracket that is open.
  let path = section.header, own = section.own, rest = line;
  for (let open; (open = /^([^={}]*?)\s*=\s*[^{}"]*?\{(.*)$/.exec(rest.replace(/\{[^{}]*\}/g, "0"))) && !/["']\s*$/.test(open[1]);) {
    path = [...path, ...names(open[1])];
    own = new Map([...open[2].matchAll(/([\w-]+)\s*=\s*([^,]*)/g)].map(one => [one[1], one[2]]));
    rest = open[2].slice(open[2].lastIndexOf(",") + 1);
  }
  const value = /^([^=]*?)\s*=\s*(.*)$/.exec(rest), tables = tree.fitting(tree.at(path), own);
  if (!value) {
    const word = PATH.exec(rest.trim())?.[0] ?? "", inner = names(word.includes(".") ? word.slice(0, word.lastIndexOf(".")) : "");
    const typed = /[\w-]*$/.exec(line)?.[0] ?? "";
    if (rest.trim() && !typed && !rest.trim().endsWith(".")) return null;
    return { from: before.length - typed.length, options: keysOf(tree, inner.reduce((some, key) => tree.inside(some, key), tables), own) };
  }
  const path2 = names(value[1]), key = path2[path2.length - 1] ?? "";
  const options = valuesOf(keys, key, path2.reduce((some, one) => tree.inside(some, one), tables), whole);
  const typed = /["']?[\w#-]*["']?$/.exec(value[2])?.[0] ?? "";
  return options.length ? { from: before.length - typed.length, options } : null;
}

/** @param {Tree} tree @param {string[]} above @param {string} whole @returns {Option[]} */
function headers(tree, above, whole) {
  const tables = tree.at(above), found = new Map();
  for (const node of tables) {
    for (const [key, one] of Object.entries(node.properties ?? {})) {
      const forms = tree.forms(one);
      if (forms.some(isTable) && !found.has(key)) found.set(key, one.description ?? forms.find(isTable)?.description);
    }
  }
  const known = tables.some(node => typeof node.additionalProperties === "object") ? namesIn(whole, above.join("\\.")) : [];
  return [...[...found].map(([label, info]) => ({ label, type: "namespace", info })), ...known.map(label => ({ label, type: "class" }))];
}

/** @param {Tree} tree @param {Schema[]} tables @param {Map<string, string>} own @returns {Option[]} */
function keysOf(tree, tables, own) {
  /** @type {Map<string, Option>} */
  const found = new Map();
  for (const node of tables) {
    for (const [label, one] of Object.entries(node.properties ?? {})) {
      if (own.has(label) || found.has(label)) continue;
      const forms = tree.forms(one);
      found.set(label, { label, type: "property", detail: kindsOf(forms), info: one.description ?? forms[0]?.description, apply: `${label} = ` });
    }
  }
  return [...found.values()];
}

/** @param {Keys} keys @param {string} key @param {Schema[]} forms @param {string} whole @returns {Option[]} */
function valuesOf(keys, key, forms, whole) {
  /** @type {Option[]} */
  const found = forms.flatMap(node => (node.enum ?? []).map((/** @type {any} */ one) => ({ label: JSON.stringify(one), type: "enum" })));
  if (forms.some(node => node.type === "boolean")) found.push({ label: "true", type: "keyword" }, { label: "false", type: "keyword" });
  const table = keys.names[key];
  for (const name of table ? namesIn(whole, table) : []) found.push({ label: JSON.stringify(name), type: "class", detail: table });
  if (keys.colours.includes(key)) for (const name of namesIn(whole, "colours")) found.push({ label: JSON.stringify(name), type: "constant", detail: "colour" });
  return found;
}
