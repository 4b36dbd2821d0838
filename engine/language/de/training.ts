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
};
