import { type AnswerPhrases, phrases } from '../answers.ts';

export const answers: AnswerPhrases = {
  leads: phrases(
    "c'est, ce serait, ce sera, j'ai dit, je veux dire, je voulais dire, mets, mettez, écris, écrivez, bon, alors",
  ),
  names: phrases(
    "je m'appelle, mon nom est, le nom est, je suis, ici, il s'appelle, elle s'appelle, s'appelle, son nom est, nommé, nommée, appelé, appelée, mon nom c'est, mon nom cest, le nom c'est, le nom cest, le nom, mon nom, c'est le nom de, cest, moi c'est, moi cest, moi je m'appelle, j'm'appelle, je mappelle, jmappelle, m'appelle, au nom de, au nom d'",
  ),
  namesBefore: phrases(
    "c'est son nom, c'est mon nom, c'est le nom, il s'appelle, elle s'appelle, qu'il s'appelle, qu'elle s'appelle",
  ),
  prepositions: phrases('pour, à, au, aux, de, du, avec, par, sur'),
  tails: phrases("s'il te plaît, s'il vous plaît, merci, plutôt"),
  forNow: phrases("pour l'instant, pour le moment"),
  and: 'et',
};
