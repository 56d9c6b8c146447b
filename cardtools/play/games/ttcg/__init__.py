"""The True Trading Card Game."""

from cardtools.play.games.ttcg.engine import TtcgEngine

__all__ = ["TtcgEngine"]
