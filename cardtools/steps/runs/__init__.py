"""Print runs with the cards of their project: plans, sheets, inserts, serials."""
