"""A free table: the cards of any project, moved by hand as on a table of wood; no rule is enforced."""
