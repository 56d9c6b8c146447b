"""Effect lists made on several machines: Parquet parts and a manifest, by a Dask cluster.

A part is a range of positions among the combinations, so that no two machines have to talk to each other.
The parts come back to the machine that asked for them; no file system needs to be shared. `manifest.json`
tells of each part its range, rows and hash. Run again, it keeps the parts that fit and makes those that are
missing or broken.

The parts stay in the order of the templates; whoever reads them sorts. Lines that repeat over several parts
are taken out when all parts are there, so the parts together are the list that one machine makes.
"""

from __future__ import annotations

import hashlib
import io
import itertools
import json
import logging
import pickle
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from cardtools.effects.large.external import connect, require
from cardtools.effects.large.rows import (
    COLUMNS,
    Made,
    Rows,
    apply_stages,
    check_positions,
    unseen,
    write_parquet,
)
from cardtools.effects.large.stream import CHUNK, PER_LINE, Span, Work, pieces
from cardtools.errors import CardtoolsError
from cardtools.files import digest, make_folder, replacing, shown, write_atomic

MANIFEST = "manifest.json"
PART = 200_000  # positions of a part
_ATTEMPTS = 4
_PATIENCE = 8  # seconds to wait for a scheduler, and then for its first worker
_FORMAT = 1  # of the parts and the manifest


@dataclass(frozen=True)
class Part:
    """A part of the list: its file, its positions from `start` up to, not including, `stop`; once it is
    made, its rows and the hash of its file."""

    file: str
    start: int
    stop: int
    rows: int = 0
    hash: str = ""


@dataclass(frozen=True)
class Manifest:
    """What `manifest.json` holds. `inputs` is the digest of everything the parts are made from."""

    inputs: str
    stages: tuple[str, ...]
    parts: tuple[Part, ...]
    complete: bool = False

    @property
    def rows(self) -> int:
        """The rows of all parts."""
        return sum(part.rows for part in self.parts)

    def text(self) -> str:
        """The manifest as JSON."""
        return json.dumps({"format": _FORMAT, "rows": self.rows, **asdict(self)}, indent=1) + "\n"


def write_parts(folder: Path, work: Work, scheduler: str | None = None, size: int = PART) -> Manifest:
    """Make the parts that the folder lacks on the cluster at `scheduler`, else on one of this machine with
    `work.jobs` workers; write them and the manifest.

    Raises CardtoolsError where the extra is not installed, the scheduler is not reached, or a part fails
    again and again; the parts made until then are kept.
    """
    require("cluster", "--engine dask", "distributed", "pyarrow", "duckdb")
    if work.spans is not None and len(work.spans) > 1:
        raise CardtoolsError("a sample is too short for a cluster\n  help: leave --engine out")
    check_positions(work)
    make_folder(folder)
    old = read_manifest(folder)
    plan = _plan(work, size)
    wanted = {part.file for part in plan.parts}
    if old and old.inputs != plan.inputs:
        for part in old.parts:
            # Parts of another list: read with the new ones they would give wrong rows.
            (folder / Path(part.file).name).unlink(missing_ok=True)
        old = None
    fitting = {
        part.file: part
        for part in (old.parts if old else ())
        if part.hash and part.file in wanted and file_hash(folder / part.file) == part.hash
    }
    parts = [fitting.get(part.file, part) for part in plan.parts]
    missing = [number for number, part in enumerate(parts) if not part.hash]
    manifest = replace(plan, parts=tuple(parts), complete=bool(old and old.complete and not missing))
    if manifest.complete:
        return manifest
    if missing:
        with _client(scheduler, work.jobs) as client:
            saved = 0.0
            try:
                for number, part in _make_parts(client, folder, work, parts, missing):
                    parts[number] = part
                    if time.monotonic() - saved > 1:
                        _save(folder, replace(manifest, parts=tuple(parts)))
                        saved = time.monotonic()
            finally:
                _save(folder, replace(manifest, parts=tuple(parts)))
    _take_out_repeated(folder, work, parts)
    manifest = replace(manifest, parts=tuple(parts), complete=True)
    _save(folder, manifest)
    return manifest


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest of the folder; None where there is none that can be read."""
    try:
        data = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        if data.pop("format") != _FORMAT:
            return None
        del data["rows"]
        parts = tuple(Part(**part) for part in data.pop("parts"))
        return Manifest(parts=parts, stages=tuple(data.pop("stages")), **data)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def read_parts(folder: Path) -> Iterator[Rows]:
    """The rows of a finished folder, part by part, in the order of the templates."""
    manifest = read_manifest(folder)
    if manifest is None or not manifest.complete:
        raise CardtoolsError(f"{shown(folder)}: not a finished list\n  help: run the command again")
    for part in manifest.parts:
        yield _read_part(folder / part.file)


def file_hash(path: Path) -> str:
    """The content hash of a file; "" where it cannot be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16)).hexdigest()
    except OSError:
        return ""


