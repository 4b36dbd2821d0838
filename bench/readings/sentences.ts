import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { readForm } from '../../authoring/form.ts';
import { readSettings } from '../../authoring/read-folder.ts';
import { readYaml } from '../../authoring/yaml-source.ts';
import { isKnownLanguage } from '../../engine/language/languages.ts';
import { BenchError } from '../command.ts';
import { readRowsOf } from '../data.ts';
import { talksFile } from '../talks/talk.ts';

const TALKS = fileURLToPath(new URL('../talks/', import.meta.url));
const BANK = fileURLToPath(new URL('../../examples/bank-assistant', import.meta.url));

/** Training halves of the English data sets; the other halves are for measuring. */
const ENGLISH_SETS = [
  'sgd/train.jsonl',
  'snips/train.jsonl',
  'restaurant8k/train.jsonl',
  'star/train.jsonl',
  'clinc150/train.jsonl',
  'nlupp/hotels.jsonl',
];
/** A file for each language. */
const LANGUAGE_SET = 'xsid';

/** A row of any of the sets: a query, or a dialogue. */
const row = z.union([
  z.object({ turns: z.array(z.object({ who: z.string(), text: z.string() })) }),
  z.object({ text: z.string() }),
]);

/** A query of a user. */
export interface Sentence {
  text: string;
  /** ISO 639-1. */
  language: string;
}

/** The names of the files with conversations, without their endings. */
export const talkNames = (): string[] =>
  readdirSync(TALKS)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => path.basename(name, '.yaml'))
    .sort();

/**
 * What users say in conversations of `bench/talks`.
 * @throws {BenchError} if a file holds no conversations
 */
export async function sentencesOfTalks(names: readonly string[]): Promise<Sentence[]> {
  const sentences: Sentence[] = [];
  for (const name of names) {
    const file = `${name}.yaml`;
    const { authored } = readForm(readYaml(file, readFileSync(path.join(TALKS, file), 'utf8')), talksFile);
    const settings = await readSettings(name === 'bank' ? BANK : path.join(TALKS, name));
    if (authored === null || settings === null) throw new BenchError(`bench/talks/${file} holds no talks`);
    const usual = settings.form.languages.default;
    for (const { language = usual, turns } of authored.form.talks)
      sentences.push(...turns.map(({ say }) => ({ text: say, language })));
  }
  return sentences;
}

/**
 * What users say in a folder of data sets.
 * @throws {BenchError} if a set is missing, or has another form
 */
export function sentencesOfData(folder: string): Sentence[] {
  const english = ENGLISH_SETS.flatMap((file) => textsIn(path.join(folder, file)).map(sayIn('en')));
  const others = namesIn(path.join(folder, LANGUAGE_SET))
    .map((name) => path.basename(name, '.jsonl'))
    .filter(isKnownLanguage)
    .flatMap((language) =>
      textsIn(path.join(folder, LANGUAGE_SET, `${language}.jsonl`)).map(sayIn(language)),
    );
  return [...english, ...others];
}

const sayIn =
  (language: string) =>
  (text: string): Sentence => ({ text, language });

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (cause) {
    throw new BenchError(`${folder} cannot be read`, { cause });
  }
}

const textsIn = (file: string): string[] =>
  readRowsOf(file, row, 'write {"text"}, or {"turns": [{"who", "text"}]}').flatMap((read) =>
    'turns' in read ? read.turns.filter(({ who }) => who === 'user').map(({ text }) => text) : [read.text],
  );

/** Each sentence of a language once, in the order in which they first occur. */
export const distinct = (sentences: readonly Sentence[]): Sentence[] => [
  ...new Map(sentences.map((said) => [`${said.language} ${said.text}`, said])).values(),
];
