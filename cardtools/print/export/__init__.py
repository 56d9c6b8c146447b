"""Finished cards for those who make, print or show them: one module for each target, most named after it."""

from __future__ import annotations

TARGETS = {
    "pnp": "print and play: the sheets on letter and A4, and how to print them",
    "tgc": "The Game Crafter: pictures; sizes: poker, bridge, tarot, mini, jumbo, square, tile, hexagon",
    "mpc": "MakePlayingCards: fronts and backs as numbered pictures",
    "dtc": "DriveThruCards: a PDF of each deck, in CMYK with limited ink; size: poker",
    "pdfx4": "print shops: a PDF/X-4 of each deck by [print] profile, with plates and die lines",
    "tts": "Tabletop Simulator: sheets of faces, and the decks as saved objects",
    "cockatrice": "Cockatrice: the cards as a card database, cards.xml",
    "zip": "all cards as PNG pictures in one archive, with a table",
    "json": "the cards as records, for other programs; numbers and lists stay what they are",
    "pcio": "PlayingCards.io: a table with each deck in a pile, to import into a room",
    "showcase": "a picture of up to 7 cards in a row, in perspective, with reflections",
    "hand": "a picture of up to 10 cards as one holds them",
    "flip": "an animation of each card that turns over",
    "rulebook": "a PDF with every card in its size, and the terms of the game",
    "sheet-png": "the print sheets as pictures",
    "html": "a page with all cards to look at and to search in",
}
MODULES = {"showcase": "posing", "hand": "posing", "flip": "posing", "sheet-png": "sheet_pictures"}
