"""Random numbers: as they are specified, for ever."""

from __future__ import annotations

from collections import Counter

from cardtools.play.streams import Stream, stream_key

# The first words of SplitMix64 for the key 1234567, as its author's program prints them.
WORDS = (6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431)


def test_words_are_those_of_splitmix64() -> None:
    stream = Stream(1234567)
    assert [stream.below(1 << 32) for _ in WORDS] == [word >> 32 for word in WORDS]


def test_a_seed_means_the_same_for_ever() -> None:
    stream = Stream(stream_key(1, "setup"))
    cards = list(range(10))
    stream.shuffle(cards)
    assert (stream_key(1, "setup"), cards, stream.used) == (
        5533429265497480718,
        [8, 6, 4, 9, 0, 7, 1, 3, 2, 5],
        9,
    )
    assert stream_key(1, "setup") != stream_key(1, "setup", 0) != stream_key(1, "setup", 1)


def test_shuffles_put_each_card_everywhere_alike() -> None:
    found: Counter[tuple[int, int]] = Counter()
    for seed in range(6000):
        cards = [0, 1, 2, 3]
        Stream(stream_key(seed, "shuffle")).shuffle(cards)
        found.update(enumerate(cards))
    assert len(found) == 16
    assert all(1300 < number < 1700 for number in found.values())
