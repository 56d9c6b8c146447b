"""TOML files as typed data, and what is wrong with them, each with its place."""
