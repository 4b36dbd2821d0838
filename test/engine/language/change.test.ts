import { describe, expect, test } from 'vitest';
import type { CompiledSlot } from '../../../engine/assistant.ts';
import { languageOf } from '../../../engine/language/languages.ts';
import { wordsOf } from '../../../engine/text/words.ts';
import { type Mark, marksOf } from '../../../engine/understand/values/marks.ts';
import { relativeValues } from '../../../engine/understand/values/relative.ts';
import { roleOf, roleScores } from '../../../engine/understand/values/roles.ts';
import { recognizeNumbers } from '../../../engine/values/quantities.ts';
import { recognizeDurations } from '../../../engine/values/time/recognize.ts';

/** Returns a text without its brackets, the bracketed values and the words. */
function marked(bracketed: string) {
  const values: { start: number; end: number }[] = [];
  let text = '';
  for (const part of bracketed.split(/(\[[^\]]*\])/)) {
    if (part.startsWith('[')) {
      const value = part.slice(1, -1);
      values.push({ start: text.length, end: text.length + value.length });
      text += value;
    } else text += part;
  }
  return { text, values, words: wordsOf(text) };
}

/** Describes what is said of each value; every value could fill one slot, which holds `held`. */
function said(bracketed: string, language: string, held: string | null = null): string[] {
  const { text, values, words } = marked(bracketed);
  const name = (index: number | null) => text.slice(values[index ?? -1]?.start, values[index ?? -1]?.end);
  const marks = marksOf(text, words, values, languageOf(language), {
    isHeld: (index) => name(index) === held,
    mayReplace: () => true,
    mayRepair: () => true,
    isSame: (index, other) => name(index) === name(other),
    isForAnother: () => false,
    asks: () => false,
    listed: () => null,
    isLedBy: () => false,
  });
  const tell = (mark: Mark, index: number): string[] => {
    if (mark.replaces !== null) return [`${name(index)} instead of ${name(mark.replaces)}`];
    if (mark.isDenied) return marks.some(({ replaces }) => replaces === index) ? [] : [`not ${name(index)}`];
    if (mark.isInstead) return [`${name(index)} instead`];
    return [mark.isAdded ? `also ${name(index)}` : name(index)];
  };
  return marks.flatMap(tell);
}

