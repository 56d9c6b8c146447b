"""The parts of others that the studio's page uses, as modules in cardtools/pages/studio/web/parts.

    python .ci/bundle_parts.py           makes them again: needs npm and its registry
    python .ci/bundle_parts.py --check   says whether the files are what the script makes
    python .ci/bundle_parts.py --types   checks the types of the scripts of the studio and the free table

The versions are in `.ci/parts/package.json`, what each module offers in `.ci/parts/*.js`. Without npm,
`--types` says so and checks nothing.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / ".ci/parts"
STUDIO = ROOT / "cardtools/pages/studio"
PARTS = STUDIO / "web/parts"
FREE_TABLE = ROOT / "cardtools/play/free/web"
NAMES = ("codemirror", "moveable")
ESBUILD = "--bundle --format=esm --minify --target=es2022 --charset=utf8 --legal-comments=none".split()

# Our pages allow no <style> elements: where a part makes one, it gets a style sheet that is adopted.
ADOPT = """
function adopt(root, name, css) {
  var known = root.adoptedNames || (root.adoptedNames = new Set());
  if (known.has(name)) return;
  known.add(name);
  var sheet = new (root.defaultView || root.ownerDocument.defaultView).CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet].concat(Array.from(root.adoptedStyleSheets));
}

export default styled;"""
CHANGES = [
    (
        "style-mod/src/style-mod.js",
        "if (!root.head && root.adoptedStyleSheets",
        "if (root.adoptedStyleSheets",
    ),
    ("css-styled/dist/styled.esm.js", 'doc.createElement("style")', 'doc.createElement("meta")'),
    ("css-styled/dist/styled.esm.js", '.querySelector("style[data-', '.querySelector("meta[data-'),
    (
        "css-styled/dist/styled.esm.js",
        "style.innerHTML = replaceStyle(className, css, options)",
        "adopt(shadowRoot || doc, className, replaceStyle(className, css, options))",
    ),
    ("css-styled/dist/styled.esm.js", "\nexport default styled;", ADOPT),
]


def run(place: Path, *words: str) -> int:
    return subprocess.run(words, cwd=place, stdout=sys.stderr, check=False).returncode


def program(place: Path, name: str) -> str:
    return str(place / "node_modules/.bin" / (f"{name}.cmd" if sys.platform == "win32" else name))


def install(place: Path) -> None:
    """The packages of the lock file, in a folder; none of their own scripts is run."""
    npm = shutil.which("npm") or sys.exit("npm is missing: install Node.js 20 or later")
    shutil.copytree(SOURCES, place, dirs_exist_ok=True)
    if run(place, npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"):
        sys.exit("npm could not install the packages of .ci/parts/package-lock.json")


def change(place: Path) -> None:
    for name, old, new in CHANGES:
        path = place / "node_modules" / name
        text = path.read_text(encoding="utf-8")
        if text.count(old) != 1:
            sys.exit(f"{name} has changed: look for what {old!r} has become")
        path.write_text(text.replace(old, new), encoding="utf-8")


def licence(folder: Path, package: dict[str, Any]) -> str:
    """The text of a package's licence; some say only its name and their author."""
    found = sorted(path for path in folder.iterdir() if re.match(r"licen[cs]e", path.name, re.IGNORECASE))
    if found:
        return "\n".join(line.rstrip() for line in found[0].read_text(encoding="utf-8").strip().splitlines())
    author = package.get("author", "its authors")
    author = author["name"] if isinstance(author, dict) else author
    if package["license"] != "MIT":
        sys.exit(f"{folder.name} has no licence file")
    return re.sub(
        r"Copyright.*", f"Copyright (c) {author}", (ROOT / "LICENSE").read_text(encoding="utf-8").strip()
    )


def made(place: Path, name: str) -> tuple[dict[str, str], dict[str, str]]:
    """The files of one part, and the versions of the packages in it."""
    out, facts = place / f"out/{name}.js", place / f"out/{name}.json"
    options = [*ESBUILD, f"--outfile={out}", f"--metafile={facts}", "--log-level=warning"]
    if run(place, program(place, "esbuild"), f"{name}.js", *options):
        sys.exit(f"esbuild could not bundle {name}.js")
    used = json.loads(facts.read_text(encoding="utf-8"))["outputs"][f"out/{name}.js"]["inputs"]
    packages = {found[1] for path in used if (found := re.match(r"node_modules/((?:@[^/]+/)?[^/]+)/", path))}
    versions: dict[str, str] = {}
    texts: dict[str, list[str]] = {}
    for package in sorted(packages):
        folder = place / "node_modules" / package
        about = json.loads((folder / "package.json").read_text(encoding="utf-8"))
        versions[package] = about["version"]
        texts.setdefault(licence(folder, about), []).append(f"{package} {about['version']}")
    rule = "\n\n" + "-" * 78 + "\n\n"
    licences = rule.join(", ".join(names) + ":\n\n" + text for text, names in texts.items())
    script = out.read_text(encoding="utf-8")
    if re.search(r"\beval\(|new Function\b", script):
        sys.exit(f"{name}.js makes code at run time, which our pages do not allow")
    source = (SOURCES / f"{name}.js").read_text(encoding="utf-8")
    return {
        f"{name}.js": f"// @ts-nocheck made by .ci/bundle_parts.py; licences: {name}.LICENSE.txt\n{script}",
        f"{name}.d.ts": f"// Made by .ci/bundle_parts.py: the types are those of the packages.\n{source}",
        f"{name}.LICENSE.txt": licences + "\n",
    }, versions


def bundled(place: Path) -> dict[str, str]:
    """All files by name. The manifest names the digests of the others."""
    install(place)
    change(place)
    files: dict[str, str] = {}
    versions: dict[str, str] = {}
    for name in NAMES:
        some, of = made(place, name)
        files |= some
        versions |= of
    digests = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in sorted(files.items())}
    manifest = {"packages": dict(sorted(versions.items())), "sha256": digests}
    return {**files, "manifest.json": json.dumps(manifest, indent=2) + "\n"}


def check_types(place: Path) -> int:
    """What the compiler of TypeScript says about our own scripts, whose types are in comments."""
    if not shutil.which("npm"):
        sys.stderr.write("npm is missing: the types of our scripts were not checked.\n")
        return 0
    install(place)
    settings = json.loads((place / "tsconfig.json").read_text(encoding="utf-8"))
    settings["compilerOptions"]["paths"] = {"*": [(place / "node_modules" / "*").as_posix()]}
    settings["include"] = [(folder / "**/*.js").as_posix() for folder in (STUDIO, FREE_TABLE)]
    (place / "tsconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    return run(place, program(place, "tsc"), "-p", ".")


def main(words: list[str]) -> int:
    with tempfile.TemporaryDirectory() as name:
        place = Path(name).resolve()
        if words == ["--types"]:
            return check_types(place)
        files = bundled(place)
    if words == ["--check"]:
        other = [name for name, text in files.items() if (PARTS / name).read_text(encoding="utf-8") != text]
        said = f"differ: {', '.join(other)}" if other else "The parts are what the script makes."
        sys.stderr.write(f"{said}\n")
        return int(bool(other))
    for name, text in files.items():
        (PARTS / name).write_text(text, encoding="utf-8", newline="\n")
        packed = len(gzip.compress(text.encode(), 9, mtime=0))
        sys.stderr.write(f"{name}: {len(text.encode()):,} bytes, {packed:,} with gzip\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
