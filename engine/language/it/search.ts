import { romanceStem, type SearchWords } from '../search.ts';
import { wordSet } from '../words.ts';

export const search: SearchWords = {
  stopWords: wordSet(`
a ad agli ai aiuto al alcuna alcune alcuni alla alle allo allora altra altre altri altro anche ancora avere
avete avra buongiorno c che chi ci ciao cio come con cos cosa cosi cui d da dagli dai dal dalla dalle de degli
dei del dell della delle dello deve devo devono di dire dov dove due e ecco ed era erano essere fa faccio
fai fare fatto favore fino fra gli grazie ha hai hanno ho i il in io l la le lei li lo loro lui ma me mentre
mi mia mie miei mio molta molte molti molto ne negli nei nel nella nelle nessun nessuna niente no noi non
nostra nostre nostri nostro o ogni oppure per perche pero piu po poi possibile posso possono potete potrei
prego puo puoi qual qualche qualcosa qualcuno quale quali quando quant quanta quante quanti quanto quella
quelle quelli quello questa queste questi questo qui s sa salve sapere se sei sempre senza si sia siamo
siete solo sono sta stai stata stato sto su sua sue sugli sui sul sulla sulle suo suoi ti tra tu tua tue tuo
tuoi tutta tutte tutti tutto un una uno va vado vai vi voglio voi volere volta vorrei vostra vostre vostri
vostro vuoi vuole
`),
  stem: romanceStem,
};
