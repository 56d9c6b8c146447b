// Which cards a query is about. The search language takes the place of this: the same question, the same answer.

/**
 * The rows that a query asks for, in its order where it says one; null for all of them. What is wrong with the query is
 * an error.
 * @param {string} query @param {import("./table.js").Table} table
 * @returns {Promise<import("./table.js").Row[] | null>}
 */
export async function matches(query, table) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return null;
  return table.rows.filter(({ cells }) => {
    const text = cells.join("\n").toLowerCase();
    return words.every(word => text.includes(word));
  });
}
