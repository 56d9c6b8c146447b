"""A page with all cards, search and filters; its pictures are in it or, where they are many, beside it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, repeat
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple
from urllib.parse import quote

from cardtools.cards.table import Card
from cardtools.ground.spelling import counted
from cardtools.ground.web.page_template import page_template
from cardtools.print.export.decks import ExportDeck, Job, Output, PictureFiles, Preset, card_row, jpegs, plain
from cardtools.render.scene.scene import Scene
from cardtools.rulesets.ruleset import Field, Ruleset

PRESET = Preset("the gallery")
WIDTH = 500  # pixels of a picture: twice as many as it is wide on the page
MOST_INSIDE = 200  # cards: above that, their pictures are files that a browser loads when they come into view
MOST_VALUES = 40  # of a filter
MOST_STEPS = 12  # of a filter by number


class GalleryFilter(NamedTuple):
    """A choice on the page: its label, its values in the ruleset's order, the columns that they stand in."""

    label: str
    values: tuple[str, ...]
    columns: tuple[str, ...]


def outputs(job: Job) -> Iterator[Output]:
    """A page for each deck; of one with many cards, also a folder with their pictures."""
    for deck in job.decks:
        cards = [card for card, _ in deck.counts()]
        is_beside = len(cards) > MOST_INSIDE and not job.one_file
        yield Output(f"{deck.name}.html", partial(_write, job, deck, is_beside))
        backs = own_backs(deck)
        pictures = PictureFiles(partial(jpegs, job, width=WIDTH))
        for card in cards if is_beside else ():
            yield Output(f"{deck.name}/{card.slug}.jpg", pictures.writer(deck.front(card)))
            if back := backs.get(card.slug):
                yield Output(f"{deck.name}/backs/{card.slug}.jpg", pictures.writer(back))


def own_backs(deck: ExportDeck) -> dict[str, Scene]:
    """The backs that no other card of a deck has, by the file names of their cards."""
    backs = {card.slug: back for card, _ in deck.counts() if (back := deck.back(card))}
    times = Counter(backs.values())
    return {slug: back for slug, back in backs.items() if times[back] == 1 < len(backs)}


def filters(ruleset: Ruleset, cards: Sequence[Card]) -> list[GalleryFilter]:
    """The filters of a page: words of vocabularies, numbers of few steps; none where all are the same."""
    columns: dict[str, list[Field]] = defaultdict(list)
    for name, field in ruleset.fields.items():
        low, high = field.entry.whole_range
        is_short = low is not None and high is not None and high - low < MOST_STEPS
        if field.vocabulary or (field.entry.type == "int" and is_short):
            columns[field.entry.vocabulary or name].append(field)
    found = []
    for key, fields in columns.items():
        names = tuple(field.name for field in fields)
        used = {value for card in cards for value in values_of(card, names)}
        vocabulary = fields[0].vocabulary
        order = [value for value in vocabulary.values if value in used] if vocabulary else []
        order += sorted(used - set(order), key=lambda value: (int(value) if value.isdecimal() else 0, value))
        if 1 < len(order) <= MOST_VALUES:
            label = fields[0].label if len(fields) == 1 else key
            found.append(GalleryFilter(label[:1].upper() + label[1:], tuple(order), names))
    return found


def values_of(card: Card, columns: Sequence[str]) -> list[str]:
    """The card's values in these columns, as texts, each once."""
    values = (card.values.get(column) for column in columns)
    words = (one if isinstance(one, tuple) else (one,) for one in values if one is not None)
    return list(dict.fromkeys(map(str, chain.from_iterable(words))))


def _write(job: Job, deck: ExportDeck, is_beside: bool, file: BinaryIO) -> None:
    different, total = [card for card, _ in deck.counts()], len(deck.cards)
    chosen = filters(job.ruleset, different)
    is_set = total == len(different)
    summary = counted(total, "card") if is_set else f"{total} cards, {len(different)} different"
    cards = _cards(job, deck, chosen, is_beside)  # drawn one by one while the page is written
    template = page_template(Path(__file__).with_name("html.jinja"), is_beside)
    for part in template.generate(title=deck.title, summary=summary, filters=chosen, cards=cards):
        file.write(part.encode("utf-8"))


def _cards(
    job: Job, deck: ExportDeck, chosen: Sequence[GalleryFilter], is_beside: bool
) -> Iterator[dict[str, Any]]:
    backs, fronts = own_backs(deck), [(card, count, deck.front(card)) for card, count in deck.counts()]
    sides = [side for card, _, front in fronts for side in (front, backs.get(card.slug)) if side]
    inside = repeat(b"") if is_beside else jpegs(job, sides, WIDTH)
    for card, count, front in fronts:
        row = {column: plain(text) for column, text in card_row(card.values).items()}
        words = " ".join(filter(None, row.values())).casefold()
        marks = ["|".join(values_of(card, one.columns)) for one in chosen]
        files = [quote(f"{deck.name}/{name}.jpg") for name in (card.slug, f"backs/{card.slug}")]
        size = WIDTH, round(WIDTH * front.height / front.width)
        shown = {"beside": files * is_beside, "size": size, "facts": _facts(job.ruleset, row)}
        shown |= {"picture": next(inside), "back": [next(inside)] if card.slug in backs else []}
        yield {"name": card.name, "count": count, **shown, "words": words, "chosen": marks}


def _facts(ruleset: Ruleset, row: dict[str, str]) -> list[tuple[str, str]]:
    """What the card says, as labels and texts, without its name and its files."""
    labels = Counter(field.label for field in ruleset.fields.values())
    facts = []
    for column, text in row.items():
        field = ruleset.fields.get(column)
        if text and column != ruleset.title and not (field and field.entry.file):
            label = field.label if field and labels[field.label] == 1 else column.replace("_", " ").lower()
            facts.append((label[:1].upper() + label[1:], text))
    return facts
