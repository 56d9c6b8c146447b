"""The studio: the page in the browser where a whole project is seen and edited (`cardtools studio`).

`workspace` holds the files with the edits that are made in the browser, `history` the journal of these edits.
`desk` is the process that reads, checks and draws the project as it is with these edits. `server` joins them;
the page itself is in `web/`.
"""
