"""No serial twice: a run's id and key are compared with all ledgers of the project, and with the user's
register of runs, beside the keys (Doc 4.3).

A project can be copied, and a ledger can be lost or put back from a backup. The register knows which serials
have been made with each key. Each of its lines is JSON; the last one of a run counts.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from cardtools.ground.errors import Diagnostic, InputError, OutputError, bad_input
from cardtools.ground.io.files import files_below, read_text, shown
from cardtools.ground.limits import settings_folder
from cardtools.printrun import serials
from cardtools.printrun.keys import fingerprint, key_file, new_key, read_key
from cardtools.printrun.ledger import SUFFIX, Ledger, MakeSerials, is_ledger, is_missing
from cardtools.printrun.run_checks import RUN_ID
from cardtools.printrun.serials import ALPHABET
from cardtools.project.project import Project
from cardtools.steps.runs.planned_run import PlannedRun, check_place

_IDS: tuple[str, ...] = (*ALPHABET[10:], *ALPHABET[:10])  # letters first


class NumberedRun(NamedTuple):
    """A run's id, its key's fingerprint, the hash of its first event, its number of serials, its ledger."""

    run: str
    key: str
    opened: str
    serials: int
    ledger: str


def register_file() -> Path:
    """Where the register is: `~/.config/cardtools/keys/runs.jsonl` on Linux."""
    return settings_folder() / "keys" / "runs.jsonl"


def read_register() -> list[NumberedRun]:
    """Every ledger that was numbered on this computer, as it was last. A line that is not whole is left out:
    its process was stopped. Raises InputError if the file cannot be read.
    """
    path = register_file()
    if not os.path.lexists(path):
        return []
    found: dict[tuple[str, str, str], NumberedRun] = {}
    for line in read_text(path, "table_bytes").split("\n"):
        try:
            one = NumberedRun(**json.loads(line))
            found[one.run, one.key, one.opened] = one._replace(serials=int(one.serials))
        except (ValueError, TypeError, RecursionError):
            continue
    return list(found.values())


def note_numbers(ledger: Ledger) -> None:
    """Write down in the register what a ledger has numbered. Raises OutputError if that is not possible."""
    path = register_file()
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)
    try:
        path.parent.mkdir(0o700, parents=True, exist_ok=True)
        with open(os.open(path, flags, 0o600), "ab") as file:
            # In front of the line too: the one before it may not be whole.
            file.write(f"\n{json.dumps(numbered(ledger)._asdict())}\n".encode())
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        why = f"{shown(path)}: cannot be written: {error.strerror}"
        raise OutputError(f"{why}\n  help: it keeps serials from being made twice") from None


def numbered(ledger: Ledger) -> NumberedRun:
    """What a ledger has numbered so far."""
    opening, place = ledger.opening, os.path.abspath(ledger.path)
    return NumberedRun(opening.id, opening.key, ledger.opened, ledger.count(voided=True), place)


def check_numbers(project: Project, own: NumberedRun) -> None:
    """Raise InputError if serials with the id and key of a ledger have been made that it does not have."""
    path = Path(own.ledger)
    for other in (*read_register(), *ledgers_of(project, path)):
        if (other.run, other.key) != (own.run, own.key) or not other.serials:
            continue
        where = shown(Path(other.ledger))
        if other.opened != own.opened:
            what = f"the serials of run {own.run} with this key are those of {where}"
            raise bad_input(shown(path), f"{what}: they would exist twice", _own_id(project, path))
        if other.serials > own.serials:
            message = f"has {own.serials:,} serials, and {other.serials:,} were made: it is an older copy"
            raise bad_input(shown(path), message, f"put back the newest ledger, as {where} was")


def ledgers_of(project: Project, but: Path) -> list[NumberedRun]:
    """What the ledgers of a project have numbered, without one of them."""
    found = []
    for path in _files(project, but, SUFFIX):
        if is_ledger(path):
            with Ledger(path) as ledger:
                found.append(numbered(ledger))
    return found


def ids_of(project: Project, but: Path) -> dict[str, Path]:
    """The ids of the project's other runs and where they are: in ledgers, and in plans without one."""
    found: dict[str, Path] = {}
    for path in _files(project, but, ".toml"):
        if id_ := _planned_id(path):
            found.setdefault(id_, path)
    for one in ledgers_of(project, but.with_suffix(SUFFIX)):
        found.setdefault(one.run, Path(one.ledger))
    return found


