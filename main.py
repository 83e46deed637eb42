"""``python -m rollbook``: the command line."""

from .replay.cli import main

if __name__ == "__main__":
    main()
