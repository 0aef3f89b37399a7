"""What a job on the Hub costs at most: https://huggingface.co/docs/hub/jobs-pricing."""

from math import ceil

PRICES_OF = "2026-08-21"
"""The day of the prices below. `hf jobs hardware` gives today's."""
USD_AN_HOUR = {
    **{"cpu-basic": 0.01, "cpu-upgrade": 0.03, "cpu-xl": 1.00, "cpu-performance": 1.90},
    **{"t4-small": 0.40, "t4-medium": 0.60, "l4x1": 0.80, "l4x4": 3.80},
    **{"l40sx1": 1.80, "l40sx4": 8.30, "l40sx8": 23.50},
    **{"a10g-small": 1.00, "a10g-large": 1.50, "a10g-largex2": 3.00, "a10g-largex4": 5.00},
    **{"a100-large": 2.50, "a100x4": 10.00, "a100x8": 20.00},
    **{"h200": 5.00, "h200x2": 10.00, "h200x4": 20.00, "h200x8": 40.00},
    **{"rtx-pro-6000": 2.75, "rtx-pro-6000x2": 5.50, "rtx-pro-6000x4": 11.00},
    "rtx-pro-6000x8": 22.00,
}
"""By flavor."""
_SEVERAL_GPUS = ("x2", "x4", "x8")
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}


def several_gpus(flavor: str) -> bool:
    """Whether that hardware has more than one GPU. A job is a single process, which trains on one;
    TRL refuses it more."""
    return flavor.endswith(_SEVERAL_GPUS)


def cost(flavor: str, seconds: float) -> float:
    """US dollars for so many seconds, of which every minute begun is paid; KeyError if no price of
    that flavor is known."""
    return USD_AN_HOUR[flavor] * ceil(seconds / 60) / 60


def seconds_in(timeout: str) -> int:
    """A job's time limit, as in "90", "30m" or "4h", in seconds."""
    number, unit = (timeout, "s") if timeout.isdigit() else (timeout[:-1], timeout[-1])
    return int(number) * _SECONDS[unit]
