import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import type { AuthoredAssistant } from '../../authoring/read.ts';
import { parseUtterance } from '../../authoring/utterance.ts';
import { languageOf } from '../../engine/language/languages.ts';
import { hasCode } from '../../local/error-code.ts';

/** What made-up users can say in one language. */
export interface Repertoire {
  language: string;
  /** The author's utterances of each state. */
  utterances: readonly (readonly string[])[];
  /** Answers by the requested slot. */
  answers: ReadonlyMap<string, readonly string[]>;
  /** Wishes that the assistant cannot fulfil; each list contains wordings of one wish. */
  wishes: readonly (readonly string[])[];
  outOfScope: readonly string[];
  yes: readonly string[];
  no: readonly string[];
}

const trafficFile = z.strictObject({
  wishes: z.record(z.string(), z.array(z.array(z.string()))),
});

/** An optional file in an assistant's folder with wishes that the assistant cannot fulfil. */
const TRAFFIC_FILE = 'traffic.yaml';

/**
 * Reads what users could say to an assistant, for each of its languages.
 * @throws {Error} if the folder's `traffic.yaml` is invalid
 */
export async function readRepertoires(folder: string, authored: AuthoredAssistant): Promise<Repertoire[]> {
  const wishes = await readWishes(path.join(folder, TRAFFIC_FILE));
  const file = authored.assistant?.form;
  return (file?.languages.supported ?? []).map((language) => {
    const { yes, no } = languageOf(language).yesNo;
    return {
      language,
      utterances: utterancesOf(authored, language),
      answers: answersOf(authored, language),
      wishes: wishes[language] ?? [],
      outOfScope: file?.out_of_scope.utterances?.[language] ?? [],
      yes,
      no,
    };
  });
}

async function readWishes(file: string): Promise<Record<string, string[][]>> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return {};
    throw error;
  }
  const read = trafficFile.safeParse(parse(text));
  if (read.success) return read.data.wishes;
  throw new Error(`${file} is invalid: it must contain lists of wishes by language.`);
}

const utterancesOf = ({ competencies }: AuthoredAssistant, language: string): string[][] =>
  competencies
    .flatMap(({ form }) => Object.values(form.states))
    .map(({ utterances }) => (utterances?.[language] ?? []).map((source) => parseUtterance(source).text))
    .filter((said) => said.length > 0);

/** Answers for slots: values marked in utterances, and replies in tests to a slot's question. */
function answersOf({ assistant, competencies, tests }: AuthoredAssistant, language: string) {
  const answers = new Map<string, string[]>();
  const add = (slot: string, said: string) => {
    const known = answers.get(slot) ?? [];
    if (!known.includes(said)) answers.set(slot, [...known, said]);
  };
  for (const { form } of competencies) {
    for (const source of Object.values(form.states).flatMap(
      ({ utterances }) => utterances?.[language] ?? [],
    )) {
      const { text, annotations } = parseUtterance(source);
      for (const { slot, start, end } of annotations) add(slot, text.slice(start, end));
    }
  }
  for (const { form } of tests) {
    if ((form.language ?? assistant?.form.languages.default) !== language) continue;
    for (const [index, { expect }] of form.turns.entries()) {
      const next = form.turns[index + 1];
      if (expect?.asks != null && next?.expect?.slots?.[expect.asks] != null) add(expect.asks, next.say);
    }
  }
  return answers;
}
