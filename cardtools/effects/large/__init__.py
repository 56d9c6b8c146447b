"""Lists of any length: in order without being held, as text, tables or on a cluster."""
