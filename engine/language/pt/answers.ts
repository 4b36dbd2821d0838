import { type AnswerPhrases, phrases } from '../answers.ts';

export const answers: AnswerPhrases = {
  leads: phrases(
    'é, seria, eu disse, quero dizer, queria dizer, coloque, coloca, escreva, chame, bom, bem, então',
  ),
  names: phrases(
    'o meu nome é, meu nome é, o nome é, chamo-me, me chamo, eu sou, sou, chama-se, se chama, ele se chama, ela se chama, o nome dele é, o nome dela é, chamado, chamada, em nome de, no nome de, ponha em nome de, ponha, põe, escreva, escreve, anote, anota, o nome, o meu nome, sou a, sou o, aqui é',
  ),
  prepositions: phrases('para, a, ao, à, de, do, da, por, com, sobre'),
  tails: phrases('por favor, obrigado, obrigada'),
  and: 'e',
};
