"""Making only what has changed: what each output was made from, by content and not by time.

The record lies in the output folder. An output is fresh when it was made from the same inputs by the same
cardtools, and its bytes are still the ones that were written.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from cardtools import __version__
from cardtools.files import digest, write_atomic

RECORD_NAME = ".build.json"
_MAKERS = ("pillow", "reportlab", "fonttools", "jinja2")


@dataclass(frozen=True, slots=True)
class Made:
    """One output: digests of what it was made from and of its bytes, and what to say of it."""

    inputs: str
    content: str
    summary: str = ""


@cache
def tool_digest() -> str:
    """A digest of cardtools' own code and of the packages that draw: another tool makes other outputs."""
    package = Path(__file__).parent
    sources = [path.read_bytes() for path in sorted(package.rglob("*.py"))]
    versions = []
    for name in _MAKERS:
        try:
            versions.append(version(name))
        except PackageNotFoundError:
            versions.append("")
    return digest(__version__, *versions, *sources)


class BuildRecord:
    """What earlier builds made, by output path relative to the project."""

    def __init__(self, root: Path, output: Path) -> None:
        self.root, self.path = root, output / RECORD_NAME
        self.made: dict[str, Made] = {}
        self.seen: set[str] = set()
        try:
            stored = json.loads(self.path.read_text(encoding="utf-8"))
            self.made = {name: Made(**entry) for name, entry in stored["made"].items()}
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            # No record, or not ours: everything is made anew, which is always right.
            self.made = {}

    def inputs(self, *parts: str | bytes) -> str:
        """The digest of an output's inputs, the tool itself included."""
        return digest(tool_digest(), *parts)

    def fresh(self, output: Path, inputs: str) -> Made | None:
        """What was made at `output` from these inputs, if it still lies there unchanged."""
        name = output.relative_to(self.root).as_posix()
        self.seen.add(name)
        made = self.made.get(name)
        if made is None or made.inputs != inputs or not output.is_file():
            return None
        return made if digest(output.read_bytes()) == made.content else None

    def write(self, output: Path, inputs: str, data: str | bytes, summary: str = "") -> Made:
        """Write an output and remember what it was made from."""
        write_atomic(output, data)
        raw = data.encode("utf-8") if isinstance(data, str) else data
        made = Made(inputs, digest(raw), summary)
        name = output.relative_to(self.root).as_posix()
        self.seen.add(name)
        self.made[name] = made
        return made

    def forget(self, outputs: Iterable[Path]) -> None:
        """Make these outputs again next time, whatever their inputs."""
        for output in outputs:
            self.made.pop(output.relative_to(self.root).as_posix(), None)

    def remove_outdated(self) -> list[Path]:
        """Delete what an earlier build made in the output folder and this one did not ask for.

        A picture of a card that is gone would else be printed one day. What somebody has changed since stays.
        """
        removed = []
        for name in sorted(self.made.keys() - self.seen):
            path = self.root / name
            ours = self.path.parent in path.parents and path.is_file()
            if ours and digest(path.read_bytes()) == self.made[name].content:
                path.unlink()
                removed.append(path)
            del self.made[name]
        return removed

    def save(self) -> None:
        """Write the record."""
        entries = {name: asdict(made) for name, made in sorted(self.made.items())}
        write_atomic(self.path, json.dumps({"made": entries}, indent=1) + "\n")
