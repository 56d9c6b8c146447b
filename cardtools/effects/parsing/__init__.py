"""Back from a text: the template and values behind it, or the nearest there is."""
