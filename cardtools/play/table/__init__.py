"""The table in the browser: a person plays against an agent, agents play each other, or a replay is shown."""
