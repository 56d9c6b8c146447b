"""Parts of rules that several games with effects share; an engine inherits those that it plays by."""
