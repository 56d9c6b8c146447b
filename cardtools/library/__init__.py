"""What scripts and notebooks use, and what the commands are made of: `cardtools.load` gives a `Game`."""
