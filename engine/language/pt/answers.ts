import { type AnswerPhrases, phrases } from '../answers.ts';

export const answers: AnswerPhrases = {
  leads: phrases(
    'é, seria, eu disse, quero dizer, queria dizer, coloque, coloca, escreva, chame, bom, bem, então',
  ),
  names: phrases(
    'o meu nome é, meu nome é, o nome é, chamo-me, me chamo, eu sou, sou, chama-se, se chama, ele se chama, ela se chama, o nome dele é, o nome dela é, chamado, chamada, o meu nome, meu nome, o nome, em nome de, em nome do, em nome da, aqui é, aqui fala, eu me chamo, eu chamo-me',
  ),
  namesBefore: phrases('chama-se ela, chama-se ele, é o nome, é o nome dela, é o nome dele, é o meu nome'),
  prepositions: phrases('para, a, ao, à, de, do, da, por, com, sobre'),
  tails: phrases('por favor, obrigado, obrigada'),
  forNow: phrases('por enquanto, para já, por agora'),
  and: 'e',
};
