import { languageOf } from '../../engine/language/languages.ts';

/** A kind of words from which long queries are made. */
export interface WordClass {
  name: string;
  words: readonly string[];
}

/** Letters of scripts for made-up words. */
const SCRIPTS: Readonly<Record<string, string>> = {
  latin: 'abcdefghijklmnopqrstuvwxyzäéñ',
  greek: 'αβγδεζηθικλμνξοπρστυφχψω',
  cyrillic: 'абвгдежзиклмнопрстуфхцчшщыэюя',
  arabic: 'ابتثجحخدذرزسشصضطظعغفقكلمنهوي',
  hebrew: 'אבגדהוזחטיכלמנסעפצקרשת',
  devanagari: 'कखगघचछजझटठडढतथदधनपफबभमयरलवशषसह',
  hangul: '가나다라마바사아자차카타파하거너더러',
  thai: 'กขคงจฉชซญฎฏฐณดตถทธนบปผฝพฟภมยรลวศษสหอ',
  katakana: 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン',
  hiragana: 'あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわん',
  han: '的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可',
};

/** A language's words for changes, answers, times and numbers. */
export function classesOf(code: string): WordClass[] {
  const { change, answers, time, numbers, sentences, roles, connecting, people } = languageOf(code);
  const lists: Record<string, readonly string[]> = {
    ...Object.fromEntries(Object.entries(change).map(([name, words]) => [`change.${name}`, words])),
    leads: answers.leads,
    prepositions: answers.prepositions,
    tails: answers.tails,
    time: [...time.phrases.keys()],
    numbers: [...numbers.small.keys()],
    joining: sentences.joining,
    questions: sentences.questions,
    pointing: sentences.pointing,
    roles: Object.values(roles).flatMap(({ beside }) => beside),
    connecting: [...connecting],
    people: [...people.nouns],
  };
  return Object.entries(lists).flatMap(([name, words]) => (words.length > 0 ? [{ name, words }] : []));
}

/** Made-up words of every script, from random numbers 0…1. */
export const madeUpWords = (random: () => number): WordClass[] =>
  Object.entries(SCRIPTS).map(([name, letters]) => {
    const signs = [...letters];
    const word = () =>
      Array.from({ length: 4 + Math.floor(random() * 9) }, () => pick(signs, random)).join('');
    return { name: `made-up ${name}`, words: Array.from({ length: 400 }, word) };
  });

export const pick = <T>(from: readonly T[], random: () => number): T =>
  from[Math.floor(random() * from.length)] as T;

/** Separators between the words of a query. */
export const SEPARATORS: readonly string[] = [' ', ', ', '', '. '];

/** A query of a given length in UTF-16 units, with words of the classes in turn. */
export function filled(
  classes: readonly WordClass[],
  separator: string,
  length: number,
  random: () => number,
): string {
  let text = '';
  for (let at = 0; text.length < length; at += 1) {
    const { words } = classes[at % classes.length] as WordClass;
    text += pick(words, random) + separator;
  }
  return text.slice(0, length);
}
