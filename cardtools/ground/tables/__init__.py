"""Tables as people write them: CSV files, workbooks, and their columns in memory."""
