"""Placeholder art: the same subject is the same picture, everything in the sample game has an outline."""

import random
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from cardtools.ground.errors import InputError
from cardtools.library.game import load
from cardtools.render.placeholder_art import ArtSubject, figure_rng, paint
from cardtools.render.placeholder_art.backgrounds import PAINTERS
from cardtools.render.placeholder_art.figures import (
    STANCES,
    Pose,
    compose_object,
    compose_unit,
    figure_parts,
    part_shapes,
    pose_figure,
    shifted,
    take_stance,
)
from cardtools.render.placeholder_art.outlines import (
    FOLDER,
    OutlinePart,
    choose_figure,
    find_outline,
    list_outlines,
    match_outline,
    name_words,
    outline_words,
    read_outline,
)
from cardtools.steps.missing_art import wanted_art

SMALL = (96, 120)
TYPES = ["Earth", "Water", "Fire", "Air", "Electric", "Light", "Nature", "Dark"]
SUBTYPES = (
    "Dragon Beast Elemental Aquatic Warrior Spellcaster Machine"
    " Ghost Insect Reptile Fairy Undead Botanic Avian"
).split()
MOTIFS = (
    "blade shield orb chain tome scroll mirror gate lantern bell crown elixir storm roots flame tide key"
    " hourglass banner ring seal"
).split()


def pixels(subject: ArtSubject, size: tuple[int, int] = SMALL) -> np.ndarray:
    return np.asarray(paint(subject, size), dtype=np.int16)


