"""A game as scripts and notebooks use it: its cards, their checks, pictures, sheets, effects and matches."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.ground.errors import CardtoolsError
from cardtools.ground.io.files import user_path
from cardtools.ground.spelling import counted, suggest
from cardtools.library import no_bar
from cardtools.library.cards import Cards, GameCard
from cardtools.project.project import Project, find_project
from cardtools.steps.card_choice import CardChoice, printed_cards
from cardtools.steps.game_files import GameFiles

if TYPE_CHECKING:
    from PIL.Image import Image

    from cardtools.checks.findings.check_report import Report
    from cardtools.library.effects import EffectList
    from cardtools.library.playtests import Playtest
    from cardtools.library.print_runs import PrintRun
    from cardtools.library.sheets import Sheets


def load(folder: str | Path = ".") -> Game:
    """The card project of a folder, or of the nearest folder above it that has a `cardtools.toml`.

    Raises InputError with every problem of the project file, CardtoolsError where there is no project.
    """
    return Game(find_project(Path(folder).absolute(), required=True))


class Game(Cards):
    """A card project: its cards, and all that can be made of them.

    Each file is read when it is first needed, and once: after a change of a file, `load` again. Whatever
    a designer can mend raises InputError, with a place, a message and a hint for each problem.
    """

    def __init__(self, project: Project) -> None:
        super().__init__(GameFiles(project))

    @property
    def files(self) -> GameFiles:
        """The files behind it, for programs that need what is not here; not stable."""
        return self._files

    @property
    def name(self) -> str:
        """The name in the project file, or that of the folder."""
        return self._files.project.settings.name or self._files.project.root.name

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the card table, by the names that the ruleset gives them."""
        return self._files.table.columns

    @property
    def decks(self) -> dict[str, dict[str, int]]:
        """The decks of the project by name: the number of copies by card, in the order of the file."""
        found: dict[str, dict[str, int]] = {}
        for deck in self._files.decks:
            copies = found.setdefault(deck.path.stem, {})
            for entry in deck.entries:
                copies[entry.name] = copies.get(entry.name, 0) + entry.count
        return found

    @property
    def editions(self) -> tuple[str, ...]:
        """The names of the editions in other languages."""
        return tuple(self._files.project.settings.editions)

    def edition(self, name: str) -> Game:
        """The game in another language. Raises CardtoolsError for a name that the project file has not."""
        return Game(self._files.project.in_edition(name))

    @cached_property
    def cards(self) -> Cards:
        """The cards, in the order of the table."""
        return Cards(self._files)

    def check(self, select: Sequence[str] = (), ignore: Sequence[str] = (), where: str = "") -> Report:
        """The findings about cards, decks, art and effects without those that the project accepts. Iterate
        over the report, or make a table of it with `to_pandas`.

        `select` and `ignore` are codes of checks, their names or how codes begin; with `where`, only findings
        about cards that meet the condition are reported. Raises InputError when a file cannot be used.
        """
        from datetime import date

        from cardtools.checks.findings.selection import load_selection
        from cardtools.steps.check import check_game

        files = self._files
        today = date.today()
        whole = not (select or ignore)
        selection = load_selection(files.project, files.ruleset, today, tuple(select), tuple(ignore), whole)
        return check_game(files, selection=selection, where=where)

    def render(self, card: GameCard | str, dpi: int = 300, bleed: bool = False) -> Image:
        """The picture of a card, given itself or its name, as `GameCard.render`."""
        return (self.cards[card] if isinstance(card, str) else card).render(dpi, bleed)

    def sheets(
        self,
        deck: str | Path | None = None,
        paper: str = "",
        sheet: str | Path | None = None,
        copies: str = "",
        skip: Sequence[int] = (),
        watermark: str = "",
        low_ink: bool = False,
        printer: str = "",
    ) -> Sheets:
        """The cards of a deck (a name or a file; None: each card once, or as the column `copies` says) on
        sheets to print.

        `paper` is letter, a4 or another name, `sheet` a sheet definition, `printer` one of the project file;
        what is not given is the project's. `skip` are cells of the first sheet (from 1) that stay empty.
        Raises InputError for a deck, a sheet or a card that cannot be used.
        """
        from cardtools.library.sheets import Sheets, plan_sheets
        from cardtools.print.sheets.printing import PrintOptions, find_printer
        from cardtools.steps.sheets import CardsOfSheets, SheetOptions, cards_of_sheets

        options = PrintOptions(tuple(skip), watermark, low_ink, find_printer(self._files.project, printer))
        how = SheetOptions(Path(sheet) if sheet else None, paper, options)
        if deck is None:
            cards: CardsOfSheets = printed_cards(self._files, (), (), copies)
        else:
            cards = cards_of_sheets(self._files, CardChoice(decks=(self._deck(deck),)))
        _, (plan,) = plan_sheets(self._files, cards, how, no_bar)
        return Sheets(plan)

    def export(
        self,
        target: str,
        decks: Sequence[str | Path] = (),
        folder: str | Path | None = None,
        dpi: int = 0,
        url: str = "",
    ) -> list[Path]:
        """Write the files of a target (mpc, tts, html ...: `cardtools export --help` lists them) for decks,
        by default those of the project; their paths, in the order in which they are written.

        The folder is `export/TARGET` of the project's output if none is given. Raises InputError for an
        unknown target, for cards that the target cannot take, and OutputError.
        """
        from cardtools.ground.errors import bad_input
        from cardtools.print.export import TARGETS
        from cardtools.print.export.export_files import write
        from cardtools.steps.export import plan_export

        if target not in TARGETS:
            raise bad_input(target, "there is no such target", suggest(target, list(TARGETS), "targets"))
        choice = CardChoice(decks=tuple(map(self._deck, decks)))
        plan = plan_export(self._files, target, choice, user_path(folder) if folder else None, dpi, url)
        write(plan.job.folder, plan.files)
        return [plan.job.folder / file.name for file in plan.files]

    def effects(self) -> EffectList:
        """The effect list that the templates make now, in memory. Raises InputError where there are none."""
        from cardtools.library.effects import EffectList

        return EffectList(self._files.project)

    def playtest(
        self,
        *decks: str | Path,
        games: int = 100,
        agents: Sequence[str] = ("greedy",),
        seed: int = 1,
        allow_blank: bool = False,
        jobs: int | None = 1,
        folder: str | Path | None = None,
    ) -> Playtest:
        """Let agents play `games` games of each pairing of decks (names or files; none: the project's first
        two) and keep them in a folder (default: one below the project's output), where the same call goes on.

        `agents` is one for all decks or one for each; `jobs` processes play (None: as many as there are
        processors; a script then needs `if __name__ == "__main__"`). The same seed gives the same games.
        Raises InputError for decks and cards that cannot be played, CardtoolsError for agents.
        """
        from cardtools.library.playtests import run_playtest
        from cardtools.play.playtest.setup import make_plan

        agents = (agents,) if isinstance(agents, str) else tuple(agents)
        plan = make_plan(self._files, [str(deck) for deck in decks], agents, seed, allow_blank)
        return run_playtest(self._files, plan, games, jobs=jobs, folder=user_path(folder) if folder else None)

    @property
    def runs(self) -> dict[str, PrintRun]:
        """The print runs of the project by name: its plans `runs/NAME.toml`, in alphabetical order."""
        from cardtools.library.print_runs import PrintRun

        project = self._files.project
        return {path.stem: PrintRun(path, project) for path in sorted(project.path("runs").glob("*.toml"))}

    def _deck(self, deck: str | Path) -> Path:
        from cardtools.play.load import deck_paths

        return deck_paths(self._files, [str(deck)])[0]

    def __len__(self) -> int:
        return len(self._files.table)

    def __dir__(self) -> list[str]:
        return [name for name in super().__dir__() if not name.startswith("_")]

    def __repr__(self) -> str:
        try:
            return f"<game {self.name}: {counted(len(self), 'card')}, {counted(len(self.decks), 'deck')}>"
        except CardtoolsError:
            return f"<game {self.name}: its cards cannot be read, `check` says why>"

    def _repr_html_(self) -> str:
        from html import escape

        return f"<p><b>{escape(self.name)}</b>: {counted(len(self), 'card')}</p>{self.cards._repr_html_()}"
