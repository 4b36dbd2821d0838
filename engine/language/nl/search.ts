import { type SearchWords, strip } from '../search.ts';
import { wordSet } from '../words.ts';

export const search: SearchWords = {
  stopWords: wordSet(`
aan al alle alleen allemaal als alstublieft alsjeblieft altijd ander andere anders ben bent bij bedankt daar daarmee daarna
daarom daarvan dag dan dank dat de deze die dit doe doen doet door dus echt een eens en er eraan ermee ervan even
ga gaan gaat gedaan geen geef geven goed graag had hallo heb hebben hebt heeft heel helpen hem het hier hij hoe hoeveel
hoelang hun iemand iets ik in is ja je jij jou jouw jullie kan kom komen komt kon konden krijg krijgen krijgt kun kunnen kunt
laat laten maar maak maakt maken mag mee meer men met mij mijn misschien moet moeten mogelijk mogen na naar nee niet niets
nog nou nu of om ons onze ook op over per moest wordt worden werd te tegen tot toch u uit uw van vanaf veel via
vind vinden voor vraag waar waarmee waarom waarop waarvoor wat waren was weer weet wel welk welke wanneer we wie wiens wij wil
willen wilt worden word wou zal ze zeer zeg zeggen zelf zich zij zijn zo zou zouden zonder
`),
  stem,
};

/** Consonants that are written twice to keep the vowel before them short: `pas`, `passen`. */
const DOUBLED = /([bdfgklmnprst])\1$/;
/** A long vowel that is written once where its syllable is open: `naam`, `namen`. */
const LONG_VOWEL = /([aeou])\1([^aeiou])$/;

function stem(word: string): string {
  const bare = strip(word, ['heden', 'tjes', 'tje', 'jes', 'je', 'eren', 'en', 'es', 'e', 's'], 3);
  const single = bare.replace(DOUBLED, '$1').replace(LONG_VOWEL, '$1$2');
  return single.replace(/v$/, 'f').replace(/z$/, 's');
}
