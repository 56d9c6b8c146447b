"""Scenes as pages of PDF files, and their pixels."""