describe('a value that is taken back', () => {
  test.each([
    ['fr', 'pas [lundi], [mardi]', 'mardi instead of lundi'],
    ['fr', 'pas [lundi] mais plutôt [mardi]', 'mardi instead of lundi'],
    ['fr', '[mardi] au lieu de [lundi]', 'mardi instead of lundi'],
    ['fr', '[mardi], pas [lundi]', 'mardi instead of lundi'],
    ['fr', 'de [Paris], pardon, de [Lyon]', 'Lyon instead of Paris'],
    ['fr', 'changez [50] en [60]', '60 instead of 50', '50'],
    ['fr', 'je ne veux pas [lundi]', 'not lundi'],
    ['pt', 'não [segunda], mas sim [terça]', 'terça instead of segunda', 'segunda'],
    ['pt', '[terça] em vez de [segunda]', 'terça instead of segunda'],
    ['pt', 'de [Lisboa], quer dizer, ou melhor, do [Porto]', 'Porto instead of Lisboa'],
    ['pt', 'troque [50] por [60]', '60 instead of 50', '50'],
    ['it', 'non [lunedì] ma [martedì]', 'martedì instead of lunedì'],
    ['it', '[martedì] invece di [lunedì]', 'martedì instead of lunedì'],
    ['it', '[martedì] anziché [lunedì]', 'martedì instead of lunedì'],
    ['it', 'da [Roma], anzi, da [Milano]', 'Milano instead of Roma'],
    ['it', 'cambia [50] con [60]', '60 instead of 50', '50'],
  ])('%s: %s', (language, text, expected, held?: string) => {
    expect(said(text, language, held ?? null)).toEqual([expected]);
  });

  test.each([
    ['en', '[tuesday], no wait, [tuesday] I work, so [thursday]', 'thursday instead of tuesday'],
    ['de', 'am [Dienstag] ach nein [Dienstag] kann ich nicht [Mittwoch]', 'Mittwoch instead of Dienstag'],
    ['fr', '[mardi] non attends [mardi] je ne peux pas [jeudi]', 'jeudi instead of mardi'],
    ['es', 'el [martes], no, espera, el [martes] no estoy, el [jueves]', 'jueves instead of martes'],
    ['it', '[martedì] anzi no [martedì] lavoro [giovedì]', 'giovedì instead of martedì'],
    ['pt', 'na [terça] não espera na [terça] trabalho na [quinta]', 'quinta instead of terça'],
    ['nl', '[dinsdag] nee wacht [dinsdag] kan ik niet [donderdag]', 'donderdag instead of dinsdag'],
  ])('gives way where it is said again behind a correction, in %s: %s', (language, text, expected) => {
    expect(said(text, language).at(-1)).toBe(expected);
  });

  test.each([
    ['en', '[tuesday], no wait, [tuesday], not [thursday]', 'not thursday'],
    ['de', '[Dienstag], moment, [Dienstag] nicht [Mittwoch]', 'not Mittwoch'],
    ['en', '[tuesday], no, [tuesday], because [thursday] is full', 'thursday'],
    ['de', '[Dienstag], nein, [Dienstag], weil [Mittwoch] voll ist', 'Mittwoch'],
  ])('stays where what follows is denied or a reason, in %s: %s', (language, text, expected) => {
    expect(said(text, language).at(-1)).toBe(expected);
  });

  test.each([
    ['en', 'why not [60]', '60'],
    ['de', 'warum nicht [60]', '60'],
    ['es', '¿por qué no [60]?', '60', '60'],
    ['fr', 'pourquoi pas [60]', '60'],
    ['it', 'perché non [60]', '60'],
    ['en', '[6] boxes, no more than [40]', '6, 40'],
    ['de', '[6] Kisten, nicht mehr als [40]', '6, 40'],
    ['es', '[6] cajas, no más de [40]', '6, 40', '6'],
    ['it', '[6] casse, non più di [40]', '6, 40'],
    ['nl', '[6] dozen, niet meer dan [40]', '6, 40'],
    ['fr', 'non, [mardi]', 'mardi'],
    ['fr', 'pas avant [mardi]', 'mardi'],
    ['fr', 'pas plus de [5]', '5'],
    ['pt', 'não, [terça]', 'terça'],
    // The slot does not hold “terça”: “não” answers the question.
    ['pt', 'não [terça]', 'terça'],
    ['pt', 'não mais de [5]', '5'],
    ['it', 'no, [martedì]', 'martedì'],
    ['it', 'non prima di [martedì]', 'martedì'],
    // What is not known is not denied.
    ['en', 'it is not clear where the [dog] can stay', 'dog'],
    ['de', 'wir wissen nicht wohin mit dem [Hund]', 'Hund'],
    ['fr', 'on ne sait pas où mettre le [chien]', 'chien'],
    ['es', 'no vemos dónde dejar el [perro]', 'perro', 'perro'],
    ['it', 'non capisco dove lasciare il [cane]', 'cane', 'cane'],
    ['pt', 'não vejo onde deixar o [cão]', 'cão', 'cão'],
    ['nl', 'het is niet duidelijk waar de [hond] blijft', 'hond'],
  ])('is not read in %s: %s', (language, text, expected, held?: string) => {
    expect(said(text, language, held ?? null).join(', ')).toBe(expected);
  });

  test.each([
    ['fr', 'plutôt [mardi]', 'mardi instead'],
    ['pt', 'melhor [terça]', 'terça instead'],
    ['it', '[martedì] invece', 'martedì instead'],
    ['fr', 'aussi [la vidange]', 'also la vidange'],
    ['pt', 'também [o óleo]', 'also o óleo'],
    ['it', "anche [l'olio]", "also l'olio"],
  ])('differs from a value meant instead or in addition, in %s: %s', (language, text, expected) => {
    expect(said(text, language)).toEqual([expected]);
  });
});

