import { type AnswerPhrases, phrases } from '../answers.ts';

export const answers: AnswerPhrases = {
  leads: phrases(
    'es, sería, se trata de, he dicho, dije, digo, quiero decir, quería decir, pon, ponle, escribe, llámalo, bueno, pues, vale',
  ),
  names: phrases(
    'me llamo, mi nombre es, el nombre es, soy, yo soy, se llama, ella se llama, él se llama, su nombre es, llamado, llamada, mi nombre, el nombre, yo me llamo, me llaman, a nombre de',
  ),
  namesBefore: phrases('se llama, es el nombre, es su nombre, es mi nombre'),
  prepositions: phrases('para, a, al, de, del, por, con, sobre'),
  tails: phrases('por favor, gracias, mejor'),
  forNow: phrases('de momento, por ahora, por el momento'),
  and: 'y',
};
