import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildArtifact } from '../../authoring/build.ts';
import { checkAssistant } from '../../authoring/check.ts';
import { type Compilation, compileAssistant } from '../../authoring/compile.ts';
import { formatFinding } from '../../authoring/findings.ts';
import { readAssistant } from '../../authoring/read-folder.ts';
import { formatSuite, runSuite } from '../../authoring/test-suite.ts';
import { TRAINING } from '../../authoring/train.ts';
import type { CallBusinessLogic } from '../../engine/dialogue/business-logic/protocol.ts';
import { type LoadedAssistant, loadAssistant } from '../../engine/load.ts';
import { engineLoaders } from '../../engine/loaders.ts';
import { ENCODER_DIRECTORY } from '../../engine/train/encoder/build.ts';
import { answeredStates, createClinic } from '../../examples/clinic-assistant/business-logic/clinic.ts';
import { readRequest } from '../../examples/clinic-assistant/business-logic/wire.ts';

const NOW = Date.UTC(2026, 2, 18, 9, 30);
const LANGUAGES = ['en', 'es'];

const authored = await readAssistant(
  fileURLToPath(new URL('../../examples/clinic-assistant', import.meta.url)),
);
let compilation: Compilation;
let loaded: LoadedAssistant;

beforeAll(() => {
  compilation = compileAssistant(authored);
  loaded = loadAssistant(
    buildArtifact(compilation, TRAINING),
    engineLoaders(() => ENCODER_DIRECTORY),
  );
}, 180_000);

const playAll = (language: string, live?: CallBusinessLogic) => {
  const tests = authored.tests.filter(({ form }) => (form.language ?? 'en') === language);
  return runSuite(loaded, { ...authored, tests }, { live, now: Date.now });
};

it('compiles without findings', () => {
  expect(checkAssistant(authored).map(formatFinding)).toEqual([]);
});

it('learns each label from 25 sentences at least, in each language', () => {
  const few = authored.competencies.flatMap(({ form }) =>
    Object.entries(form.states).flatMap(([state, { utterances }]) =>
      LANGUAGES.filter(
        (language) => utterances !== undefined && (utterances[language]?.length ?? 0) < 25,
      ).map((language) => `${state} ${language}`),
    ),
  );
  expect(few).toEqual([]);
});

it('is not tested with the sentences that it learns from, except answers of up to three words', () => {
  const learnt = new Set(
    Object.values(compilation.examples).flatMap((examples) => examples.map(({ text }) => text.toLowerCase())),
  );
  const said = authored.tests.flatMap(({ form }) => form.turns.map(({ say }) => say.toLowerCase()));
  const long = said.filter((sentence) => sentence.split(' ').length > 3);
  expect(long.filter((sentence) => learnt.has(sentence))).toEqual([]);
});

it('has a page of help in both languages for each question', () => {
  const pages = authored.faq.flatMap(({ documents }) => documents.map(({ document }) => document.language));
  for (const language of LANGUAGES) {
    expect(pages.filter((one) => one === language).length).toBeGreaterThanOrEqual(12);
  }
});

it('has an answer of the business-logic server for each of its states that needs one', () => {
  const { states } = compilation.assistant;
  expect([...answeredStates].filter((state) => !Object.hasOwn(states, state))).toEqual([]);
});

describe.each(LANGUAGES)('the conversations in %s', (language) => {
  it('pass with recorded answers of the server, and cover all states and 90 % of the transitions', async () => {
    const outcome = await playAll(language);
    expect(formatSuite(outcome)).toContain(' 0 failed.');
    expect(outcome.coverage.states.missed).toEqual([]);
    const { covered, total } = outcome.coverage.transitions;
    expect(covered / total).toBeGreaterThanOrEqual(0.9);
  });

  it('pass with the current server', async () => {
    const clinic = createClinic(() => NOW);
    const outcome = await playAll(language, async (request) => ({
      status: 'answered',
      body: clinic(readRequest(JSON.stringify(request))),
    }));
    expect(formatSuite(outcome)).toContain(' 0 failed.');
  });
});
