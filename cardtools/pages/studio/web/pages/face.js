// A face by hand: its elements as a tree, boxes over a card, a panel of keys; the file beside it.
//
// The page is made of modules in `face/`. Two of them are given a container and this `api`:
//   `mount(container, api)` of `face/text.js` (in `#face-text`: the text of the file) and of `face/cards.js`
//   (in `#face-cards`: other cards with this face, with the change). Each returns what to do when the page is left, or
//   nothing; it may be async. A module that is not there leaves its container empty and hidden.
//   api.path            the path of the face's file in the project, with slashes
//   api.side            "face" or "back": of which side of the cards the file is
//   api.card()          the slug of the card that is shown
//   api.setCard(slug)   show another card
//   api.onCard(fn)      fn(slug) is called when another card is shown; returns what ends that
//   api.text()          the text of the file as the page shows it, with edits that are not kept yet
//   api.setText(text, what)  keep another text of the file: one event of the journal, `what` in words; the boxes and the
//                       picture follow. It is merged with what changed since `api.text()`; returns a promise.
//   api.tryText(text)   show another text in boxes and picture without keeping it (while typing); `tryText(null)` ends it
//   api.onEdit(fn)      fn(text, { kept, from }) is called when the text has changed: `kept` is false while it is only
//                       tried; `from` is "boxes", "text" or "file" (another tab or program). Returns what ends that.
//                       Draw with it by `post("draw", { slug, side, texts: { [api.path]: text } })`: any answer of the
//                       desk takes `texts` (by path) that are not in the files.
//   api.edits(edits, what)  keep edits of keys: `[{ op: "set", place: ["styles", "name", "size"], value: "3mm" }]`,
//                       `{ op: "unset", place }` and what else `faces.py` lists; resolves to the new text
//   api.selected()      the places of the chosen elements, such as ["elements", 2, "text"]; api.select(places)
//   api.onSelect(fn)    fn(places); returns what ends that
