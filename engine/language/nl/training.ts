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
};
