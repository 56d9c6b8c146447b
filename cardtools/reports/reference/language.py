"""What the templates of faces and conditions may use, each with its meaning and an example.

The examples of templates are about the columns of `CARD`, those of conditions about the columns of the sample
game.
"""

from __future__ import annotations

from datetime import date
from typing import Any

CARD: dict[str, Any] = {
    "NAME": "The Old Oak",
    "TYPE": "Nature",
    "LEVEL": 3,
    "COST": 2.5,
    "SUBTYPES": ["Treefolk", "Elder"],
    "TEXT": "draw one card.",
    "LORE": None,
    "RELEASED": date(2026, 11, 5),
    "project": {"name": "Grove", "copyright": "© 2026 the authors"},
}

CONDITIONS = """\
Conditions have one language, with the words and signs of Python: in rulesets (`assert`, `when`, `required`,
`ref_where`, `stats_where`), in the option `--where`, and in the `when` of faces, `[[faces]]` and `[[backs]]`.
`--where` also takes searches, which are short for conditions: `t:fire attack>300 -o:discard`.

An empty cell has no value. A condition that needs its value does not hold, and a rule that needs it is not
applied to the card, whatever the rest of it says. `given(COLUMN)` asks whether the cell is filled; a
condition that asks decides itself what an empty cell means: `not given(COST) or COST > 3`. An empty list is a
list without items. A column that the ruleset or another table knows and this one lacks is empty.

An unknown name is an error. Where a column may be missing everywhere, a filter or a face asks for it first:
`has(IMAGE) and given(IMAGE)`. A rule names columns of the ruleset's `[fields]`. Columns that the ruleset does
not know are numbers where all their filled cells are.

A face also knows `project.name`, `project.copyright`, `edition.name`, `edition.language` (both empty without
an edition), `palette.NAME` and `colours.NAME`; a panel of a box `panel`, `box.title` and `box.cards`. Where
there are `[terms]`, it knows `terms.NAME` and the list `glossary` of those that the cards have, each with its
`word`, `text` and `icon`."""

EXPRESSIONS = {
    "COLUMN": ("The value of a cell: a number, a text, or a list of words.", "LEVEL == 3"),
    "'text'": ("A text, in single or double quotes.", "TYPE == 'Spell'"),
    "( , ) [ , ]": ("Several values.", "TYPE in ('Fire', 'Water')"),
    "TABLE[COLUMN]": ("The entry of one of the ruleset's tables.", "ATTACK + DEFENSE == unit_total[LEVEL]"),
    "+ - * / // %": ("Sums; `//` is division without the rest, `%` is the rest.", "ATTACK % 5 == 0"),
    "== != < <= > >=": ("Comparisons, also in a chain.", "1 <= LEVEL <= 5"),
    "in, not in": ("Whether a value is one of several, or a text is part of another.", "'draw' in EFFECT1"),
    "and or not": ("Combined conditions.", "LEVEL == 5 and not given(LORE)"),
    "a if b else c": ("One of two values.", "LEVEL == (1 if TYPE == 'Spell' else 2)"),
    "true false": ("The two truths; also `True` and `False`.", "given(LORE_OF) == false"),
    "NAME of [define]": ("The expression that has this name under `[define]` of the ruleset.",
                         "unit_sum == ATTACK + DEFENSE"),
    "first_COLUMN": ("In a rule with a `group`: the cell of the first card of the group.",
                     "ATTACK >= first_ATTACK"),
}  # fmt: skip

BLOCKS = {
    "{{ ... }}": ("The value of an expression; an empty cell prints nothing.", "{{ NAME }}{{ LORE }}"),
    "{% if %}": ("Text under a condition.", "{% if LEVEL > 2 %}strong{% else %}weak{% endif %}"),
    "{% for %}": ("Text for each of several.", "{% for one in SUBTYPES %}[{{ one }}]{% endfor %}"),
    "... if ... else": ("One of two values.", "{{ 'Legend' if LEVEL == 5 else TYPE }}"),
    "+ - * / // % ~": ("Sums; `//` is without the rest, `%` is the rest, `~` joins.",
                       "{{ LEVEL * 2 ~ '+' }}"),
    "== != < <= > >=": ("Comparisons.", "{{ LEVEL >= 3 }}"),
    "and or not in": ("Combined conditions.", "{{ 'Elder' in SUBTYPES and not LORE }}"),
    "project": ("`name` and `copyright` of the project file.", "{{ project.copyright }}"),
    "term()": ("The call of a term of `[terms]`, or of its 'text', 'icon' or 'word'.",
               "{{ term('Flying', 'text') }}"),
}  # fmt: skip

