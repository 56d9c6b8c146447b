"""Making only what has changed: what each output was made from, by content and not by time.

The record lies in the output folder. A step is fresh when its inputs are the ones it ran on last, by the same
cardtools, and its outputs still have the bytes that were written; an output by itself likewise.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

from cardtools.ground.errors import Diagnostic, Location
from cardtools.ground.io.filenames import fold
from cardtools.ground.io.files import (
    check_output,
    digest,
    file_digest,
    make_folder,
    new_folder,
    read_json,
    remove,
    replacing,
    shown,
    write_atomic,
)
from cardtools.ground.io.manifest import OutdatedFiles
from cardtools.ground.version import __version__

RECORD_NAME = ".build.json"
TIMES_NAME = ".times.json"
_RECORDED = ("message", "hint", "code", "name", "severity", "part")  # of a finding; a build has no fixes
_MOMENT = 2_000_000_000  # nanoseconds
_BESIDE = "beside "  # inputs of an output that belongs to another, whose digest and name follow
Identity = tuple[int, int, int, int]  # of a file: size, times of modification and change (ns), inode
_DRAWING_PACKAGES = ("pillow", "reportlab", "pypdfium2", "fonttools", "jinja2")


@dataclass(frozen=True, slots=True)
class MadeOutput:
    """An output: digests of what it was made from and of its bytes."""

    inputs: str
    content: str


@dataclass(frozen=True, slots=True)
class BuildStep:
    """A finished step: the digest of its inputs, its outputs relative to the project, its summary and
    findings.
    """

    inputs: str
    outputs: Sequence[str]
    summary: str
    findings: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class MadeCard:
    """A card that can be drawn: digests of its face and values, of its art by source, and of all that its
    picture is made from; the findings about it.
    """

    values: str
    art: dict[str, str]
    inputs: str
    findings: tuple[Diagnostic, ...] = ()


@cache
def tool_digest() -> str:
    """A digest of cardtools' code and rulesets and of the packages that draw: new tools, new outputs."""
    from importlib.metadata import version

    folders = os.walk(Path(__file__).parents[2])
    paths = sorted(os.path.join(folder, name) for folder, _, names in folders for name in names)
    sources = [Path(path).read_bytes() for path in paths if path.endswith((".py", ".toml"))]
    return digest(__version__, *map(version, _DRAWING_PACKAGES), *sources)


def _write(path: Path, data: object, plain: Callable[[Any], object] | None = None) -> None:
    # Without line ends: json is many times as slow with them.
    text = json.dumps(data, default=plain) + "\n"
    if not os.path.isfile(path) or file_digest(path) != digest(text):
        write_atomic(path, text)


def _identity(state: os.stat_result) -> Identity:
    # An edit may keep the size and set the time back, but not the time of the change itself.
    return state.st_size, state.st_mtime_ns, state.st_ctime_ns, state.st_ino


def _read_times(path: Path) -> dict[str, tuple[Identity, str]]:
    try:
        return {
            str(name): ((int(size), int(at), int(changed), int(number)), str(known))
            for name, ((size, at, changed, number), known) in read_json(path).items()
        }
    except (ValueError, TypeError, AttributeError):
        return {}


