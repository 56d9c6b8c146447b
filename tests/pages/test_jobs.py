"""Commands that the studio runs: what they may not do, how they end, and what they have made."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from meadow import picture
from requests_of import Browser
from tabs import opened

from cardtools.cli import cardtools
from cardtools.commands.studio import offered
from cardtools.ground.web.local import LocalServer
from cardtools.pages.studio.jobs import COMMANDS, NEVER
from cardtools.pages.studio.server import page, routes
from cardtools.pages.studio.studio import Studio

# A page that tries whatever could be worth it, and says what came of it.
EVIL = """<!doctype html><body><img id="picture" src="/picture/ox?dpi=60">
<img id="own" src="a%20b;c/own.png"><img id="above" src="../above.png"><img id="kept" src="/output/above.png">
<script src="/app.js"></script><script>
(async () => {
  const said = [], body = '{"words": ["stats"]}';
  const post = { method: "POST", mode: "no-cors", credentials: "include", body };
  const tried = async (name, act) => {
    try { said.push(`${name}: ${await act()}`); } catch { said.push(`${name}: refused`); }
  };
  await tried("cookie", () => document.cookie);
  await tried("storage", () => localStorage.length);
  await tried("read", () => fetch("/api/status", { mode: "no-cors", credentials: "include" }));
  await tried("job", () => fetch("/api/job", post));
  await tried("outside", () => fetch("https://example.com/", { mode: "no-cors" }));
  await tried("module", () => import("/api.js"));
  await tried("worker", () => new Worker("/app.js"));
  await tried("parent", () => parent === self ? fetch("/") : parent.document.title);
  await tried("popup", () => open("/") ?? Promise.reject());
  navigator.sendBeacon("/api/job", body);
  const form = Object.assign(document.createElement("form"), { method: "post", action: "/api/job" });
  document.body.append(form);
  form.submit();
  await new Promise(done => setTimeout(done, 300));
  for (const { id, naturalWidth } of document.images) {
    await tried(id, () => naturalWidth || Promise.reject());
  }
  await tried("pixels", () => {
    const canvas = document.createElement("canvas").getContext("2d");
    canvas.drawImage(document.getElementById("own"), 0, 0);
    return canvas.getImageData(0, 0, 1, 1).data;
  });
  document.body.dataset.said = said.join("\\n");
})();
</script>"""

SHEET = 'columns = 3\nrows = 3\npaper = "letter"\n[marks]\nlength = 3\n'


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["playtest"],
        ["playtest", "replay", "x.json", "--html=cards/cards.csv"],
        ["playtest", "-q", "run"],
        ["playtest", "run", "--agent=research:Evil"],
        ["playtest", "run", "--agent", "search:search:x"],
        ["playtest", "run", "--agent=search:5 without evil:Evil"],
        ["playtest", "run", "--engine=dask", "--scheduler=elsewhere"],
        ["proof", "--write-baseline"],
        ["stats", "--", "-o", "x"],
        ["sheet", "--sheet=../other.toml"],
        ["sheet", "C:/x"],
        ["sheet", "x\0y"],
        ["studio"],
    ],
)
def test_words_that_lead_elsewhere_are_refused(browser: Browser, studio: Studio, words: list[str]) -> None:
    assert browser.send("/api/job", {"words": words}).status == 422
    assert studio.jobs.data() == []


def ended(studio: Studio, number: int) -> dict[str, Any]:
    for _ in range(600):
        job = next(one for one in studio.jobs.data() if one["number"] == number)
        if job["code"] is not None:
            return job
        time.sleep(0.05)
    raise AssertionError(job)


def test_a_job_tells_what_it_made_and_runs_no_file_of_the_project(browser: Browser, studio: Studio) -> None:
    (studio.root / "templates/sheets").mkdir()
    (studio.root / "templates/sheets/3x3.toml").write_text(SHEET)
    (studio.root / "click.py").write_text("open('ran', 'w')")
    started = json.loads(
        browser.send("/api/job", {"words": ["sheet", "--where=cost>1", "--paper=a4"]}).read()
    )
    (studio.root / "output").mkdir()
    (studio.root / "output/other.pdf").write_text("of a command that runs at once")
    job = ended(studio, started["number"])
    assert (job["code"], job["files"]) == (0, ("sheets/cards-chosen.pdf",)), job["lines"]
    assert (job["doing"], "2 cards on 1 sheet" in job["lines"][-1]) == ("compose", True)
    assert not (studio.root / "ran").exists()
    pdf = browser.ask("/output/sheets/cards-chosen.pdf")
    assert (pdf.headers["Content-Type"], pdf.read()[:4]) == ("application/pdf", b"%PDF")
    browser.send("/api/stop", {"number": started["number"]})
    assert studio.jobs.data() == []


def test_a_job_is_stopped(studio: Studio) -> None:
    number = studio.jobs.start(["playtest", "rules", "--games=1000"]).number
    studio.jobs.stop(number)
    job = ended(studio, number)
    assert job["stopped"]
    assert job["code"] != 0
    assert not job["files"]


def test_the_form_has_the_words_of_the_commands() -> None:
    found = offered(cardtools)
    assert found.keys() == {"targets", *COMMANDS}
    json.dumps(found)
    every = {flag for name in COMMANDS for one in found[name]["options"] for flag in one["opts"]}
    assert every.isdisjoint(NEVER)
    sheet = {one["name"]: one for one in found["sheet"]["options"]}
    assert "a4" in sheet["paper"]["choices"]
    assert sheet["low_ink"]["is_flag"]
    games = next(one for one in found["playtest run"]["options"] if one["name"] == "games")
    assert (games["type"]["name"], games["type"]["min"], games["default"]) == ("integer range", 1, 1000)


def test_only_files_that_were_made_are_served(browser: Browser, studio: Studio, tmp_path: Path) -> None:
    output = studio.root / "output"
    output.mkdir()
    (output / "cards.xml").write_text("<x/>")
    (output / ".kept").write_text("x")
    (tmp_path.parent / "secret.txt").write_text("secret")
    (output / "link.txt").symlink_to(tmp_path.parent / "secret.txt")
    answer = browser.ask("/output/cards.xml")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    answer.read()
    for path in ("/output/.kept", "/output/link.txt", "/output/none.pdf", "/output/%2e%2e/cardtools.toml"):
        answer = browser.ask(path)
        answer.read()
        assert answer.status in (404, 422), path


def test_the_key_of_a_page_opens_the_pictures_in_its_folder(browser: Browser, studio: Studio) -> None:
    def code(path: str, **headers: str | None) -> int:
        answer = browser.ask(path, **headers)
        answer.read()
        return answer.status

    for path in ("output/a/page.html", "output/a/b/1.png", "output/c/2.png", "output/a/3.pdf"):
        (studio.root / path).parent.mkdir(parents=True, exist_ok=True)
        (studio.root / path).write_bytes(picture("green"))
    answer = browser.ask("/output/a/page.html")
    answer.read()
    path = answer.headers["Location"]
    folder = path.removesuffix("a/page.html")
    stranger = {"Cookie": None, "Sec_Fetch_Site": "cross-site"}  # as a page without an origin asks
    assert code(path, **stranger) == code(f"{folder}a/b/1.png", **stranger) == 200
    assert code(f"{folder}a/b/1.png", Host="example.com") == 403
    for other in ("c/2.png", "a/3.pdf", "a/../c/2.png", "a/none.png", "cardtools.toml", ""):
        assert code(f"{folder}{other}") in (404, 422), other
    for key in ("0" * 64, "%C3%A9"):
        assert code(f"/keyed/{key}/a/b/1.png") == 404
    assert code("/output/a/b/1.png", **stranger) == 403
    assert code("/output/a/page.html", Cookie=None) == 401


@pytest.mark.end_to_end
def test_a_page_in_the_output_folder_has_no_power(studio: Studio, chromium: Any) -> None:
    folder = studio.root / "output/its; own"
    (folder / "a b;c").mkdir(parents=True)
    (folder / "evil.html").write_text(EVIL)
    for name in ("a b;c/own.png", "../above.png"):
        (folder / name).write_bytes(picture("green", (7, 7)))
    with opened(chromium) as (tab, _), LocalServer("127.0.0.1", 0, page(), routes(studio)) as server:
        tab.goto(server.link)
        tab.wait_for_selector(".grid-row")
        asked: list[str] = []
        tab.on("response", lambda answer: answer.frame.url.endswith("evil.html") and asked.append(answer.url))
        tab.evaluate(
            "document.body.append(Object.assign(document.createElement('iframe'),"
            " { sandbox: 'allow-scripts', src: '/output/its; own/evil.html' }))"
        )
        for place in ("frame", "tab"):
            if place == "tab":
                tab.goto(f"{server.address}output/its; own/evil.html")
            frame = tab.main_frame if place == "tab" else tab.query_selector("iframe").content_frame()
            frame.wait_for_selector("body[data-said]")
            said = frame.locator("body").get_attribute("data-said").split("\n")
            assert [line for line in said if not line.endswith("refused")] == ["own: 7"], place
        assert {url.rpartition("own/")[2] for url in asked} <= {"evil.html", "a%20b;c/own.png"}
        assert studio.jobs.data() == []
        tab.goto(server.address)  # where the test can clean up
