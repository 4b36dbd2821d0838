import { expect, it, vi } from 'vitest';
import type { CompiledAssistant } from '../../../engine/assistant.ts';
import type { Classifier } from '../../../engine/classify/classifier.ts';
import { repairing } from '../../../engine/understand/repairing.ts';
import { loadUtterances, packUtterances } from '../../../engine/understand/utterances.ts';

const own = loadUtterances(
  packUtterances([{ text: 'ich möchte meine Buchung stornieren', label: 'cancel' }]),
);
const entity = { name: 'city', values: { wien: { de: ['Wien'] } } };
const assistant = { entities: { city: entity } } as unknown as CompiledAssistant;
const known = new Set(['wein', 'bitte', 'nicht', 'nichte', 'morgen']);
const acts = { read: vi.fn(), knows: (word: string) => known.has(word) };
const seen: string[] = [];
const bare: Classifier = {
  classify: (text) => {
    seen.push(text);
    return { ranked: [], outOfScope: 1, outcome: 'out_of_scope' };
  },
};
const german = repairing(bare, { assistant, language: 'de', acts, index: own });

it.each([
  ['two letters in the wrong order', 'meine Buchnug stronieren', 'meine buchung stornieren'],
  ['a letter left out', 'bite Buchng', 'bitte buchung'],
  ['letters beyond ASCII', 'ich möcthe', 'ich möchte'],
])('repairs %s without an encoder', (_, text, repaired) => {
  expect(german.read?.(text).text).toBe(repaired);
  german.classify(text);
  expect(seen.at(-1)).toBe(repaired);
});

it.each([
  ['a word of the language', 'nicht morgen'],
  ['the name of a value', 'nach Wien'],
  ['a word that differs in its first letter', 'suchung'],
  ['a word of three letters', 'ihc mus'],
  ['a day', 'am Montag'],
])('leaves %s as it is', (_, text) => {
  expect(german.read?.(text).text).toBe(text);
});

it('leaves a classifier unchanged if it repairs words itself or its words are unknown', () => {
  const repairs: Classifier = { ...bare, read: (text) => ({ text, place: (stretch) => stretch }) };
  expect(repairing(repairs, { assistant, language: 'de', acts, index: own })).toBe(repairs);
  expect(repairing(bare, { assistant, language: 'de', acts: { read: vi.fn() }, index: own })).toBe(bare);
  expect(repairing(bare, { assistant, language: 'de', acts, index: undefined })).toBe(bare);
});
