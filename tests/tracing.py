"""Where the values in a program's source come from: traced backward from a use, through names, fields, calls
and results of functions, to what has no origin in the package itself.

The tracer knows no types and no order of statements, so it finds too many origins rather than too few: what
it does not understand is an origin of its own, as the text of the expression. It does not follow `getattr`,
`setattr`, `replace(x, **y)` and what is put into a list or a dictionary by a method.
"""

from __future__ import annotations

import ast
import builtins
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Scope(NamedTuple):
    """Where an expression stands: the module, and the classes and functions around it, the innermost last."""

    module: str
    around: tuple[ast.AST, ...] = ()

    @property
    def name(self) -> str:
        names = (node.name for node in self.around if isinstance(node, Function | ast.ClassDef))
        return ".".join((self.module, *names))


class Use(NamedTuple):
    """A place where one of the functions asked for is named: in a call of it, or passed on."""

    function: str
    scope: Scope
    call: ast.Call | None


class Package:
    """The source of a package, by module."""

    def __init__(self, trees: Mapping[str, ast.Module]) -> None:
        self.trees = trees
        self.functions: dict[str, list[tuple[Scope, Function]]] = defaultdict(list)
        self.classes: dict[str, list[tuple[Scope, ast.ClassDef]]] = defaultdict(list)
        self.calls: dict[str, list[tuple[Scope, ast.Call]]] = defaultdict(list)
        self.nodes: list[tuple[Scope, ast.AST]] = []
        self.named: dict[str, list[tuple[Scope, ast.AST]]] = defaultdict(list)
        for module, tree in trees.items():
            self._read(tree, Scope(module))
        both = [*self.functions.values(), *self.classes.values()]
        self.ours = {
            f"{scope.module}.{node.name}"
            for homes in both
            for scope, node in homes
            if not (scope.around and isinstance(scope.around[-1], ast.ClassDef))
        }
        self.put: dict[str, list[tuple[Scope, ast.AST]]] = defaultdict(list)  # into attributes
        for scope, node in self.nodes:
            for name, value in (
                _bound(node) if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign) else ()
            ):
                self.put[name].append((scope, value))
        self.imports = {module: dict(_imported(tree)) for module, tree in trees.items()}

    def _read(self, node: ast.AST, scope: Scope) -> None:
        for child in ast.iter_child_nodes(node):
            self.nodes.append((scope, child))
            if isinstance(child, ast.Name | ast.Attribute) and isinstance(child.ctx, ast.Load):
                self.named[_last(child)].append((scope, child))
            inner = scope
            if isinstance(child, Function):
                self.functions[child.name].append((scope, child))
                inner = scope._replace(around=(*scope.around, child))
            elif isinstance(child, ast.ClassDef):
                self.classes[child.name].append((scope, child))
                inner = scope._replace(around=(*scope.around, child))
            elif isinstance(child, ast.Lambda):
                inner = scope._replace(around=(*scope.around, child))
            elif isinstance(child, ast.Call) and (name := _last(child.func)):
                self.calls[name].append((scope, child))
            self._read(child, inner)

    def uses(self, wanted: Iterable[str]) -> Iterator[Use]:
        """Each place that names one of these functions: `eval`, `subprocess.run`."""
        wanted = set(wanted)
        calls = {id(node.func): node for _, node in self.nodes if isinstance(node, ast.Call)}
        for scope, node in self.nodes:
            if isinstance(node, ast.Name | ast.Attribute):
                full = self.full_name(node, scope.module)
                if full in wanted:
                    yield Use(full, scope, calls.get(id(node)))

    def full_name(self, node: ast.AST, module: str) -> str:
        """The dotted name that an expression means, where names that are imported stand for what they are."""
        if isinstance(node, ast.Name):
            return self.imports[module].get(node.id, node.id)
        if isinstance(node, ast.Attribute):
            return f"{self.full_name(node.value, module)}.{node.attr}"
        return ""

    def meant(self, node: ast.AST, module: str) -> str:
        """What a function that is called means: the dotted name of one of ours or of a class of ours, or
        `.name` for a method of an object.
        """
        full = self.full_name(node, module)
        if "." not in full and f"{module}.{full}" in self.ours:
            return f"{module}.{full}"
        for _ in range(5):  # imported from where it is imported
            home, _, own = full.rpartition(".")
            if full in self.ours or home not in self.trees:
                break
            full = self.imports[home].get(own, full)
        is_method = isinstance(node, ast.Attribute) and full == ast.unparse(node)
        return f".{_last(node)}" if full not in self.ours and is_method else full

    def calls_of(self, outer: Scope, node: Function | ast.ClassDef) -> list[tuple[Scope, ast.Call]]:
        """The calls that may be of a function or a class."""
        wanted = self.as_called(outer, node)
        calls = self.calls.get(node.name, ())
        return [(scope, call) for scope, call in calls if self.meant(call.func, scope.module) == wanted]

    @staticmethod
    def as_called(outer: Scope, node: Function | ast.ClassDef) -> str:
        is_method = outer.around and isinstance(outer.around[-1], ast.ClassDef) and isinstance(node, Function)
        return f".{node.name}" if is_method else f"{outer.module}.{node.name}"

    def origins(self, node: ast.AST | None, scope: Scope) -> set[str]:
        """Where the value of an expression may come from."""
        trace = _Trace(self)
        trace.left = [] if node is None else [(node, scope)]
        return trace.search()

    def is_passed_on(self, outer: Scope, node: Function | ast.ClassDef) -> bool:
        """Whether a function is named without being called: who calls it then is not seen."""
        wanted = self.as_called(outer, node)
        called = {id(call.func) for _, call in self.calls.get(node.name, ())}
        return any(
            id(named) not in called and self.meant(named, scope.module) == wanted
            for scope, named in self.named.get(node.name, ())
        )


