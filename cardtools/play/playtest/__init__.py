"""Playtests: thousands of matches between agents, what is measured in them, and what the rules forget."""
