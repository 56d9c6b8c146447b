"""Comparisons of a column with a text that is not one of its values: they are the same for every card."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping

_EQUAL, _MEMBER = (ast.Eq, ast.NotEq), (ast.In, ast.NotIn)


def unlisted(
    comparisons: Iterable[ast.Compare], words: Mapping[str, Collection[str]]
) -> Iterator[tuple[ast.Constant, str]]:
    """Each text that is compared with a column, but not among the column's `words`; and the column."""
    for node in comparisons:
        left = node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            pairs: list[tuple[ast.expr, ast.expr]] = []
            inside = False  # a part of a word is enough: 'ire' in TYPE
            if isinstance(operator, _EQUAL):
                pairs = [(left, right), (right, left)]
            elif isinstance(operator, _MEMBER) and isinstance(right, ast.Tuple | ast.List):
                pairs = [(left, item) for item in right.elts]
            elif isinstance(operator, _MEMBER):
                pairs, inside = [(right, left)], True
            for one, other in pairs:
                known = words.get(one.id.removeprefix("_first_")) if isinstance(one, ast.Name) else None
                if isinstance(one, ast.Name) and known and isinstance(other, ast.Constant):
                    text = other.value  # an empty one asks for an empty cell
                    if (
                        isinstance(text, str)
                        and text
                        and not (text in known or (inside and _is_part(text, known)))
                    ):
                        yield other, one.id.removeprefix("_first_")
            left = right


def _is_part(text: str, words: Collection[str]) -> bool:
    return any(text in word for word in words)
