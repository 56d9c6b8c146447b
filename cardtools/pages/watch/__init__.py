"""All cards as a page in the browser that follows the files: what `cardtools watch` draws and serves."""
