"""`cardtools schema`: JSON Schemas, with which editors complete and check TOML files."""

from __future__ import annotations

import click

from cardtools.commands import argument, command, print_json
from cardtools.ground.console import Console
from cardtools.ground.errors import CardtoolsError
from cardtools.ground.io.files import shown
from cardtools.project.project import find_project
from cardtools.reports.reference import PLACES


@command("Example: cardtools schema")
def schema(console: Console, kind: str | None = argument(type=click.Choice(list(PLACES)))) -> None:
    """Write the JSON Schemas of all TOML files into the project, or print the one for KIND.

    An editor with a TOML language server, such as VS Code with Even Better TOML, completes and checks a file
    that begins with a line like `#:schema ../schemas/face.json`. `init` writes these lines and the schemas;
    run this command after an update of cardtools.
    """
    from cardtools.reports.reference.files import KINDS
    from cardtools.reports.reference.schema import FOLDER, schema_line, schema_of, write_schemas

    if kind:
        print_json(console, schema_of(KINDS[kind]))
        return
    project = find_project()
    if project.file is None:
        advice = "  help: run it in a project, or name a kind: cardtools schema face"
        raise CardtoolsError(f"no card project\n{advice}")
    write_schemas(project.root)
    console.say(f"the schemas are in {shown(project.root / FOLDER)}; begin the files with these lines:")
    for one in KINDS.values():
        console.say(f"  {one.place:<24} {schema_line(project.root / one.place, one, project.root)}")
