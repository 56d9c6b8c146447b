// Numbers of a table: what stands below its columns, how rows are ordered, how wide a column is.
import { counted } from "../../dom.js";

/** @typedef {import("./table.js").Row} Row */

const SAMPLE = 200;  // rows by which a column is judged
const order = new Intl.Collator(undefined, { numeric: true });

/** A cell as a number; NaN if it is none. @param {string} text */
function number(text) {
  return /^\s*[+-]?\d+([.,]\d+)?\s*$/.test(text) ? Number(text.replace(",", ".")) : NaN;
}

/** @param {number} value */
function shown(value) {
  return value.toLocaleString("en", { maximumFractionDigits: 2 });
}

/** @param {Row[]} rows @param {number[]} columns */
function count(rows, columns) {
  let filled = 0, numbers = 0, sum = 0;
  for (const { cells } of rows)
    for (const column of columns) {
      const text = cells[column];
      if (!text) continue;
      filled++;
      const value = number(text);
      if (Number.isNaN(value)) continue;
      numbers++;
      sum += value;
    }
  return { filled, numbers, sum };
}

/** What stands below a column: filled cells; of numbers also sum and mean. @param {Row[]} rows @param {number} column */
export function totals(rows, column) {
  const { filled, numbers, sum } = count(rows, [column]);
  const lines = [`${filled.toLocaleString("en")} filled`];
  if (numbers && numbers * 2 > filled) lines.push(`sum ${shown(sum)}`, `mean ${shown(sum / numbers)}`);
  return lines.join("\n");
}

/** The same of chosen cells, in a line. @param {Row[]} rows @param {number[]} columns */
export function figures(rows, columns) {
  const { filled, numbers, sum } = count(rows, columns);
  return `${counted(rows.length * columns.length, "cell")}, ${filled.toLocaleString("en")} filled${numbers ? `, sum ${shown(sum)}, mean ${shown(sum / numbers)}` : ""}`;
}

/** Whether a column stands at the right. @param {Row[]} rows @param {number} column */
export function isNumeric(rows, column) {
  const { filled, numbers } = count(rows.slice(0, SAMPLE), [column]);
  return numbers > 0 && numbers > 0.8 * filled;
}

/** Pixels for the longest of some cells. @param {Row[]} rows @param {number} column @param {string} title */
export function width(rows, column, title) {
  const longest = Math.max(title.length + 2, isNumeric(rows, column) ? 13 : 10, ...rows.slice(0, SAMPLE).map(row => row.cells[column]?.length ?? 0));
  return Math.min(320, Math.round(longest * 7.4) + 18);
}

/** The rows in another order; empty cells come last. @param {Row[]} rows @param {number} column @param {"ascending" | "descending"} direction */
export function sorted(rows, column, direction) {
  const sign = direction === "ascending" ? 1 : -1, text = (/** @type {Row} */ row) => row.cells[column] ?? "";
  return rows.toSorted((one, other) => {
    const a = text(one), b = text(other), [left, right] = [number(a), number(b)];
    if (!a || !b) return Number(!a) - Number(!b);
    return sign * (Number.isNaN(left) || Number.isNaN(right) ? order.compare(a, b) : left - right);
  });
}
