"""The one way from the files of a project to results: plans as data, then what writes them.

`build`, the commands and `watch` call these stages, and so do programs that import cardtools.
"""
