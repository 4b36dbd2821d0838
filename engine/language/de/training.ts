import { lines, type TrainingRows } from '../training-rows.ts';
import { inflection } from './inflection.ts';

export const training: TrainingRows = {
  code: 'de',
  hasDataSets: false,
  inflection,
  outOfScope: lines(`
wie viele monde hat der saturn
warum geht brot im ofen auf
wer hat die decke dieser kapelle in rom bemalt
wie trainieren impfungen das immunsystem
welcher planet dreht sich am schnellsten
wie entstehen polarlichter
erkläre einem kind die fotosynthese
woraus besteht ein schwarzes loch
nenne drei flüsse in südamerika
was bedeutet das wort vergänglich
wie schneidet man rosen im herbst
welcher kleber hält auf leder
wie höre ich die tür auf zu quietschen
warum werden die blätter am basilikum schwarz
wie bekomme ich wachs aus der tischdecke
wie bringe ich einem papagei das sprechen bei
mein hund kaut ständig an seiner pfote
wie lange leben goldfische
soll ich klavier oder geige lernen
wer hat die vier jahreszeiten komponiert
wie viele saiten hat eine harfe
welcher film hat dieses jahr gewonnen
wann beginnt die nächste staffel der serie
empfiehl mir einen roman aus der wüste
wer hat gestern abend das spiel gewonnen
wann ist es abseits
wer hält den weltrekord im hochsprung
erkläre mir die regeln von schach
wie schaffe ich den letzten gegner im spiel
was ist die größte bekannte primzahl
wie löse ich eine quadratische gleichung
bei wie viel grad siedet alkohol
wie schreibe ich eine schleife in python
warum druckt mein drucker leere seiten
schreib ein gedicht über regen
zeichne mir einen drachen
erzähl eine geschichte von einem roboter
wer gewinnt die wahl
was ist die hauptstadt der mongolei
wann fiel die berliner mauer
warum ging das römische reich unter
gibt es leben auf anderen planeten
was kommt nach dem tod
glaubst du an geister
ich fühle mich heute einsam
mein nachbar trommelt um mitternacht
meine schwester heiratet im juni
wie soll das baby heißen
was hilft bei einem verstauchten knöchel
welche lebensmittel haben viel eisen
welcher wein passt zu gegrilltem fisch
wie lange kocht ein weiches ei
welche pilze sind giftig
wie macht man im regen ein lagerfeuer
warum schnurren katzen
wie machen bienen honig
wer hat den reißverschluss erfunden
wie funktioniert eine dampfmaschine
wie viel farbe brauche ich für ein schlafzimmer
wann pflanzt man tulpenzwiebeln
was bedeutet die gelbe lampe im armaturenbrett
darf mein vermieter die kaution behalten
was zieht man zu einer gartenhochzeit an
wie stricke ich einen schal
in welchem museum liegen die mumien
wo ist das nächste schwimmbad
der himmel war grün als ich jung war
ich glaube er hat seinen schirm dort vergessen
wir sind am fluss spazieren gegangen
meine oma hat sonntags immer gebacken
das war ein seltsamer traum
gestern habe ich den zaun gestrichen
der zug war voller touristen
reich mir bitte das salz
da ist eine spinne in der badewanne
hier riecht es komisch
`),
  streets: {
    form: '{name}{kind} {number}',
    kinds: ['straße', 'strasse', 'str.', 'weg', 'gasse', 'allee', 'ring', 'platz', 'damm'],
    names: lines(`
Ahorn
Amsel
Bach
Bahnhof
Berg
Birken
Blumen
Brunnen
Buchen
Eichen
Erlen
Feld
Finken
Friedhof
Garten
Goethe
Hafen
Haupt
Heide
Hof
Kaiser
Kapellen
Kastanien
Kirch
Linden
Markt
Mozart
Mühlen
Post
Ring
Rosen
Schiller
Schloss
Schul
See
Tal
Wald
Wiesen
Berliner_
Bremer_
Kölner_
Münchner_
`),
  },
  interjections: lines(`
hallo
guten Tag
moin
servus
grüß Gott
huhu
hi
oh
oh weh
ach
ach je
ach so
na ja
naja
tja
hm
ähm
äh
uff
ups
hoppla
mist
herrje
Mensch
so
also
okay
gut
prima
hören Sie
`),
  mentions: [],
  remarks: lines(`
'tschuldigung, hab mit meiner Frau geredet
Erdgeschoss, ich schaff keine Treppen
Essen steht auf dem Tisch, bis später
Frühstück nehmen wir dann doch
Kommando zurück, wir lassen es bleiben
Minütchen noch
Rechnung einreichen
Transporter statt Pkw
ab in die Tonne mit der ganzen Idee
ach nö
ach was soll der Geiz
alles falsch, nochmal von vorn
alles gut so
alt werden ist nichts für Feiglinge
anderen Sitzplatz bitte
auf bald
auf wiederhören
bei denen geht nie einer ran
bin eher ne Nachteule
bin fertig
bin ich die Sparkasse
bin ja bloß eine nacht dort
bisch du en Roboter
bleibt leer
bringen wir selber mit
buch's, letztes Mal haben wir so gelacht
da bin ich raus
da fragen Sie noch
da hab ich ehrlich keine Vorlieben
da hätte ich schon noch was
da ist der Wurm drin
da liegt eine Verwechslung vor
da wär mir so gut wie alles recht
darf man fragen, wer da behandelt
das beerdigen wir
das einfache kann alles was ich brauch
das ist doch gar keine Frage
das ist in Ordnung
das ist mir zu mühsam, vergessen Sie's
das kann warten, die reifen halten bis frühling
das kläre ich lieber persönlich mit jemandem
das lass ich erst mal ruhen
das volle Programm
das wollte ich so nicht
das würde mir helfen
den billigsten den ihr habt
den brauch ich noch
der Chef hat es abgesegnet
der Fahrer hat nicht gewartet
der Laden ist eh pleite, bringt nichts mehr
der Paketbote hat mich aus der Wanne geholt
der verein stellt einen bus
des is genau der
die Klavierstunden meiner Tochter kündigen
die Platte "Nein Mann"
die letzte Ziffer ist ne neun
die matratze macht mein kreuz nicht mit
die nehmen sich ja nix
die schwiegereltern bleiben bis ostern
die sitze sind mord fürs kreuz
es ist dringend
fair enough
fast, mach's mit dreien
frei Schnauze
fünf monate
ganz dir überlassen
geben Sie mir bitte einen Kollegen
geben Sie mir einen Moment
geh zum Teufel
gib mir den Geschäftsführer
guten Abend, ich möchte Essen bestellen
guten Tag, ich möchte meine Adresse ändern
hab ich mir gedacht
hab's kapiert
handtücher haben wir im schrank
hat sich schon wer drum gekümmert, danke nicht mehr nötig
hatschi, Verzeihung
hau rein, bis bald
heuer wird das nix bei uns
hi, Mitarbeiter bitte
hängt davon ab, wann krieg ich's zurück
ich bin eher abgeneigt
ich dachte, das ist die Suche, dann nichts
ich hab früher bei der Post geschafft
ich hab's mir gut überlegt
ich habe mich umentschieden, lass es
ich hätte gerne einen Termin
ich hör dich schlecht
ich sag ja immer, Geduld ist alles
ich schließe mich an
ich schreib ja nie Bewertungen
ich trete vom Kauf zurück
ich verstehe nicht
ich widerrufe meine Bestellung
immer her damit
immer langsam mit den jungen Pferden
in ordnung so
irgendeins halt
ist das eine Maschine, Mitarbeiter bitte
ist eigentlich alles gesagt
ist jetzt offen
ist keine gute Idee
ist mir alles gleich, junger Mann
ja das hätte ich gern
ja nehm ich
ja nicht buchen
ja nix machen
ja, beim letzten Mal hat's gefehlt
jep gern
juckt mich nicht welches
kannst du kübeln
keine Ahnung, was würden Sie empfehlen
kk mach
kloppen wir's in die Tonne
kommt drauf an, was kostet es
kommt nicht drauf an
kuendigung bitte
können Sie mir die Rechnung schicken
können wir von vorne anfangen
könnten Sie? großartig
kümmer dich drum
lan nein
lass gut sein
lassen wir's, trotzdem vielen Dank
lauter Jasager in meiner Firma
lösch das nicht
lösch den ganzen Krempel
mach Nägel mit Köpfen
mach nen Haken dran
machen wir ein andermal weiter, heut nimmer
mein Chef sagt nie ja
mein Essen wird kalt
mein Handy ist an, soll er anrufen
mein Mann hat mit dem Rauchen aufgehört, er ist unausstehlich
mein letztes Wort
mein rücken bringt mich um
meine tochter ist gegen katzen allergisch
merci vilmal und adie
muss ich das? nächste
na gut, hochdrehen
nach dem ganzen ärger aber hallo
nehm ich auch
nein das ist falsch, geh zurück
nein moment, ich hab falsch geschaut, passt alles
nein vielen dank
nein, den anderen
nicht machen
nimm meine Karte
noch einmal bitte
nomal vo vorn
nur Mut
nö, den anderen
ok gut
ok schluss hier, das spiel ist abgesagt
pfeif drauf
pfiat di
richtig, stornieren Sie sie
ruft mich bitte an
schieb's rüber, stimmt
secher dat
sicher ned
sie braucht Hilfe bei der Treppe
sie wartet auf das geld
so ein Mist
sonst sind die Plätze futsch
sorry was
stell den so
super danke
super machen wir so
thx bye
tut nicht weh, also ja
unter uns, mein Ex ist schuld
urlaubsreif bin ich
viel Geld für ein belegtes Brot
vielen Dank, ich hätte dann noch gern einen Tisch
vllt später, jetz nich
vorsichtshalber ja
wag es ja nicht
war vorschnell mit dem nein, bitte doch
warum nicht
was gibt es sonst noch
was hab ich letzten Monat ausgegeben
wat haste jesacht
wenn möglich ja
wenn's dunkel wird
wenns nix kostet, warum nicht
werd ich da eigentlich vorher angerufen
wes so gode
wie schaut's eigentlich mit Studentenrabatt aus
wie war der zweite noch
wir diskutieren grad noch
wir essen vor der abfahrt
wir reden aneinander vorbei
wir verlieren nichts dabei, also gut
wird ein Riesenfest, achtzig Leute
wähl du
zeig mir das Menü
zu viel Aufwand für nichts
zuerst dachte ich nein, aber doch, gern
zuerst mal, krieg ich mein Geld zurück
`),
};