FILTERS = {
    "abs": ("The number without its sign.", "{{ (1 - LEVEL)|abs }}"),
    "capitalize": ("The first letter in upper case, the others in lower case.", "{{ TEXT|capitalize }}"),
    "converted": ("A number of a unit in another one, as the function.", "{{ LEVEL|converted('in', 'cm') }}"),
    "count": ("The number of letters or items.", "{{ SUBTYPES|count }}"),
    "d": ("Short for `default`.", "{{ LORE|d('no lore', true) }}"),
    "date": ("The date as the words YYYY, YY, MMMM, MMM, MM, M, DD and D say.",
             "{{ RELEASED|date('D MMMM YYYY') }}"),
    "default": ("Another value where the table has no such column, or, with `true`, where the cell is empty.",
                "{{ LORE|default('no lore', true) }}"),
    "dictsort": ("The entries of a table in order.", "{{ project|dictsort|first|last }}"),
    "e": ("Short for `escape`.", "{{ 'R&D'|e }}"),
    "escape": ("`&`, `<`, `>` and quotes as HTML writes them.", "{{ '<b>'|escape }}"),
    "first": ("The first item or letter.", "{{ SUBTYPES|first }}"),
    "float": ("The number that a text says.", "{{ '2.50'|float }}"),
    "format": ("Values put into a text, as Python's `%` does.", "{{ '%.2f coins'|format(COST) }}"),
    "int": ("The whole number that a text says, or a number without its decimals.", "{{ COST|int }}"),
    "items": ("The names and values of a table.",
              "{% for name, value in project|items %}{{ name }} {% endfor %}"),
    "join": ("The items as one text.", "{{ SUBTYPES|join(' - ') }}"),
    "last": ("The last item or letter.", "{{ SUBTYPES|last }}"),
    "length": ("The number of letters or items.", "{{ NAME|length }}"),
    "list": ("The letters, or the items, as a list.", "{{ TYPE|list|join('.') }}"),
    "lower": ("In lower case.", "{{ NAME|lower }}"),
    "map": ("A filter applied to each item.", "{{ SUBTYPES|map('upper')|join(' ') }}"),
    "max": ("The largest item.", "{{ [LEVEL, COST]|max }}"),
    "min": ("The smallest item.", "{{ [LEVEL, COST]|min }}"),
    "reject": ("The items that fail a test.", "{{ [1, 2, 3]|reject('odd')|join }}"),
    "rejectattr": ("The items that have an entry which fails a test.",
                   "{{ [{'n': 1}, {'n': 2}]|rejectattr('n', 'odd')|map(attribute='n')|join }}"),
    "replace": ("One text in place of another.", "{{ TEXT|replace('one', 'two') }}"),
    "reverse": ("From the last to the first.", "{{ SUBTYPES|reverse|join(', ') }}"),
    "round": ("Rounded, to so many decimals.", "{{ (COST / LEVEL)|round(2) }}"),
    "select": ("The items that pass a test.", "{{ [1, 2, 3]|select('odd')|join }}"),
    "selectattr": ("The items that have an entry which passes a test.",
                   "{{ [{'n': 1}, {'n': 2}]|selectattr('n', 'odd')|map(attribute='n')|join }}"),
    "sort": ("In order.", "{{ SUBTYPES|sort|join(', ') }}"),
    "string": ("As a text.", "{{ LEVEL|string|length }}"),
    "sum": ("The sum of numbers.", "{{ [LEVEL, COST]|sum }}"),
    "title": ("Each word with a capital.", "{{ TEXT|title }}"),
    "trim": ("Without spaces at its ends.", "{{ '  oak '|trim }}"),
    "truncate": ("The first letters, and dots.", "{{ NAME|truncate(9, true, '...', 0) }}"),
    "unique": ("Each item once.", "{{ ['a', 'b', 'a']|unique|join }}"),
    "upper": ("In upper case.", "{{ NAME|upper }}"),
    "wordcount": ("The number of words.", "{{ NAME|wordcount }}"),
}  # fmt: skip

TESTS = {
    "boolean": ("It is true or false.", "{{ (LEVEL > 2) is boolean }}"),
    "defined": ("The table has this column.", "{{ ARTIST is defined }}"),
    "divisibleby": ("It is a multiple of a number.", "{{ LEVEL is divisibleby(3) }}"),
    "eq": ("It is equal; also `equalto`, `==`.", "{{ LEVEL is eq(3) }}"),
    "equalto": ("It is equal; also `eq`, `==`.", "{{ TYPE is equalto('Fire') }}"),
    "even": ("It is an even number.", "{{ LEVEL is even }}"),
    "false": ("It is `false`.", "{{ (LEVEL > 4) is false }}"),
    "float": ("It is a number with decimals.", "{{ COST is float }}"),
    "ge": ("It is as large or larger; also `>=`.", "{{ LEVEL is ge(3) }}"),
    "greaterthan": ("It is larger; also `gt`, `>`.", "{{ LEVEL is greaterthan(3) }}"),
    "gt": ("It is larger; also `greaterthan`, `>`.", "{{ LEVEL is gt(2) }}"),
    "in": ("It is one of several.", "{{ TYPE is in(['Fire', 'Nature']) }}"),
    "integer": ("It is a whole number.", "{{ LEVEL is integer }}"),
    "iterable": ("It has items or letters.", "{{ SUBTYPES is iterable }}"),
    "le": ("It is as small or smaller; also `<=`.", "{{ LEVEL is le(2) }}"),
    "lessthan": ("It is smaller; also `lt`, `<`.", "{{ LEVEL is lessthan(5) }}"),
    "lower": ("It is in lower case.", "{{ TEXT is lower }}"),
    "lt": ("It is smaller; also `lessthan`, `<`.", "{{ COST is lt(2) }}"),
    "mapping": ("It is a table, such as a palette.", "{{ project is mapping }}"),
    "ne": ("It is not equal; also `!=`.", "{{ LEVEL is ne(5) }}"),
    "none": ("The cell is empty.", "{{ LORE is none }}"),
    "number": ("It is a number.", "{{ COST is number }}"),
    "odd": ("It is an odd number.", "{{ LEVEL is odd }}"),
    "sequence": ("It has items or letters in order.", "{{ SUBTYPES is sequence }}"),
    "string": ("It is a text.", "{{ LEVEL is string }}"),
    "true": ("It is `true`.", "{{ (LEVEL > 2) is true }}"),
    "undefined": ("The table doesn't have this column.", "{{ ARTIST is undefined }}"),
    "upper": ("It is in upper case.", "{{ NAME is upper }}"),
}

