import { expect, test } from 'vitest';
import { playSentences } from '../../../authoring/play/sentences.ts';
import { readAssistantFiles } from '../../../authoring/read.ts';
import { loadFiles } from '../../engine/dialogue/support.ts';

const shop = ({ utterances = '', colors = '', amount = '' } = {}) => ({
  'assistant.yaml':
    'schema: 1\nname: shop\nlanguages: {default: en, supported: [en]}\nout_of_scope: {say: {en: Paint only.}}\n',
  'competencies/paint.yaml':
    'competency: paint\nslots:\n  color: {entity: color, required: true, ask: {en: Which color?}}\n' +
    `  amount: {entity: money${amount}}\nstates:\n  paint:\n    terminal: true\n` +
    `    utterances: {en: ["paint it [red](color)", "paint the fence [blue](color)"${utterances}]}\n` +
    '    say: {en: Painted.}\n',
  'entities/color.yaml': `entity: color\nvalues: {red: [scarlet], blue: [navy]${colors}}\n`,
});
const KEYWORDS = { paint: 'paint' };

type Files = ReturnType<typeof shop>;
const play = (old: Files, draft: Files, after: Files = draft) =>
  playSentences(
    { before: loadFiles(old, KEYWORDS), after: loadFiles(after, KEYWORDS) },
    { old: readAssistantFiles(old), draft: readAssistantFiles(draft) },
    { now: () => 0, until: 1, signal: new AbortController().signal },
  );

test('a new sentence has the right label in both versions, and its new value only in the new one', async () => {
  const draft = shop({ utterances: ', "paint it [mauve](color)"', colors: ', purple: [mauve]' });
  const { values, ...played } = await play(shop(), draft);
  expect(played).toMatchObject({ played: 1, right_before: 1, right: 1, wrong: [] });
  // "mauve" in its sentence, and both "purple" and "mauve" as new values of the entity.
  expect(values).toEqual({ played: 3, right_before: 0, right: 3, wrong: [], left_off: 0 });
});

test('a marked value that the new version does not read is reported, even if the label is right', async () => {
  const draft = shop({ utterances: ', "paint the door [gold](color)"' });
  const { values, right } = await play(shop(), draft);
  expect(right).toBe(1);
  expect(values?.wrong).toEqual([
    {
      ...{ text: 'paint the door gold', language: 'en', slot: 'color' },
      ...{ wanted: 'gold', before: null, after: null },
    },
  ]);
});

test('a new synonym without a sentence is played in one that marks another value', async () => {
  const draft = shop({ colors: ', green: [emerald]' });
  const { values, played } = await play(shop(), draft, shop());
  expect(played).toBe(0);
  expect(values?.wrong).toEqual([
    expect.objectContaining({ text: 'paint it green', wanted: 'green', after: null }),
    expect.objectContaining({ text: 'paint it emerald', wanted: 'green', after: null }),
  ]);
  expect((await play(shop(), draft)).values).toMatchObject({ played: 2, right_before: 0, right: 2 });
});

test('a synonym that gives a value that the author did not want is reported with both values', async () => {
  const draft = shop({ colors: ', crimson: [ruby]' });
  const { values } = await play(shop(), draft, shop({ colors: ', crimson: [], wine: [ruby]' }));
  expect(values?.wrong).toEqual([
    expect.objectContaining({ text: 'paint it ruby', wanted: 'crimson', after: 'wine' }),
  ]);
});

test('a value of a built-in entity reaches its slot by its own words, unless it is refused', async () => {
  const draft = shop({ utterances: ', "paint it [blue](color) for [30 dollars](amount)"' });
  expect((await play(shop(), draft)).values).toMatchObject({ played: 2, right: 2 });
  const strict = shop({ amount: ', validate: {max: 10}' });
  expect((await play(shop(), draft, strict)).values?.wrong).toEqual([
    expect.objectContaining({ slot: 'amount', wanted: '30 dollars' }),
  ]);
});

test('an utterance whose words stay the same is played again once it marks a value', async () => {
  const old = shop({ utterances: ', "paint it navy"' });
  const marked = shop({ utterances: ', "paint it [navy](color)"' });
  expect(await play(old, marked)).toMatchObject({ played: 1, values: { played: 1, right: 1 } });
});

test('a value that leads to a competency without its slot counts as reaching the slot', async () => {
  const withWay = (utterances: string) => ({
    ...shop({ colors: ', clear: [varnish]' }),
    'competencies/paint.yaml':
      'competency: paint\nslots: {color: {entity: color, required: true, ask: {en: Which color?}}}\nstates:\n  paint:\n' +
      `    utterances: {en: ["paint it [red](color)"${utterances}]}\n    say: {en: Painted.}\n` +
      '    transitions: [{on: slot, slot: color, is: clear, to: varnish}]\n',
    'competencies/varnish.yaml':
      'competency: varnish\nstates:\n  varnish: {terminal: true, say: {en: Varnished.}, utterances: {en: [matt or gloss]}}\n',
  });
  const { values } = await play(withWay(''), withWay(', "paint it with [varnish](color)"'));
  expect(values).toMatchObject({ played: 1, right: 1, wrong: [] });
});

test('a value that stands among its own synonyms is played once', async () => {
  const { values } = await play(shop(), shop({ colors: ', green: [green, Green]' }));
  expect(values).toMatchObject({ played: 1, right: 1 });
});

test('sentences and values for which there is no time are counted as left off', async () => {
  const [old, draft] = [shop(), shop({ utterances: ', "paint [red](color) walls"', colors: ', green: []' })];
  const played = await playSentences(
    { before: loadFiles(old, KEYWORDS), after: loadFiles(draft, KEYWORDS) },
    { old: readAssistantFiles(old), draft: readAssistantFiles(draft) },
    { now: () => 1, until: 1, signal: new AbortController().signal },
  );
  expect(played).toMatchObject({ played: 0, left_off: 1, values: { played: 0, left_off: 2 } });
});
