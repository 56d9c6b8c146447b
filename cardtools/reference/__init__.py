"""The reference of every TOML file: its keys, read from the models that the files are loaded with."""
