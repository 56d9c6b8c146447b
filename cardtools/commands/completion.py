"""`cardtools completion`: what makes a shell complete commands, options, cards, codes and targets."""

from __future__ import annotations

import os
from pathlib import Path

import click

from cardtools.commands import OneOf, argument, command, option
from cardtools.ground.console import Console
from cardtools.ground.io.files import make_folder, shown, user_path, write_atomic

# Where each looks for completions (zsh: its start file): a variable with the folder, the default, the file.
SHELLS = {
    "bash": ("XDG_DATA_HOME", ".local/share", "bash-completion/completions/cardtools"),
    "zsh": ("ZDOTDIR", "", ".zshrc"),
    "fish": ("XDG_CONFIG_HOME", ".config", "fish/completions/cardtools.fish"),
}
_LINE = 'eval "$(cardtools completion zsh)"'


@command("Example: cardtools completion bash --install")
def completion(
    console: Console,
    shell: str = argument(type=OneOf(tuple(SHELLS)), metavar="|".join(SHELLS)),
    install: bool = option("--install", "Install it for this user instead of printing it."),
) -> None:
    """Print a script that completes commands, options, cards, codes and targets in a shell.

    --install writes it for bash and fish to the user's folder of completions, and for zsh adds a line to
    .zshrc. New shells then complete `cardtools`.
    """
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    assert found is not None, "click knows these shells"
    script = found(click.get_current_context().find_root().command, {}, "cardtools", "_CARDTOOLS_COMPLETE")
    if not install:
        console.data(script.source() + "\n")
        return
    variable, default, name = SHELLS[shell]
    path = user_path(Path(os.environ.get(variable) or Path.home() / default) / name)
    text = script.source() + "\n"
    if shell == "zsh":
        before = path.read_text(encoding="utf-8") if path.is_file() else ""
        lines = before.splitlines()
        text = "\n".join([*lines, *([] if _LINE in lines else [_LINE])]) + "\n"
    make_folder(path.parent)
    write_atomic(path, text)
    console.say(f"written to {shown(path)}; new shells complete cardtools")
