"""Findings, whoever made them: the report, which findings a project accepts, and the formats they come in."""
