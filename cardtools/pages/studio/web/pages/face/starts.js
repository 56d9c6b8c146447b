// What a new element begins with: in the middle of the card.

/** @param {any} view @param {number} width @param {number} height */
function middle(view, width, height) {
  const [, , wide, high] = view.trim ?? [0, 0, 63.5, 88.9];
  const round = (/** @type {number} */ number) => Math.round(number * 10) / 10;
  return { box: [round((wide - width) / 2), round((high - height) / 2), width, height] };
}

/** @param {any} view the name of a colour of the face, or a plain one */
const colour = view => view.names.colours.at(-1) ?? "#305060";
/** @param {any} view @param {RegExp} wanted a column as a template */
const column = (view, wanted) => `{{ ${view.columns.find((/** @type {string} */ one) => wanted.test(one)) ?? view.columns[0] ?? "NAME"} }}`;

/** @type {Record<string, { title: string, make: (view: any) => Record<string, any> }>} */
export const STARTS = {
  text: { title: "Text", make: view => ({ kind: "text", ...middle(view, 40, 10), ...(view.names.styles.length ? { style: view.names.styles[0] } : {}), text: column(view, /name|title/i) }) },
  image: { title: "Picture", make: view => ({ kind: "image", ...middle(view, 40, 30), image: column(view, /image|picture|art/i) }) },
  rectangle: { title: "Rectangle", make: view => ({ kind: "rectangle", ...middle(view, 30, 20), fill: colour(view), opacity: 0.8 }) },
  line: { title: "Line", make: view => ({ kind: "line", ...middle(view, 40, 0), stroke: colour(view), stroke_width: 0.5 }) },
  ellipse: { title: "Ellipse", make: view => ({ kind: "shape", shape: "ellipse", ...middle(view, 20, 20), fill: colour(view) }) },
  polygon: { title: "Polygon", make: view => ({ kind: "shape", shape: "polygon", sides: 6, ...middle(view, 20, 20), fill: colour(view) }) },
  star: { title: "Star", make: view => ({ kind: "shape", shape: "star", ...middle(view, 20, 20), fill: colour(view) }) },
  symbol: { title: "Icon", make: view => ({ kind: "symbol", ...middle(view, 12, 12), icon: view.names.icons[0] ?? "", fill: colour(view) }) },
  icons: { title: "Row of icons", make: view => ({ kind: "icons", ...middle(view, 30, 6), icon: view.names.icons[0] ?? "", count: 3, fill: colour(view) }) },
  qr: { title: "QR code", make: view => ({ kind: "qr", ...middle(view, 15, 15), data: column(view, /name|title/i), fill: "#000000" }) },
  card: { title: "Another card", make: view => ({ kind: "card", ...middle(view, 25, 35), card: "" }) },
  copy: { title: "Serial of each copy", make: view => ({ kind: "copy", ...middle(view, 10, 10), code: "qr" }) },
  group: { title: "Group", make: () => ({ kind: "group", elements: {} }) },
  row: { title: "Row that grows", make: view => ({ kind: "group", layout: "row", gap: 1, ...middle(view, 40, 6), elements: { first: { kind: "text", ...(view.names.styles.length ? { style: view.names.styles[0] } : {}), text: "A" }, second: { kind: "text", ...(view.names.styles.length ? { style: view.names.styles[0] } : {}), text: "B" } } }) },
};
