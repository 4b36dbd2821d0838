import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildArtifact } from '../../../../authoring/build.ts';
import { compileAssistant } from '../../../../authoring/compile.ts';
import { readAssistantFiles } from '../../../../authoring/read.ts';
import { TRAINING, trainingWith } from '../../../../authoring/train.ts';
import { TrainedSections } from '../../../../authoring/trained-sections.ts';
import { unpackArtifact } from '../../../../engine/artifact.ts';
import { freeTextSection, loadAssistant } from '../../../../engine/load.ts';
import { sharedEncoder } from '../../../../engine/loaders.ts';
import { ENCODER_DIRECTORY } from '../../../../engine/train/encoder/build.ts';
import { removeFolder, temporaryFolder } from '../../../support/folder.ts';
import { BANK_FILES } from '../../dialogue/bank.ts';
import { compileErrands, loaders } from './support.ts';

/** An empty folder, so that the slots are trained here and nothing is reused. */
let folder = '';
const kept = trainingWith(() => new TrainedSections(folder, '', 0));
/** Trains all languages but English, which stands for itself: its model would take as long again. */
const trainFreeText: typeof kept.trainFreeText = (examples, options) =>
  options.language === 'en' ? ENGLISH : kept.trainFreeText(examples, options);
const ENGLISH = new TextEncoder().encode('en');

/** The artifact that other tests use too. */
let artifact: Uint8Array;
/** The same artifact with its Spanish slots trained again. */
let again: Uint8Array;
const progress: { stage: string; done: number }[] = [];

beforeAll(async () => {
  folder = await temporaryFolder();
  artifact = buildArtifact(await compileErrands(), TRAINING);
  again = buildArtifact(await compileErrands(), {
    ...TRAINING,
    trainFreeText,
    onProgress: (told) => void progress.push(told),
  });
});
afterAll(() => removeFolder(folder));

describe('a version with free-text slots', () => {
  it('holds a free-text model for each language', () => {
    const sections = unpackArtifact(artifact);
    for (const language of ['en', 'es'])
      expect(sections.get(freeTextSection(language))?.length).toBeGreaterThan(0);
    expect([...loadAssistant(artifact, loaders).freeText.keys()]).toEqual(['en', 'es']);
  });

  it('has the same bytes when it is trained again', () => {
    const expected = unpackArtifact(artifact).set(freeTextSection('en'), ENGLISH);
    expect(unpackArtifact(again)).toEqual(expected);
  });

  it('reports the progress of its training, including that of slots', () => {
    const done = progress.map((told) => told.done);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    expect(done.at(-1)).toBe(1);
    expect(new Set(progress.map(({ stage }) => stage))).toContain('es: learning slots');
  });

  it('has no free-text model for a language without marked values', () => {
    const compilation = compileAssistant(
      readAssistantFiles({
        'assistant.yaml':
          'schema: 1\nname: notes\nlanguages: {default: en, supported: [en, es]}\nout_of_scope: {say: {en: No.}}',
        'competencies/note.yaml': `
competency: note
slots: {body: {entity: text, ask: {en: What?}}}
states:
  note:
    utterances: {en: ["note that [milk is out](body)", take a note], es: [toma nota, apunta algo]}
    say: {en: "{{body}}"}
`,
      }),
    );
    const sections = unpackArtifact(buildArtifact(compilation, { trainFreeText }));
    expect(sections.has(freeTextSection('en'))).toBe(true);
    expect(sections.has(freeTextSection('es'))).toBe(false);
  });

  it('has no free-text section without free-text slots', () => {
    const bank = compileAssistant(readAssistantFiles(BANK_FILES));
    const names = [...unpackArtifact(buildArtifact(bank, { trainFreeText })).keys()];
    expect(names.filter((name) => name.startsWith('free_text'))).toEqual([]);
  });
});

describe('a query with free text', () => {
  it.each(['send 50 dollars to Peter Pan', 'send 50 dolars to my sisster at 5pm'])(
    'is encoded once for its intent, its slots and the FAQ: %s',
    (text) => {
      const loaded = loadAssistant(artifact, loaders);
      loaded.classifiers.get('en')?.classify('something else before');
      const read = vi.spyOn(sharedEncoder(ENCODER_DIRECTORY).tokenizer, 'encodeWords');
      loaded.classifiers.get('en')?.classify(text);
      loaded.freeText.get('en')?.find(text, 'pay', null);
      loaded.freeText.get('en')?.find(text, 'pay', 'payee');
      loaded.faq?.embed?.('en')?.(text);
      const ids = read.mock.results.map(({ value }) => (value as { ids: number[] }).ids);
      read.mockRestore();
      // The tagger encodes the text once for both calls of `find`.
      expect(ids).toHaveLength(3);
      expect(new Set(ids.map((list) => list.join())).size).toBe(1);
    },
  );
});