def _save(folder: Path, manifest: Manifest) -> None:
    write_atomic(folder / MANIFEST, manifest.text())


def _plan(work: Work, size: int) -> Manifest:
    grammar = work.combinations.expander.grammar
    recipe = work.recipe
    values = {name: [value.text for value in lines] for name, lines in sorted(grammar.values.items())}
    templates = [(template.location.line, template.text) for template in work.combinations.templates]
    options = [grammar.link_offsets, grammar.number_words]
    rules = [recipe.stages, list(recipe.phrases), list(recipe.rules.items())]
    inputs = digest(json.dumps([_FORMAT, size, work.ranges, templates, values, options, rules]))
    spans = [span for (span,) in pieces(work.ranges, size)]
    parts = [Part(f"part-{number:06}.parquet", *span) for number, span in enumerate(spans)]
    return Manifest(inputs, recipe.stages, tuple(parts))


@contextmanager
def _client(scheduler: str | None, jobs: int) -> Iterator[Any]:
    """A client of the cluster at the address, or of one of this machine that ends with the block."""
    import distributed

    logger = logging.getLogger("distributed")
    level = logger.level
    logger.setLevel(logging.CRITICAL)  # what the scheduler mends by itself is no news
    cluster = None
    try:
        if scheduler is None:
            cluster = distributed.LocalCluster(
                n_workers=jobs, threads_per_worker=1, dashboard_address=":0", silence_logs=logging.CRITICAL
            )
        try:
            client = distributed.Client(cluster or scheduler, timeout=_PATIENCE)
        except (OSError, TimeoutError, ValueError) as error:
            reason = str(error).split("\n")[0] or "no answer"
            raise CardtoolsError(
                f"--scheduler {scheduler}: no Dask scheduler is reached there: {reason}\n"
                "  help: start one with: dask scheduler"
            ) from None
        with client:
            try:
                client.wait_for_workers(1, timeout=_PATIENCE)
            except TimeoutError:
                message = (
                    f"--scheduler {scheduler}: the scheduler has no workers\n  help: dask worker {scheduler}"
                )
                raise CardtoolsError(message) from None
            yield client
    finally:
        if cluster:
            cluster.close()
        logger.setLevel(level)


