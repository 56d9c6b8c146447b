from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cardtools.errors import InputError
from cardtools.limits import Limits, limits, settings_file


@pytest.fixture
def own_limits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """The user's file of limits, in a folder of its own."""
    monkeypatch.setattr("click.get_app_dir", lambda name: str(tmp_path / name))
    limits.cache_clear()
    settings_file().parent.mkdir()
    yield settings_file()
    limits.cache_clear()


def test_a_user_raises_a_limit(own_limits: Path) -> None:
    own_limits.write_text("text_bytes = 70_000_000\n")
    assert limits().text_bytes == 70_000_000
    assert limits().table_bytes == Limits().table_bytes


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("text_byte = 7\n", "unknown limit 'text_byte'"),
        ("text_bytes = 0\n", "expected a positive whole number"),
        ("text_bytes = true\n", "expected a positive whole number"),
        ("text_bytes\n", "cannot be read"),
    ],
)
def test_an_invalid_file_of_limits_is_refused(own_limits: Path, text: str, message: str) -> None:
    own_limits.write_text(text)
    with pytest.raises(InputError, match=message):
        limits()
