"""Printable sheets: how cards lie on paper, the marks beside them, and the PDF that they become."""
