"""Art that is dropped on a card: what is no picture is refused, and nothing of the file is trusted."""

from __future__ import annotations

import io
import json
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from meadow import CARDS, picture
from PIL import Image
from requests_of import Browser

from cardtools.pages.studio.studio import Studio


def drop(browser: Browser, data: bytes, slug: str = "hare", column: str = "IMAGE") -> Any:
    answer = browser.ask(f"/art?slug={slug}&column={column}&by=me", "POST", data, Content_Type="image/png")
    return answer.status, json.loads(answer.read())


def encoded(kind: str, size: tuple[int, int] = (60, 40), mode: str = "RGB", **more: Any) -> bytes:
    out = io.BytesIO()
    Image.new(mode, size, "red").save(out, kind, **more)
    return out.getvalue()


def bomb(width: int, height: int) -> bytes:
    """A PNG file that says it is so large, and has no pixels."""
    parts = [b"\x89PNG\r\n\x1a\n"]
    for kind, data in ((b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)), (b"IEND", b"")):
        parts += [struct.pack(">I", len(data)), kind, data, struct.pack(">I", zlib.crc32(kind + data))]
    return b"".join(parts)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "PNG, JPEG or WebP"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "PNG, JPEG or WebP"),
        (b"<html><script>alert(1)</script>", "PNG, JPEG or WebP"),
        (encoded("GIF"), "PNG, JPEG or WebP"),
        (encoded("TIFF"), "PNG, JPEG or WebP"),
        (b"\x89PNG\r\n\x1a\n" + b"x" * 100, "is"),
        (picture("red")[:-30], "damaged"),
        (bomb(13_000, 13_000), "169 megapixels"),
        (bomb(40_000, 40_000), "1,600 megapixels"),
        (b"\xff\xd8\xff" + b"<?php echo 1; ?>", "is"),
    ],
)
def test_what_is_no_good_picture_is_refused(browser: Browser, game: Path, data: bytes, message: str) -> None:
    status, answer = drop(browser, data)
    assert status == 422
    assert message in answer["problems"][0]["message"]
    assert sorted(path.name for path in (game / "art").iterdir()) == ["elk.png", "ox.png"]


def test_more_than_20_mb_is_not_read(browser: Browser) -> None:
    answer = browser.ask("/art?slug=hare&column=IMAGE&by=me", "POST", b"\x89PNG" + bytes(20_000_001))
    assert answer.status == 413


def test_a_web_site_cannot_send_art(browser: Browser) -> None:
    path = "/art?slug=hare&column=IMAGE&by=me"
    assert browser.ask(path, "POST", picture("red"), Origin="http://evil.example").status == 403
    assert browser.ask(path, "GET").status == 405


@pytest.mark.parametrize("values", ["slug=none&column=IMAGE&by=me", "slug=hare&column=COST&by=me"])
def test_only_a_card_s_column_of_pictures_takes_one(browser: Browser, values: str) -> None:
    assert browser.ask(f"/art?{values}", "POST", picture("red")).status == 422


def test_what_a_file_says_beside_its_pixels_is_gone(browser: Browser, game: Path) -> None:
    exif = Image.Exif()
    exif[0x010E] = "taken at home"
    exif[0x0112] = 6  # lies on its side
    data = (
        encoded("JPEG", exif=exif, icc_profile=b"x" * 200, comment=b"secret") + b"<script>alert(1)</script>"
    )
    status, answer = drop(browser, data)
    assert (status, answer["cell"]) == (200, "hare.jpg")
    kept = (game / "art/hare.jpg").read_bytes()
    assert not any(text in kept for text in (b"home", b"secret", b"script", b"Exif", b"x" * 50))
    assert Image.open(io.BytesIO(kept)).size == (40, 60)


def test_art_and_its_cell_are_one_edit_over_no_other_file(
    browser: Browser, studio: Studio, game: Path
) -> None:
    (game / "art/HARE.png").write_bytes(b"somebody's own")
    status, answer = drop(browser, encoded("WEBP", mode="RGBA"))
    assert (status, answer["cell"]) == (200, "hare-2.png")
    studio.workspace.write()
    assert (game / "cards/cards.csv").read_text() == CARDS.replace("Hare;3;", "Hare;3;hare-2.png")
    assert Image.open(game / "art/hare-2.png").size == (60, 40)
    drawn = json.loads(browser.send("/api/draw", {"slug": "hare"}).read())
    assert drawn["problems"] == []
    studio.workspace.undo("me")
    studio.workspace.write()
    assert (game / "cards/cards.csv").read_text() == CARDS
    assert not (game / "art/hare-2.png").exists()
    studio.workspace.redo("me")
    studio.workspace.write()
    assert (game / "art/hare-2.png").exists()
    assert (game / "art/HARE.png").read_bytes() == b"somebody's own"


def test_a_name_leads_nowhere_else(browser: Browser, studio: Studio, game: Path) -> None:
    text = CARDS.replace("Hare;3;", "../../x;3;../../y/z.png")
    (game / "cards/cards.csv").write_text(text)
    studio.seen([game / "cards/cards.csv"])
    card = json.loads(browser.ask("/api/card?path=cards/cards.csv&row=2").read())
    status, answer = drop(browser, picture("red"), card["slug"])
    assert (status, answer["cell"]) == (200, "x.png")
    assert (game / "art/x.png").exists()
