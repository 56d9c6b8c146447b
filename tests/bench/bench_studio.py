"""How quick the studio is: `python tests/bench/bench_studio.py [cards ...]` (54 and 10,000), or `... tasks`.

A real browser types, drags and searches in the sample game, made larger by copies of its cards. Each figure
is printed with what is wanted; a busy machine makes all of them worse. Needs chromium, playwright and psutil.

The tasks are those of a designer: how many clicks and keys each takes, and how many seconds until all is done
that follows, by a hand that needs no time itself. Texts that are typed are counted as keys.
"""

from __future__ import annotations

import base64
import csv
import io
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
from PIL import Image
from playwright.sync_api import sync_playwright

FACE, COLUMN, RATE, BURST, BURSTS, REST = "templates/unit.toml", "LORE", 15, 30, 5, 0.7
SEARCHES = [
    "draw",
    "t:earth o:discard",
    "attack>=500 order:-defense",
    "level:2 or has:lore -is:spell",
    "burrower",
]
# Notes when a key is pressed, what is asked of the server with how much text, and when a picture is on the
# screen: after the frame that follows its decoding.
PROBE = """
window.probe = { keys: [], asked: [], painted: [], rows: 0 };
const texts = new Map(), shown = new Map(), ask = window.fetch;
addEventListener("beforeinput", () => probe.keys.push(performance.now()), true);
window.fetch = async (...given) => {
  const start = performance.now(), answer = await ask(...given);
  if (String(given[0]).endsWith("/api/draw")) {
    const cells = JSON.parse(given[1].body).cells ?? {}, { picture } = await answer.clone().json();
    probe.asked.push(performance.now() - start);
    const length = (cells.COLUMN ?? "").length;
    texts.set(picture, length);
    if ([...shown.values()].includes(picture)) probe.painted.push([performance.now(), length]);
  }
  return answer;
};
new MutationObserver(list => {
  for (const { target, addedNodes } of list) {
    if (!probe.rows && document.querySelector(".grid-body .grid-row")) {
      requestAnimationFrame(() => { probe.rows ||= performance.now(); });
    }
    if (target.matches?.(".stage img.card, .face-stage > img") && target.src !== shown.get(target)) {
      shown.set(target, target.src);
      const length = texts.get(target.src) ?? -1;
      const painted = () => probe.painted.push([performance.now(), length]);
      target.decode().catch(() => {}).then(() => requestAnimationFrame(() => setTimeout(painted)));
    }
  }
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["src"] });
""".replace("COLUMN", COLUMN)
# Moves the pointer once a frame for two seconds: when the box was somewhere else. What playwright sends waits
# for each frame to be answered, which is slower than a hand.
DRAG = """([x, y]) => new Promise(done => {
  const frames = [], start = performance.now();
  let last = "";
  const look = () => {
    const now = document.querySelector(".box.chosen").style.cssText, time = performance.now() - start;
    if (now !== last) frames.push(time);
    last = now;
    if (time > 2010) {
      addEventListener("mouseup", () => { probe.released = performance.now(); }, true);
      return done(frames);
    }
    const place = { clientX: x + 40 * Math.sin(time / 300), clientY: y + 200 * Math.sin(time / 640) };
    const how = { ...place, buttons: 1, bubbles: true, cancelable: true };
    document.querySelector(".box.chosen").dispatchEvent(new MouseEvent("mousemove", how));
    requestAnimationFrame(look);
  };
  look();
})"""


def say(what: str, found: float, unit: str, wanted: float | None = None, least: bool = False) -> None:
    """A line of the table."""
    missed = wanted is not None and (found < wanted if least else found > wanted)
    goal = (
        ""
        if wanted is None
        else f"{'at least' if least else 'at most'} {wanted:g}{'   MISSED' if missed else ''}"
    )
    print(f"  {what:58} {found:8.1f} {unit:4} {goal}", flush=True)


def share(numbers: list[float], part: float) -> float:
    """The number that this part of all does not exceed."""
    return sorted(numbers)[min(int(part * len(numbers)), len(numbers) - 1)] if numbers else float("nan")


def spread(what: str, numbers: list[float], wanted: float | None = None) -> None:
    """The half and the p95 of milliseconds."""
    say(f"{what}, p50 of {len(numbers)}", share(numbers, 0.5), "ms")
    say(f"{what}, p95", share(numbers, 0.95), "ms", wanted)


