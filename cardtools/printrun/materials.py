"""`[integrity]` of a plan: what cards and inserts weigh, and how well somebody can measure a closed pack."""

import math
from typing import Literal

from cardtools.ground.frozen_record import Record


class IntegrityEntry(Record):
    """`[integrity]`: how closed packs are kept from giving away what is in them. Values that you have not
    measured are assumptions.

    Keys:
        policy: With `random_weight` inserts of random area make the weight of every pack random; with
            `equal_weight` the area of each makes all packs weigh the same; with `none` nothing is checked.
        measured: The keys of this table whose values you have measured; `run integrity` warns about the
            others.
        card_mass (g): The mass of a card in the lowest rarity.
        card_thickness (mm): Its thickness.
        finish_mass (g): How much more a card in each of the other rarities weighs, in the order of the plan.
        finish_thickness (mm): How much thicker it is.
        mass_spread (g): The standard deviation of the mass of cards of one rarity.
        thickness_spread (mm): The standard deviation of their thickness.
        wrapper_spread (g): The standard deviation of the mass of wrappers.
        insert_area (mm²): The smallest and the largest area of inserts.
        insert_stocks (g/m²): The materials that inserts are cut from, each equally often.
        insert_bulk (cm³/g): The thickness of these materials in µm, for each g/m².
        insert_narrowest (mm): The width of the narrowest part and of the narrowest notch of an insert.
        weighing_error (g): With `equal_weight`, the standard deviation of your weighings of a pack's cards.
        attacker_scale (g): The standard deviation of an attacker's weighings.
        attacker_caliper (mm): The same for measured thicknesses.
        attacker_touch: The same for an insert's area as it is felt through the wrapper, as a fraction of the
            area.
        most (area under the curve): The most that an attacker may reach; 0.5 is guessing.

    Example:
        [integrity]
        policy = "random_weight"
        measured = ["card_mass", "finish_mass"]
        card_mass = 1.76
        finish_mass = [0.002, 0.004, 0.01, 0.012, 0.015]

    Example of packs that weigh the same:
        [integrity]
        policy = "equal_weight"
        insert_area = [900, 2400]
        insert_stocks = [240, 300, 360]
        weighing_error = 0.005

    Example of values that are all measured:
        [integrity]
        measured = [
            "card_mass", "card_thickness", "finish_mass", "finish_thickness", "mass_spread",
            "thickness_spread", "wrapper_spread", "insert_stocks", "insert_bulk",
        ]
        card_mass = 1.76
        card_thickness = 0.31
        mass_spread = 0.015
        thickness_spread = 0.003
        finish_mass = [0.002, 0.004, 0.01, 0.012, 0.015]
        finish_thickness = [0, 0.001, 0.001, 0.001, 0.002]
        wrapper_spread = 0.015
        insert_stocks = [300]
        insert_bulk = 1.1
        insert_narrowest = 8

    Example of an attacker with good instruments, who may not be better than this:
        [integrity]
        attacker_scale = 0.001
        attacker_caliper = 0.005
        attacker_touch = 0.05
        most = 0.53
    """

    policy: Literal["random_weight", "equal_weight", "none"] = "random_weight"
    measured: tuple[str, ...] = ()
    card_mass: float = 1.75
    card_thickness: float = 0.305
    finish_mass: tuple[float, ...] = (0.001, 0.002, 0.004, 0.005, 0.006)
    finish_thickness: tuple[float, ...] = (0.0001, 0.0003, 0.0006, 0.0007, 0.0009)
    mass_spread: float = 0.02
    thickness_spread: float = 0.004
    wrapper_spread: float = 0.02
    insert_area: tuple[float, ...] = (1200.0, 2800.0)
    insert_stocks: tuple[float, ...] = (300.0,)
    insert_bulk: float = 1.0
    insert_narrowest: float = 6.0
    weighing_error: float = 0.01
    attacker_scale: float = 0.01
    attacker_caliper: float = 0.01
    attacker_touch: float = 0.1
    most: float = 0.55

    def __post_init__(self) -> None:
        if len(self.insert_area) != 2 or not 36 <= self.insert_area[0] <= self.insert_area[1] <= 5000:
            what = f"insert_area = {list(self.insert_area)}"
            raise ValueError(f"{what}, expected two areas from 36 to 5000 mm², the smaller one first")
        if not self.insert_stocks or not all(20 <= stock <= 3000 for stock in self.insert_stocks):
            what = f"insert_stocks = {list(self.insert_stocks)}"
            raise ValueError(f"{what}, expected materials of 20 to 3000 g/m²")
        for name, (low, high) in _LIMITS.items():
            found = getattr(self, name)
            for value in found if isinstance(found, tuple) else (found,):
                if not low <= value <= high or math.isnan(value):
                    raise ValueError(f"{name} = {value:g}, expected {low:g} to {high:g}")
        if strange := sorted(set(self.measured) - set(VALUES)):
            raise ValueError(f"measured has {strange[0]!r}, expected names of values: {', '.join(VALUES)}")

    def finishes(self, name: Literal["finish_mass", "finish_thickness"], rarities: int) -> list[float]:
        """What each rarity adds, 0 for the lowest; the last value counts for those beyond it."""
        values = list(getattr(self, name)) or [0.0]
        return [0.0, *(values[min(index, len(values) - 1)] for index in range(rarities - 1))]

    @property
    def assumed(self) -> list[str]:
        """The values that nobody has measured."""
        return [name for name in VALUES if name not in self.measured]


VALUES = (
    "card_mass", "card_thickness", "finish_mass", "finish_thickness", "mass_spread", "thickness_spread",
    "wrapper_spread", "insert_stocks", "insert_bulk",
)  # fmt: skip


_LIMITS = {
    "card_mass": (0.05, 50.0), "card_thickness": (0.02, 10.0), "insert_bulk": (0.1, 20.0),
    "insert_narrowest": (0.5, 30.0), "most": (0.5, 1.0), "mass_spread": (0, 5), "thickness_spread": (0, 5),
    "wrapper_spread": (0, 5), "weighing_error": (0, 5), "attacker_scale": (0, 5), "attacker_caliper": (0, 5),
    "attacker_touch": (0, 5), "finish_mass": (-5, 5), "finish_thickness": (-5, 5),
}  # fmt: skip
