"""Lists of any length: in order without being held in memory, as text, tables or on a cluster."""
