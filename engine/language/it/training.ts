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
};