@contextmanager
def running(cards: int) -> Iterator[tuple[psutil.Process, str]]:
    """The studio of a game with so many cards: its process and its link."""
    with tempfile.TemporaryDirectory() as folder:
        cardtools = [sys.executable, "-m", "cardtools"]
        subprocess.run([*cardtools, "init", folder], check=True, capture_output=True)
        table = Path(folder, "cards/cards.csv")
        with table.open(newline="", encoding="utf-8") as file:
            head, *rows = csv.reader(file, delimiter=";")
        serial = head.index("SERIAL")
        with table.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, delimiter=";", lineterminator="\n")
            writer.writerow(head)
            for number in range(cards):
                name, *cells = rows[number % len(rows)]
                turn = number // len(rows)
                cells[serial - 1] += f"x{turn}" if turn else ""
                writer.writerow([f"{name} {turn}" if turn else name, *cells])
        words = [*cardtools, "studio", "--no-open", "--port", "0"]
        with subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            link = re.search(r"http\S+", process.stdout.readline())
            assert link
            yield psutil.Process(process.pid), link[0]
            process.terminate()
        shutil.rmtree(Path(folder, ".cardtools"), ignore_errors=True)


def typing(tab: Any, address: str) -> None:
    """Keys are pressed evenly, with rests in which the edit is kept."""
    tab.goto(f"{address}#/card/pebblecoat-burrower")
    box = tab.locator(f"[data-title={COLUMN}]")
    tab.wait_for_selector(".stage img.card")
    box.fill("")
    tab.wait_for_timeout(3000)
    box.focus()
    tab.evaluate("Object.assign(probe, { keys: [], asked: [], painted: [] })")
    for burst in range(BURSTS):
        start = time.perf_counter()
        for number in range(BURST):
            time.sleep(max(0, start + number / RATE - time.perf_counter()))
            tab.keyboard.press("abcdefg h"[(burst + number) % 9].replace(" ", "Space"))
        tab.wait_for_timeout(1000 * REST)
    tab.wait_for_timeout(1500)
    found = tab.evaluate("probe")
    late = [
        next((when - key for when, length in found["painted"] if length > number and when > key), 10_000.0)
        for number, key in enumerate(found["keys"])
    ]
    spread(f"key to painted at {RATE} a second, with saves", late, 100)
    spread("of that from request to answer, also of small pictures", found["asked"])


def dragging(tab: Any, address: str) -> None:
    """A box is dragged about for two seconds."""
    tab.goto(f"{address}#/face/{FACE}")
    tab.get_by_role("treeitem", name=re.compile("^name, text")).click()
    tab.wait_for_selector(".moveable-control.moveable-se")
    tab.get_by_role("button", name="Snap").click()  # where it snaps, a box stands still for a while
    tab.wait_for_timeout(3000)
    box = tab.locator(".box.chosen").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    late = []
    for turn in range(5):
        tab.mouse.move(x, y)
        tab.mouse.down()
        tab.wait_for_timeout(100)
        frames = tab.evaluate(DRAG, [x, y])
        tab.evaluate("probe.painted = []")
        tab.mouse.move(x + 16, y + 8 + turn)
        tab.mouse.up()
        tab.wait_for_timeout(2500)
        found = tab.evaluate("probe")
        late += [max(when for when, _ in found["painted"]) - found["released"]] if found["painted"] else [0.0]
        if not turn:
            say("frames a second of a drag", 1000 * len(frames) / (frames[-1] - frames[0]), "", 30, True)
        tab.locator("#undo:not([disabled])").click()
        tab.wait_for_timeout(1500)
    say(f"release to the final picture, the worst of {len(late)}", max(late), "ms", 150)
    say("release to the final picture, the middle one", share(late, 0.5), "ms", 150)


def searching(tab: Any) -> None:
    """Searches, one after the other."""
    asked = """async query => { const start = performance.now();
        const found = await (await fetch("/api/search?query=" + encodeURIComponent(query))).json();
        return [performance.now() - start, found.cards.length, found.problems]; }"""
    late = []
    for query in SEARCHES * 6:
        took, count, problems = tab.evaluate(asked, query)
        assert count and not problems, (query, problems)
        late.append(took)
    spread("search, request to answer", late[len(SEARCHES) :], 50)


COUNT = """
window.taken = { clicks: 0, keys: 0 };
addEventListener("pointerdown", () => { taken.clicks++; }, true);
addEventListener("keydown", event => {
  taken.keys += !["Control", "Alt", "Shift"].includes(event.key);
}, true);
"""
DROP = """([png, name]) => {
  taken.clicks++;
  const bytes = Uint8Array.from(atob(png), one => one.charCodeAt(0)), data = new DataTransfer();
  data.items.add(new File([bytes], name, { type: "image/png" }));
  const how = { dataTransfer: data, bubbles: true, cancelable: true };
  for (const kind of ["dragenter", "dragover", "drop"]) {
    document.querySelector(".stage").dispatchEvent(new DragEvent(kind, how));
  }
}"""


def one_number(tab: Any) -> None:
    """The size of the names on all faces: a text style that they share."""
    tab.keyboard.press("Alt+3")
    tab.locator(".tile[href$='templates/base.toml']").click()
    tab.locator("summary:has-text('Text styles')").click()
    size = tab.locator("[data-key='styles.name.size']")
    size.click()
    tab.keyboard.press("Control+a")
    tab.keyboard.type("11")
    tab.keyboard.press("Enter")
    tab.wait_for_selector("#undo[title*='name size 11']")


