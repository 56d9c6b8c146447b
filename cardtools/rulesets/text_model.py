"""What `[text]` of a ruleset file may contain: the language of the cards' texts."""

from cardtools.ground.frozen_record import Record, field


class TextEntry(Record):
    """`[text]`: the words of effect texts, for the checks TXT001 to TXT029.

    Keys:
        columns: The columns with texts; if empty, those of `[effects]`.
        words: What texts call a card, in the singular.
        nouns: What else texts count, in the singular.
        kinds: The vocabularies whose words say which cards are meant.
        lower: Within a text, all these words are in lower case.
        one_sentence: A text is one sentence.
        self: What a card calls itself.
        verbs: The actions of the rules.
        terms: Words that the rules call something else, each with the right one. Other common words for the
            same thing count too: of `graveyard` also cemetery, trash and discard pile.
        foreign: Words for what the game has not, each with what to say of it.
        keywords: The column of a card's abilities: texts name no other ones, and the column has those that a
            text gives its card.
        redundant: Words that add nothing, each with what to write instead.
        spelling: Misspelt words, each with the right one.
        limits: Words before a number, each with the column whose range the number must be in.
        styles: The columns of texts, each with the column of the text's style.
        implies: The beginnings of texts, each with the styles that such a text may have; the longest counts.
        requires: Styles, each with its words; a text of that style has at least one of them.

    Example:
        [text]
        words = ["card", "unit", "spell"]
        nouns = ["point"]
        kinds = ["type"]
        verbs = ["draw", "discard", "destroy"]
        self = "this card"
        terms = { graveyard = "discard pile" }
        foreign = { exile = "no card leaves the game" }
        limits = { rank = "LEVEL" }
        columns = ["EFFECT1", "EFFECT2"]
        lower = true
        one_sentence = true
        redundant = { "in order to" = "to" }
        spelling = { recieve = "receive" }
        styles = { EFFECT1 = "EFFECT1_STYLE" }
        implies = { "When you" = ["Counter", "Normal"] }
        requires = { Equip = ["equip", "equipped"] }

    Example of abilities:
        [vocabulary.ability]
        values = ["Flying", "Haste"]

        [fields.ABILITIES]
        type = "list"
        vocabulary = "ability"

        [text]
        columns = ["EFFECT1"]
        keywords = "ABILITIES"
    """

    columns: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    nouns: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    lower: bool = False
    one_sentence: bool = False
    self_: str = ""
    verbs: tuple[str, ...] = ()
    terms: dict[str, str] = field(default_factory=dict)
    foreign: dict[str, str] = field(default_factory=dict)
    keywords: str = ""
    redundant: dict[str, str] = field(default_factory=dict)
    spelling: dict[str, str] = field(default_factory=dict)
    limits: dict[str, str] = field(default_factory=dict)
    styles: dict[str, str] = field(default_factory=dict)
    implies: dict[str, tuple[str, ...]] = field(default_factory=dict)
    requires: dict[str, tuple[str, ...]] = field(default_factory=dict)
