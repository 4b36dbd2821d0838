import type { Stretch } from '../../text/stretch.ts';
import { normalise, plainWords } from '../../text/words.ts';
import type { Utterance } from '../recognizer.ts';
import { ANSWER_PHRASES, NO_PHRASES } from './phrases.ts';

/** What a sentence denies, and what it gives in its place. */
export interface Denial {
  /** The words of what is denied, without a preposition. */
  old: string;
  /** Where what is meant instead stands; null where nothing is. */
  other: Stretch | null;
  /** True where the form alone does not tell a denial from a no: in Spanish, "no Petra, Paula". */
  isLoose: boolean;
}

interface Denying {
  not: string;
  but: string;
  instead: string;
  /** True where "no" is "not" as well. */
  isNo?: boolean;
}

/** Regular expressions of what is typed, with and without accents. */
const DENYING: Readonly<Record<string, Denying>> = {
  en: { not: 'not', but: 'but(?: rather)?', instead: 'instead of|rather than' },
  es: { not: 'no', but: 'sino', instead: 'en vez de|en lugar de', isNo: true },
  de: { not: 'nicht|keine?n?', but: 'sondern', instead: 'statt|anstatt|anstelle von' },
  fr: { not: 'pas', but: 'mais(?: plut[ôo]t)?', instead: 'au lieu de|plut[ôo]t que' },
  pt: { not: 'n[ãa]o', but: 'mas(?: sim)?|e sim', instead: 'em vez d[eao]|em lugar d[eao]', isNo: true },
  it: { not: 'non', but: 'ma|bens[ìi]', instead: 'invece (?:di|del|della|che)|anzich[ée]|al posto di' },
};

/** What is denied has so many characters at most, and the sentence so many: longer ones say more. */
const MAX_DENIED = 60;
const MAX_SENTENCE = 200;

const formsByLanguage = new Map<string, RegExp[]>();

function formsOf(language: string, { not, but, instead, isNo }: Denying): RegExp[] {
  let forms = formsByLanguage.get(language);
  if (forms === undefined) {
    const { corrections } = ANSWER_PHRASES[language] ?? NO_PHRASES;
    const lead = `^\\s*(?:(?:${corrections.join('|')})\\s*,\\s*)?`;
    const old = `(?<old>[^,;.!?]{1,${MAX_DENIED}}?)`;
    const end = '[\\s.!]*$';
    forms = [
      `(?:${not})\\s+${old}\\s*,?\\s+(?:${but})\\s+(?<other>.+)$`,
      `(?:${not})\\s+${old}\\s*[,;]\\s*(?<other>.+)$`,
      ...(isNo ? [] : [`(?:${not})\\s+${old}${end}`]),
      `(?:${instead})\\s+${old}\\s*[,;]\\s*(?<other>.+)$`,
      `(?<other>.+?)\\s*[,;]\\s*(?:${not})\\s+${old}${end}`,
      `(?<other>.+?)\\s+(?:${instead})\\s+${old}${end}`,
    ].map((form) => new RegExp(lead + form, 'diu'));
    formsByLanguage.set(language, forms);
  }
  return forms;
}

/**
 * Reads a sentence that is nothing but a denial: "not to Petra, to Paula", "not Petra but Paula", "Paula, not Petra",
 * "Paula instead of Petra", "not Petra". Null for any other.
 */
export function denialIn({ text, language }: Utterance): Denial | null {
  const own = DENYING[language];
  if (own === undefined || text.length > MAX_SENTENCE) return null;
  const { prepositions } = ANSWER_PHRASES[language] ?? NO_PHRASES;
  for (const [index, form] of formsOf(language, own).entries()) {
    const groups = form.exec(text)?.indices?.groups;
    if (groups?.old === undefined) continue;
    const [from, to] = groups.old;
    const denied = withoutPreposition({ start: from, end: to }, text, prepositions);
    const [start, end] = groups.other ?? [];
    const other = start === undefined || end === undefined ? null : { start, end };
    const meant = other && withoutPreposition(other, text, prepositions);
    const haveBoth = denied.start > from && other !== null && other.start !== meant?.start;
    return {
      old: plainWords(text.slice(denied.start, denied.end)),
      other: meant,
      isLoose: own.isNo === true && index === 1 && !haveBoth,
    };
  }
  return null;
}

function withoutPreposition({ start, end }: Stretch, text: string, prepositions: readonly string[]): Stretch {
  const [word = '', space = ''] = /^(\S+)(\s+)/u.exec(text.slice(start, end))?.slice(1) ?? [];
  const isPreposition = prepositions.some((one) => normalise(one) === normalise(word));
  return { start: isPreposition ? start + word.length + space.length : start, end };
}
