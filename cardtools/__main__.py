"""`python -m cardtools` is the `cardtools` command."""

from cardtools.cli import main

if __name__ == "__main__":
    main()
