// What the checks find.
import { get, onChange } from "../api.js";
import { problem } from "../app.js";
import { describe, h } from "../dom.js";

/** @type {import("../app.js").Page} */
export default {
  async show(root) {
    const summary = h("span", { class: "quiet", role: "status" }), list = h("ul", { class: "problems" });
    root.append(h("div", { class: "head" }, h("h1", {}, "Problems"), summary), list);
    const load = async () => {
      try {
        const found = await get("findings");
        summary.textContent = found.summary;
        list.replaceChildren(...found.findings.map(describe));
      } catch (error) { list.replaceChildren(problem(error)); }
    };
    await load();
    return onChange(load);
  },
};