class _Trace:
    """One search for origins: what is left to look at, what was looked at, and what was found."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self.left: list[tuple[ast.AST, Scope]] = []
        self.seen: set[tuple[object, ...]] = set()
        self.found: set[str] = set()

    def search(self) -> set[str]:
        while self.left and len(self.found) < _ENOUGH:
            node, scope = self.left.pop()
            if self._is_new("node", id(node)):
                self._look(node, scope)
        return self.found

    def _ask(self, nodes: Iterable[ast.AST | None], scope: Scope) -> None:
        self.left += [(node, scope) for node in nodes if node is not None]

    def _is_new(self, *key: object) -> bool:
        known = key in self.seen
        self.seen.add(key)
        return not known

    def _look(self, node: ast.AST, scope: Scope) -> None:
        if isinstance(node, ast.Name):
            self._name(node.id, scope)
        elif isinstance(node, ast.Attribute):
            self._attribute(node, scope)
        elif isinstance(node, ast.Call):
            self._call(node, scope)
        elif isinstance(node, ast.Subscript):
            self._ask([node.value], scope)
        elif isinstance(node, ast.Compare | ast.Lambda):
            pass  # a truth; a function
        elif isinstance(node, ast.IfExp):
            self._ask([node.body, node.orelse], scope)
        elif isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp):
            self._ask([node.elt], scope)  # its variables are among what is assigned in the scope
        else:
            self._ask(ast.iter_child_nodes(node), scope)

    def _name(self, name: str, scope: Scope) -> None:
        for depth in range(len(scope.around), 0, -1):
            around, outer = scope.around[depth - 1], Scope(scope.module, scope.around[: depth - 1])
            if isinstance(around, ast.ClassDef):
                continue
            assigned = _assigned(around, name)
            is_parameter = name in [arg.arg for arg in _arguments(around)]
            self._ask(assigned, Scope(scope.module, scope.around[:depth]))
            if is_parameter:
                self._parameter(around, name, outer)
            if assigned or is_parameter:
                return
        self._global(name, scope.module)

    def _global(self, name: str, module: str) -> None:
        full = self.package.imports[module].get(name, "")
        home, _, own = full.rpartition(".")
        if assigned := _assigned(self.package.trees[module], name):
            self._ask(assigned, Scope(module))
        elif home in self.package.trees and full not in self.package.trees:
            self._global(own, home)
        elif not (full or name in self.package.functions or name in self.package.classes):
            self.found |= set() if hasattr(builtins, name) else {f"{module}: {name}"}

    def _parameter(self, function: ast.AST, name: str, outer: Scope) -> None:
        owner = outer.around[-1] if outer.around else None
        of_class = owner if isinstance(owner, ast.ClassDef) else None
        if not self._is_new("parameter", id(function), name) or (of_class and name in ("self", "cls")):
            return
        if not isinstance(function, Function):
            self.found.add(f"{outer.name}: {name} of a lambda")
            return
        if any("command" in ast.unparse(one) for one in function.decorator_list):
            self.found.add(f"the command line: {outer.name}.{function.name}({name})")
            return
        names = [arg.arg for arg in (*function.args.posonlyargs, *function.args.args)]
        names = names[1:] if of_class and not _is_static(function) else names
        makes = of_class is not None and function.name == "__init__"
        calls = (
            self.package.calls_of(_outside(outer), of_class)
            if makes
            else self.package.calls_of(outer, function)
        )
        self._ask_passed(calls, names, name)
        self._ask([*function.args.defaults, *function.args.kw_defaults], outer)
        foreign = of_class and not all(_last(base) in self.package.classes for base in of_class.bases)
        if not calls or foreign or self.package.is_passed_on(outer, function):
            self.found.add(f"{outer.name}.{function.name}: {name}")

    def _ask_passed(self, calls: Iterable[tuple[Scope, ast.Call]], names: list[str], name: str) -> None:
        for scope, call in calls:
            self._ask((word.value for word in call.keywords if word.arg in (name, None)), scope)
            stars = [one for one in call.args if isinstance(one, ast.Starred)]
            at = names.index(name) if name in names else len(call.args)
            self._ask(stars or call.args[at : at + 1], scope)

    def _attribute(self, node: ast.Attribute, scope: Scope) -> None:
        """What was ever put into an attribute of that name, of any class."""
        home, _, own = self.package.full_name(node, scope.module).rpartition(".")
        if home in self.package.trees:
            self._global(own, home)
            return
        if home.partition(".")[0] in _WORLD:
            self.found.add(f"{home}.{own}")
            return
        if not self._is_new("attribute", node.attr):
            return
        before = len(self.left)
        for homes in self.package.classes.values():
            for outer, cls in homes:
                inner = Scope(outer.module, (*outer.around, cls))
                fields = [
                    item.target.id
                    for item in cls.body
                    if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
                ]
                if node.attr in fields:
                    self._ask_passed(self.package.calls_of(outer, cls), fields, node.attr)
                    for where, call in self.package.calls.get("replace", ()):
                        self._ask((word.value for word in call.keywords if word.arg == node.attr), where)
                self._ask(_assigned(cls, node.attr), inner)
        for outer, function in self.package.functions.get(node.attr, ()):  # a property
            self._ask_results(function, outer)
        for outer, value in self.package.put.get(node.attr, ()):
            self._ask([value], outer)
        if len(self.left) == before:
            self.found.add(f"{scope.module}: {ast.unparse(node)}")

    def _call(self, node: ast.Call, scope: Scope) -> None:
        name, full = _last(node.func), self.package.full_name(node.func, scope.module)
        if full in _READING or full.partition(".")[0] in _READING:
            self.found.add(f"{scope.module}: {ast.unparse(node)}")
            return
        meant = self.package.meant(node.func, scope.module)
        homes = [
            (outer, function)
            for outer, function in self.package.functions.get(name, ())
            if meant == self.package.as_called(outer, function)
        ]
        for outer, function in homes:
            self._ask_results(function, outer)
        if meant not in self.package.ours and name not in _NO_TEXTS:
            # Not ours, or a method: perhaps one of a text. An object of ours has its texts in attributes,
            # which are traced where they are read.
            receiver = [node.func.value] if isinstance(node.func, ast.Attribute) else []
            self._ask([*receiver, *node.args, *(word.value for word in node.keywords)], scope)

    def _ask_results(self, function: Function, outer: Scope) -> None:
        inner = Scope(outer.module, (*outer.around, function))
        results = ast.Return | ast.Yield | ast.YieldFrom
        self._ask((node.value for node in _own(function) if isinstance(node, results)), inner)


# What reads files: its result is an origin. What has a value from outside. What makes numbers and truths.
_READING = {"json", "tomllib", "open", "input", "urllib", "socket", "importlib.metadata"}
_WORLD = {"sys", "os"}
_ENOUGH = 50  # origins: what is understood has fewer
_NO_TEXTS = {"int", "len", "bool", "float", "isinstance", "range", "id", "hash"}


def _imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                name = alias.name if alias.asname else alias.name.partition(".")[0]
                yield alias.asname or name, name
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield alias.asname or alias.name, f"{node.module}.{alias.name}"


def _last(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _outside(scope: Scope) -> Scope:
    return Scope(scope.module, scope.around[:-1])


def _arguments(node: ast.AST) -> list[ast.arg]:
    if not isinstance(node, Function | ast.Lambda):
        return []
    given = node.args
    every = (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg)
    return [one for one in every if one is not None]


def _is_static(function: Function) -> bool:
    return any(_last(one) == "staticmethod" for one in function.decorator_list)


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """What is in a function, a class or a module, without what is in functions and classes inside it."""
    left = list(ast.iter_child_nodes(node))
    while left:
        child = left.pop()
        yield child
        if not isinstance(child, Function | ast.ClassDef | ast.Lambda):
            left += ast.iter_child_nodes(child)


@cache
def _assignments(node: ast.AST) -> Mapping[str, list[ast.AST]]:
    """What is put under each name, and into each attribute, in a scope."""
    found: dict[str, list[ast.AST]] = defaultdict(list)
    for one in _own(node):
        for name, value in _bound(one):
            found[name].append(value)
    return found


def _assigned(node: ast.AST, name: str) -> list[ast.AST]:
    return _assignments(node).get(name, [])


def _bound(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """What a statement puts under which names and attributes."""
    pairs: list[tuple[ast.AST | None, ast.AST | None]] = []
    if isinstance(node, ast.Assign):
        pairs = [(target, node.value) for target in node.targets]
    elif isinstance(node, ast.AnnAssign | ast.AugAssign | ast.NamedExpr):
        pairs = [(node.target, node.value)]
    elif isinstance(node, ast.For | ast.AsyncFor | ast.comprehension):
        pairs = [(node.target, node.iter)]
    elif isinstance(node, ast.With | ast.AsyncWith):
        pairs = [(item.optional_vars, item.context_expr) for item in node.items]
    for target, value in pairs:
        parts: list[tuple[ast.AST | None, ast.AST | None]] = [(target, value)]
        several: list[ast.expr] = []
        if isinstance(value, ast.Tuple):
            several = value.elts
        elif (
            isinstance(value, ast.Call)
            and _last(value.func) == "zip"
            and pairs[0][1] is getattr(node, "iter", 0)
        ):
            several = value.args
        if isinstance(target, ast.Tuple) and len(target.elts) == len(several):
            parts = list(zip(target.elts, several, strict=True))
        for part, own in parts:
            if part is not None and own is not None:
                yield from ((name, own) for name in _stored(part))


def _stored(target: ast.AST) -> set[str]:
    """The names and attributes that a target is; of `a[b] = c` that is a, which then has c in it."""
    if isinstance(target, ast.Subscript):
        return {_last(target.value)}
    if isinstance(target, ast.Tuple | ast.List):
        return set().union(*map(_stored, target.elts))
    return {_last(target.value if isinstance(target, ast.Starred) else target)}
