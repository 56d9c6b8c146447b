"""The one door for files: reading them within limits, writing them whole or not at all."""
