// Commands that a page waits for.
import { get, post } from "./api.js";

/** @typedef {{ number: number, lines: string[], doing: string, share: number, code: number | null }} Job */

/** Run a command, which says how far it is, until it ends or `told` answers true. @param {string[]} words @param {(job: Job) => boolean | void} told @returns {Promise<Job>} */
export async function run(words, told) {
  let job = await post("job", { words });
  while (job.code === null && !told(job)) {
    await new Promise(resolve => setTimeout(resolve, 500));
    job = (await get("jobs")).find((/** @type {Job} */ one) => one.number === job.number) ?? { ...job, code: -1 };
  }
  return job;
}
