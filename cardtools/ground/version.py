"""The version of cardtools."""

__version__ = "0.1.0"
