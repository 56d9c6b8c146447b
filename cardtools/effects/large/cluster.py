"""Effect lists made on several machines: Parquet parts and a manifest, by a Dask cluster.

A part is a range of positions among the combinations, so the machines don't have to exchange anything. The
parts are returned to the machine that asked for them; no file system needs to be shared. `manifest.json` has
the range, rows and hash of each part. A second run keeps the parts that fit and makes those that are missing
or broken.

The parts stay in the order of the templates; the reader sorts. Lines that repeat over several parts are
removed when all parts are there, so the parts together are the list that one machine makes.
"""

from __future__ import annotations

import io
import itertools
import json
import logging
import operator
import pickle
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cardtools.effects.combinations import EffectPlan, IndexRange
from cardtools.effects.large import rows
from cardtools.effects.large.ordering import merge_sort
from cardtools.effects.polish import PER_LINE, RowColumns, where
from cardtools.ground.errors import CardtoolsError
from cardtools.ground.io import files
from cardtools.ground.optional_packages import optional

MANIFEST = "manifest.json"
PART = 200_000  # positions of a part
_DASK = "--engine dask"
_ATTEMPTS = 4
_PATIENCE = 8  # seconds to wait for a scheduler, and then for its first worker
_FORMAT = 1  # of the parts and the manifest


@dataclass
class ListPart:
    """A part: its file, its positions (up to, not including `stop`), and once made its rows and its hash."""

    file: str
    start: int
    stop: int
    rows: int = 0
    hash: str = ""


@dataclass
class Manifest:
    """What `manifest.json` holds. `inputs` is the digest of everything the parts are made from."""

    inputs: str
    stages: tuple[str, ...]
    parts: list[ListPart]
    complete: bool = False

    @property
    def rows(self) -> int:
        """The rows of all parts."""
        return sum(part.rows for part in self.parts)

    def text(self) -> str:
        """The manifest as JSON."""
        return json.dumps({"format": _FORMAT, "rows": self.rows, **asdict(self)}, indent=1) + "\n"


