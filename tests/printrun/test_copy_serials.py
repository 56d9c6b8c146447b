"""Serials of copies: what they find, what they prove, and the keys that they are made with."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from outcome import Outcome

from cardtools.ground.errors import InputError, OutputError
from cardtools.printrun.keys import fingerprint, new_key, read_key
from cardtools.printrun.serials import ALPHABET, LENGTH, MOST, _check_symbols, check, indices, make, siphash

KEY = bytes(range(32))
keys = st.binary(min_size=32, max_size=32)
runs = st.sampled_from(ALPHABET)
firsts = st.integers(0, MOST - 1)


def test_siphash_is_the_published_one() -> None:
    key = int.from_bytes(bytes(range(8)), "little"), int.from_bytes(bytes(range(8, 16)), "little")
    word = np.array([int.from_bytes(bytes(range(8)), "little")], np.uint64)
    assert int(siphash(key, word)[0]) == 0x93F5F5799A932462


@given(keys, runs, st.lists(firsts, max_size=20))
def test_a_serial_gives_back_its_copy_and_its_run(key: bytes, run: str, numbers: list[int]) -> None:
    for number in numbers:
        (serial,) = make(key, run, number, 1)
        assert len(serial) == LENGTH
        assert set(serial) <= set(ALPHABET)
        found = check(serial, key)
        assert (found.verdict, found.index, found.run) == ("valid", number, run)


@given(keys, runs, st.integers(0, 1 << 20), st.integers(0, 200), st.integers(0, 200))
def test_serials_do_not_depend_on_how_many_are_made_at_once(
    key: bytes, run: str, first: int, count: int, more: int
) -> None:
    whole = make(key, run, first, count + more)
    assert whole == make(key, run, first, count) + make(key, run, first + count, more)
    for number in {0, count // 2, count, count + more - 1} & set(range(count + more)):
        assert [whole[number]] == make(key, run, first + number, 1)


def test_hundreds_of_thousands_of_serials_are_all_different_and_in_the_order_of_their_copies() -> None:
    serials = make(KEY, "A", 0, 300_000)
    assert len(set(serials)) == 300_000
    assert (indices(KEY, "A", serials) == np.arange(300_000)).all()


def test_of_300_000_random_guesses_with_the_right_check_symbol_none_is_valid() -> None:
    symbols = np.random.default_rng(7).integers(0, 32, (300_000, LENGTH)).astype(np.uint8)
    symbols[:, 0] = ALPHABET.index("A")
    symbols[:, -1] = _check_symbols(symbols)
    letters = np.frombuffer(ALPHABET.encode(), np.uint8)
    words = letters[symbols].view(f"S{LENGTH}").ravel().astype(f"U{LENGTH}").tolist()
    assert check(words[0]).verdict == "unproved"
    assert (indices(KEY, "A", words) == -1).all()


def test_all_substitutions_and_transpositions_of_1_000_serials_are_slips() -> None:
    values = np.full(256, 0, np.uint8)
    values[np.frombuffer(ALPHABET.encode(), np.uint8)] = np.arange(32)
    serials = np.array(make(KEY, "A", 5_000_000, 1_000), f"S{LENGTH}")
    symbols = values[serials.view(np.uint8).reshape(-1, LENGTH)]
    assert (_check_symbols(symbols) == symbols[:, -1]).all()
    tried = 0
    for place in range(LENGTH):
        for difference in range(1, 32):
            wrong = symbols.copy()
            wrong[:, place] ^= difference
            assert (_check_symbols(wrong) != wrong[:, -1]).all()
            tried += len(wrong)
    for one in range(LENGTH):
        for other in range(one):
            wrong = symbols.copy()
            wrong[:, [one, other]] = wrong[:, [other, one]]
            differs = wrong[:, one] != wrong[:, other]
            assert (_check_symbols(wrong) != wrong[:, -1])[differs].all()
            tried += int(differs.sum())
    assert tried > 500_000


@given(st.integers(0, 10_000), st.integers(0, LENGTH - 1), st.sampled_from(ALPHABET))
def test_a_wrong_character_is_a_slip_and_not_a_forgery(number: int, place: int, letter: str) -> None:
    (serial,) = make(KEY, "A", number, 1)
    wrong = serial[:place] + letter + serial[place + 1 :]
    assert check(wrong, KEY).verdict == ("valid" if wrong == serial else "slip")


@given(keys, st.integers(0, 10_000))
def test_the_serial_of_another_key_or_another_run_is_a_forgery(key: bytes, number: int) -> None:
    (serial,) = make(key, "A", number, 1)
    if key != KEY:
        assert check(serial, KEY).verdict == "forgery"
    assert check(serial).verdict == "unproved"
    other = make(key, "B", number, 1)[0]
    assert other[1:] != serial[1:]


@given(st.integers(0, 10_000))
def test_case_lookalikes_spaces_and_hyphens_do_not_count(number: int) -> None:
    (serial,) = make(KEY, "A", number, 1)
    written = serial.lower().replace("0", "o").replace("1", "l")
    assert check(f" {written[0]}-{written[1:5]} {written[5:9]}-{written[9:]} ", KEY).index == number


def test_one_changed_index_changes_about_half_of_the_bits() -> None:
    def bits(serial: str) -> int:
        return sum(ALPHABET.index(letter) << 5 * place for place, letter in enumerate(serial[1:-1]))

    serials = list(map(bits, make(KEY, "A", 0, 2_000)))
    changed = [(one ^ other).bit_count() for one, other in itertools.pairwise(serials)]
    assert 29 < np.mean(changed) < 31


@pytest.mark.parametrize(("run", "first", "count"), [("U", 0, 1), ("AB", 0, 1), ("A", -1, 1), ("A", MOST, 1)])
def test_impossible_serials_are_refused(run: str, first: int, count: int) -> None:
    with pytest.raises(ValueError, match="expected"):
        make(KEY, run, first, count)


class TestKeys:
    def test_a_key_is_readable_by_its_owner_alone_and_reads_back(self, tmp_path: Path) -> None:
        path = tmp_path / "keys" / "game-A.key"
        made = new_key(path, "A", tmp_path / "project")
        assert path.stat().st_mode & 0o777 == 0o600
        assert read_key(path, "A", tmp_path / "project") == made
        assert made.hex() not in fingerprint(made)

    def test_no_key_is_ever_replaced(self, tmp_path: Path) -> None:
        path = tmp_path / "A.key"
        made = new_key(path, "A", tmp_path / "project")
        with pytest.raises(OutputError, match="has a key already"):
            new_key(path, "A", tmp_path / "project")
        assert read_key(path, "A", tmp_path / "project") == made

    def test_keys_inside_the_project_are_refused(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match="inside the project"):
            new_key(tmp_path / "game" / "A.key", "A", tmp_path / "game")
        (tmp_path / "link").symlink_to(tmp_path / "game", target_is_directory=True)
        with pytest.raises(InputError, match="inside the project"):
            read_key(tmp_path / "link" / "A.key", "A", tmp_path / "game")

    @pytest.mark.skipif(os.name != "posix", reason="modes of files")
    def test_a_key_that_others_can_read_is_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "A.key"
        new_key(path, "A", tmp_path / "project")
        path.chmod(0o640)
        with pytest.raises(InputError, match="other users can read") as error:
            read_key(path, "A", tmp_path / "project")
        assert "chmod 600" in error.value.diagnostics[0].hint

    def test_of_a_lost_key_the_message_says_what_still_works(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match="missing") as error:
            read_key(tmp_path / "A.key", "A", tmp_path / "project")
        assert "check symbols still find slips" in error.value.diagnostics[0].hint

    @pytest.mark.parametrize(
        "text", ["", "key", 'run = "A"', 'run = "A"\nkey = "12"', b"\xff\xfe", 'key = "zz"']
    )
    def test_a_damaged_key_is_reported(self, tmp_path: Path, text: str | bytes) -> None:
        path = tmp_path / "A.key"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        path.chmod(0o600)
        with pytest.raises(InputError, match="damaged"):
            read_key(path, "A", tmp_path / "project")

    def test_the_key_of_another_run_is_reported(self, tmp_path: Path) -> None:
        new_key(tmp_path / "A.key", "A", tmp_path / "project")
        with pytest.raises(InputError, match="key of run A, expected that of run B"):
            read_key(tmp_path / "A.key", "B", tmp_path / "project")


class TestCommand:
    def test_it_tells_slips_from_forgeries(self, cardtools: Callable[..., Outcome], folder: Path) -> None:
        secret = new_key(folder.parent / f"{folder.name}.key", "A", folder)
        (serial,) = make(secret, "A", 12, 1)
        (forged,) = make(KEY, "A", 12, 1)
        with_key = "--key", str(folder.parent / f"{folder.name}.key")
        done = cardtools("serials", "check", serial.lower(), *with_key)
        assert (done.code, done.out) == (0, f"{serial.lower()}: valid, copy 12 of run A\n")
        done = cardtools("serials", "check", forged, *with_key)
        assert done.code == 1
        assert "a forgery" in done.out
        swapped = serial[:3] + serial[4] + serial[3] + serial[5:]
        done = cardtools("serials", "check", swapped if swapped != serial else serial[:-1], *with_key)
        assert done.code == 1
        assert "mistyped" in done.out

    def test_without_the_key_it_says_so(
        self, cardtools: Callable[..., Outcome], settings_folder: Path
    ) -> None:
        (serial,) = make(KEY, "A", 12, 1)
        done = cardtools("serials", "check", serial)
        assert done.code == 0
        assert "the key of the run is not here" in done.out

    @pytest.mark.parametrize(
        "text", ["", "-", "A", "ABC", "A" * 500, "\x1b[31m", "AAAA/../AAAAAA", "Ünïcödé0123456"]
    )
    def test_any_text_gets_an_answer(self, cardtools: Callable[..., Outcome], text: str) -> None:
        done = cardtools("serials", "check", "--", text)
        assert done.code == 1
        assert "mistyped" in done.out