METHODS = {
    "capitalize": ("The first letter in upper case, the others in lower case.", "{{ TEXT.capitalize() }}"),
    "casefold": ("In lower case, for comparing.", "{{ TYPE.casefold() == 'nature' }}"),
    "count": ("How often a text or an item occurs.", "{{ NAME.count('O') }}"),
    "endswith": ("Whether it ends so.", "{{ TEXT.endswith('.') }}"),
    "find": ("Where a text begins, from 0; -1 if it is not there.", "{{ NAME.find('Oak') }}"),
    "get": ("The entry of a table, or another value.", "{{ project.get('year', 'no year') }}"),
    "index": ("Where an item or a text is, from 0.", "{{ SUBTYPES.index('Elder') }}"),
    "isalnum": ("Whether it is letters and digits only.", "{{ 'B12'.isalnum() }}"),
    "isalpha": ("Whether it is letters only.", "{{ TYPE.isalpha() }}"),
    "isascii": ("Whether it has no letter such as é.", "{{ 'Élan'.isascii() }}"),
    "isdecimal": ("Whether it is digits 0 to 9 only.", "{{ '12'.isdecimal() }}"),
    "isdigit": ("Whether it is digits only, ² included.", "{{ '2²'.isdigit() }}"),
    "islower": ("Whether it is in lower case.", "{{ TEXT.islower() }}"),
    "isnumeric": ("Whether it is digits only, ½ included.", "{{ '½'.isnumeric() }}"),
    "isspace": ("Whether it is spaces only.", "{{ ' '.isspace() }}"),
    "istitle": ("Whether each word has a capital.", "{{ NAME.istitle() }}"),
    "isupper": ("Whether it is in upper case.", "{{ NAME.isupper() }}"),
    "items": ("The names and values of a table.", "{% for a, b in project.items() %}{{ a }} {% endfor %}"),
    "join": ("The items as one text, with this one between them.", "{{ ' / '.join(SUBTYPES) }}"),
    "keys": ("The names of a table.", "{{ project.keys()|join(', ') }}"),
    "lower": ("In lower case.", "{{ NAME.lower() }}"),
    "lstrip": ("Without these letters at its beginning.", "{{ '007'.lstrip('0') }}"),
    "partition": ("What is before a text, the text, and what is after it.", "{{ NAME.partition(' ')[2] }}"),
    "removeprefix": ("Without this beginning.", "{{ NAME.removeprefix('The ') }}"),
    "removesuffix": ("Without this end.", "{{ TEXT.removesuffix('.') }}"),
    "replace": ("One text in place of another.", "{{ TEXT.replace('one', 'two') }}"),
    "rfind": ("Where a text begins for the last time, from 0; -1 if nowhere.", "{{ NAME.rfind('O') }}"),
    "rindex": ("Where a text begins for the last time, from 0.", "{{ NAME.rindex('O') }}"),
    "rpartition": ("As `partition`, at the last place.", "{{ NAME.rpartition(' ')[2] }}"),
    "rsplit": ("As `split`, from the end.", "{{ NAME.rsplit(' ', 1)[0] }}"),
    "rstrip": ("Without these letters at its end.", "{{ TEXT.rstrip('.') }}"),
    "split": ("The parts between spaces or another text.", "{{ NAME.split()[1] }}"),
    "splitlines": ("The lines.", "{{ TEXT.splitlines()|length }}"),
    "startswith": ("Whether it begins so.", "{{ NAME.startswith('The ') }}"),
    "strip": ("Without spaces, or these letters, at its ends.", "{{ ' oak '.strip() }}"),
    "swapcase": ("Upper case for lower case, and the other way round.", "{{ TYPE.swapcase() }}"),
    "title": ("Each word with a capital.", "{{ TEXT.title() }}"),
    "upper": ("In upper case.", "{{ NAME.upper() }}"),
    "values": ("The values of a table.", "{{ project.values()|first }}"),
}  # fmt: skip


def value_of(template: str) -> str:
    """What a template makes of `CARD`."""
    from cardtools.language.budget import Budget
    from cardtools.language.text_templates import compile_text

    return compile_text(template)(CARD, Budget())
