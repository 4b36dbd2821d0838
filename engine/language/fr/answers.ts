import { type AnswerPhrases, phrases } from '../answers.ts';

export const answers: AnswerPhrases = {
  leads: phrases(
    "c'est, ce serait, ce sera, j'ai dit, je veux dire, je voulais dire, mets, mettez, écris, écrivez, bon, alors",
  ),
  names: phrases(
    "je m'appelle, mon nom est, le nom est, je suis, ici, il s'appelle, elle s'appelle, s'appelle, son nom est, nommé, nommée, appelé, appelée",
  ),
  prepositions: phrases('pour, à, au, aux, de, du, avec, par, sur'),
  tails: phrases("s'il te plaît, s'il vous plaît, merci, plutôt"),
  and: 'et',
};
