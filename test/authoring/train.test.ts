import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildArtifact } from '../../authoring/build.ts';
import { compileAssistant } from '../../authoring/compile.ts';
import { readAssistantFiles } from '../../authoring/read.ts';
import { trainingWith } from '../../authoring/train.ts';
import { TrainedSections } from '../../authoring/trained-sections.ts';
import { sharedActReader } from '../../engine/loaders.ts';
import { ENCODER_DIRECTORY } from '../../engine/train/encoder/build.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';

let folder = '';
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => removeFolder(folder));

const assistant = (farewells: string) =>
  compileAssistant(
    readAssistantFiles({
      'assistant.yaml':
        'schema: 1\nname: farewells\nlanguages: {default: en, supported: [en]}\nout_of_scope: {say: {en: No.}}',
      'competencies/farewell.yaml': `competency: farewell\nstates: {farewell: {terminal: true, utterances: {en: ${farewells}}, say: {en: Bye.}}}`,
    }),
  );

test('unchanged utterances are not read again by the act reader', () => {
  const training = trainingWith(() => new TrainedSections(folder, 'these sources', 1_000_000));
  const train = () => new Uint8Array();
  const reader = sharedActReader(ENCODER_DIRECTORY, 'en');
  if (reader === undefined) throw new Error('English has an act reader');
  const read = vi.spyOn(reader, 'read');
  const build = (farewells: string) => {
    read.mockClear();
    return {
      bytes: buildArtifact(assistant(farewells), { ...training, train }),
      reads: read.mock.calls.length,
    };
  };
  const first = build('[goodbye, see you later]');
  expect(first.reads).toBeGreaterThan(0);
  expect(build('[goodbye, see you later]')).toEqual({ bytes: first.bytes, reads: 0 });
  expect(build('[goodbye, see you soon]').reads).toBeGreaterThan(0);
});
