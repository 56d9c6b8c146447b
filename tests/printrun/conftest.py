"""A small game's run that is dealt."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from lantern import make_lantern
from outcome import Outcome


@pytest.fixture(autouse=True)
def own_settings(settings_folder: Path) -> None:
    """The register of runs is in the settings folder, which is not the user's."""


@pytest.fixture
def lantern(folder: Path, cardtools: Callable[..., Outcome], settings_folder: Path) -> Path:
    """The plan of the game's run; its ledger is beside it, its key in a settings folder elsewhere."""
    plan = make_lantern(folder)
    assert cardtools("run", "deal", "run.toml").code == 0
    return plan
