"""Names of people and places; each split draws from its own half."""

# fmt: off
FIRST_NAMES = """
Aarav Abena Adele Agnes Ahmed Aiko Alba Alejandro Alina Amara Amir Ana Anders Anjali Anton Astrid
Ayesha Bartosz Beatriz Bilal Birgit Bjorn Camille Carlos Cedric Chiara Chidi Claire Connor Daiki
Dalia Daniela Darius Deepak Diego Dmitri Ebba Eduardo Elena Elif Emeka Emily Enzo Erik Esther Fatima
Felix Femi Fiona Florian Freya Gabriel Georgia Giulia Grace Hamid Hannah Haruto Helga Henrik Hugo
Ibrahim Ines Ingrid Irina Isabel Ivan Jakub Jasmine Javier Joanna Jonas Josephine Julien Kaito Karim
Katarina Keiko Kemal Kofi Lars Laura Leila Leon Lina Lorenzo Lucia Magnus Mai Malik Marek Maria
Mateo Maya Mehmet Mia Miguel Milan Mina Mohamed Nadia Naveen Niamh Nikola Nils Noor Olga Oliver
Omar Oskar Paula Pedro Petra Pierre Priya Rafael Ravi Renata Rosa Ruth Samir Sana Sara Sergei Sofia
Stefan Sunita Tariq Teresa Thomas Tomasz Ursula Valentina Vera Victor Wanjiru Wei Xavier Yara Yusuf
Zainab Zoe Zuzana
""".split()
LAST_NAMES = """
Abbott Acosta Adeyemi Ahlberg Akhtar Albrecht Almeida Andersson Appiah Arnold Aydin Baker Banerjee
Barros Bauer Becker Bello Bergman Bianchi Blanc Boateng Bonnet Brandt Brennan Carvalho Castillo Chan
Chaudhry Clarke Colombo Cooper Costa Cruz Dahl Danso Davies Delgado Demir Desai Dubois Duffy Eklund
Eriksen Esposito Farah Fernandes Ferrari Fischer Flores Fofana Fontaine Fraser Fujita Garcia Gashi
Gonzalez Goswami Gruber Haddad Hansen Hashimoto Hayes Herrera Hoffmann Horvat Hussain Ikeda Ivanov
Iyer Jansen Jensen Joshi Kamau Kaplan Karlsson Kaya Keller Khan Kim Kimura Klein Kovacs Kowalski
Krishnan Kruger Lambert Larsen Laurent Lehmann Lindqvist Lopes Lund Maier Mancini Marino Martin
Mbeki Mendes Meyer Moreau Morgan Mwangi Nagy Nair Nakamura Navarro Ndiaye Nguyen Nielsen Novak
Nowak Obi Okafor Olsen Ortega Osei Ozturk Park Patel Pereira Petrov Popescu Quinn Rahman Ramos Rao
Reyes Ricci Rossi Roy Sato Schmidt Schneider Sharma Silva Singh Suarez Suzuki Takahashi Tanaka Tran
Vargas Vasquez Virtanen Vogel Walsh Weber Wilson Yamada Yilmaz Zhang Zimmer
""".split()
SITES = """
Aarhus Antwerp Austin Basel Belfast Bergen Bilbao Bologna Bremen Bristol Brno Calgary Cardiff Cork
Dresden Dundee Eindhoven Espoo Gdansk Geneva Ghent Graz Hanover Hobart Izmir Kassel Krakow Leeds
Leipzig Lille Linz Lisbon Lugano Lyon Malmo Mainz Nagoya Nantes Odense Oulu Osaka Ottawa Perth Pisa
Plzen Porto Quito Riga Rouen Salzburg Seville Sofia Tampere Tartu Toledo Trieste Turin Turku Utrecht
Valencia Vigo Vilnius Warsaw York Zagreb Zurich
""".split()
# fmt: on
