"use strict";

// Exchanges the token in the URL for a cookie. Whether the page may ask for data. A fragment that begins with a
// slash is not a token but a place on the page.
const session = (async () => {
  const token = location.hash.slice(1);
  if (!token || token.startsWith("/")) return Boolean((await fetch("/session").catch(() => null))?.ok);
  history.replaceState(null, "", location.pathname + location.search);  // out of sight and bookmarks
  const given = await send("/session", token).catch(() => null);
  return Boolean(given?.ok || (await fetch("/session").catch(() => null))?.ok);
})();
addEventListener("hashchange", () => {  // another link was opened in this tab
  if (!location.hash.startsWith("#/")) location.reload();
});

// Send a value as JSON to a route that changes something.
function send(path, value) {
  return fetch(path, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(value),
  });
}
