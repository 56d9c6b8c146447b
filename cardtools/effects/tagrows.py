"""The rows of a tagged CSV, made from the text of a list without taking it apart line by line.

Lists that come from templates are made of runs: the same beginning with one end after the other, then the
next beginning with the same ends again. What a row ends with is looked up by the end of its line, and where
the text goes on as the last run did, behind another beginning, one comparison does for all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from cardtools.effects.match import PhraseMatcher, State, cut
from cardtools.effects.tagged import DELIMITER, needs_quotes, quoted
from cardtools.files import read_bytes, read_text


def read_blocks(path: Path) -> Iterator[str]:
    """The text of a file, some thousand lines at a time, each ended by `\n`, without holding the file.

    Raises InputError as `read_text` does.
    """
    if not path.is_file():
        read_bytes(path)  # raises, saying why
    try:
        with path.open(encoding="utf-8-sig") as file:
            while block := file.read(1 << 20):
                block += file.readline()
                yield block if block.endswith("\n") else f"{block}\n"
    except UnicodeDecodeError:
        read_text(path)  # raises, saying where
        raise


# After this many runs it is seen whether they pay: whether they have this many lines on average.
_RUNS, _LINES = 64, 3


class _OneByOneError(Exception):
    """The lines must be taken one by one: spaces at the ends of one, quotes, nothing in it; no runs."""


class _Ends(dict[str, str]):
    """How a row ends, by how the line ends, behind beginnings that lead to one state and one finding.

    `run` and `rows`: the ends of the lines of the last run, and of their rows.
    """

    def __init__(self, matcher: PhraseMatcher, cells: Callable[[int], str], state: State, mask: int) -> None:
        self.matcher, self.cells, self.state, self.mask = matcher, cells, state, mask
        self.run: list[str] = []
        self.rows: list[str] = []

    def __missing__(self, line: str) -> str:
        end = line[:-1]
        if end[-1:].isspace() or not end or needs_quotes(end):
            raise _OneByOneError
        self.matcher.remembered += 1
        row = self[line] = end + self.cells(self.mask | self.matcher.end(self.state, end))
        return row


class RowWriter:
    """Makes rows of lines. `cells` gives what follows the effect, by the mask of what it contains.

    `header` stands above the rows; `written` counts them.
    """

    def __init__(self, header: str, matcher: PhraseMatcher, cells: Callable[[int], str]) -> None:
        self.header, self.matcher, self.cells = header, matcher, cells
        self.written = 0
        self._beginnings: dict[str, _Ends] = {}
        self._ends: dict[tuple[State, int], _Ends] = {}

    def rows(self, text: str) -> str:
        """The rows of the lines of a text, each ended by `\n`: stripped, without the empty ones."""
        if self.matcher.forget_much():
            self._beginnings.clear()
            self._ends.clear()
        try:
            return self._by_runs(text)
        except _OneByOneError:
            lines = [line for line in map(str.strip, text.split("\n")) if line]
            masks = self.matcher.find(lines)
            self.written += len(lines)
            cells = {mask: self.cells(mask) for mask in set(masks)}
            # Asking once whether any line needs quotes is cheaper than asking each.
            if any(sign in text for sign in (DELIMITER, '"', "\r")):
                lines = [quoted(line) for line in lines]
            return "".join([line + cells[mask] for line, mask in zip(lines, masks, strict=True)])

    def _by_runs(self, text: str) -> str:
        made: list[str] = []
        run: list[str] = []
        at = lines = runs = 0
        while at < len(text):
            stop = text.find("\n", at)
            middle = cut(text, at, stop)
            beginning = text[at:middle]
            ends = self._beginnings.get(beginning)
            if ends is None:
                ends = self._begin(beginning, text[at:stop])
            whole = beginning + beginning.join(run)
            if run and beginning and text.startswith(whole, at):
                at += len(whole)
            else:
                run = [text[middle : stop + 1]]
                at = stop + 1
                while beginning and text.startswith(beginning, at):
                    stop = text.find("\n", at)
                    run.append(text[at + len(beginning) : stop + 1])
                    at = stop + 1
            if ends.run is not run:
                ends.run, ends.rows = run, list(map(ends.__getitem__, run))
            made += (beginning, beginning.join(ends.rows))
            lines += len(run)
            runs += 1
            if runs > _RUNS and lines < runs * _LINES:
                raise _OneByOneError
        self.written += lines
        return "".join(made)

    def _begin(self, beginning: str, line: str) -> _Ends:
        if not line or line != line.strip() or needs_quotes(line):
            raise _OneByOneError
        key = self.matcher.begin(beginning)
        if key not in self._ends:
            self._ends[key] = _Ends(self.matcher, self.cells, *key)
        if beginning:
            self._beginnings[beginning] = self._ends[key]
        return self._ends[key]