def _make_parts(
    client: Any, folder: Path, work: Work, parts: list[Part], missing: list[int]
) -> Iterator[tuple[int, Part]]:
    """Each missing part as it is made and written. What fails, on whichever machine, is made again."""
    import distributed

    # The inputs are a task too, not data: when the machines that have them are lost, they are made again.
    source = client.submit(pickle.loads, pickle.dumps(_Shard(work)), pure=False)
    waiting = iter(missing)
    numbers: dict[Any, int] = {}
    attempts = dict.fromkeys(missing, 0)

    def submit(number: int) -> Any:
        attempts[number] += 1
        span = (parts[number].start, parts[number].stop)
        future = client.submit(_make_part, source, span, pure=False, retries=_ATTEMPTS)
        numbers[future] = number
        return future

    # Only some parts wait at a time, so that finished ones do not pile up on the workers.
    ahead = 2 * sum(client.nthreads().values()) + 1
    done = distributed.as_completed([submit(number) for number in itertools.islice(waiting, ahead)])
    for future in done:
        number = numbers.pop(future)
        try:
            rows, data = future.result()
        except Exception as error:
            # Whatever went wrong on another machine; what stays wrong is told.
            if attempts[number] >= _ATTEMPTS:
                message = (
                    f"part {number} of {len(parts)} failed {_ATTEMPTS} times: {error or type(error).__name__}"
                )
                raise CardtoolsError(
                    f"{message}\n  help: run the command again, finished parts are kept"
                ) from error
            time.sleep(0.1)
            done.add(submit(number))
            continue
        path = folder / parts[number].file
        write_atomic(path, data)
        yield number, replace(parts[number], rows=rows, hash=file_hash(path))
        del future, data  # the worker may forget it
        if (following := next(waiting, None)) is not None:
            done.add(submit(following))


class _Shard:
    """What a worker needs to make any part."""

    def __init__(self, work: Work) -> None:
        groups = work.recipe.groups()
        names = [name for group in groups for name in group]
        at = names.index("dedupe") if "dedupe" in names else len(names)
        before = tuple(name for name in names[:at] if name in PER_LINE)
        self.after = tuple(name for name in names[at:] if name in PER_LINE)
        self.once = "dedupe" in names
        self.made = Made(work.combinations, work.recipe, before)

    @property
    def key(self) -> str:
        """The column whose repeated texts are taken out: the effect, or what it was before later stages."""
        return "combination" if self.once and self.after else "effect"

    @property
    def names(self) -> tuple[str, ...]:
        """The columns of the parts."""
        return COLUMNS if self.key == "effect" else (*COLUMNS, self.key)


def _make_part(shard: _Shard, span: Span) -> tuple[int, bytes]:
    """The rows of a part and its file, made on a worker."""
    rows = 0

    def finished() -> Iterator[Rows]:
        nonlocal rows
        chunks = map(shard.made, pieces([span], CHUNK))
        for chunk in unseen(chunks) if shard.once else chunks:
            if shard.key != "effect":
                chunk = replace(chunk, combination=chunk.effect)
            chunk = apply_stages(chunk, shard.after, shard.made.recipe)
            rows += len(chunk.effect)
            yield chunk

    file = io.BytesIO()
    write_parquet(file, finished(), shard.names)
    return rows, file.getvalue()


def _take_out_repeated(folder: Path, work: Work, parts: list[Part]) -> None:
    """Take the rows out of the parts whose text an earlier part has; `parts` is brought up to date."""
    shard = _Shard(work)
    if not shard.once or len(parts) < 2:
        return
    numbers = {str(folder / part.file): number for number, part in enumerate(parts)}
    repeated: dict[int, set[int]] = {}
    with connect(folder) as database:
        found = database.execute(
            f"""SELECT filename, file_row_number
                FROM read_parquet($files, filename = true, file_row_number = true)
                QUALIFY row_number() OVER (PARTITION BY "{shard.key}"
                                           ORDER BY filename, file_row_number) > 1""",
            {"files": list(numbers)},
        )
        while some := found.fetchmany(100_000):
            for file, row in some:
                repeated.setdefault(numbers[file], set()).add(row)
    for number, gone in repeated.items():
        path = folder / parts[number].file
        rows = _read_part(path)
        rows = rows.where([row not in gone for row in range(len(rows.effect))])
        with replacing(path) as file:
            write_parquet(file, [rows], shard.names)
        parts[number] = replace(parts[number], rows=len(rows.effect), hash=file_hash(path))


def _read_part(path: Path) -> Rows:
    from pyarrow import parquet

    return Rows(**parquet.read_table(path).to_pydict())
