"""`cardtools run deal`: deal the next wave of a plan into packs."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

from cardtools.commands import argument, command, key_option, option
from cardtools.ground.console import Console
from cardtools.ground.io.files import shown
from cardtools.ground.spelling import counted, listed
from cardtools.project.project import find_project


@command(epilog="Example: cardtools run deal runs/first-light.toml --all")
def deal(
    console: Console,
    plan: Path = argument(),
    every: bool = option("--all", "Deal all remaining waves."),
    reason: str = option("--reason", "What the ledger says about it. [default: the wave]", metavar="TEXT"),
    key: Path | None = key_option,
) -> None:
    """Deal the next wave of a plan into packs and boxes and number its copies, in the ledger beside the plan.

    The first wave makes the ledger, and the key of the run if it has none: keep a copy of both. Each wave is
    written as a whole or not at all.
    """
    from cardtools.printrun import serials
    from cardtools.printrun.keys import fingerprint, key_file, new_key, read_key
    from cardtools.printrun.ledger import Ledger, is_missing
    from cardtools.printrun.register import NumberedRun
    from cardtools.steps.runs.numbering import check_numbers, note_numbers, numbered, taken_key
    from cardtools.steps.runs.planned_run import PlannedRun, check_place

    run = PlannedRun(plan, find_project(required=True))
    path, root, id_ = run.ledger, run.project.root, run.plan.run.id
    check_place(path, run.project)
    is_new = is_missing(path)
    if is_new:
        _ = run.allocations  # the whole plan must fit before anything is made
    key_path = key or key_file(run.project.settings.name, id_)
    if is_new and key is None and os.path.lexists(key_path):
        raise taken_key(run, key_path)
    if is_new and not os.path.lexists(key_path):
        secret = new_key(key_path, id_, root)
        console.say(f"made the key of run {id_}: {shown(key_path)}; keep a copy of it in a safe place")
    else:
        secret = read_key(key_path, id_, root)
    make, mark = partial(serials.make, secret, id_), fingerprint(secret)
    if is_new:
        check_numbers(run.project, NumberedRun(id_, mark, "", 0, os.path.abspath(path)))
    with Ledger.create(path, run.opening(mark)) if is_new else Ledger(path, write=True) as ledger:
        ledger.check_key(mark)
        if not is_new:
            check_numbers(run.project, numbered(ledger))
        note_numbers(ledger)  # where that is not possible, nothing is dealt
        waves = run.waves_to_deal(ledger)
        if not waves:
            console.say(f"{shown(path)}: all waves of the plan are dealt")
            if new := run.waiting(ledger):
                which = f"{counted(len(new), 'new design')} {'is' if len(new) == 1 else 'are'} in no wave"
                console.say(f"{which}: {listed(new)}; add [[waves]] to the plan, the last for them")
        for wave in waves if every else waves[:1]:
            number = len(ledger.waves()) + 1
            name = f"wave {number}{f' ({wave.name})' if wave.name else ''}"
            run.deal_wave(ledger, wave, make, reason or name)
            note_numbers(ledger)
            copies, packs = ledger.count(wave=number), sum(1 for _ in ledger.packs(number))
            console.say(f"{name}: {copies:,} copies in {counted(packs, 'pack')} -> {shown(path)}")
        console.say(f"the last event is {ledger.events()[-1].hash}")
