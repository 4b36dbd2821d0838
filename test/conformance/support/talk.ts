import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Api } from './api.ts';
import type { Answer } from './shapes.ts';

/** Queries of one conversation, each with a part of its answer. */
export type Talk = readonly (readonly [query: string, answer: string])[];

/** Asks the queries in one conversation. */
export async function hear(
  api: Api,
  queries: readonly string[],
  fields: Record<string, unknown>,
): Promise<Answer[]> {
  const dialog_seed = randomUUID();
  const answers: Answer[] = [];
  for (const query of queries) answers.push(await api.ask(query, { dialog_seed, ...fields }));
  return answers;
}

/** Expects each answer of a conversation to contain its text, and to be in a language. */
export async function expectTalk(
  api: Api,
  talk: Talk,
  { spoken, ...fields }: { spoken: string; [field: string]: unknown },
): Promise<void> {
  const answers = await hear(
    api,
    talk.map(([query]) => query),
    fields,
  );
  // Intl puts non-breaking spaces before currency signs.
  const said = answers.map(({ visuals }) => visuals.speakableResponse.replace(/[\u00a0\u202f]/g, ' '));
  expect(said).toEqual(talk.map(([, answer]) => expect.stringContaining(answer)));
  expect(new Set(answers.map(({ language }) => language))).toEqual(new Set([spoken]));
}
