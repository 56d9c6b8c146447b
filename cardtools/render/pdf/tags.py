"""Bookmarks of cards in a PDF, and the structure that screen readers follow."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cardtools.render.pdf.reportlab_private import array, dictionary, document_of, write_entry
from cardtools.render.scene.pages import Placement
from cardtools.render.scene.scene import Scene


def alternative_text(scene: Scene) -> str:
    """The words that are read aloud for a card: its name and its texts."""
    texts = [text.text for text in scene.texts if text.text and text.text != scene.title]
    return ". ".join(text.rstrip(".") for text in (scene.title, *texts))


class CardTags:
    """Collects the cards of a PDF while its pages are drawn: each is a figure with an alternative text, its
    first print has a bookmark. Scenes without a title and what lies beside the cards are artifacts.
    """

    def __init__(self, canvas: Any) -> None:
        self.canvas = canvas
        self.texts: list[str] = []  # of the cards on the page
        self.known: set[str] = set()
        self.figures: list[tuple[Any, list[str]]] = []  # the texts of each page

    @contextmanager
    def artifact(self) -> Iterator[None]:
        """Mark the items drawn meanwhile as no content."""
        self.canvas.addLiteral("/Artifact BMC")
        yield
        self.canvas.addLiteral("EMC")

    @contextmanager
    def card(self, placement: Placement) -> Iterator[None]:
        """Mark the items drawn meanwhile as a card."""
        canvas, scene = self.canvas, placement.scene
        if not scene.title:
            with self.artifact():
                yield
            return
        if not placement.back and scene.title not in self.known:
            self.known.add(scene.title)
            key = f"card{len(self.known)}"
            left, top = canvas.absolutePosition(placement.left, placement.top)
            canvas.bookmarkPage(key, "XYZ", round(left, 2), round(top, 2))
            canvas.addOutlineEntry(scene.title, key)
        canvas.addLiteral(f"/Figure <</MCID {len(self.texts)}>> BDC")
        words = alternative_text(scene)
        self.texts.append(f"{words}. {placement.words}" if placement.words else words)
        yield
        canvas.addLiteral("EMC")

    def end_page(self) -> None:
        page = document_of(self.canvas).Pages[-1]
        write_entry(page, "StructParents", len(self.figures))
        self.figures.append((page, self.texts))
        self.texts = []

    def write(self) -> None:
        from reportlab.pdfbase.pdfdoc import PDFString

        document = document_of(self.canvas)
        root = dictionary(Type="/StructTreeRoot", ParentTreeNextKey=len(self.figures))
        whole = dictionary(Type="/StructElem", S="/Document", P=document.Reference(root))
        every: list[Any] = []
        parents: list[Any] = []
        for number, (page, texts) in enumerate(self.figures):
            place = {"P": document.Reference(whole), "Pg": document.Reference(page)}
            figures = [
                dictionary(Type="/StructElem", S="/Figure", **place, K=marked, Alt=PDFString(text))
                for marked, text in enumerate(texts)
            ]
            parents += [number, list(map(document.Reference, figures))]
            every += parents[-1]
        whole["K"] = array(every)
        root["K"] = document.Reference(whole)
        root["ParentTree"] = document.Reference(dictionary(Nums=parents))
        document.Catalog.StructTreeRoot = root
        document.Catalog.MarkInfo = dictionary(Marked="true")
