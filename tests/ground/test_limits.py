from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardtools.ground.errors import InputError
from cardtools.ground.limits import Limits, limits, settings_file
from cardtools.printrun.keys import key_file

ROOT = Path(__file__).parents[2]


@pytest.fixture
def own_limits(settings_folder: Path) -> Iterator[Path]:
    """The user's file of limits, in a folder of its own."""
    limits.cache_clear()
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
        (f"text_bytes = 0x{'f' * 6000}\n", "expected a positive whole number"),
        (f"text_bytes = -{'9' * 4000}\n", "expected a positive whole number"),
    ],
)
def test_an_invalid_file_of_limits_is_refused(own_limits: Path, text: str, message: str) -> None:
    own_limits.write_text(text)
    with pytest.raises(InputError, match=message):
        limits()


def test_the_documentation_has_every_limit() -> None:
    text = (ROOT / "docs/security.md").read_text(encoding="utf-8")
    documented = dict(re.findall(r"^\| `(\w+)` \| ([\d,]+) \|", text, re.MULTILINE))
    expected = {name: f"{value:,}" for name, value in Limits()._asdict().items()}
    missing = [
        f"| `{name}` | {value} | ... |" for name, value in expected.items() if documented.get(name) != value
    ]
    assert not missing, "docs/security.md, section Limits, needs these rows:\n" + "\n".join(missing)
    assert sorted(documented) == sorted(expected), "docs/security.md names a limit that does not exist"


def test_the_lock_file_has_every_dependency_at_least_at_its_lower_bound() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    text = (ROOT / ".ci/requirements.lock").read_text(encoding="utf-8")
    for name, bound in (dependency.split(">=") for dependency in project["project"]["dependencies"]):
        versions = re.findall(rf"^{name}==([\d.]+)", text, re.MULTILINE)
        assert versions, f"{name} is not in .ci/requirements.lock; its first line says how to make it again"
        assert all(_number(version) >= _number(bound.partition(",")[0]) for version in versions), name


def _number(version: str) -> list[int]:
    return list(map(int, version.split(".")))


@pytest.mark.parametrize(
    ("system", "folder"),
    [
        ("linux", ".config/cardtools"),
        ("darwin", "Library/Application Support/cardtools"),
        ("win32", "AppData/Roaming/cardtools"),
    ],
)
def test_limits_and_keys_are_where_the_system_keeps_settings(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, system: str, folder: str
) -> None:
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setattr("click.utils.WIN", system == "win32")
    monkeypatch.setattr("os.path.expanduser", lambda path: path.replace("~", str(tmp_path)))
    monkeypatch.setenv("APPDATA", str(tmp_path / "AppData/Roaming"))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    assert settings_file() == tmp_path / folder / "limits.toml"
    assert key_file("My Game", "A") == tmp_path / folder / "keys/my-game-A.key"


@pytest.mark.parametrize(
    "environment", [{"XDG_CONFIG_HOME": ""}, {"XDG_CONFIG_HOME": "x"}, {"HOME": ""}, {"HOME": "x"}], ids=str
)
@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="settings lie elsewhere there")
def test_settings_are_never_those_of_the_project(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, environment: dict[str, str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    for path in (settings_file(), key_file("My Game", "A")):
        assert path.is_absolute()
        assert not path.is_relative_to(tmp_path)
