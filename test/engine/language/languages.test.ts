import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { MESSAGE_NAMES } from '../../../engine/assistant.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, languageOf } from '../../../engine/language/languages.ts';
import { feasts } from '../../../engine/language/time.ts';
import { TRAINING_ROWS } from '../../../engine/language/training.ts';
import { normalise } from '../../../engine/text/words.ts';
import { plainWordsIn } from '../../../engine/values/words-in.ts';
import { LANGUAGES as TABLES } from '../dialogue/languages.ts';

const FOLDER = fileURLToPath(new URL('../../../engine/language/', import.meta.url));
const folders = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();
const codes = LANGUAGES.map(({ code }) => code);
const variables = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name = '']) => name);

test('every language folder is registered and has training rows, and vice versa', () => {
  expect([...codes].sort()).toEqual(folders);
  expect(TRAINING_ROWS.map(({ code }) => code).sort()).toEqual(folders);
});

test('the tables of conversations know every language that has a folder', () => {
  expect([...TABLES].sort()).toEqual(folders);
});

test('the page on languages copies an existing folder to a new one', () => {
  const page = readFileSync(fileURLToPath(new URL('../../../docs/LANGUAGES.md', import.meta.url)), 'utf8');
  const [, from, to] = /cp -r engine\/language\/(\w+) engine\/language\/(\w+)/.exec(page) ?? [];
  expect(folders).toContain(from);
  expect(to).toMatch(/^[a-z]{2}$/);
  expect(folders).not.toContain(to);
});

test('a language without a folder has no words, and has the English messages', () => {
  const unknown = languageOf('tlh');
  expect(unknown.messages).toBe(DEFAULT_LANGUAGE.messages);
  expect(unknown.connecting.size).toBe(0);
  expect(unknown.search.stem('qapla')).toBe('qapla');
});

describe.each(LANGUAGES)('$code', (language) => {
  test('writes its phrases as texts are compared: in lower case, without accents, with single spaces', () => {
    const { change, roles, relative, sentences, kinds, yesNo, connecting } = language;
    const phrases = [
      ...Object.values(change).flat(),
      ...Object.values(roles).flatMap(({ beside, behind = [], called }) => [...beside, ...behind, ...called]),
      ...Object.values(relative).flat(),
      ...Object.values(sentences).flat(),
      ...Object.values(kinds).flat(),
      ...Object.values(yesNo).flat(),
      ...connecting,
    ];
    expect(phrases.filter((phrase) => plainWordsIn(phrase, language.code) !== phrase)).toEqual([]);
    const stopWords = [...language.search.stopWords];
    expect(stopWords.filter((word) => normalise(word) !== word)).toEqual([]);
  });

  test('lists no phrase twice', () => {
    const { change, roles, relative, sentences } = language;
    const lists: (readonly [string, readonly string[]])[] = [
      ...Object.entries(change),
      ...Object.entries(relative),
      ...Object.entries(sentences),
      ...Object.entries(roles).flatMap(([role, { beside, called }]) => [
        [`${role} beside`, beside] as const,
        [`${role} called`, called] as const,
      ]),
    ];
    const twice = lists.flatMap(([name, phrases]) =>
      phrases.filter((phrase, at) => phrases.indexOf(phrase) < at).map((phrase) => `${name}: ${phrase}`),
    );
    expect(twice).toEqual([]);
  });

  test('has every message, with the variables of the English one', () => {
    const told = MESSAGE_NAMES.map((name) => [name, variables(language.messages[name]).sort()]);
    expect(told).toEqual(
      MESSAGE_NAMES.map((name) => [name, variables(DEFAULT_LANGUAGE.messages[name]).sort()]),
    );
  });

  test('does not search for question words', () => {
    const { search, sentences } = language;
    const single = sentences.questions.filter((phrase) => !phrase.includes(' '));
    const kept = single.filter((word) => !search.stopWords.has(word));
    expect(kept).toEqual([]);
  });

  test('has its own out-of-scope rows, without duplicates or end marks', () => {
    const rows = TRAINING_ROWS.find(({ code }) => code === language.code)?.outOfScope ?? [];
    expect(rows.length).toBeGreaterThanOrEqual(70);
    expect(new Set(rows).size).toBe(rows.length);
    expect(rows.filter((row) => /[.?!¿¡]$/.test(row) || row.trim() !== row)).toEqual([]);
  });

  test('has the grammars of replies, and the act reader that was trained on them', () => {
    for (const file of ['replies.yaml', 'questions.yaml', 'conditions.yaml', 'acts.bin'])
      expect(existsSync(`${FOLDER}${language.code}/${file}`), file).toBe(true);
  });

  test('has glosses exactly where it has endings, with each word once', () => {
    const inflection = TRAINING_ROWS.find(({ code }) => code === language.code)?.inflection ?? null;
    const file = `${FOLDER}${language.code}/glosses.txt`;
    expect(existsSync(file)).toBe(inflection !== null);
    if (inflection === null) return;
    expect(inflection.endings.filter((ending) => normalise(ending) !== ending)).toEqual([]);
    const lines = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    const words = lines.flatMap((line) => line.slice(line.indexOf('=') + 2).split(' '));
    const seen = new Set<string>();
    expect(words.filter((word) => seen.size === seen.add(word).size)).toEqual([]);
    expect(words.filter((word) => !/^[\p{L}\p{M}']+$/u.test(word) || word !== word.toLowerCase())).toEqual(
      [],
    );
    expect(words.length).toBeGreaterThan(15_000);
  });
});

test('a yearly day must be a date or a distance from Easter', () => {
  expect(feasts('12-25 christmas|xmas; easter-2 good friday; easter easter')).toEqual([
    ['christmas|xmas', { month: 12, date: 25 }],
    ['good friday', { easter: -2 }],
    ['easter', { easter: 0 }],
  ]);
  expect(() => feasts('12-25 christmas; 12/26 boxing day')).toThrow('12/26 boxing day');
});
