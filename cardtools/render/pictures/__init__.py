"""Pictures and icons: read, checked, kept."""
