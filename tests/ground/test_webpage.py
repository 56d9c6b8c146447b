"""Pages that are complete in themselves allow only their own styles and scripts."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

import pytest

import cardtools
from cardtools.ground.web.page_template import page_template

PAGES = ["reports/stats/page.html", "print/export/html.jinja", "checks/findings/formats/page.html.jinja"]
LISTS = dict.fromkeys(("filters", "cards", "notes", "codes", "others"), ())
VALUES = {**LISTS, "sections": {}, "figures": None, "version": "", "command": "cardtools stats"}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_allows_its_own_styles_and_scripts_and_nothing_else(name: str) -> None:
    path = Path(cardtools.__file__).parent / name
    page = page_template(path).render(VALUES, title="\u202eA", name="\u202eA", summary="B\nC")
    assert "<title>\\u202eA" in page
    assert "B\nC" in page
    (policy,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="(.*?)">', page)
    rules = dict(rule.split(" ", 1) for rule in policy.replace("&#39;", "'").split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["img-src"] == "data:"
    for kind in ("style", "script"):
        blocks = re.findall(f"<{kind}>(.*?)</{kind}>", page, re.DOTALL)
        digests = [base64.b64encode(hashlib.sha256(block.encode()).digest()).decode() for block in blocks]
        assert rules[f"{kind}-src"] == (" ".join(f"'sha256-{one}'" for one in digests) or "'none'")
    assert not re.search(r" on\w+=", page)
    assert ("style-src-attr" in rules) == (' style="' in path.read_text("utf-8"))
    assert page.index("Content-Security-Policy") < page.index("<style>")
