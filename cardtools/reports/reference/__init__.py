"""The reference of every TOML file: its keys, read from the models that the files are loaded with."""

# The kinds of TOML file, and where in a project such files usually are.
PLACES = {
    "project": "cardtools.toml",
    "face": "templates/*.toml",
    "sheet": "templates/sheets/*.toml",
    "ruleset": "game.toml",
    "tags": "effects/tags.toml",
    "run": "runs/*.toml",
    "crops": "cards/crops.toml",
    "programs": "effects/programs.toml",
}