describe('a value that is relative to the one before', () => {
  const CLOCK = { now: Date.UTC(2026, 2, 3), offsetMinutes: 0 };
  test.each([
    ['fr', 'un de plus', 1],
    ['fr', 'encore deux', 2],
    ['fr', 'un de moins', -1],
    ['fr', 'deux autres personnes', 2],
    ['fr', 'deux heures plus tard', 'PT2H'],
    ['fr', 'une heure plus tôt', '-PT1H'],
    ['fr', 'le lendemain', 'P1D'],
    ['fr', 'la veille', '-P1D'],
    ['pt', 'mais dois', 2],
    ['pt', 'dois a menos', -2],
    ['pt', 'uma hora mais tarde', 'PT1H'],
    ['pt', 'no dia seguinte', 'P1D'],
    ['pt', 'no dia anterior', '-P1D'],
    ['it', 'due in più', 2],
    ['it', 'uno in meno', -1],
    ['it', 'altri due', 2],
    ['it', "un'ora dopo", 'PT1H'],
    ['it', 'il giorno dopo', 'P1D'],
    ['it', 'il giorno prima', '-P1D'],
  ])('%s: %s is %s', (language, text, expected) => {
    const utterance = { text, words: wordsOf(text), language, clock: CLOCK };
    const found = relativeValues(
      utterance.words,
      { numbers: recognizeNumbers(utterance), durations: recognizeDurations(utterance) },
      languageOf(language).relative,
      (word) => languageOf(language).people.nouns.has(word),
    );
    const [value] = found;
    const told =
      value?.duration === undefined
        ? (value?.by ?? 0) * (value?.sign ?? 0)
        : `${value.sign < 0 ? '-' : ''}${value.duration}`;
    expect(found).toHaveLength(1);
    expect(told).toBe(expected);
  });
});

const SLOT: CompiledSlot = {
  name: 'x',
  entity: 'city',
  required: true,
  ask: null,
  validate: null,
  reject: null,
  sensitive: false,
  multiple: false,
  retries: 2,
  onRetriesExhausted: null,
  keep: 'competency',
  contexts: {},
};

describe('the ends of a trip', () => {
  test.each([
    ['fr', 'au départ de [Paris]', 'origin'],
    ['fr', 'vers [Lyon]', 'destination'],
    ['fr', 'retour le [10 mai]', 'end'],
    ['pt', 'saindo de [Lisboa]', 'origin'],
    ['pt', 'para [Faro]', 'destination'],
    ['pt', 'volta a [10 de maio]', 'end'],
    ['it', 'da [Roma]', 'origin'],
    ['it', 'verso [Milano]', 'destination'],
    ['it', 'ritorno il [10 maggio]', 'end'],
  ] as const)('are known by the words beside them in %s: %s', (language, bracketed, role) => {
    const { values, words } = marked(bracketed);
    const [value] = values;
    const scores = value && roleScores(value, words, [], languageOf(language));
    expect(scores?.get(role)).toBeGreaterThan(0);
  });

  test.each([
    ['fr', "D'où partez-vous ?", 'city', 'origin'],
    ['fr', 'Où allez-vous ?', 'city', 'destination'],
    ['fr', 'Quand rentrez-vous ?', 'date', 'end'],
    ['pt', 'De onde parte?', 'city', 'origin'],
    ['pt', 'Para onde quer ir?', 'city', 'destination'],
    ['pt', 'Qual é a data da volta?', 'date', 'end'],
    ['it', 'Da dove parti?', 'city', 'origin'],
    ['it', 'Dove vuole andare?', 'city', 'destination'],
    ['it', 'Quando torni?', 'date', 'end'],
  ])('are known by the question in %s: %s', (language, question, entity, role) => {
    const ask = { [language]: { speak: [question], show: [], personalities: {} } };
    expect(roleOf({ ...SLOT, entity, ask }, languageOf(language))).toBe(role);
  });

  test('are known by the words before the values in utterances, rather than by the name', () => {
    const contexts = { de: { left: { bis: 2, dem: 1 }, secondLeft: { bis: 1 }, right: {} } };
    const slot = { ...SLOT, entity: 'date', name: 'departure' };
    expect(roleOf({ ...slot, contexts }, languageOf('de'))).toBe('end');
    expect(roleOf(slot, languageOf('de'))).toBe('begin');
  });

  test('are known first by the order that the author sets for two days', () => {
    const rule = { min: null, max: null, oneOf: null, pattern: null, minLength: null, maxLength: null };
    const slot = (order: 'after' | 'before') => ({
      ...SLOT,
      entity: 'date',
      name: 'departure',
      validate: { ...rule, others: [{ order, slot: 'arrival' }] },
    });
    expect(roleOf(slot('after'), languageOf('de'))).toBe('end');
    expect(roleOf(slot('before'), languageOf('en'))).toBe('begin');
    expect(roleOf({ ...slot('after'), entity: 'number' }, languageOf('en'))).not.toBe('end');
  });
});