def write_parts(folder: Path, plan: EffectPlan, size: int | None = None) -> Manifest:
    """Make the missing parts on the cluster of the plan, or on one on this machine; write them and the
    manifest. Raises CardtoolsError where the extra is not installed, the scheduler cannot be reached, or a
    part keeps failing; the parts made until then are kept.
    """
    optional("distributed", _DASK)
    optional("pyarrow", _DASK)
    if plan.spans is not None and len(plan.spans) > 1:
        raise CardtoolsError("a sample is too short for a cluster\n  help: leave out --engine")
    rows.check_positions(plan)
    files.make_folder(folder)
    old = read_manifest(folder)
    manifest = _empty_manifest(plan, size or PART)
    if old and old.inputs != manifest.inputs:
        for part in old.parts:
            # Parts of another list: read with the new ones, they would give wrong rows.
            files.remove(folder / Path(part.file).name, missing_ok=True)
        old = None
    known = {part.file: part for part in old.parts} if old else {}
    for part in manifest.parts:
        before = known.get(part.file, part)
        if before.hash and before.hash == file_hash(folder / part.file):
            part.rows, part.hash = before.rows, before.hash
    missing = [(number, part) for number, part in enumerate(manifest.parts) if not part.hash]
    manifest.complete = bool(old and old.complete and not missing)
    if manifest.complete:
        return manifest
    if missing:
        spans = [(part.start, part.stop) for _, part in missing]
        names = [f"part {number} of {len(manifest.parts)}" for number, _ in missing]
        saved = 0.0
        try:
            made = in_order_on_cluster(_PartMaker(plan), spans, plan.jobs, plan.scheduler, names)
            for (_, part), (number, data) in zip(missing, made, strict=True):
                files.write_atomic(folder / part.file, data)
                part.rows, part.hash = number, file_hash(folder / part.file)
                if time.monotonic() - saved > 1:
                    _save(folder, manifest)
                    saved = time.monotonic()
        finally:
            _save(folder, manifest)
    _remove_repeated(folder, plan, manifest.parts)
    manifest.complete = True
    _save(folder, manifest)
    return manifest


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest of the folder; None if it is missing or cannot be read."""
    try:
        data = files.read_json(folder / MANIFEST)
        if data.pop("format") != _FORMAT:
            return None
        del data["rows"]
        parts = [ListPart(**part) for part in data.pop("parts")]
        return Manifest(parts=parts, stages=tuple(data.pop("stages")), **data)
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def file_hash(path: Path) -> str:
    """The content hash of a file; "" where it cannot be read."""
    try:
        return files.file_digest(path)
    except OSError:
        return ""


def _save(folder: Path, manifest: Manifest) -> None:
    files.write_atomic(folder / MANIFEST, manifest.text())


def _empty_manifest(plan: EffectPlan, size: int) -> Manifest:
    grammar = plan.combinations.grammar
    values = {name: [value.text for value in lines] for name, lines in sorted(grammar.values.items())}
    templates = [(template.location.line, template.text) for template in plan.combinations.templates]
    options = [grammar.link_offsets, grammar.number_words]
    stages, phrases, replacements = plan.stages
    rules = [stages, list(phrases), list(replacements.items())]
    inputs = files.digest(json.dumps([_FORMAT, size, plan.ranges, templates, values, options, rules]))
    spans = [span for (span,) in rows.cut_ranges(plan.ranges, size)]
    parts = [ListPart(f"part-{number:06}.parquet", *span) for number, span in enumerate(spans)]
    return Manifest(inputs, tuple(stages), parts)


def in_order_on_cluster(
    make: Callable[[Any], Any],
    parts: Iterable[Any],
    jobs: int,
    scheduler: str | None = None,
    names: Sequence[str] = (),
) -> Iterator[Any]:
    """What `make` gives for each part, in order, made on the cluster at `scheduler`, or on one here. A part
    that fails is made again; `names` are what a message calls the parts. Raises as `write_parts` does.
    """
    distributed = optional("distributed", _DASK)
    logger = logging.getLogger("distributed")
    with ExitStack() as stack:
        stack.callback(logger.setLevel, logger.level)
        logger.setLevel(logging.CRITICAL)  # the scheduler recovers from most failures by itself
        cluster = scheduler or stack.enter_context(
            distributed.LocalCluster(
                n_workers=jobs, threads_per_worker=1, dashboard_address=":0", silence_logs=logging.CRITICAL
            )
        )
        try:
            client = stack.enter_context(distributed.Client(cluster, timeout=_PATIENCE))
        except (OSError, TimeoutError, ValueError) as error:
            reason = str(error).split("\n")[0] or "no answer"
            raise CardtoolsError(
                f"--scheduler {scheduler}: cannot reach a Dask scheduler: {reason}\n"
                "  help: start one with: dask scheduler"
            ) from None
        try:
            client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError:
            raise CardtoolsError(
                f"--scheduler {scheduler}: the scheduler has no workers\n  help: dask worker {scheduler}"
            ) from None
        # The inputs are a task too, not data: if the machines that hold them are lost, they are made again.
        source = client.submit(pickle.loads, pickle.dumps(make), pure=False)
        running: deque[Any] = deque()
        # Only some parts wait at a time, so finished ones do not pile up on the workers.
        ahead = 2 * sum(client.nthreads().values()) + 1
        left = iter(parts)
        for number in itertools.count(1):
            for part in itertools.islice(left, ahead - len(running)):
                running.append(client.submit(operator.call, source, part, pure=False, retries=_ATTEMPTS - 1))
            if not running:
                return
            try:
                made = running.popleft().result()
            except Exception as error:
                # Anything may go wrong on another machine.
                name = names[number - 1] if names else f"part {number}"
                message = f"{name} failed {_ATTEMPTS} times: {error or type(error).__name__}"
                raise CardtoolsError(
                    f"{message}\n  help: run the command again, finished parts are kept"
                ) from error
            yield made


class _PartMaker:
    """What a worker needs to make any part."""

    def __init__(self, plan: EffectPlan) -> None:
        names = [name for group in plan.stages.groups() for name in group]
        at = names.index("dedupe") if "dedupe" in names else len(names)
        self.plan = plan
        self.before = tuple(name for name in names[:at] if name in PER_LINE)
        self.after = tuple(name for name in names[at:] if name in PER_LINE)
        self.once = "dedupe" in names
        # The column whose repeated texts are removed: the effect, or what it was before later stages.
        self.key = "combination" if self.once and self.after else "effect"
        self.names = rows.TABLE if self.key == "effect" else (*rows.TABLE, self.key)

    def __call__(self, span: IndexRange) -> tuple[int, bytes]:
        """How many rows a part has, and its file."""
        file = io.BytesIO()
        return rows.write_parquet(file, self._rows(span), self.names), file.getvalue()

    def _rows(self, span: IndexRange) -> Iterator[RowColumns]:
        spans = rows.cut_ranges([span], rows.CHUNK)
        chunks = (rows.make_rows(self.plan, rows.TABLE, self.before, some) for some in spans)
        for chunk in rows.ordered(chunks, rows.TABLE, False, True, None) if self.once else chunks:
            if self.key != "effect":
                chunk["combination"] = chunk["effect"]
            yield self.plan.stages.only(*self.after).polish_rows(chunk)


def _remove_repeated(folder: Path, plan: EffectPlan, parts: list[ListPart]) -> None:
    """Remove the rows whose text an earlier part has; `parts` is brought up to date."""
    maker = _PartMaker(plan)
    if not maker.once or len(parts) < 2:
        return
    texts = (
        (text, number, row)
        for number, part in enumerate(parts)
        for row, text in enumerate(_read_part(folder / part.file)[maker.key])
    )
    repeated: dict[int, set[int]] = {}
    previous = None
    for text, number, row in merge_sort(texts, operator.itemgetter(0), folder):
        if text == previous:
            repeated.setdefault(number, set()).add(row)
        previous = text
    for number, gone in repeated.items():
        part = parts[number]
        path = folder / part.file
        cells = _read_part(path)
        cells = where(cells, [row not in gone for row in range(len(cells["effect"]))])
        with files.replacing(path) as file:
            rows.write_parquet(file, [cells], maker.names)
        part.rows, part.hash = len(cells["effect"]), file_hash(path)


def _read_part(path: Path) -> RowColumns:
    parquet = optional("pyarrow.parquet", _DASK)
    cells: RowColumns = parquet.read_table(path).to_pydict()
    return cells
