import { type AnswerPhrases, phrases } from '../answers.ts';

export const answers: AnswerPhrases = {
  leads: phrases('es ist, das ist, es wäre, ich sagte, ich meine, ich meinte, schreib, nenn es, also, gut'),
  prepositions: phrases('für, an, zum, zur, von, vom, mit, über, wegen'),
  tails: phrases('bitte, danke, stattdessen'),
  and: 'und',
};
