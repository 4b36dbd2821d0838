import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packArtifact, unpackArtifact } from '../../engine/artifact.ts';
import { SHIPPED_ENCODER } from '../../engine/classify/encoder/description.ts';
import { type LoadedAssistant, loadAssistant } from '../../engine/load.ts';
import { engineLoaders } from '../../engine/loaders.ts';
import { trainModel } from '../../engine/train/model.ts';
import { unigramFile, writeModel } from '../engine/train/encoder/random-model.ts';

const FILES = {
  'assistant.yaml':
    'schema: 1\nname: wash\nlanguages: {default: en, supported: [en, de]}\nout_of_scope: {say: {en: No., de: Nein.}}\nfaq: [{collection: help}]',
  'competencies/wash.yaml':
    'competency: wash\nstates: {wash: {terminal: true, utterances: {en: [wash my car, clean the car], de: [wasche mein auto, putz den wagen]}, say: {en: Ok., de: Gut.}}}',
  'competencies/bill.yaml':
    'competency: bill\nstates: {bill: {terminal: true, utterances: {en: [send the bill, how much is it], de: [schick die rechnung, was kostet das]}, say: {en: Ok., de: Gut.}}}',
  'faq/help/hours.md': '---\ntitle: Zeiten\nlanguage: de\n---\nMontag bis Freitag von acht bis sechs.\n',
};

const ends: (() => void)[] = [];
const sections = (artifact: Uint8Array) => unpackArtifact(artifact);
const hasNetwork = (artifact: Uint8Array, language: string) =>
  unpackArtifact(sections(artifact).get(`intents.${language}`) ?? new Uint8Array()).has('head');
const load = (artifact: Uint8Array, directory: string): LoadedAssistant =>
  loadAssistant(
    artifact,
    engineLoaders(() => directory),
  );
let own = '';
let shipped = '';
/** An assistant published with a custom encoder that reads German. */
let artifact = new Uint8Array();

beforeAll(async () => {
  const source = writeModel(
    { model: { layers: 6, heads: 12, rows: 120, dtype: 'F16' }, tokenizer: unigramFile() },
    (end) => ends.push(end),
  );
  Object.assign(process.env, { PARLEY_ENCODER: source, PARLEY_ENCODER_LANGUAGES: 'de' });
  // Imported only after the environment names the encoder, as in a separate process.
  const { encoderDirectory } = await import('../../engine/train/encoder/choice.ts');
  own = encoderDirectory({ source, languages: ['de'] });
  shipped = encoderDirectory(null);
  const { trainFiles } = await import('./train-files.ts');
  artifact = await trainFiles(FILES, own);
});
afterAll(() => {
  for (const end of ends) end();
  for (const file of [
    own,
    ...['encodings', 'sentences'].map((name) => `${own.replace(/encoder(?=-\w+$)/, name)}.bin`),
  ])
    rmSync(file, { recursive: true, force: true });
});

test('an own encoder trains the languages that it reads, and other languages are trained by words alone', () => {
  expect([hasNetwork(artifact, 'de'), hasNetwork(artifact, 'en')]).toEqual([true, false]);
  const named = JSON.parse(new TextDecoder().decode(sections(artifact).get('encoder')));
  expect(named).toMatchObject({ name: 'own-minilm', languages: ['de'] });
});

test('a version answers with the encoder that it was trained with, and finds passages by meaning where that reads the language', () => {
  const { classifiers, faq, embed } = load(artifact, own);
  expect(classifiers.get('de')?.classify('wasche mein auto').ranked[0]?.label).toBe('wash');
  expect(classifiers.get('en')?.classify('wash my car').ranked[0]?.label).toBe('wash');
  expect([embed?.('de') !== undefined, embed?.('en') !== undefined]).toEqual([true, false]);
  const search = faq?.collections[0]?.index.search('Zeiten', {
    language: 'de',
    embed: embed?.('de'),
    topK: 1,
  });
  expect(search?.candidates[0]?.meaning).toBeGreaterThan(0);
});

test('replies are read by words alone with an own encoder, also in English', () => {
  const { acts } = load(artifact, own);
  const yes = (language: string, text: string, prompt: string) =>
    acts.get(language)?.read(text, 'confirm', prompt).likelihood;
  expect(yes('en', 'yes please', 'Shall I wash it?')?.affirm).toBeGreaterThan(0.8);
  expect(yes('en', 'no, leave it', 'Shall I wash it?')?.affirm).toBeLessThan(0.2);
  expect(yes('de', 'ja bitte', 'Soll ich es waschen?')?.affirm).toBeGreaterThan(0.8);
});

test('a version is refused with an encoder that did not train it, and the error names both', () => {
  expect(() => load(artifact, shipped)).toThrow(
    /trained with the encoder own-minilm \([0-9a-f]{32}\), and here is all-MiniLM-L6-v2 .*Publish it again.*PARLEY_ENCODER/,
  );
});

test('a version that names no encoder counts as trained with the shipped one', async () => {
  const { sharedEncoder } = await import('../../engine/loaders.ts');
  const rows = [
    { text: 'wash my car', label: 'wash' },
    { text: 'send the bill', label: 'bill' },
  ];
  const options = { encoder: sharedEncoder(shipped), encoderDirectory: shipped, language: 'xx' };
  const kept = Object.fromEntries(sections(artifact));
  delete kept.encoder;
  const old = packArtifact({ ...kept, 'intents.en': trainModel(rows, options) });
  expect(() => load(old, own)).toThrow(`trained with the encoder ${SHIPPED_ENCODER.name}`);
  const { classifiers, embed } = load(
    packArtifact({
      ...Object.fromEntries(sections(old)),
      'intents.de': sections(artifact).get('intents.en') ?? new Uint8Array(),
    }),
    shipped,
  );
  expect(classifiers.get('en')?.classify('wash my car').ranked[0]?.label).toBe('wash');
  expect([embed?.('en') !== undefined, embed?.('de') !== undefined]).toEqual([true, false]);
});

test('a version that was trained without an encoder loads with any encoder', () => {
  const words = packArtifact({
    ...Object.fromEntries(sections(artifact)),
    'intents.de': sections(artifact).get('intents.en') ?? new Uint8Array(),
    encoder: new TextEncoder().encode(JSON.stringify({ ...SHIPPED_ENCODER, languages: [] })),
  });
  expect(load(words, own).classifiers.size).toBe(2);
  expect(load(words, shipped).classifiers.size).toBe(2);
});
