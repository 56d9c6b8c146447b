"""The steps that make the effect list and its tags, and check the files that these are made from."""

from __future__ import annotations

import os
from pathlib import Path

from cardtools.ground.io.files import iter_lines, shown
from cardtools.ground.spelling import counted
from cardtools.ground.tables.workbooks import table_file
from cardtools.project.project import Project
from cardtools.rulesets import project_ruleset
from cardtools.steps import effect_lists
from cardtools.steps.build.job import Build
from cardtools.steps.programs import check_program_file, program_file


def _grammar_files(project: Project) -> list[Path]:
    return list(project.path(project.settings.effects.placeholders).glob("*.txt"))


def _has_effects(project: Project) -> bool:
    """Whether the project makes effects: it has or names their files, or has nothing else to make."""
    settings, own = project.settings.effects, project.names("effects", "templates")
    templates, placeholders = project.path(settings.templates), project.path(settings.placeholders)
    has_cards = any(os.path.isfile(table_file(table)) for table in project.tables)
    return own or os.path.isfile(templates) or os.path.isdir(placeholders) or not has_cards


def make_effects(build: Build) -> None:
    """Expand the templates into the list of effects."""
    project, settings = build.project, build.project.settings.effects
    target = project.path(settings.effects)
    if not _has_effects(project):
        build.passed_over("effects", f"none: there is no {shown(project.path(settings.templates))}")
        return
    sources = [project.path(name) for name in (settings.templates, settings.drop, settings.replace)]
    inputs = build.inputs((settings, build.strict), [*sources, *_grammar_files(project)])
    if build.fresh("effects", inputs, shown(target)):
        return
    templates = effect_lists.read_template_file(project.path(settings.templates))
    read = effect_lists.read_sources(project.root, settings)
    problems = [*read.notices, *effect_lists.check_templates(read.grammar, templates, build.strict)]
    build.console.problems(problems)
    effects = effect_lists.list_effects(effect_lists.plan_effects(templates, read, settings))
    build.record.write(target, inputs, "".join(f"{effect}\n" for effect in effects))
    made = f"{counted(len(effects), 'effect')} from {counted(len(templates), 'template')}"
    build.done("effects", inputs, made, shown(target), [target], problems)


def make_tags(build: Build) -> None:
    """Write the tagged CSV of the effects."""
    project, settings = build.project, build.project.settings.effects
    rules, target = project.path(settings.tags), project.path(settings.tagged)
    if not os.path.isfile(rules) and not project.names("effects", "tags"):
        if _has_effects(project):
            build.passed_over("tags", f"none: there is no {shown(rules)}")
        return
    effects = project.path(settings.effects)
    inputs = build.inputs((settings, build.strict), [rules, effects, *_grammar_files(project)])
    if build.fresh("tags", inputs, shown(target)):
        return
    grammar = effect_lists.read_placeholders(project.root, settings)
    tagger, problems = effect_lists.read_tagger(rules, grammar, settings.limit, build.strict)
    tagged = "".join(tagger.csv(iter_lines(effects), "\r\n"))
    problems += tagger.idle()
    build.console.problems(problems)
    build.record.write(target, inputs, tagged)
    made = f"{counted(len(tagger.wanted), 'column')} for {counted(tagger.counts.total(), 'effect')}"
    build.done("tags", inputs, made, shown(target), [target], problems)


def check_texts(build: Build) -> None:
    """Check the effect files themselves: templates, placeholders, phrases, tag rules, and the lists made."""
    project, settings = build.project, build.project.settings.effects
    if not _has_effects(project):
        return
    names = [settings.templates, settings.drop, settings.replace, settings.tags, settings.effects]
    names += [settings.tagged, settings.programs]
    inputs = build.inputs(settings, [*map(project.path, names), *_grammar_files(project)])
    where = shown(project.path(settings.templates))
    if build.fresh("texts", inputs, where):
        return
    from cardtools.effects.effect_checks import REPORTED_WHEN_MADE
    from cardtools.effects.lint import check_effect_files

    findings = check_effect_files(project.root, settings)
    if program_file(project):
        findings += check_program_file(project, project_ruleset(project))
    # Notes are for `cardtools validate --effects`; a build reports what should be fixed.
    worth = (finding for finding in findings if finding.severity != "info")
    problems = [finding for finding in worth if finding.code not in REPORTED_WHEN_MADE]
    build.console.problems(problems)
    # Those that the steps before reported are problems of these files too.
    number = len(problems) + sum(outcome.problems for outcome in build.outcomes)
    made = f"effect files: {counted(number, 'problem') if number else 'no problems'}"
    build.done("texts", inputs, made, where, [], problems)
