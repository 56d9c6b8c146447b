"""What `[terms]` of a ruleset or of the project file may contain."""

import re

from cardtools.ground.frozen_record import Record

_LONGEST = 5_000


class Term(Record):
    """`[terms.NAME]`: a word of the game. Texts call it as `@[NAME]`, which prints its icon and the word, and
    `@[NAME|text]` prints its reminder text, `@[NAME|icon]` its icon, `@[NAME|word]` the word. Upper and lower
    case do not count. The project's terms take the place of the ruleset's.

    Keys:
        text: The reminder text: what the word means. It may call other terms, and have marks.
        word: What is printed for the word; if empty, the name as the text has it.
        icon: An icon before the word, a name from `[icons]` of the face.
        style: The marks of the word, such as `<b>` or `<c gold>`.
        names: Other names to call it by, such as its plural.

    Example:
        [terms.Reach]
        text = "It can block units with @[Flying]."
        word = "Long Reach"
        icon = "reach"
        style = "<b><c #205080>"
        names = ["Reaching"]

        [terms.Flying]
        text = "Only units with @[Flying] or @[Reach] can block it."
    """

    text: str = ""
    word: str = ""
    icon: str = ""
    style: str = ""
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not re.fullmatch("(<[^<>/]+>)*", self.style):
            raise ValueError(f"style = {self.style!r}, expected marks such as <b>")
        if len(self.text) > _LONGEST:
            raise ValueError(f"text has more than {_LONGEST:,} characters")
