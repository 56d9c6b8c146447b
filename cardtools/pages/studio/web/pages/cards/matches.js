// Which cards of a table a query is about.
import { matches as search, rowsOf } from "../../search.js";

/**
 * The rows that a query asks for, in its order where it says one; null for all of them. What is wrong with the query is
 * an error.
 * @param {string} query @param {import("./table.js").Table} table
 * @returns {Promise<import("./table.js").Row[] | null>}
 */
export async function matches(query, table) {
  if (!query.trim()) return null;
  return rowsOf(await search(query), table.path).flatMap(row => table.rows[row] ?? []);
}
