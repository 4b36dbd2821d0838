import { type AnswerPhrases, phrases } from '../answers.ts';

export const answers: AnswerPhrases = {
  leads: phrases('es ist, das ist, es wäre, ich sagte, ich meine, ich meinte, schreib, nenn es, also, gut'),
  names: phrases(
    'mein name ist, der name ist, ich heiße, ich heisse, ich bin, hier ist, hier spricht, heißt, er heißt, sie heißt, es heißt, namens, sein name ist, ihr name ist, genannt, mein name is, mein name iss, der name iss, mein name wär, mein name wäre, der name is, der name wäre, name ist, name is, hier is, es is, das is',
  ),
  namesBefore: phrases(
    'heißt er, heißt sie, heiße ich, ist der name, ist mein name, ist ihr name, ist sein name',
  ),
  prepositions: phrases('für, an, zum, zur, von, vom, mit, über, wegen'),
  tails: phrases('bitte, danke, stattdessen'),
  forNow: phrases('erstmal, erst mal, vorerst, fürs erste'),
  and: 'und',
};