def new_card(tab: Any) -> None:
    """A copy of a card with another name and a picture that is dropped on it."""
    tab.keyboard.press("Alt+1")
    tab.locator(".grid-body .grid-row").first.locator(".grid-cell").nth(1).click()
    tab.get_by_role("button", name="Duplicate").click()
    tab.wait_for_selector("#undo:not([disabled])")
    tab.wait_for_timeout(500)
    tab.keyboard.type("Bracken Hound")
    tab.keyboard.press("Enter")
    tab.wait_for_selector("#undo[title*='Bracken Hound'], #undo[title*='NAME']")
    tab.keyboard.press("ArrowUp")
    tab.keyboard.press("Control+Enter")
    tab.wait_for_selector("h1:text-is('Bracken Hound')")
    before = tab.locator(".stage img.card").get_attribute("src")
    out = io.BytesIO()
    Image.effect_noise((900, 700), 60).convert("RGB").save(out, "PNG")
    tab.evaluate(DROP, [base64.b64encode(out.getvalue()).decode(), "hound.png"])
    while tab.locator(".stage img.card").get_attribute("src") == before:
        tab.wait_for_timeout(50)


def a_word(tab: Any) -> None:
    """All cards that say a word, as pictures."""
    tab.keyboard.press("Alt+2")
    tab.wait_for_selector(".tile img")
    tab.keyboard.press("/")
    tab.keyboard.type("discard")
    tab.wait_for_selector(".tile mark, .head:has-text(' of ')")


def the_pdf(tab: Any) -> None:
    """The sheets of the deck as a PDF."""
    tab.keyboard.press("Alt+9")
    tab.get_by_role("button", name="Make the PDF").click()
    tab.wait_for_selector("#jobs a.made[href$='.pdf']")


TASKS = {
    "one number on all faces": one_number,
    "a new card with art": new_card,
    "all cards with a word": a_word,
    "the printed PDF": the_pdf,
}


def tasks(browser: Any) -> None:
    """Each task: clicks and drops, keys, seconds."""
    print(f"  {'task':32}{'clicks':>8}{'keys':>8}{'seconds':>9}")
    with running(69) as (_, link):  # all that the deck names
        tab = browser.new_context(viewport={"width": 1360, "height": 850}).new_page()
        tab.set_default_timeout(120_000)
        tab.add_init_script(COUNT)
        tab.goto(link)
        tab.wait_for_selector(".grid-row")
        tab.wait_for_timeout(5000)
        for name, task in TASKS.items():
            tab.evaluate("Object.assign(taken, { clicks: 0, keys: 0 })")
            start = time.perf_counter()
            task(tab)
            took, taken = time.perf_counter() - start, tab.evaluate("taken")
            print(f"  {name:32}{taken['clicks']:8}{taken['keys']:8}{took:9.1f}", flush=True)
            tab.wait_for_timeout(2000)
        tab.context.close()


def measure(cards: int, browser: Any) -> None:
    """All figures of a game with so many cards."""
    print(f"{cards:,} cards")
    with running(cards) as (server, link):
        address = link.partition("#")[0]
        tab = browser.new_context(viewport={"width": 1360, "height": 850}).new_page()
        tab.set_default_timeout(120_000)
        tab.add_init_script(PROBE)
        tab.goto(link)
        tab.wait_for_selector(".grid-row")
        say("first paint of the table, as the studio starts", tab.evaluate("probe.rows"), "ms")
        tab.wait_for_timeout(5000)
        late = []
        for _ in range(5):
            tab.goto("about:blank")
            tab.goto(f"{address}#/cards")
            tab.wait_for_selector(".grid-row")
            tab.wait_for_timeout(300)
            late.append(tab.evaluate("probe.rows"))
        say("first paint of the table, the worst of 5", max(late), "ms", 1000)
        searching(tab)
        tab.goto(f"{address}#/gallery")
        tab.wait_for_selector(".tile img")
        typing(tab, address)
        dragging(tab, address)
        tab.goto(f"{address}#/problems")
        tab.wait_for_timeout(5000)
        desks = [one for one in server.children() if "spawn_main" in " ".join(one.cmdline())]
        for name, process in [
            ("the server", server),
            *((f"desk {n}", one) for n, one in enumerate(desks, 1)),
        ]:
            memory = process.memory_full_info()
            say(f"memory of {name} (its own: {memory.uss / 1e6:.0f})", memory.rss / 1e6, "MB", 300)
        tab.context.close()


if __name__ == "__main__":
    print(json.dumps({"cores": psutil.cpu_count(), "load": psutil.getloadavg()}))
    with sync_playwright() as driver:
        path = shutil.which("chromium") or shutil.which("google-chrome")
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for what in sys.argv[1:] or ("54", "10000", "tasks"):
            if what == "tasks":
                tasks(browser)
            else:
                measure(int(what), browser)
        browser.close()
