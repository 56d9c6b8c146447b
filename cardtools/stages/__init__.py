"""The stages of the pipeline as a library, for commands, `build` and programs: plan as data, then write."""
