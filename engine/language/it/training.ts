import { lines, type TrainingRows } from '../training-rows.ts';
import { inflection } from './inflection.ts';

export const training: TrainingRows = {
  code: 'it',
  hasDataSets: false,
  inflection,
  outOfScope: lines(`
quante lune ha saturno
perché il pane lievita nel forno
chi ha dipinto il soffitto di quella cappella a roma
come allenano i vaccini il sistema immunitario
quale pianeta gira più veloce
da cosa nasce l'aurora boreale
spiega la fotosintesi a un bambino
di cosa è fatto un buco nero
dimmi tre fiumi del sud america
che significa la parola effimero
come si potano le rose in autunno
che colla va bene per il cuoio
come faccio a non far cigolare la porta
perché le foglie del mio basilico diventano nere
come tolgo la cera dalla tovaglia
come insegno a parlare a un pappagallo
il mio cane si morde sempre la zampa
quanto vive un pesce rosso
meglio imparare il piano o il violino
chi ha composto le quattro stagioni
quante corde ha un'arpa
che film ha vinto quest'anno
quando inizia la prossima stagione della serie
consigliami un romanzo nel deserto
chi ha vinto la partita ieri sera
come si decide un fuorigioco
chi ha il record del salto in alto
spiegami le regole degli scacchi
come batto l'ultimo mostro del gioco
qual è il più grande numero primo
come risolvo un'equazione di secondo grado
a che temperatura bolle l'alcol
come scrivo un ciclo in python
perché la mia stampante fa pagine bianche
scrivi una poesia sulla pioggia
disegnami un drago
racconta la storia di un robot perduto
chi vincerà le elezioni
qual è la capitale della mongolia
quando è caduto il muro di berlino
perché è caduto l'impero romano
c'è vita su altri pianeti
cosa succede dopo la morte
credi ai fantasmi
stasera mi sento solo
il mio vicino suona la batteria a mezzanotte
mia sorella si sposa a giugno
che nome do al bambino
come si cura una caviglia slogata
quali cibi hanno molto ferro
che vino va con il pesce alla griglia
quanto cuoce un uovo
quali funghi sono velenosi
come accendo un fuoco sotto la pioggia
perché i gatti fanno le fusa
come fanno il miele le api
chi ha inventato la cerniera lampo
come funziona una macchina a vapore
quanta vernice serve per una camera
quando si piantano i tulipani
che vuol dire la spia gialla sul cruscotto
il padrone di casa può tenere la cauzione
cosa mi metto per un matrimonio in giardino
come si fa una sciarpa a maglia
in quale museo sono le mummie
dov'è la piscina più vicina
il cielo era verde quando ero giovane
credo che abbia lasciato lì l'ombrello
abbiamo passeggiato lungo il fiume
mia nonna faceva le torte la domenica
è stato uno strano sogno
ieri ho dipinto lo steccato
il treno era pieno di turisti
passami il sale
c'è un ragno nella vasca
qui c'è uno strano odore
`),
  streets: {
    form: '{kind} {name} {number}',
    kinds: ['via', 'viale', 'piazza', 'corso', 'vicolo', 'largo', 'piazzale', 'strada'],
    names: lines(`
Boccaccio
Cavour
Crispi
Dante
Firenze
Galilei
Galvani
Garibaldi
Leopardi
Manzoni
Marconi
Matteotti
Mazzini
Milano
Napoli
Palermo
Pascoli
Petrarca
Roma
Rossini
San Marco
San Rocco
Santa Lucia
Torino
Verdi
Volta
XX Settembre
dei Mille
dei Tigli
del Mulino
del Porto
della Libertà
della Pace
della Repubblica
della Stazione
delle Rose
delle Scuole
Umberto I
Vittorio Veneto
Vespucci
`),
  },
  interjections: lines(`
ciao
buongiorno
buonasera
salve
ehi
senta
guardi
ah
oh
oddio
uffa
ehm
eh
beh
mah
boh
allora
dunque
ecco
accidenti
caspita
ops
va bene
bene
perfetto
ottimo
mamma mia
insomma
dai
ahi
`),
  mentions: [],
  remarks: lines(`
a caval donato non si guarda in bocca
a che ora parte?
a posto così, grazie, arrivederci
abbiamo i lavori in casa, un incubo
adoro viaggiare in treno
ah già
annulla solo l'ultima risposta e richiedimela
annullamento ordine
aspetta che cerco la carta
aspetti no
basta, mi arrendo
bene, alla prossima
buongiorno, mi puo aiutare?
buongiorno, mi serve un idraulico
capito l'antifona
che casino oggi in ufficio
che orari avete?
che vuol dire, quello della bolletta?
che vuol dire?
chi la canta?
chiudi il mio conto
ci sto dentro
ci vediamo
col latte di soia
come se non avessi detto niente
come si attiva il roaming?
consigliami un film
cosa succede se annullo?
così sia
così su due piedi non saprei
d'accordo sul prezzo, non sulla data, quindi no
decidi tu
dove capita
dove si trova?
dove vuoi
e chi se lo mette
e niente, fine della storia
e ora che faccio?
e' giusto cosi
eccome, col bambino serve
ehi ciao
era solo una prova, lascia stare
era una battuta
ero interessato a un corso, iscrivimi
fai il bonifico
fammi controllare
fammi un esempio
fammi vedere se lo trovo
finita la telefonata, possiamo andare avanti
grazie, quanto costa
guai a te
ha capito bene
ho bucato
ho dimenticato la password
ho mal di schiena da ieri
ho paura di no
ho perso il passaporto
ho premuto si e non e' successo niente
i conti mi tornano
il mare ieri era chiarissimo
il meno caro
il solito, come ogni venerdì
in cinque compreso il neonato
incrocio le dita
intendevo lunedì, non martedì
io più il cane
la casa gialla dopo il ponte
lascia perdere, sei inutile
le dico di sì
lo consideri confermato
ma sì, perché no
madonna che freddo
mah non so
mai detto
me lo sono scordata
metti in pausa l'abbonamento
metti un po' di musica
mettiamoci una pietra sopra
mi affido al vostro gusto
mi dai una dozzina di cannoli
mi dia un minuto
mi mostri i piani
mi piace, fallo
mi sai dire gli orari?
mia madre è in sedia a rotelle
mille grazie
mmh sì
ne basta uno
nessun problema
nessuna idea
nevica da stamattina
niente da aggiungere
niente di particolare
niente note
niente scali per favore
niente vincoli
no macché scomodo, va benissimo
no, assolutamente
no, dall'altro conto
no... ma perché costa così?
nocciola e pistacchio
non applicabile
non badare all'ora, chiamali
non carica
non ci penso nemmeno
non ci siamo proprio
non era così
non ho capito cosa vuoi
non ho codici
non ho la macchina, vengo in autobus
non ho sentito
non ho un secondo nome
non le saprei dire
non mi viene in mente
non ne sono sicuro
non oggi
non parlo con le macchine
non rinnovate la polizza
non servi a un cazzo
non si sente
non so che pesci pigliare
non so, quale mi consigli
non voglio niente
non è necessario, prosegui
nulla da aggiungere, è lui
oddio che ridere
odio le code
ok capito
onestamente no
ovvio che no
passami un umano
per due giorni non vale la pena
per fortuna
per me ok
per me va più che bene
per stavolta no
perché no, dov'è?
perché no, sì
perfetto, a presto
piuttosto vado io in farmacia
porca miseria
pretendo di parlare con qualcuno
può mettermi in contatto con qualcuno?
qualcosa di meno caro
qualsiasi giorno
quanti giga mi restano?
quanto ci vuole per il passaporto?
quanto costa?
quanto manca
quanto ritardo ha
rettifica l'importo
ricominciamo dall'inizio
ripartiamo da capo a dodici
ripeti il prezzo
robot del cavolo
sai che c'è? fa nulla
salta pure
sarebbe un bel pensiero
sarà per la prossima
sei un bot
sei un robot?
sei vero?
senza dubbio
senza niente
senza perdere altro tempo
senza zucchero
si fa
sia fatta la tua volontà ahah
siete fuori di parecchio
sto parlando con una persona vera
suppongo di sì
sì che la metto, l'anno scorso mi sono pentito
sì, e prenota anche un taxi
sì, proprio quel giorno
tante grazie
terza media
testa o croce
ti dico di sì
ti lascio che squilla il telefono
togli la cipolla
togli una persona
torna all'inizio
torniamo domenica sera
un altro giorno invece
uno basta e avanza
va bene pure in piedi
vai tranquillo
viaggio di lavoro
voglio chiudere il conto
volentieri in un'altra vita
vorrei prenotare un campo da padel
è appena passato uno famoso
è così
è già partito?
è per un matrimonio
è privato
è saltata la voce
è saltato tutto, ti ringrazio comunque
è tutto, arrivederci
è urgente
`),
};
