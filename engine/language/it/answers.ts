import { type AnswerPhrases, phrases } from '../answers.ts';

export const answers: AnswerPhrases = {
  leads: phrases(
    'è, sarebbe, ho detto, dico, voglio dire, volevo dire, metti, scrivi, chiamalo, allora, va bene',
  ),
  names: phrases(
    'mi chiamo, il mio nome è, il nome è, sono, io sono, si chiama, lui si chiama, lei si chiama, il suo nome è, chiamato, chiamata, io mi chiamo, il mio nome, il nome, a nome di, a nome',
  ),
  namesBefore: phrases('si chiama, è il nome, è il suo nome, è il mio nome'),
  prepositions: phrases('per, a, al, alla, di, del, della, da, con, su'),
  tails: phrases('per favore, per piacere, grazie'),
  forNow: phrases('per ora, per adesso, per il momento, intanto'),
  and: 'e',
};
