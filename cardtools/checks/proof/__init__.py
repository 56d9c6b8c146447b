"""What would go wrong in print, found before the paper is used: figures and findings of each card."""
