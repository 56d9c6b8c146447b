"""A report for a terminal (`text`), a browser (`html`) or another program (`for_programs`)."""

FORMATS = ("text", "json", "jsonl", "sarif", "github", "junit", "csv", "html")
WHOLE = ("csv", "jsonl", "junit")  # which cannot say that findings are left out
