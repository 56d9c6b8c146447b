"""Checks of cards, effects, art and decks; each finding says where, what, and what would be right."""

from __future__ import annotations

from cardtools.checks.art import check_art
from cardtools.checks.effect_list import EffectList, read_effect_list
from cardtools.checks.report import Report, check_project
from cardtools.checks.validate import validate, validate_deck

__all__ = [
    "EffectList",
    "Report",
    "check_art",
    "check_project",
    "read_effect_list",
    "validate",
    "validate_deck",
]