def contrast(grey: np.ndarray) -> float:
    """How much neighbours 8 pixels apart differ; grain, which is finer, is averaged away first."""
    blocks = grey[: grey.shape[0] // 8 * 8, : grey.shape[1] // 8 * 8]
    blocks = blocks.reshape(blocks.shape[0] // 8, 8, -1, 8).mean(axis=(1, 3))
    return float(np.abs(np.diff(blocks, axis=0)).mean() + np.abs(np.diff(blocks, axis=1)).mean())


def test_the_same_subject_is_the_same_picture() -> None:
    subject = ArtSubject("Cinder Wyrm", "Fire", ("Dragon", "Undead"), 5)
    assert paint(subject, SMALL).tobytes() == paint(subject, SMALL).tobytes()


@pytest.mark.parametrize(
    "other",
    [
        ArtSubject("Cinder Worm", "Fire", ("Dragon",), 3),
        ArtSubject("Cinder Wyrm", "Dark", ("Dragon",), 3),
        ArtSubject("Cinder Wyrm", "Fire", ("Dragon", "Ghost"), 3),
        ArtSubject("Cinder Wyrm", "Fire", ("Dragon",), 5),
    ],
)
def test_every_field_changes_the_picture(other: ArtSubject) -> None:
    subject = ArtSubject("Cinder Wyrm", "Fire", ("Dragon",), 3)
    # More than a third of a grey level on average is more than another grain would do to coarse blocks.
    a, b = (pixels(s).reshape(12, 10, 8, 12, 3).mean(axis=(1, 3)) for s in (subject, other))
    assert np.abs(a - b).mean() > 1.5


# Every sub-type in two of the types, every type with three or four of the sub-types.
@pytest.mark.parametrize(
    ("type_", "subtype"),
    [(t, s) for i, t in enumerate(TYPES) for j, s in enumerate(SUBTYPES) if (i + j) % 4 == 0],
)
def test_every_type_and_every_subtype_is_painted(type_: str, subtype: str) -> None:
    second = SUBTYPES[(SUBTYPES.index(subtype) + 1 + TYPES.index(type_)) % len(SUBTYPES)]
    rank = TYPES.index(type_) % 5 + 1
    assert pixels(ArtSubject("Someone", type_, (subtype, second), rank)).std() > 15


@pytest.mark.parametrize("motif", MOTIFS)
def test_every_motif_is_painted(motif: str) -> None:
    affinity = [*TYPES, ""][MOTIFS.index(motif) % 9].lower()
    picture = pixels(ArtSubject("Something", "Spell", (motif,), 1 + MOTIFS.index(motif) % 3, affinity))
    assert picture.std() > 15


def test_no_word_of_the_sample_game_falls_back_to_the_generic_outline() -> None:
    assert {t.lower() for t in TYPES} == set(PAINTERS)
    assert {s.lower() for s in SUBTYPES} <= set(list_outlines("figures"))
    assert {s.lower() for s in SUBTYPES} <= set(list_outlines("attributes"))
    assert set(MOTIFS) <= set(list_outlines("motifs"))


@pytest.mark.parametrize("size", [(720, 900), (300, 300), (320, 180), (61, 76)])
def test_the_picture_has_the_size_asked_for(size: tuple[int, int]) -> None:
    picture = paint(ArtSubject("Anyone", "Water", ("Aquatic",), 2), size)
    assert (picture.size, picture.mode) == (size, "RGB")


@pytest.mark.parametrize(
    "subject",
    [
        ArtSubject("Clerk", "Paperwork", ("Bureaucrat", "Stapler"), 9),
        ArtSubject("", "", (), 0),
        ArtSubject("../../etc", "Fire", ("../motifs/blade",), 1),
        ArtSubject("Memo", "Spell", ("stapler",), 1, "paperwork"),
        ArtSubject("Memo", "Spell", (), 1),
        ArtSubject("Fée d'été", "ночь", ("幽霊",), 3),
    ],
)
def test_unknown_words_give_a_picture_too(subject: ArtSubject) -> None:
    assert pixels(subject).std() > 15


def test_a_spell_without_a_motif_shows_the_object_in_its_name() -> None:
    shown = pixels(ArtSubject("Dusk-Bell", "Spell", (), 2, "dark"))
    gem = pixels(ArtSubject("Dusk-Toll", "Spell", (), 2, "dark"))
    assert np.abs(shown - gem)[20:74, 26:70].mean() > 4


@pytest.mark.parametrize("type_", [*TYPES, "Spell"])
def test_the_lower_third_is_calmer_than_the_rest(type_: str) -> None:
    words = ("orb",) if type_ == "Spell" else ("Warrior",)
    grey = np.asarray(paint(ArtSubject("Ash", type_, words, 3), (360, 450)).convert("L"), dtype=float)
    assert contrast(grey[300:]) < 0.5 * contrast(grey[:300])


@pytest.mark.parametrize("type_", [*TYPES, "Paperwork"])
def test_a_landscape_is_a_background_without_a_figure(type_: str) -> None:
    bare, other = (
        pixels(ArtSubject("Somewhere", type_, words, 3)) for words in (("Landscape",), ("Warrior",))
    )
    assert bare.std() > 15
    middle = np.abs(bare - other)[20:74, 34:62]
    assert middle.mean() > 8


@pytest.mark.parametrize("subtype", SUBTYPES)
def test_no_figure_leaves_the_picture(subtype: str) -> None:
    figure = find_outline("figures", [subtype], "")
    for second in SUBTYPES[::2]:
        rng = random.Random(second)
        parts = figure_parts(figure, [second], 5, rng)
        pose = pose_figure(figure, parts, 5, 360, 335, rng)
        points = np.concatenate([s for part in parts if part.ink == "body" for s in part_shapes(part, pose)])
        # A wing that swings up may touch the upper edge with its tip.
        assert points[:, 1].min() > -20
        assert points[:, 1].max() < 660
        assert points[:, 0].min() > 20
        assert points[:, 0].max() < 700


def test_horns_stay_on_a_head_that_is_not_in_the_middle() -> None:
    horns = shifted(find_outline("attributes", ["dragon"], "").before, -50, -70, 0.7)
    points = np.concatenate(part_shapes(horns[0], Pose(0, 0, 1)))
    assert points[:, 0].min() + points[:, 0].max() == pytest.approx(-100)


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.txt")), ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_every_outline_is_valid_and_has_parts(path: Path) -> None:
    assert read_outline(path).parts


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("ink .5: 0,0 1,1", "unknown ink 'ink'"),
        ("body .5 colour=3: 0,0 1,1", "unknown setting 'colour=3'"),
        ("body .5 pivot=3: 0,0 1,1", "unknown setting 'pivot=3'"),
        ("body .5: 0,0 1,1,2", "the points of a subpath"),
        ("body .5: ", "the points of a subpath"),
        ("body: 0,0 1,1 2,0", "needs a tone"),
        ("body .5 0,0 1,1 2,0", "needs one colon"),
    ],
)
def test_a_mistake_in_an_outline_is_reported_with_its_line(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "broken.txt"
    path.write_text(f"glow: 0,0,5,5\n{line}\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_outline(path)
    assert f"{path}:2" in str(caught.value)
    assert message in str(caught.value)


def test_a_larger_picture_is_the_same_picture() -> None:
    subject = ArtSubject("Lantern Knight", "Light", ("Warrior",), 3)
    large = paint(subject, (720, 900)).resize((72, 90), Image.Resampling.BOX)
    small = paint(subject, (360, 450)).resize((72, 90), Image.Resampling.BOX)
    assert np.abs(np.asarray(large, dtype=int) - np.asarray(small, dtype=int)).mean() < 6


ROOT = Path(__file__).parents[3]


def silhouette(parts: list[OutlinePart], pose: Pose, width: float = 720) -> np.ndarray:
    """What the bodies cover of the upper two thirds of the picture, 60 rows of pixels."""
    image = Image.new("L", (round(width / 10), 60))
    for part in parts:
        if part.ink == "body":
            for shape in part_shapes(part, pose):
                ImageDraw.Draw(image).polygon((shape / 10).ravel().tolist(), fill=1)
    return np.asarray(image) > 0


def likeness(one: np.ndarray, other: np.ndarray) -> float:
    """The intersection of two silhouettes over their union, the better of as it is and mirrored."""
    return max(float((one & each).sum() / (one | each).sum()) for each in (other, other[:, ::-1]))


@pytest.mark.parametrize(
    "game", [".", "examples/alpha", "examples/kingdom", "examples/mana", "examples/school"]
)
def test_no_two_pictures_of_a_game_have_the_same_silhouette(
    game: str,
) -> None:
    shown: dict[str, np.ndarray] = {}
    for subject in (painting.subject for painting in wanted_art(load(ROOT / game).files, again=True)):
        if subject.subtypes != ("landscape",):
            spell = subject.type.lower() == "spell"
            compose = compose_object if spell else compose_unit
            parts, pose, _ = compose(subject.name, subject.subtypes, subject.rank, 360, figure_rng(subject))
            shown[subject.name] = silhouette(parts, pose)
    pairs = [(likeness(shown[a], shown[b]), a, b) for a in shown for b in shown if a < b]
    assert max(pairs)[0] < 0.82, max(pairs)


@pytest.mark.parametrize("word", list_outlines("figures"))
def test_the_stances_of_a_figure_have_different_silhouettes(word: str) -> None:
    figure = find_outline("figures", [word], "")
    shown = []
    for stance in STANCES:
        rng = random.Random(7)
        parts = figure_parts(figure, [], 3, rng)
        shown.append(
            silhouette(parts, take_stance(pose_figure(figure, parts, 3, 360, 335, rng), figure, stance, rng))
        )
    assert max(likeness(a, b) for i, a in enumerate(shown) for b in shown[:i]) < 0.75


def test_there_are_forty_figures_and_no_two_of_them_look_alike() -> None:
    words = list_outlines("figures")
    assert len(words) >= 40
    shown = {}
    for word in words:
        parts = figure_parts(find_outline("figures", [word], ""), [], 3, random.Random(1))
        shown[word] = silhouette(parts, Pose(360, 320, 2.4))
    pairs = [(likeness(shown[a], shown[b]), a, b) for a in shown for b in shown if a < b]
    assert max(pairs)[0] < 0.82, max(pairs)


@pytest.mark.parametrize("word", list_outlines("figures"))
@pytest.mark.parametrize("stance", STANCES)
def test_heads_are_above_the_text(word: str, stance: str) -> None:
    figure = find_outline("figures", [word], "")
    for seed in range(4):
        rng = random.Random(seed)
        parts = figure_parts(figure, [], 3, rng)
        pose = take_stance(pose_figure(figure, parts, 3, 360, 335, rng), figure, stance, rng)
        x, y, half = figure.head
        head = pose.place(np.array([[x, y + half]]))[0]
        assert 60 < head[0] < 660
        assert 40 < head[1] < 560


@pytest.mark.parametrize(
    ("name", "subtypes", "figure"),
    [
        ("Rill Otter", ("Beast", "Aquatic"), "otter"),
        ("Market Beetles", (), "insect"),
        ("Lantern Knight", ("Warrior",), "knight"),
        ("Lady of the Owls", ("Spellcaster",), "queen"),
        ("Thalmyra", ("Dragon", "Aquatic"), "leviathan"),
        ("Thalmyra", ("Aquatic", "Dragon"), "leviathan"),
        ("Ashen One", ("Dragon", "Spellcaster"), "dragon"),
        ("Dragon's Friend", ("Owl",), "owl"),
        ("Clerk", ("Bureaucrat",), ""),
    ],
)
def test_the_words_of_a_card_choose_its_figure(name: str, subtypes: tuple[str, ...], figure: str) -> None:
    assert choose_figure(name, subtypes) == figure


@pytest.mark.parametrize(
    ("name", "motif"),
    [("Tide Orb", "orb"), ("Bell of the Last Hour", "bell"), ("Trapdoor", "gate"), ("Memo", "")],
)
def test_the_name_of_a_spell_chooses_its_object(name: str, motif: str) -> None:
    assert match_outline("motifs", name_words(name)) == motif


@pytest.mark.parametrize("kind", ["figures", "motifs"])
def test_no_word_stands_for_two_outlines(kind: str) -> None:
    first_lines = [
        (FOLDER / kind / f"{name}.txt").read_text().splitlines()[0] for name in list_outlines(kind)
    ]
    words = [word for line in first_lines if line.startswith("words:") for word in line[6:].split()]
    words += list_outlines(kind)
    assert sorted(words) == sorted(outline_words(kind))
