"""The five games with the generators of their legal cards and decks, and what spoils them."""

from __future__ import annotations

from functools import partial

import spoil_cards
import spoil_decks
import spoil_ttcg
from oracle import Game
from valid_school import school_cards, school_deck
from valid_small import alpha_cards, alpha_deck, kingdom_cards, kingdom_deck, mana_cards, mana_deck
from valid_ttcg import Pool, ttcg_cards, ttcg_deck

NAMES = ("alpha", "kingdom", "mana", "school", "ttcg")
CARD_SPOILS = {
    "alpha": spoil_cards.ALPHA, "kingdom": spoil_cards.KINGDOM, "mana": spoil_cards.MANA,
    "school": spoil_cards.SCHOOL, "ttcg": spoil_ttcg.TTCG,
}  # fmt: skip
DECK_SPOILS = {
    "alpha": spoil_decks.ALPHA, "kingdom": spoil_decks.KINGDOM, "mana": spoil_decks.MANA,
    "school": spoil_decks.SCHOOL, "ttcg": spoil_decks.TTCG,
}  # fmt: skip


# What is told of the design of a whole game: true of cards made at random, and no fault of any of them.
_DESIGN = frozenset({"LNT001", "LNT002", "LNT003", "XRF001", "XRF002", "XRF003"})


def make_games(pool: Pool) -> dict[str, Game]:
    """The games by the name of their ruleset; `pool` are the effects of ttcg cards."""
    return {
        "alpha": Game(alpha_cards, alpha_deck, _DESIGN | {"AFD104"}),  # the odds of an opening hand
        "kingdom": Game(kingdom_cards, kingdom_deck, _DESIGN | {"DDD105"}),
        # Flying and Reach do nothing yet, and the rules state no size of a deck (M1, M2).
        "mana": Game(mana_cards, mana_deck, _DESIGN | {"MLC112", "MLD107", "MLD109"}),
        # What is recommended for decks (Rules 4) is no rule.
        "school": Game(school_cards, school_deck, _DESIGN | {"SVD105", "SVD106", "SVD107", "SVD108"}),
        # 0/500 is legal and worth a look; effects may be much alike, or search for what a deck has not.
        "ttcg": Game(partial(ttcg_cards, pool=pool), ttcg_deck, _DESIGN | {"TTU105", "TXT017", "TTD112"}),
    }
