import { lines, type TrainingRows } from '../training-rows.ts';
import { inflection } from './inflection.ts';

export const training: TrainingRows = {
  code: 'nl',
  hasDataSets: false,
  inflection,
  outOfScope: lines(`
hoeveel manen heeft saturnus
waarom rijst brood in de oven
wie heeft het plafond van die kapel in rome geschilderd
hoe trainen vaccins het afweersysteem
welke planeet draait het snelst
hoe ontstaat het noorderlicht
leg fotosynthese uit aan een kind
waar bestaat een zwart gat uit
noem drie rivieren in zuid-amerika
wat betekent het woord vergankelijk
hoe snoei je rozen in de herfst
welke lijm houdt op leer
hoe zorg ik dat de deur niet meer piept
waarom worden de blaadjes van mijn basilicum zwart
hoe krijg ik kaarsvet uit een tafelkleed
hoe leer ik een papegaai praten
mijn hond bijt steeds op zijn poot
hoe lang leeft een goudvis
moet ik piano of viool leren spelen
wie componeerde de vier jaargetijden
hoeveel snaren heeft een harp
welke film heeft dit jaar gewonnen
wanneer begint het volgende seizoen van de serie
raad me een roman aan die in de woestijn speelt
wie won gisteravond de wedstrijd
wanneer is het buitenspel
wie heeft het wereldrecord hoogspringen
leg me de regels van schaken uit
hoe versla ik de laatste baas in het spel
wat is het grootste bekende priemgetal
hoe los ik een kwadratische vergelijking op
bij hoeveel graden kookt alcohol
hoe schrijf ik een lus in python
waarom drukt mijn printer lege bladen af
schrijf een gedicht over regen
teken een draak voor me
vertel een verhaal over een verdwaalde robot
wie gaat de verkiezingen winnen
wat is de hoofdstad van mongolië
wanneer viel de berlijnse muur
waarom ging het romeinse rijk ten onder
is er leven op andere planeten
wat komt er na de dood
geloof je in spoken
ik voel me eenzaam vanavond
mijn buurman drumt om middernacht
mijn zus trouwt in juni
hoe zal ik de baby noemen
wat helpt bij een verstuikte enkel
welke voeding bevat veel ijzer
welke wijn past bij gegrilde vis
hoe lang kook je een zacht ei
welke paddenstoelen zijn giftig
hoe maak je een kampvuur in de regen
waarom spinnen katten
hoe maken bijen honing
wie heeft de rits uitgevonden
hoe werkt een stoommachine
hoeveel verf heb ik nodig voor een slaapkamer
wanneer plant je tulpenbollen
wat betekent het gele lampje op het dashboard
mag mijn huisbaas de borg houden
wat trek ik aan naar een bruiloft in de tuin
hoe brei ik een sjaal
in welk museum liggen de mummies
waar is het dichtstbijzijnde zwembad
de lucht was groen toen ik jong was
ik denk dat hij zijn paraplu daar heeft laten liggen
we hebben langs de rivier gewandeld
mijn oma bakte altijd op zondag
dat was een vreemde droom
gisteren heb ik het hek geverfd
de trein zat vol toeristen
geef me het zout eens
er zit een spin in bad
het ruikt hier raar
`),
  streets: {
    form: '{name}{kind} {number}',
    kinds: ['straat', 'weg', 'laan', 'plein', 'gracht', 'kade', 'dijk', 'steeg', 'hof'],
    names: lines(`
Beatrix
Berken
Beuken
Bloemen
Brug
Dorps
Eiken
Emma
Esdoorn
Haven
Heide
Hoofd
Hoog
Juliana
Kanaal
Kastanje
Kerk
Koning
Koningin
Kruis
Linden
Maas
Markt
Molen
Nieuw
Noorder
Oranje
Park
Plant
Prins Hendrik
Rozen
School
Singel
Spoor
Stations
Tulpen
Vijver
Wilgen
Zuider
`),
  },
  interjections: lines(`
hallo
hoi
goedemorgen
goedendag
goeienavond
hé
dag
ah
ach
oh
oei
oeps
tja
hm
ehm
eh
nou
nou ja
zo
dus
oké
goed
prima
jee
jeetje
tjonge
verdorie
mooi
luister
kijk
`),
  mentions: [],
  remarks: lines(`
't is mij gelijk
ah laat maar
beste medewerker
bij nader inzien doe ik het niet
bij regen doet m'n knie zeer
bij zonsopgang
blokkeer mijn nummer
boeie, einde
da weet ik nie
da's mijn ding nie
daar heb ik wat aan
daar zou ik u dankbaar voor zijn
dag allemaal
dan maar zo
dank je maar nee
dankzij de staking ben ik te voet gegaan
dat gaat niet
dat heeft geholpen, tot snel
dat hoeft echt niet
dat is 'm ja
dat is een ja
dat is ok
dat is ze, herken ik
dat niet
dat was het voor vandaag
dat weet ik helaas niet
dat weet ik nog niet
de rechterkant
de vorige vraag nog eens invullen
doe dat niet
doe geen moeite
doe maar dan
doe maar, bedankt hè
domiciliëring stopzetten
een geannuleerde vlucht
een pintje
een verstopping in de afvoer
eender wat
eigenlijk niet
euh ja
even denken
even niet
fiets huren
fitness stopzetten
geef me je baas
geef mij iemand die me wel snapt
geef mij twee minuten
geen contactgegevens van mij
geen goesting meer, laat maar
gelieve door te gaan
gelijk welke
genoeg, laat maar
goed bezig, doe maar
goed idee
goed, de sleutel ligt bij de conciërge
graag ja
heb ik een paspoort nodig
heb je die ook in het blauw
heel graag ja
helemaal niet
het is een cadeau
het speelt geen rol welke
het stuk over geld ging te vlug
hij geeft altijd dezelfde fout
hmm begrijpelijk
hoe geraak ik daar
hoe was dat
hoeveel zou dat zijn
iets goedkopers graag
ik ben ervoor
ik ben niet geinteresseerd
ik ben nieuw hier
ik ben van gedachten veranderd
ik ben weg
ik ben zo terug
ik bevestig dit niet
ik doe dit later wel, stop maar
ik ga ermee akkoord
ik ga slapen
ik heb al telefonisch geannuleerd
ik heb een beetje vliegangst
ik mis mijn ex
ik moet er nog over nadenken
ik snap er niks van
ik trek de aanvraag in
ik wil een mens
ik wil het niet meer
ik wil me inschrijven
ik wil mijn afspraak verzetten
ik wil schade melden
ik zeg geen nee
in de namiddag
in de plaats liever de rode
is dat per persoon
is de verwarming bij de huur inbegrepen
is de wifi gratis
is die grote lastig te rijden
is goed zo, fijne dag
ja alsjeblieft
ja dat wil ik
ja doe maar
ja en zet het in mijn agenda
ja graag, wat kost het
ja is goed
ja ja
ja merci
ja mevrouw
jammer maar helaas
je hebt me overtuigd
je leeft maar één keer
kan geen kwaad
kan ik iemand spreken
kant noch wal
kies jij maar
klinkt perfect
kunnen we terug
kunt u teruggaan naar de vorige vraag
laat daar maar, fijne avond nog
leg uit
m'n kleinzoon van drie telt al tot honderd
maar beter niet
maatje kleiner
mag ik deze overslaan
mag mijn hond mee
met de prijs eens, met de dag niet, dus nee
met zeezicht
mijn kinderen antwoorden alleen met weet niet
mijn nonkel heeft een hotel
mijn nonkel stopt nooit met praten
mijn rekeningnummer is gewijzigd
mooi hoor, niks voor ons
mooi niet
mwah nee
na het avondeten
nee dat wil ik niet
nee heen en terug
nee hoor dat was het, dankjewel hè
nee ik moet gaan, doei
nee meneer
nee natuurlijk niet
nee thx
nee zo is het goed
nee, lief van je, dankjewel
ni nodig
niet maandag, dinsdag
niet nodig bedankt
niet te ver van het centrum
niets anders
niks aan te doen
nog eens graag
nog niet versturen
oh oké
ok dan
ok, hoeveel
op een ander moment
optie b
past goed
perfect… voor een ander
salade in plaats van friet
schade aangeven
sla deze vraag over
sla over, wat komt er nog
staat genoteerd
stilte voor de storm hier
stomme computer
stop de muziek
stop niet doen
stop stop
tafel annuleren
te duur
te lang
terug naar het adres
thx hoe lang duurt het
tis goe zo
tja, wat raden jullie aan
toch met paypal
toon de geannuleerde treinen
van nul af aan
van z'n leven niet
verbind me met die mevrouw van vorige keer
volmondig ja
voor de school uitgaat, vier uur
vooruit met de geit
wat als er niemand thuis is
wat beschikbaar is
wat een pech
wat het beste uitkomt
wat vliegt de tijd
wat zei u, excuus
we redden het met wat er is
weet ik niet, kies jij maar
welke dan ook
welke maat moet ik nemen
wie beschikbaar is
wilt u mij een offerte sturen
zeg het maar, ik vind alles goed
zet er maar op
ziet er goed uit
zo bedoelde ik het
zo zit dat dus
`),
};
