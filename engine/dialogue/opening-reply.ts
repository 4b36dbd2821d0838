import type { Word } from '../text/words.ts';
import type { Utterance } from '../values/recognizer.ts';
import { hasStemOf, isArticle } from './asked-words.ts';
import { isAgreement } from './replies.ts';

/** Longer sentences say more than a yes or no. */
const MAX_WORDS = 5;

interface OpeningWords {
  yes: readonly string[];
  no: readonly string[];
  /** Words that take the answer back, put it off or ask: "yes, but", "yes, tomorrow", "yes, how much". */
  doubt: readonly string[];
}

const words = (yes: string, no: string, doubt: string): OpeningWords => ({
  yes: yes.split(' '),
  no: no.split(' '),
  doubt: doubt.split(' '),
});

const OPENING: Readonly<Record<string, OpeningWords>> = {
  en: words(
    'yes yeah yep yup sure',
    'no nope nah',
    'but hold about rather if not no don dont cancel wait stop except instead later only first unless maybe tomorrow what how why when which who where',
  ),
  es: words(
    'si claro',
    'no',
    'pero si no cancela espera para excepto salvo luego despues solo primero quizas mejor antes manana que como cuando cual quien donde cuanto',
  ),
  de: words(
    'ja klar',
    'nein nee',
    'aber lieber wenn falls nicht nein abbrechen warte stopp ausser spater nur erst vielleicht morgen was wie warum wann wer wo',
  ),
  fr: words(
    'oui ouais',
    'non',
    'mais si pas non annule attends stop sauf plutot tard seulement abord peut demain que quoi comment pourquoi quand qui ou combien',
  ),
  pt: words(
    'sim claro',
    'nao',
    'mas se nao cancela espera para exceto depois so primeiro talvez amanha que como quando qual quem onde quanto',
  ),
  it: words(
    'si certo',
    'no',
    'ma se non no annulla aspetta tranne dopo solo prima forse domani che come quando quale chi dove quanto',
  ),
};

/** Small words beside what was asked: what it is done to, and that it is done at once. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  en: 'it them with on for of and now right away immediately'.split(' '),
  es: 'de con y ya mismo ahora enseguida'.split(' '),
  de: 'sie ihn es sich und sofort jetzt gleich'.split(' '),
  fr: 'de et tout suite maintenant vous'.split(' '),
  pt: 'de com e ja agora'.split(' '),
  it: 'di con e subito ora adesso'.split(' '),
};

/** Articles that are numbers as well: "yes, one" may be another amount. */
const ONE: ReadonlySet<string> = new Set('a an one un uno una ein eine einen une um uma'.split(' '));

/**
 * A yes or no that opens a short sentence and is not taken back in it: "yes, freeze it", "no, leave it on". A yes
 * stands only before words of the question, so that "yes, half of it" agrees to nothing. A no, and a Spanish or
 * Italian "si" without its accent, count only before a comma: "no idea", "si fuera mañana".
 * @param asked the normalised words of the question and of what it is about
 */
export function openingReply(
  { text, words: said, language }: Utterance,
  asked: readonly string[],
): 'yes' | 'no' | null {
  const opening = OPENING[language];
  const [first, ...rest] = said;
  if (opening === undefined || first === undefined || said.length > MAX_WORDS) return null;
  if (/[?¿？]/.test(text) || rest.some((word) => opening.doubt.includes(word.text))) return null;
  const isSetApart = /^\s*[,;.!:–-]/.test(text.slice(first.end));
  if (opening.no.includes(first.text)) return isSetApart ? 'no' : null;
  if (!opening.yes.includes(first.text)) return null;
  const isSaid = ({ text: word }: Word) =>
    !ONE.has(word) &&
    (isArticle(word, language) ||
      isAgreement(word, language) ||
      (BESIDE[language]?.includes(word) ?? false) ||
      asked.some((one) => hasStemOf(one, word)));
  if (!rest.every(isSaid)) return null;
  const isIf = /^si$/i.test(text.slice(first.start, first.end));
  return isIf && !isSetApart ? null : 'yes';
}
