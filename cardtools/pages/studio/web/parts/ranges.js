// @ts-check
// Ranges of a table, and tables as the text that spreadsheets copy and paste: tabs between cells, lines, quotes.

/** @param {{row: number, column: number}} one @param {{row: number, column: number}} other */
export function area(one, other) {
  return {
    top: Math.min(one.row, other.row),
    bottom: Math.max(one.row, other.row),
    left: Math.min(one.column, other.column),
    right: Math.max(one.column, other.column),
  };
}

/**
 * The cells of a copied range. A cell with a tab, a line end or a leading quote stands in quotes, which are doubled
 * within it; a quote elsewhere is a quote.
 * @param {string} text
 * @returns {string[][]}
 */
export function parseTable(text) {
  /** @type {string[][]} */
  const rows = [];
  /** @type {string[]} */
  let row = [];
  const cell = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/y;
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (!found) break;
    row.push(found[1]?.replaceAll('""', '"').replaceAll("\r\n", "\n") ?? found[2] ?? "");
    if (found[3] === "\t") {
      if (cell.lastIndex === text.length) row.push("");
      else continue;
    }
    rows.push(row);
    row = [];
  }
  return rows;
}

/** @param {string[][]} rows */
export function writeTable(rows) {
  const cell = (/** @type {string} */ text) => (/["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => row.map(cell).join("\t")).join("\n");
}
