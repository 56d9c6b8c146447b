// The page for somebody who has not opened the link: it asks for the link, or, on another computer, for the password.
import { at, h } from "./dom.js";

/** @param {Response | null} answer */
const needsPassword = answer => answer?.headers.get("Cardtools-Needs") === "password";

/** Ask in place of the page. */
export async function signIn() {
  const answer = await fetch("/session").catch(() => null);
  const password = needsPassword(answer);
  const input = h("input", { type: password ? "password" : "text", autocomplete: password ? "current-password" : "off", required: true, autofocus: true, "aria-describedby": "sign-in-said" });
  const said = h("p", { id: "sign-in-said", role: "alert" }), button = h("button", { class: "main" }, "Open");
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    button.disabled = true;
    said.textContent = "";
    const text = password ? input.value : input.value.trim().replace(/^.*#/, "");
    const given = await fetch("/session", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(text) }).catch(() => null);
    if (given?.ok) location.reload();
    else said.textContent = given ? (await given.text()).trim() : "No connection. Is cardtools studio still running?";
    button.disabled = false;
    input.select();
  };
  const why = password ? "This studio is on another computer. Its password was chosen when it was started."
    : "The studio was started again, or this browser has not opened its link yet. The terminal has printed the link: open it, or paste it here.";
  document.title = "cardtools studio";
  at("nav").hidden = true;
  at("main").replaceChildren(h("form", { class: "panel sign-in", onsubmit: send },
    h("h1", {}, password ? "Password" : "Open the link of the terminal"), h("p", {}, why),
    h("label", {}, password ? "Password" : "Link", input), said, button));
  input.focus();
}
