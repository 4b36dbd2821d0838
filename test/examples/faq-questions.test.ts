import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { readAssistant } from '../../authoring/read-folder.ts';

const question = z.strictObject({
  language: z.enum(['en', 'es']),
  question: z.string().check(z.minLength(5)),
  source: z.nullable(z.string()),
});
const questions = readFileSync(new URL('../../bench/faq-questions.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => question.parse(JSON.parse(line)));

it('every source of the FAQ bench is a document of the bank in the question’s language', async () => {
  const { faq } = await readAssistant(
    fileURLToPath(new URL('../../examples/bank-assistant', import.meta.url)),
  );
  const documents = faq.flatMap(({ documents }) => documents.map(({ document }) => document));
  for (const { language, source } of questions) {
    if (source === null) continue;
    expect(documents.find((document) => document.source === source)?.language).toBe(language);
  }
  expect(new Set(questions.map((one) => one.question)).size).toBe(questions.length);
});
