"""Where a sentence is cut into clauses, and the words that frame a day in one."""

from desks.own.reading.cues.words import cue

CUT = cue(r"""
    [;()–—]|(?<!start)(?<!begin)(?<!end)(?<!finish)(?<!stop)(?<!from)(?<!\bto):(?=\s|$)
    \s-+\s|\.{2,}
    ,\s*(?=(?:but|therefore|whatever|wherever|however|no matter|so|because|since|as|once|before|
        after|while|though|although|which(?! is DAY ?,? (?:at )?TIME)|where|who|if|
        otherwise|after that|failing that|at the latest)\b)
    \b(?=(?:but|because|since|although|though|cause|cos|cuz|coz|whereas|unless|in case|once|
        instead of|rather than|other than|except)\b)
    \b(?=which (?:arrives|leaves|starts|begins|ends|opens|closes|gets|comes|goes|departs)\b)
    (?:,\s*|\b)(?=as (?:i|we|he|she|it|they|you|my|our|his|her)\b)
    (?:,\s*|(?<!\byou )(?<!\bhe )(?<!\bshe )\b)(?=(?:and|so|while|when|then|or) (?:i|we|he|she|it|
        they|you|u|my|our|his|her|the|there|that|could|can|would|may|please|not|
        DAY (?:i|we|he|she|is|would|works)|(?:at|by) TIME (?:i|i'm|we|we're|you|you're|it))\b)
    ,\s*(?=(?:i|i'm|we|we're|he|she|it|it's|they|you|there|that|my|our|the|can|could|would|shall|
        may|how|what|are|is|does|do|last (?:time|week|year)|let's|please|pls|not|no|got|im|ill|if|
        whenever|any time|make it|rather|preferably|ideally|either)\b)
    \b(?=so (?:same|how|let|can|could|maybe|perhaps|DAY|TIME|what|shall) )|(?=\bor failing\b)
    ,\s*(?=say (?:\w+ )?(?:DAY|TIME))
    \b(?=and (?:take|do|make|go for|have|use) )
    ,\s*(?=(?:DAY|TIME)(?:'s)? (?:no|not|yes|isn't|doesn't)\b)
    ,\s*(?=DAY (?:i|i'm|i've|we|he|she|is|works|would)\b)|\?\s*
    (?<=DAY ),\s*(?=(?:and|same|everything|whatever|unless|if)\b)
    (?<=DAY )(?=(?:i|we|you) (?:should|must|need|could|can|would|have to)\b)
""")
"""Between two clauses."""

FRAMES = set(
    "a again also alternatively an and any at best but by date day either else fine first for from "
    "good hi hello how i if in instead is it just last make maybe me morning my new next no now of "
    "ok okay on only option or our our's perhaps place please possibly preferably proposal "
    "proposed rather revised same say second slot so sometime sorry still suggestion that the then "
    "this time to too us venue we well what when why would yes you your".split()
)
"""Words before a day that do not say that something else is on it."""