class BuildRecord:
    """What earlier builds made of a project.

    For commands that `build` nothing, which is sooner read: what was made. The rest stays as it is.
    """

    def __init__(self, root: Path, output: Path, build: bool = True) -> None:
        self.root, self.path = root, output / RECORD_NAME
        self.made: dict[str, MadeOutput] = {}
        self.steps: dict[str, BuildStep] = {}
        self.cards: dict[str, MadeCard] = {}
        self.kept: set[str] = set()
        # By path: identity and digest of files whose content is known.
        self.seen = _read_times(output / TIMES_NAME)
        self._seen_here = frozenset(self.seen)
        self._rest: dict[str, Any] | None = None if build else {"steps": {}, "tool": "", "cards": {}}
        try:
            stored = read_json(self.path)
            made = {name: MadeOutput(**entry) for name, entry in stored["made"].items()}
            if not build:
                self.made, self._rest = made, {name: stored[name] for name in ("steps", "tool", "cards")}
                return
            steps = {name: BuildStep(**self._entry(entry)) for name, entry in stored["steps"].items()}
            known = stored["cards"] if stored["tool"] == tool_digest() else {}
            cards = {name: MadeCard(**self._entry(entry)) for name, entry in known.items()}
        except (ValueError, TypeError, KeyError, AttributeError):
            return  # no record, or not one of ours: everything is made again, which is always right
        self.made, self.steps, self.cards = made, steps, cards

    def _entry(self, stored: dict[str, Any]) -> dict[str, Any]:
        """An entry with its findings."""
        found = []
        for one in stored["findings"]:
            place = Location(shown(self.root / one["path"]), one["line"], one["column"])
            rest = {name: one[name] for name in _RECORDED}
            found.append(Diagnostic(place, **rest, box=one["box"] and tuple(one["box"])))
        return {**stored, "findings": tuple(found)}

    def _plain(self, entry: MadeOutput | BuildStep | MadeCard) -> dict[str, object]:
        values = {name: getattr(entry, name) for name in entry.__slots__}
        if not isinstance(entry, MadeOutput):
            values["findings"] = [self._finding(one) for one in entry.findings]
        return values

    def _finding(self, finding: Diagnostic) -> dict[str, object]:
        # Locations are relative to the working folder; the next build may be run from another one.
        place = finding.location
        path = self._name(Path(os.path.abspath(place.path)))
        rest = {name: getattr(finding, name) for name in (*_RECORDED, "box")}
        return {"path": path, "line": place.line, "column": place.column, **rest}

    def content(self, path: Path) -> str:
        """The digest of a file's bytes, read only when the file is not the one known.

        A file that was changed a moment ago is read each time: it could change again within one tick of the
        disk's clock.
        """
        key, now = str(path), _identity(path.stat())
        known = self.seen.get(key)
        if known and known[0] == now:
            return known[1]
        found = file_digest(path)
        self.seen.pop(key, None)
        if time.time_ns() - max(now[1:3]) > _MOMENT:
            self.seen[key] = (now, found)
        return found

    def forget(self) -> None:
        """Trust nothing but the names of what was made, so that outdated files are still removed."""
        self.steps.clear()
        self.cards.clear()
        self.seen.clear()
        self.made = {name: MadeOutput("", made.content) for name, made in self.made.items()}

    def _name(self, output: Path) -> str:
        return output.as_posix().removeprefix(f"{self.root.as_posix()}/")

    def fresh_step(self, name: str, inputs: str) -> BuildStep | None:
        """The step as it ran last, if nothing it depends on or made has changed since."""
        step = self.steps.get(name)
        if step is None or step.inputs != inputs or not all(map(self._unchanged, step.outputs)):
            return None
        self.kept.update(step.outputs)
        return step

    def finish_step(
        self, name: str, inputs: str, outputs: Sequence[Path], summary: str, findings: Sequence[Diagnostic]
    ) -> None:
        """Remember what the step made and found."""
        self.steps[name] = BuildStep(inputs, tuple(map(self._name, outputs)), summary, tuple(findings))

    def fresh(self, output: Path, inputs: str) -> bool:
        """Whether the output was made from these inputs and has not changed since."""
        name = self._name(output)
        made = self.made.get(name)
        if made is None or made.inputs != inputs or not self._unchanged(name):
            return False
        self.kept.add(name)
        return True

    def _unchanged(self, name: str) -> bool:
        made, path = self.made.get(name), self.root / name
        try:
            return made is not None and self.content(path) == made.content
        except OSError:  # it is gone, or became a folder
            return False

    def write(self, output: Path, inputs: str, data: str | bytes) -> None:
        """Write an output and remember what it was made from. Raises OutputError outside the project."""
        make_folder(check_output(output, self.root).parent)
        write_atomic(output, data)
        self._written(output, inputs, digest(data))

    @contextmanager
    def writing(self, output: Path, inputs: str) -> Iterator[BinaryIO]:
        """As `write`, for an output that is written part by part."""
        with new_folder(check_output(output, self.root).parent), replacing(output) as file:
            yield file
        self._written(output, inputs, file_digest(output))

    def _written(self, output: Path, inputs: str, content: str) -> None:
        self.seen[str(output)] = (_identity(output.stat()), content)
        self.made[self._name(output)] = MadeOutput(inputs, content)
        self.kept.add(self._name(output))

    def keep(self, output: Path, data: bytes | None = None, other: Path | None = None) -> None:
        """Remember an output that another command has made (of `data`) or left as it is. A build deletes it
        when nothing makes it any more, or when the `other` output that it belongs to has changed.
        """
        content = self.content(output) if data is None else digest(data)
        known = self.made.get(self._name(output))
        inputs = f"{_BESIDE}{self.content(other)} {self._name(other)}" if other else ""
        if known and known.content == content and not other:
            inputs = known.inputs  # a build has made the same
        self._written(output, inputs, content)

    def remove_outdated(self, folders: Iterable[Path] | None = None) -> OutdatedFiles:
        """Delete outputs of earlier runs, below some folders or anywhere, that this run did not make.

        Otherwise the picture of a deleted card would be printed one day. Files that were changed by hand, and
        those that no run has made here, stay.
        """
        right = {f"{_BESIDE}{self.made[name].content} {name}" for name in self.kept & self.made.keys()}
        self.kept.update(name for name, made in self.made.items() if made.inputs in right)
        found, kept = OutdatedFiles(), set(map(fold, self.kept))
        below = None if folders is None else tuple(f"{self._name(folder)}/" for folder in folders)
        for name in sorted(self.made.keys() - self.kept):
            path = self.root / name
            if fold(name) in kept or (below is not None and not name.startswith(below)):
                continue
            # A record may come with a stranger's project: it is not believed about files elsewhere, nor about
            # files that no build on this computer has seen here.
            known = self._in_output(path) and not path.is_symlink() and str(path) in self._seen_here
            if known and self._unchanged(name):
                remove(path)
                found.removed.append(path)
            elif self._in_output(path) and path.is_file():
                found.changed.append(path)
                continue  # it is named again by the next run
            del self.made[name]
        return found

    def _in_output(self, path: Path) -> bool:
        folder = os.path.join(os.path.realpath(self.path.parent), "")
        return os.path.realpath(path).startswith(folder) and ".." not in path.parts

    def save(self) -> None:
        """Write the record, unless it says nothing new."""
        if not (self.made or self.steps or self.cards or self.path.is_file()):
            return
        make_folder(self.path.parent)
        rest: dict[str, object] = self._rest or {
            "steps": dict(sorted(self.steps.items())),
            "tool": tool_digest(),
            "cards": dict(sorted(self.cards.items())),
        }
        _write(self.path, {"made": dict(sorted(self.made.items())), **rest}, self._plain)
        # Apart, because times are not the same in two equal builds.
        _write(self.path.with_name(TIMES_NAME), dict(sorted(self.seen.items())))
