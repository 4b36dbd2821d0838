import { type AnswerPhrases, phrases } from '../answers.ts';

export const answers: AnswerPhrases = {
  leads: phrases(
    "het is, 't is, dat is, dit is, dat zou zijn, ik zei, ik bedoel, ik bedoelde, noem het, zet, schrijf, nou, goed, oké, even",
  ),
  names: phrases(
    "mijn naam is, de naam is, ik heet, ik ben, met, heet, hij heet, ze heet, zij heet, zijn naam is, haar naam is, genaamd, m'n naam is, mn naam is, me naam is, men naam is, mijn naam's, naam is, je spreekt met, u spreekt met, op naam van, onder de naam, kheet, 'k heet, k ben, 'k ben",
  ),
  namesBefore: phrases(
    'heet ze, heet zij, heet hij, heet ik, is de naam, is mijn naam, is haar naam, is zijn naam',
  ),
  prepositions: phrases('voor, aan, naar, van, met, door, over, bij'),
  tails: phrases('alstublieft, alsjeblieft, graag, bedankt, dank je, dank u, in plaats daarvan'),
  forNow: phrases('voorlopig, eerst, voor nu'),
  and: 'en',
};
