import { type AnswerPhrases, phrases } from '../answers.ts';

export const answers: AnswerPhrases = {
  leads: phrases(
    "it's, its, it is, that's, that is, this is, that would be, i said, i mean, i meant, make it, call it, put, write, just, well, ok, okay, please",
  ),
  names: phrases(
    "my name is, my names, my name's, the name is, the name's, name is, i am, i'm, im, this is, i am called, called, named, he's called, hes called, she's called, shes called, they're called, it's called, its called, his name is, his name's, her name is, her name's, goes by, the names, name's, names, me name is, me name's, me names, i'm called, im called, under, under the name, under the name of, in the name of, it's under, its under, book it under, put it under, put me down as, they call me, his names, her names",
  ),
  namesBefore: phrases(
    "is her name, is his name, is my name, is the name, is their name, is what she's called, is what he's called, he's called, she's called",
  ),
  prepositions: phrases('for, to, from, with, by, about'),
  tails: phrases('please, pls, plz, thanks, thx, thank you, instead'),
  forNow: phrases('for now, for a start, to begin with'),
  and: 'and',
};
