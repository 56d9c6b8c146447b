"""The plainest script that makes the sample game's effect list: run in the project, it writes naive.txt.

It obeys the documentation, with linked offsets and number words; the stages are those of the sample game.
"""

from __future__ import annotations

import itertools
import re
from pathlib import Path

SLOT = re.compile(r"<([A-Za-z_]\w*)(?:#(\d+))?([+-]\d+)?>")
WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty"
).split()
DROP, REPLACE = "combinations_to_remove", "phrase_replacements"


def lines(path: str | Path) -> list[str]:
    text = Path(path).read_text(encoding="utf-8")
    return [line.strip() for line in text.split("\n") if line.strip()]


def value(line: str) -> str:
    text, end = "", 0
    for match in SLOT.finditer(line):
        text += line[end : match.start()].replace("_", " ") + match[0]
        end = match.end()
    text += line[end:].replace("_", " ")
    return text if text.strip() else ""


def shift(text: str, offset: int) -> str:
    if not offset:
        return text
    if re.fullmatch(r"-?\d+", text):
        return str(int(text) + offset)
    if text.lower() in WORDS:
        number = WORDS.index(text.lower()) + offset
        word = WORDS[number] if 0 <= number <= 20 else str(number)
        return word.capitalize() if text[0].isupper() else word
    return text


def expand(text: str, lists: dict[str, list[str]]) -> list[str]:
    names = list(dict.fromkeys((m[1], m[2]) for m in SLOT.finditer(text) if m[1] in lists))
    values = [[v for one in lists[name] for v in expand(one, lists)] for name, _ in names]
    result = []
    for chosen in itertools.product(*values):
        picked = dict(zip(names, chosen, strict=True))

        def fill(match: re.Match[str], picked: dict[tuple[str, str], str] = picked) -> str:
            key = match[1], match[2]
            return shift(picked[key], int(match[3] or 0)) if key in picked else match[0]

        result.append(SLOT.sub(fill, text))
    return result


def main() -> None:
    folder = Path("placeholders")
    lists = {
        path.stem: list(map(value, lines(path)))
        for path in sorted(folder.glob("*.txt"))
        if path.stem not in (DROP, REPLACE)
    }
    drops = [line for line in lines(folder / f"{DROP}.txt") if not line.startswith("#")]
    rules = {}
    for line in lines(folder / f"{REPLACE}.txt"):
        if not line.startswith("#"):
            old, _, new = line.partition(":")
            rules[old.strip()] = new.strip()
    effects = []
    for template in lines("effects/all_effect_templates.txt"):
        effects += expand(template, lists)
    effects = list(dict.fromkeys(effects))
    effects = [re.sub(" {2,}", " ", effect).strip() for effect in effects]
    effects = [effect for effect in effects if not any(phrase in effect for phrase in drops)]
    fixed = []
    for effect in effects:
        for old, new in rules.items():
            effect = effect.replace(old, new)
        fixed.append(effect)
    effects = list(dict.fromkeys(sorted(fixed)))
    Path("naive.txt").write_text("".join(f"{effect}\n" for effect in effects), encoding="utf-8")


main()
