"""What the events of a ledger say: JSON that may come from a stranger, so that its shape and every number in
it are looked at before anything is computed from them.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import Any, NamedTuple

from cardtools.ground.frozen_record import Record
from cardtools.printrun.run_plan import MOST_COPIES, MOST_PACK, MOST_SEED, MOST_TIER
from cardtools.printrun.serials import MOST
from cardtools.printrun.shares import Allocation

_NUMBER = range(MOST)
_PACK = range(1, MOST_PACK + 1)
_COPIES = range(1, MOST_COPIES + 1)
# A type, a range of whole numbers, a list of one shape, a list of several (tuple), an object (dict).
_SHAPES: dict[str, Any] = {
    "open": {
        "id": str, "name": str, "seed": range(MOST_SEED + 1), "size": _PACK, "box": _PACK, "store": str,
        "key": str, "tiers": [(range(MOST_TIER + 1), str, _COPIES)],
    },
    "wave": {
        "name": str, "copies": _COPIES, "after": [range(MOST_COPIES + 1)], "designs": [(str, str)],
        "inserts": [(str, str)], "first": _NUMBER, "serials": str,
    },
    "void": {"copies": [_NUMBER]},
    "replace": {"copies": [(_NUMBER, _NUMBER)], "serials": [str]},
    "print": {"file": str, "sha256": str, "slots": [(_NUMBER, _NUMBER, _NUMBER)]},
}  # fmt: skip


class RunOpening(Record):
    """What does not change during a run. `key` is the fingerprint of its key. `tiers` has the
    number, the name and the copies of each rarity of a design, at the end of the run.
    """

    id: str
    name: str
    seed: int
    size: int
    box: int
    store: str
    key: str
    tiers: tuple[tuple[int, str, int], ...]

    def allocation(
        self, number: int, old: int, new: int, before: tuple[int, ...], after: tuple[int, ...]
    ) -> Allocation:
        """What the wave with this number prints. A later wave that prints only new designs, and fewer than a
        pack holds, has smaller packs: one of each design in every pack.
        """
        tiers = tuple(tier for tier, _, _ in self.tiers)
        wave = Allocation(old, new, tiers, before, after, self.size, self.box, self.seed, number)
        return replace(wave, size=new) if old and not wave.each_old and 0 < new < self.size else wave


class PlannedWave(Record):
    """A wave to print: `copies` of each design are due after it, those in `after` by tier. `designs` has the
    names and codes of the designs that it adds, `inserts` the names and subjects of the inserts.
    """

    name: str
    copies: int
    after: tuple[int, ...]
    designs: tuple[tuple[str, str], ...]
    inserts: tuple[tuple[str, str], ...] = ()


class LedgerEvent(NamedTuple):
    """Something that happened: `data` is JSON, `hash` is made of everything before it and of itself."""

    number: int
    time: str
    kind: str
    reason: str
    data: str
    previous: str = ""
    hash: str = ""

    @property
    def right_hash(self) -> str:
        """The hash that the event should have."""
        text = json.dumps(self[:-1], ensure_ascii=False)
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()

    def read(self) -> dict[str, Any]:
        """What `data` says. Raises ValueError where that is not what an event of its kind says."""
        try:
            data = json.loads(self.data)
        except RecursionError:
            raise ValueError("it is nested too deep") from None
        if fault := _fault(data, _SHAPES.get(self.kind, {}), "it"):
            raise ValueError(fault)
        copies = sum(copies for _, _, copies in data.get("tiers", ())), sum(data.get("after", ()))
        if max(copies) > MOST_COPIES:
            raise ValueError(f"a design has more than {MOST_COPIES:,} copies")
        found: dict[str, Any] = data
        return found


def _fault(value: Any, shape: Any, name: str) -> str:
    """Why a value does not have a shape; "" if it has."""
    if isinstance(shape, range):
        if type(value) is int and value in shape:
            return ""
        found = f"{value:,}"[:30] if type(value) is int else f"a {type(value).__name__}"
        return f"{name} is {found}, expected {shape.start:,} to {shape[-1]:,}"
    if isinstance(shape, type):
        return "" if isinstance(value, shape) else f"{name} is a {type(value).__name__}, expected a text"
    if isinstance(shape, dict):
        if not isinstance(value, dict) or value.keys() != shape.keys():
            return f"{name} does not have {', '.join(shape)}"
        return next(filter(None, (_fault(value[key], shape[key], key) for key in shape)), "")
    if not isinstance(value, list) or (isinstance(shape, tuple) and len(value) != len(shape)):
        return f"{name} is not a list, or has not so many values"
    shapes = shape if isinstance(shape, tuple) else shape * len(value)
    return next(filter(None, (_fault(one, own, name) for one, own in zip(value, shapes, strict=True))), "")
