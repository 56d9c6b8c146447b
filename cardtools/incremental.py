"""Making only what has changed: what each output was made from, by content and not by time.

The record lies in the output folder. A step is fresh when its inputs are the ones it ran on last, by the same
cardtools, and its outputs still have the bytes that were written; an output by itself likewise.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

from cardtools import __version__
from cardtools.files import digest, write_atomic

RECORD_NAME = ".build.json"
_DRAWING_PACKAGES = ("pillow", "reportlab", "fonttools", "jinja2")


@dataclass(frozen=True, slots=True)
class Made:
    """An output: digests of what it was made from and of its bytes."""

    inputs: str
    content: str


@dataclass(frozen=True, slots=True)
class Step:
    """A finished step: the digest of its inputs, its outputs relative to the project, what it said."""

    inputs: str
    outputs: tuple[str, ...]
    summary: str


@cache
def tool_digest() -> str:
    """A digest of cardtools' code and rulesets and of the packages that draw: new tools, new outputs."""
    package = Path(__file__).parent
    sources = [path.read_bytes() for kind in ("*.py", "*.toml") for path in sorted(package.rglob(kind))]
    return digest(__version__, *map(version, _DRAWING_PACKAGES), *sources)


class BuildRecord:
    """What earlier builds made of a project."""

    def __init__(self, root: Path, output: Path) -> None:
        self.root, self.path = root, output / RECORD_NAME
        self.made: dict[str, Made] = {}
        self.steps: dict[str, Step] = {}
        self.kept: set[str] = set()
        try:
            stored = json.loads(self.path.read_text(encoding="utf-8"))
            made = {name: Made(**entry) for name, entry in stored["made"].items()}
            steps = {
                name: Step(entry["inputs"], tuple(entry["outputs"]), entry["summary"])
                for name, entry in stored["steps"].items()
            }
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return  # no record, or none of ours: everything is made anew, which is always right
        self.made, self.steps = made, steps

    def _name(self, output: Path) -> str:
        return output.relative_to(self.root).as_posix()

    def fresh_step(self, name: str, inputs: str) -> Step | None:
        """The step as it ran last, if nothing it depends on or made has changed since."""
        step = self.steps.get(name)
        if step is None or step.inputs != inputs:
            return None
        if not all(self._unchanged(self.root / output) for output in step.outputs):
            return None
        self.kept.update(step.outputs)
        return step

    def finish_step(self, name: str, inputs: str, outputs: Sequence[Path], summary: str) -> None:
        """Remember that the step ran without a finding, and save the record."""
        self.steps[name] = Step(inputs, tuple(map(self._name, outputs)), summary)
        self.save()

    def fresh(self, output: Path, inputs: str) -> bool:
        """Whether the output was made from these inputs and has not changed since."""
        made = self.made.get(self._name(output))
        is_fresh = made is not None and made.inputs == inputs and self._unchanged(output)
        if is_fresh:
            self.kept.add(self._name(output))
        return is_fresh

    def _unchanged(self, output: Path) -> bool:
        made = self.made.get(self._name(output))
        return made is not None and output.is_file() and digest(output.read_bytes()) == made.content

    def write(self, output: Path, inputs: str, data: str | bytes) -> None:
        """Write an output and remember what it was made from."""
        write_atomic(output, data)
        self.made[self._name(output)] = Made(inputs, digest(data))
        self.kept.add(self._name(output))

    def remove_outdated(self) -> list[Path]:
        """Delete what an earlier build made in the output folder and this one has not.

        A picture of a card that is gone would else be printed one day. What somebody has changed since stays.
        """
        removed = []
        for name in sorted(self.made.keys() - self.kept):
            path = self.root / name
            if self.path.parent in path.parents and self._unchanged(path):
                path.unlink()
                removed.append(path)
            del self.made[name]
        return removed

    def save(self) -> None:
        """Write the record, unless it says nothing new."""
        stored = {
            "made": {name: asdict(made) for name, made in sorted(self.made.items())},
            "steps": {name: asdict(step) for name, step in sorted(self.steps.items())},
        }
        text = json.dumps(stored, indent=1) + "\n"
        if not self.path.is_file() or self.path.read_bytes() != text.encode("utf-8"):
            write_atomic(self.path, text)
