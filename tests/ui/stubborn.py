"""A command that will not end when it is asked to.

python -m tests.ui.stubborn
"""

import signal
import time

if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    print("never", flush=True)
    time.sleep(600)
