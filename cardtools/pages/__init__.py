"""Pages in the browser that belong to a project."""
