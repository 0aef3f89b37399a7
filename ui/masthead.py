"""The top of the page: what this is."""

MARK = (
    '<svg class="logo" viewBox="0 0 40 40" role="img" aria-label="RewardDesk">'
    '<rect x="2" y="2" width="36" height="36" rx="8" fill="currentColor"/>'
    '<path d="M9 27h22M12 27v5M28 27v5" stroke="var(--paper)" stroke-width="2.6" '
    'stroke-linecap="round" fill="none"/>'
    '<path d="M13 17l5 5 10-12" stroke="var(--paper)" stroke-width="3.2" stroke-linecap="round" '
    'stroke-linejoin="round" fill="none"/></svg>'
)


def draw() -> str:
    """The name and one sentence."""
    return (
        f'<header class="masthead">{MARK}<div><h1>RewardDesk</h1>'
        "<p>Two office desks to train small language models on, "
        "with rewards that cannot be gamed.</p></div></header>"
    )
