"use strict";

// Choosing the part of a card's picture that shows. The picture lies over the card while it is moved; each change is
// kept in the project at once, and the card is drawn again.
const cropper = (() => {
  const MOST = 10, STEP = 0.02, PAUSE = 300, DPI = 300;
  const layer = at("cropper"), frame = at("crop-place"), slider = at("crop-zoom"), status = at("crop-status");
  const pointers = new Map();
  // A picture has three crops: `view` is shown, `kept` is in the project, `start` was when this began; null: none.
  let card = null, pictures = [], picture = null;
  let timer = 0, before = "";

  const shown = () => picture.view ?? picture.face;
  const isOpen = () => !layer.hidden;
  const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const round = (value, digits) => Number(value.toFixed(digits));

  // Where the whole picture lies, in mm from the corner of its place, as the renderer puts it.
  function lay({ focus_x, focus_y, zoom } = shown()) {
    const [, , width, height] = picture.box;
    const fits = picture.whole ? Math.min : Math.max;
    const scale = fits(width / picture.width, height / picture.height) * zoom;  // mm a pixel
    const across = picture.width * scale, down = picture.height * scale;
    return { scale, across, down, left: (width - across) * focus_x, top: (height - down) * focus_y };
  }

  function focus(room, offset, old) {
    return Math.abs(room) < 1e-6 ? old : round(clamp(offset / room, 0, 1), 4);
  }

  function set(next) {
    picture.view = next;
    picture.failure = "";
    before = tiles.get(card.id)?.card.picture ?? "";
    layer.classList.add("active");
    clearTimeout(timer);
    timer = setTimeout(save, PAUSE);
    draw();
  }

  function put(left, top, zoom) {
    const now = shown(), [, , width, height] = picture.box;
    const size = lay({ ...now, zoom });
    set({
      focus_x: focus(width - size.across, left, now.focus_x), focus_y: focus(height - size.down, top, now.focus_y), zoom,
    });
  }

  function move(across, down) {
    const now = lay();
    put(now.left + across, now.top + down, shown().zoom);
  }

  // Zoom so that the point of the picture at x, y (mm in its place) stays there.
  function zoomTo(zoom, x = picture.box[2] / 2, y = picture.box[3] / 2) {
    const now = lay();
    zoom = round(clamp(zoom, 1, MOST), 3);
    const factor = zoom / shown().zoom;
    put(x - (x - now.left) * factor, y - (y - now.top) * factor, zoom);
  }

  function zoomBy(factor, x, y) {
    zoomTo(shown().zoom * factor, x, y);
  }

  function draw() {
    const [left, top, width, height] = picture.box, now = lay(), { zoom } = shown();
    const { view, kept, start, failure } = picture;
    const percent = (element, x, y, across, down, whole, high) => Object.assign(element.style, {
      left: `${100 * x / whole}%`, top: `${100 * y / high}%`,
      width: `${100 * across / whole}%`, height: `${100 * down / high}%`,
    });
    percent(frame, left, top, width, height, card.width, card.height);
    percent(at("crop-part"), now.left, now.top, now.across, now.down, width, height);
    percent(at("crop-whole"), left + now.left, top + now.top, now.across, now.down, card.width, card.height);
    slider.value = 100 * Math.log(zoom) / Math.log(MOST);
    const dpi = Math.round(25.4 / now.scale), low = dpi < DPI;
    slider.setAttribute("aria-valuetext", `${zoom.toFixed(2)} times`);
    const state = !same(view, kept) ? "saving ..." : kept ? "saved" : "as the face has it";
    status.textContent = failure
      || `${zoom.toFixed(2)} ×, ${dpi} pixels per inch${low ? `, fewer than ${DPI}` : ""}; ${state}`;
    status.className = failure ? "failed" : low ? "low" : "";
    at("crop-undo").disabled = same(view, start);
    at("crop-reset").disabled = !view;
  }

  async function save(one = picture) {
    clearTimeout(timer);
    if (one.sending) return;  // it goes on with the latest
    one.sending = true;
    while (!same(one.view, one.kept) && !one.failure) {
      const crop = one.view;
      const answer = await send("/crop", { picture: one.source, crop }).catch(() => null);
      if (answer?.ok) {
        one.kept = crop;
        continue;
      }
      const problems = answer?.status === 422 ? (await answer.json()).problems : [];
      one.failure = problems.map(found => `${found.place}: ${found.message}`.replace(/^: /, "")).join("; ")
        || "Not saved: no connection to cardtools watch.";
    }
    one.sending = false;
    if (one !== picture) return;
    draw();
    if (isCurrent()) settle();
  }

  // Whether the picture of the card on the page shows what was chosen.
  function isCurrent() {
    const { view, kept, start } = picture;
    return same(view, kept) && !pointers.size && (card.picture !== before || same(view, start));
  }

  // Show the card as it is drawn, not the picture over it.
  function settle() {
    layer.classList.remove("active");
    draw();
  }

  function update(next) {
    if (!isOpen() || next.id !== card.id) return;
    card = next;
    if (isCurrent()) settle();
  }

  function choose(index) {
    if (picture) save();
    picture = pictures[index];
    if (!("view" in picture)) picture.view = picture.kept = picture.start = picture.crop;
    for (const name of ["crop-part", "crop-whole"]) at(name).src = picture.image;
    frame.setAttribute("aria-label", `The part of ${picture.source} that shows`);
    settle();
  }

  async function open(next) {
    const button = at("crop-open");
    button.disabled = true;
    button.textContent = "Crop the picture ...";
    const answer = await fetch(`/pictures/${encodeURIComponent(next.id)}.json`).catch(() => null);
    pictures = answer?.ok ? await answer.json() : [];
    button.disabled = false;
    button.textContent = pictures.length ? "Crop the picture" : "This card has no picture to crop";
    setTimeout(() => { button.textContent = "Crop the picture"; }, 3000);
    if (!pictures.length || !zoom.open || current !== next.id) return;
    card = tiles.get(next.id).card;
    before = card.picture;
    at("crop-picture").replaceChildren(...pictures.map((one, index) => new Option(one.source, index)));
    at("crop-choice").hidden = pictures.length < 2;
    layer.hidden = at("crop-controls").hidden = false;
    button.hidden = true;
    choose(0);
    zoom.classList.add("cropping");
    layer.style.borderRadius = layer.previousElementSibling.style.borderRadius;
    frame.focus({ preventScroll: true });
  }

  function close() {
    if (!isOpen()) return;
    save();
    layer.hidden = at("crop-controls").hidden = true;
    zoom.classList.remove("cropping");
    picture = null;
    pointers.clear();
    at("crop-open").hidden = false;
    at("crop-open").focus();
  }

  // A place on the screen in mm from the corner of the picture's place.
  function spot(event) {
    const box = frame.getBoundingClientRect();
    return [
      (event.clientX - box.left) * picture.box[2] / box.width, (event.clientY - box.top) * picture.box[3] / box.height,
    ];
  }

  function centre() {
    const all = [...pointers.values()], [first, second = first] = all;
    const apart = Math.hypot(first[0] - second[0], first[1] - second[1]);
    return { x: (first[0] + second[0]) / 2, y: (first[1] + second[1]) / 2, apart, number: all.length };
  }

  frame.addEventListener("pointerdown", event => {
    if (event.button) return;
    frame.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, spot(event));
    layer.classList.add("active");
  });
  frame.addEventListener("pointermove", event => {
    if (!pointers.has(event.pointerId)) return;
    const old = centre();
    pointers.set(event.pointerId, spot(event));
    const now = centre();
    if (now.number > 1 && old.apart > 1) zoomBy(now.apart / old.apart, old.x, old.y);
    move(now.x - old.x, now.y - old.y);
  });
  for (const name of ["pointerup", "pointercancel"]) {
    frame.addEventListener(name, event => {
      pointers.delete(event.pointerId);
      if (picture && !pointers.size) save();
    });
  }
  frame.addEventListener("wheel", event => {
    event.preventDefault();
    zoomBy(Math.exp(-0.0015 * event.deltaY * (event.deltaMode ? 30 : 1)), ...spot(event));
  }, { passive: false });
  frame.addEventListener("keydown", event => {
    const step = STEP * (event.shiftKey ? 5 : 1), [, , width, height] = picture.box;
    const keys = {
      ArrowLeft: () => move(-step * width, 0), ArrowRight: () => move(step * width, 0),
      ArrowUp: () => move(0, -step * height), ArrowDown: () => move(0, step * height),
      "+": () => zoomBy(1.1), "=": () => zoomBy(1.1), "-": () => zoomBy(1 / 1.1), Enter: close,
    };
    if (!(event.key in keys) || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    keys[event.key]();
  });
  slider.addEventListener("input", () => zoomTo(MOST ** (slider.value / 100)));
  at("crop-picture").addEventListener("change", event => choose(Number(event.target.value)));
  at("crop-undo").addEventListener("click", () => set(picture.start));
  at("crop-reset").addEventListener("click", () => set(null));
  at("crop-close").addEventListener("click", close);
  return { open, close, update, isOpen };
})();
