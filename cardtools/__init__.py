"""cardtools: from effect templates to tagged effects, checked cards and printable sheets."""

__version__ = "0.1.0"
