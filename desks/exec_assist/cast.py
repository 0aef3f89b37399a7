"""Names used in the emails: people, companies, topics and errands; the splits share none.

Each split has its own half of the first and last names, of the first words of companies and topics,
and of the errands: some 5,700 names, 400 companies and 300 topics. Second words and zones are
shared.
"""

from collections.abc import Iterator, Sequence
from random import Random

from desks.desk import Split, split_half
from desks.exec_assist.models import Person

_FIRST = """
Dana Omar Priya Lena Marco Aiko Sven Nadia Luis Grace Hugo Mina Theo Ruth Ivan Zoe Carl Eva Noah
Tara Paul Jin Rosa Kofi Alma Ben Yara Finn Ida Raj Mei Tomas Leila Oskar Bianca Samir Freya
Diego Hanna Idris Clara Mateo Ingrid Yusuf Petra Anton Salma Jonas Carmen Felix Naomi Viktor
Elif Simon Amara Pavel Greta Rafael Sofia Emeka Laura Nikhil Vera Stefan Amina Lukas Irene
Hassan Monika Andre Keiko Patrick Zainab Gustav Teresa Arjun Helena Boris Farah Martin Ayse
Dmitri Olga Kwame Judith Enzo Sanna Karim Louise Takumi Beatriz Erik Rania Philip Agnes Rohan
Nina Otto Chiara Malik Astrid Pedro Fatima Henrik Lucia Wei Margot Javier Selin Albert Noor Emil
Paula Tariq Edith Kenji Marta Georg Imani Rene Birgit Kamal Iris Joel Anya Filip Nora Adrian
Lotte Sergio Miriam Hiro Claudia Bruno Asha Walter Dalia Mikael Renata Ahmed Sigrid Nelson Katya
Oliver Jasmin Ralf Wanjiru Peter Linnea Cyrus Ines Matthias Layla Victor Elsa
""".split()

_LAST = """
Whitfield Okafor Sharma Lindqvist Moretti Tanaka Berger Haddad Ortega Ellison Duarte Kowalski
Novak Abara Petrov Castellan Fischer Amadi Quint Larsen Ito Brandt Vargas Mensah Holm Rahimi
Bauer Eriksen Chandra Weiss Nakamura Silva Farouk Keller Andrade Lund Costa Yildiz Hoffman
Adeyemi Marchetti Jensen Ramos Voss Kimura Saleh Delgado Frost Ivanova Baptiste Schmitt Oduya
Varga Lefevre Aziz Norberg Pereira Galvez Becker Mwangi Stone Rossi Takeda Wolff Nasser Medina
Hansen Iyer Krause Bonnet Achebe Dahl Soto Ferrara Lehmann Osei Palmer Sato Zimmer Bakker Menon
Thorsen Cruz Hartmann Diallo Vidal Nyberg Conti Pohl Nair Escobar Graf Toure Lopez Sundqvist
Kaya Merkel Asante Romano Hale Mori Richter Sayed Bianchi Engel Kamau Fuentes Olsen Pillai Roth
Ndiaye Serrano Winter Gallo Ahlgren Reyes Demir Busch Boateng Marini Cole Hayashi Seidel Jaber
Prieto Lindgren Bose Albrecht Sesay Navarro Strand Leone Ueda Vogel Mansour Rivas Nystrom Kapoor
Franke Owusu Greco Blake Fujita Arnold Rashid Molina Ekstrom Chopra Jung
""".split()

_COMPANY_START = """
Harbor Cedar Granite Meridian Falcon Juniper Copper Aurora Willow Summit Anchor Birch Cobalt
Delta Ember Fjord Garnet Hazel Indigo Jasper Kestrel Lark Maple Nimbus Ochre Pine Quartz Raven
Saffron Tidal Umber Vale Wren Yarrow Zephyr Alder Basalt Coral Drift Elm
""".split()
_COMPANY_END = """
Lane Works Partners Labs Freight Energy Capital Foods Systems Health Media Textiles Robotics
Insurance Analytics Shipping Motors Paper Optics Timber
""".split()

_SUBJECT = """
pricing hiring launch roadmap vendor design security marketing onboarding board budget warehouse
tax website pension recycling licence training logistics packaging merger payroll research
export newsletter travel branding audit parking catering forecast data energy translation
insurance lease storefront campaign subscription quality survey pilot rebate tender prototype
grant festival patent inventory showroom
""".split()
_KIND = """
review plan update workshop proposal contract summary policy strategy timeline agreement report
""".split()

_ERRAND = (
    "Standup|Staff meeting|Interview|Client visit|Physio|Team sync|Design crit|Sales call|"
    "One-to-one|Retro|Investor call|School visit|Desk time|Site tour|Press call|Coaching|Town hall|"
    "Planning|Gym|Office hours|Product demo|Podcast|Legal call|Offsite prep"
).split("|")

ZONES = (
    "Europe/Berlin",
    "Europe/London",
    "America/New_York",
    "America/Chicago",
    "America/Los_Angeles",
    "America/Sao_Paulo",
    "Asia/Dubai",
    "Asia/Singapore",
    "Asia/Tokyo",
    "Africa/Lagos",
)


def company(rng: Random, split: Split) -> str:
    """The name of a company."""
    return f"{rng.choice(split_half(_COMPANY_START, split))} {rng.choice(_COMPANY_END)}"


def people(rng: Random, split: Split, count: int, company_name: str, zone: str) -> list[Person]:
    """`count` people of one company, all with different first names, and with addresses under the
    reserved domain .example."""
    domain = f"{company_name.lower().replace(' ', '')}.example"
    found: dict[str, Person] = {}
    while len(found) < count:
        first, last = rng.choice(split_half(_FIRST, split)), rng.choice(split_half(_LAST, split))
        email = f"{first}.{last}".lower() + f"@{domain}"
        found.setdefault(first, Person(name=f"{first} {last}", email=email, zone=zone))
    return list(found.values())


def subjects(split: Split) -> Sequence[str]:
    """The subjects that people of a split write about, one word each."""
    return split_half(_SUBJECT, split)


def topic(rng: Random, split: Split) -> str:
    """A meeting topic of two words."""
    return f"{rng.choice(subjects(split))} {rng.choice(_KIND)}"


def words() -> frozenset[str]:
    """Every word, in lower case, used to name people, companies and topics in either split."""
    called = (*_FIRST, *_LAST, *_COMPANY_START, *_COMPANY_END, *_SUBJECT, *_KIND)
    return frozenset(map(str.lower, called))


def errands(rng: Random, split: Split) -> Iterator[str]:
    """Endless titles for the entries of one calendar. No errand is repeated until all have been
    used, so that nobody sees the physio five times a week."""
    every = split_half(_ERRAND, split)
    left: list[str] = []
    while True:
        if rng.random() < 0.3:
            yield topic(rng, split).capitalize()
            continue
        left = left or list(every)
        drawn = rng.choice(every)
        found = drawn if drawn in left else left[0]
        left.remove(found)
        yield found