def free_id(project: Project, plan: Path) -> str:
    """The first id that no run of the project and no key of it has. Raises InputError if there is none."""
    taken = ids_of(project, plan)
    for id_ in _IDS:
        if id_ not in taken and not os.path.lexists(key_file(project.settings.name, id_)):
            return id_
    raise bad_input(shown(plan), "every id is that of another run", "name one with --id, and give it a key")


def check_id(run: PlannedRun) -> Iterator[Diagnostic]:
    """A finding if another run of the project has the id of a plan."""
    id_ = run.plan.run.id
    if other := ids_of(run.project, run.path).get(id_):
        message = f"run {id_} is {shown(other)} already: the serials of both would begin with it"
        yield RUN_ID.finding(run.file.at("run", "id"), message, _own_id(run.project, run.path))


def serial_maker(ledger: Ledger, project: Project, key: Path | None) -> MakeSerials:
    """What makes the serials of a run, with the key of this file or the default. Raises InputError."""
    id_ = ledger.opening.id
    secret = read_key(key or key_file(project.settings.name, id_), id_, project.root)
    ledger.check_key(fingerprint(secret))
    return partial(serials.make, secret, id_)


@contextmanager
def ledger_to_deal(
    run: PlannedRun, key: Path | None, say: Callable[[str], object]
) -> Iterator[tuple[Ledger, MakeSerials]]:
    """The ledger of a plan and what makes its serials. A new run gets a ledger, and a key where it has none,
    which `say` tells. Raises InputError where serials would exist twice, or the key cannot be used, and
    OutputError.
    """
    path, project, id_ = run.ledger, run.project, run.plan.run.id
    check_place(path, project)
    is_new = is_missing(path)
    if is_new:
        _ = run.allocations  # the whole plan must fit before anything is made
    key_path = key or key_file(project.settings.name, id_)
    has_key = os.path.lexists(key_path)
    if is_new and key is None and has_key:
        message = f"run {id_} has a key already, {shown(key_path)}: a second run with it would have the same"
        hint = f"{_own_id(project, run.path)}; if it is the same run, put back its ledger"
        raise bad_input(shown(run.path), f"{message} serials", hint)
    if is_new and not has_key:
        secret = new_key(key_path, id_, project.root)
        say(f"made the key of run {id_}: {shown(key_path)}; keep a copy of it in a safe place")
    else:
        secret = read_key(key_path, id_, project.root)
    mark = fingerprint(secret)
    if is_new:
        check_numbers(project, NumberedRun(id_, mark, "", 0, os.path.abspath(path)))
    with Ledger.create(path, run.opening(mark)) if is_new else Ledger(path, write=True) as ledger:
        ledger.check_key(mark)
        if not is_new:
            check_numbers(project, numbered(ledger))
        note_numbers(ledger)  # where that is not possible, nothing is dealt
        yield ledger, partial(serials.make, secret, id_)


def _own_id(project: Project, plan: Path) -> str:
    return f'each run has an id and a key of its own: write id = "{free_id(project, plan)}", which is free'


def _files(project: Project, but: Path, ending: str) -> Iterator[Path]:
    """The other files of a project beside its outputs; without a project file, those beside `but`."""
    root, output = (project.root, project.output_path()) if project.file else (but.parent, None)
    for entry in sorted(os.scandir(root), key=lambda entry: entry.name):
        if entry.name.startswith(".") or (output and Path(entry.path) == output):
            continue
        names: Iterable[str] = [entry.path] if entry.is_file() else ()
        if project.file and entry.is_dir(follow_symlinks=False):
            names = files_below(entry.path, hidden=False)
        for name in names:
            if name.endswith(ending) and os.path.realpath(name) != os.path.realpath(but):
                yield Path(name)


def _planned_id(path: Path) -> str:
    """The id of a plan; "" if the file is none."""
    try:
        text = read_text(path, "toml_bytes")
        if "[run]" not in text or "[packs]" not in text:
            return ""
        return str(tomllib.loads(text)["run"]["id"])
    except (InputError, ValueError, KeyError, TypeError, RecursionError):
        return ""
