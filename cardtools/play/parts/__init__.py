"""Parts of rules that several games with effects share; a game holds those that it plays by."""
