"""From the files of a project to results: `game_files` loads them, `card_choice` chooses cards, `draw_cards`
composes and draws them, `sheets`, `export` and `boxes` plan files and write them; `check` reports what is
wrong. `build`, the commands and `studio` call these stages, and so do programs that import cardtools.
"""
