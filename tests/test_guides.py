"""The tutorial and the guides tell the truth: whoever follows them gets what they show."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from follow import PageError, follow, pages

from cardtools.reports.reference.files import functions

DOCS = Path(__file__).parents[1] / "docs"
PAGES = pages()


@pytest.mark.end_to_end
@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_a_page_can_be_followed(page: Path, folder: Path, settings_folder: Path) -> None:
    for picture, _ in follow(page, folder):
        assert (page.parent / picture).is_file(), picture


def test_the_pages_of_designers_can_be_followed() -> None:
    assert {"tutorial", "templates", "tags", "rulesets", "faces", "decks", "art", "library"} <= {
        page.stem for page in PAGES
    }


def test_every_picture_is_on_a_page() -> None:
    shown = {
        Path(name).name
        for page in DOCS.rglob("*.md")
        for name in re.findall(r"pictures/[\w./-]+", page.read_text("utf-8"))
    }
    assert {path.name for path in (DOCS / "pictures").iterdir()} <= shown


def test_the_guide_to_rulesets_uses_every_function_of_expressions() -> None:
    rules = (DOCS / "guides/rulesets.md").read_text(encoding="utf-8")
    names = [function.name.rpartition(".")[2] for function in functions()]
    assert [name for name in names if f"{name}(" not in rules] == []


PAGE = """# A page

```console
$ cardtools init game --blank
...
$ cd game
```

`cards/cards.csv`, the whole file:

```text
NAME;COST;TEXT
Owl;10;Hoot.
```

```console
$ cardtools validate
{shown}cards/cards.csv: 1 card: 1 error
```
"""
SHOWN = "cards/cards.csv:2:5: CRD003 out-of-range: Owl: COST 10 is outside 0..9\n  help: write 0 to 9\n"


def test_a_page_that_shows_something_else_is_refused_or_corrected(folder: Path) -> None:
    page = folder / "page.md"
    page.write_text(PAGE.format(shown="a lie\n"))
    for name in ("first", "second"):
        (folder / name).mkdir()
    with pytest.raises(PageError, match=r"page\.md:16: cardtools validate: this is\ncards/cards.csv:2:5"):
        list(follow(page, folder / "first"))
    list(follow(page, folder / "second", correct=True))
    assert page.read_text() == PAGE.format(shown=SHOWN)


@pytest.mark.parametrize(
    ("block", "message"),
    [
        ("A table:\n\n```toml\na = 1\n```\n", "a block needs a caption"),
        ("`a.toml`, with these tables changed:\n\n```toml\n[b]\n```\n", r"a\.toml has no table \[b\]"),
        ("```console\n$ rm -r *\n```\n", "no such program: rm"),
        ("```console\nhello\n```\n", "a console block begins with a command"),
    ],
)
def test_a_block_that_cannot_be_followed_is_refused(folder: Path, block: str, message: str) -> None:
    page = folder / "page.md"
    page.write_text(f"# A page\n\n{block}")
    with pytest.raises(PageError, match=message):
        list(follow(page, folder))
