"""A project: its file `cardtools.toml`, its paths, and the projects that `cardtools init` begins with."""
