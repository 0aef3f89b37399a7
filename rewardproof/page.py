"""A report as one HTML page without anything from elsewhere, to be sent to a colleague."""

from html import escape

from rewardproof.report import Finding, Report, visible

STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
article { border: 1px solid color-mix(in srgb, currentColor 25%, transparent);
  border-left: .4rem solid #c33; border-radius: .4rem; padding: .1rem 1rem; margin: 1rem 0; }
article.warning { border-left-color: #c90; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: .6rem; border-radius: .3rem;
  background: color-mix(in srgb, currentColor 8%, transparent); }
meter { width: 12rem; }
small { opacity: .75; }
"""


def page(report: Report, name: str) -> str:
    """The whole document."""
    verdict = "Nothing found against it" if report.holds else "It pays for what is not the work"
    cards = "\n".join(map(_card, report.findings)) or "<p>Every property held.</p>"
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(name)}: {verdict}</title>
<style>{STYLE}</style>
<h1>{escape(name)}</h1>
<p><strong>{verdict}.</strong> {report.calls:,} calls on {len(report.rows)} tasks in
{report.seconds:.1f} s; called as {escape(report.said)}.</p>
{cards}
<p><small>Tried: {escape(", ".join(f"{k} ({v})" for k, v in report.tried.items()))}</small></p>
</html>
"""


def _card(one: Finding) -> str:
    paid = "nothing" if one.paid is None else f"{one.paid:.3g}"
    against = "" if one.against is None else f"; what it is compared with: {one.against:.3g}"
    return f"""<article class="{one.severity}">
<h2>{escape(one.said[:1].upper() + one.said[1:])}</h2>
<p>{escape(one.tried)} (task {one.place}): paid <strong>{paid}</strong>{against}.
On {one.times} of {one.of} tries.</p>
<pre>{escape(visible(one.completion))}</pre>
<small>{one.property}, {one.severity}</small>
</article>"""
