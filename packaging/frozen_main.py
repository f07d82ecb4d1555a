"""Where the frozen program begins: before anything else, a process that only serves another ends.

Everything that can be tested lies in `app.bundle.start`.
"""

from multiprocessing import freeze_support

if __name__ == "__main__":
    freeze_support()
    import sys

    from app.bundle.start import main

    sys.exit(main())
