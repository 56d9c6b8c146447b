"""What every room stands on: files, tables, TOML, errors, limits. It knows nothing of cards."""
