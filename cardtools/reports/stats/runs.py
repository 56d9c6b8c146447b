"""Tables of a print run: what a plan prints and costs, what collectors can expect, what a ledger holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cardtools.ground.spelling import counted
from cardtools.printrun.chances import packs_to_complete
from cardtools.printrun.ledger import Ledger
from cardtools.printrun.printed_parts import PrintedSlots
from cardtools.printrun.run_plan import RunPlan
from cardtools.printrun.shares import WHOLE, Allocation, exact, exact_step, least_copies
from cardtools.reports.stats.table import TOTAL, Table, TableRows

if TYPE_CHECKING:
    from cardtools.printrun.simulate import Simulated

_MOST_EXACT = 20_000  # designs; the time that the exact number takes grows with them
ANY = "any rarity"


def plan_tables(
    plan: RunPlan, allocations: Sequence[Allocation], fits: tuple[Sequence[int], Sequence[int]]
) -> Iterator[Table]:
    """Everything about a plan; `fits` are the sizes of packs and the numbers of copies that fit."""
    yield _shares(plan, allocations)
    yield _waves(plan, allocations)
    sizes, copies = ([f"{number:,}" for number in numbers] for numbers in fits)
    fitting = [
        (f"packs of {plan.packs.size} fit with", (f"{', '.join(copies)} copies of each design",)),
        ("these copies fit in", (f"packs of {', '.join(sizes)}",)),
    ]
    yield Table("fitting", "packs", "What fits", "", ("",), fitting, "Copies must fill all packs.")
    if costs := _costs(plan, allocations):
        yield costs
    yield _complete(plan, allocations)


def _shares(plan: RunPlan, allocations: Sequence[Allocation]) -> Table:
    level = plan.waves[-1].copies
    printed, designs = plan.copies_at(level), sum(allocation.new for allocation in allocations)
    rows = TableRows()
    for rarity, share, copies in zip(plan.rarities, plan.shares, printed, strict=True):
        given = float(exact(rarity.share) / WHOLE)
        actual = copies / level
        rows.append((rarity.name, (copies, copies * designs, given, float(share), actual, actual - given)))
    if kept := level - sum(printed):
        rows.append(("kept back", (kept, kept * designs, None, float(plan.kept), kept / level, None)))
    least, step = least_copies(plan.shares, plan.kept), exact_step(plan.shares, plan.kept)
    given = float(sum(exact(rarity.share) for rarity in plan.rarities))
    note = (
        f"{counted(designs, 'design')}, {level:,} times: {level * designs:,} copies. The shares add up to "
        f"{given:g} %; the policy is {plan.run.policy}."
    )
    if len(plan.rarities) > 1:
        note += f" They are exact for multiples of {step:,} copies; every rarity exists from {least:,} on."
    columns = ("each design", "all designs", "share", "by policy", "printed", "deviation")
    title = "Copies of every design by rarity"
    return Table("shares", "copies", title, "rarity", columns, rows, note, percent=2, chart="columns")


def _waves(plan: RunPlan, allocations: Sequence[Allocation]) -> Table:
    rows: list[tuple[str, tuple[int, ...]]] = []
    for allocation, wave in zip(allocations, plan.waves, strict=True):
        released = (allocation.new, allocation.old + allocation.new, wave.copies)
        packed = (allocation.packs, allocation.boxes, -(-allocation.copies // plan.costs.slots))
        name = f"{allocation.number} {wave.name}".strip()
        rows.append((name, (allocation.copies, *released, *packed)))
    if len(rows) > 1:
        copies, new, _, _, *others = map(sum, zip(*(cells for _, cells in rows), strict=True))
        rows.append((TOTAL, (copies, new, new, plan.waves[-1].copies, *others)))
    columns = ("copies", "new designs", "designs", "copies of each", "packs", "boxes", "sheets")
    note = "After each wave, every released design has the same number of copies in each rarity."
    size = f"Packs of {plan.packs.size}, boxes of {plan.packs.box} packs, sheets of {plan.costs.slots} cards."
    for allocation in allocations:
        if allocation.size != plan.packs.size:
            size += f" Wave {allocation.number} prints only new designs, fewer than a pack has:"
            size += " one of each is in its packs."
    return Table("waves", "copies", "Waves", "wave", columns, rows, f"{note} {size}")


def _costs(plan: RunPlan, allocations: Sequence[Allocation]) -> Table | None:
    costs = plan.costs
    packs = sum(allocation.packs for allocation in allocations)
    has_inserts = bool(plan.inserts and plan.inserts.where)
    items = (
        ("setup", len(allocations), costs.setup),
        ("sheets", sum(-(-allocation.copies // costs.slots) for allocation in allocations), costs.sheet),
        ("inserts", packs if has_inserts else 0, costs.insert),
        ("packs", packs, costs.pack),
        ("boxes", sum(allocation.boxes for allocation in allocations), costs.box),
    )
    rows: TableRows = [
        (name, (_money(number * price), f"{number:,}", _money(price)))
        for name, number, price in items
        if price
    ]
    if not rows:
        return None
    total = sum(number * price for _, number, price in items)
    rows.append((TOTAL, (_money(total), "", "")))
    rows.append(("each pack", (_money(total / packs), f"{packs:,}", "")))
    if costs.price:
        rows.append(("sales", (_money(packs * costs.price), f"{packs:,}", _money(costs.price))))
        rows.append(("margin", (_money(packs * costs.price - total), "", "")))
    return Table("costs", "costs", f"Costs in {costs.currency}", "item", ("cost", "number", "price"), rows)


def _money(amount: float) -> str:
    return f"{amount:,.2f}".rjust(12)


def _complete(plan: RunPlan, allocations: Sequence[Allocation]) -> Table:
    designs, size = sum(allocation.new for allocation in allocations), plan.packs.size
    packs, price = sum(allocation.packs for allocation in allocations), plan.costs.price
    rows = TableRows()
    printed = plan.copies_at(plan.waves[-1].copies)
    shares = [(ANY, 1.0), *((r.name, n / sum(printed)) for r, n in zip(plan.rarities, printed, strict=True))]
    for name, share in shares if len(plan.rarities) > 1 else shares[:1]:
        if designs <= _MOST_EXACT and share:
            needed = packs_to_complete(designs, size, share)
            rows.append((name, (needed, needed * size / designs, *([needed * price] if price else []))))
    columns = ("packs", "cards for each design", *((f"price in {plan.costs.currency}",) if price else ()))
    note = (
        f"The packs that one person opens on average until all {designs:,} designs have come up, without "
        f"trade, if the run had no end; it has {counted(packs, 'pack')}. `cardtools run simulate` opens "
        "them, with trade too."
    )
    title = "Packs to a complete set"
    return Table("complete", "collectors", title, "set", columns, rows, note, chart="columns")


def simulation_tables(plan: RunPlan, allocations: Sequence[Allocation], found: Simulated) -> Iterator[Table]:
    """What buyers found in the packs, beside what the plan says."""
    names = [rarity.name for rarity in plan.rarities]
    total = max(1, sum(found.opened))
    rows: TableRows = [
        (name, (opened, round(expected), opened / total, expected / total))
        for name, opened, expected in zip(names, found.opened, found.expected, strict=True)
    ]
    columns = ("opened", "expected", "share opened", "share planned")
    note = f"A tenth of the packs of the run. Chi-square test: p = {found.p:.3f}."
    title = "Rarities in opened packs"
    yield Table("opened", "packs", title, "rarity", columns, rows, note, percent=2, chart="columns")
    designs = sum(allocation.new for allocation in allocations)
    printed = plan.copies_at(plan.waves[-1].copies)
    shares = {ANY: 1.0} | {name: n / sum(printed) for name, n in zip(names, printed, strict=True)}
    groups = sorted({group for _, group in found.sets})
    sets, spread = TableRows(), TableRows()
    for name in dict.fromkeys(name for name, _ in found.sets):
        each = [found.sets.get((name, group)) for group in groups]
        means = [None if packs is None else float(packs.mean()) for packs in each]
        sets.append((name, (*means, packs_to_complete(designs, plan.packs.size, shares[name]))))
        ordered = sorted(found.sets[name, 1].tolist())
        spread.append((name, [ordered[(len(ordered) - 1) * part // 10] for part in (0, 1, 5, 9, 10)]))
    people = ("alone", *(f"{group} who trade" for group in groups[1:]), "alone, no end")
    note = (
        "The packs that each person opens on average until everybody has a complete set, in "
        f"{len(ordered):,} trials with the {found.packs:,} packs of this run; empty where it is too small. "
        "The last column is the exact mean for an endless run."
    )
    yield Table("sets", "collectors", "Packs to a complete set", "set", people, sets, note, chart="columns")
    quantiles = ("the luckiest", "1 in 10 at most", "half at most", "9 in 10 at most", "the unluckiest")
    yield Table("spread", "collectors", "Packs of one person without trade", "set", quantiles, spread)


def ledger_tables(ledger: Ledger) -> Iterator[Table]:
    """The contents of a ledger: copies by wave and rarity, packs, subjects of inserts, events."""
    tiers = ledger.opening.tiers
    names = [name for _, name, _ in tiers]
    query = "SELECT wave, tier, count(*) FROM copies WHERE voided IS NULL GROUP BY wave, tier"
    counts = {(wave, tier): count for wave, tier, count in ledger.rows(query)}
    waves = {number: f"{number} {name}".strip() for number, name, _ in ledger.waves()}
    cells = {name: [counts.get((wave, tier), 0) for tier, _, _ in tiers] for wave, name in waves.items()}
    cells[TOTAL] = [sum(counts.get((wave, tier), 0) for wave in waves) for tier, _, _ in tiers]
    rows: TableRows = [(name, (*numbers, sum(numbers))) for name, numbers in cells.items()]
    designs, copies = len(ledger.designs()), sum(cells[TOTAL])
    voided = ledger.count(voided=True) - ledger.count()
    note = f"{designs:,} designs, each {copies // max(designs, 1):,} times; {voided:,} copies are void."
    title, columns = "Copies by wave and rarity", (*names, TOTAL)
    yield Table("issued", "copies", title, "wave", columns, rows, note, matrix=True, chart="bars")
    prints = [(event, data["slots"]) for event, data in ledger.said("print")]
    if prints:
        rows = []
        for wave, name in waves.items():
            own = PrintedSlots(one for _, slots in prints for one in slots if one[0] == wave)
            rows.append((name, (own.once, own.again)))
        note = "A copy that was printed again has a reason among the events."
        yield Table("printed", "copies", "Printed copies by wave", "wave", ("printed", "again"), rows, note)
    query = "SELECT wave, count(*), count(DISTINCT box) FROM packs GROUP BY wave ORDER BY wave"
    packs = [(str(wave), (count, boxes)) for wave, count, boxes in ledger.rows(query)]
    yield Table("packs", "packs", "Packs and boxes by wave", "wave", ("packs", "boxes"), packs)
    query = 'SELECT i.subject, count(*) FROM packs p JOIN inserts i ON i.id = p."insert" GROUP BY 1'
    if subjects := [(name, (count,)) for name, count in ledger.rows(query, (), "ti")]:
        yield Table("subjects", "packs", "Inserts by subject", "subject", ("packs",), subjects, chart="bars")
    events = [(f"{e.number}", (e.time, e.kind, e.reason, e.hash[:16])) for e in ledger.events()]
    yield Table("events", "events", "Events", "event", ("time", "kind", "reason", "hash"), events)
