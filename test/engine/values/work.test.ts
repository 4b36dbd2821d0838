import { describe, expect, it } from 'vitest';
import { Work } from '../../../engine/text/work.ts';
import { findSlots } from '../../../engine/understand/values/find-slots.ts';
import { recognizePercentages } from '../../../engine/values/percentage.ts';
import { MOST_VALUES, type Utterance } from '../../../engine/values/recognizer.ts';
import { recognizeTimes } from '../../../engine/values/time/recognize.ts';
import { settingsOf } from '../dialogue/languages.ts';
import { loadFiles } from '../dialogue/support.ts';
import { tableOf } from '../understand/values/support.ts';
import { utteranceOf } from './support.ts';

const ENTITIES = ['number', 'money', 'percentage', 'ordinal', 'date', 'time', 'datetime', 'duration'];

const everything = loadFiles(
  {
    'assistant.yaml': settingsOf('everything', ['en']),
    'competencies/all.yaml': `
competency: all
slots:
${ENTITIES.map((entity) => `  one_${entity}: {entity: ${entity}}`).join('\n')}
states:
  all: {terminal: true, utterances: {en: [all, all a, all b, all c, all d]}, say: {en: Fine.}}
`,
  },
  { all: 'all' },
);

/** Creates an utterance that counts the reads of its words. */
function counted(text: string): { utterance: Utterance; reads: () => number } {
  let reads = 0;
  const utterance = utteranceOf(text, 'en');
  const words = new Proxy(utterance.words, {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
      return Reflect.get(target, key, receiver);
    },
  });
  return { utterance: { ...utterance, words }, reads: () => reads };
}

const find = (utterance: Utterance) =>
  findSlots(
    tableOf(everything, everything.competencies.get('all') ?? { slots: [] }, utterance, {
      asked: 'one_number',
    }),
  );

const HOSTILE = [
  '1 ',
  '1-',
  '1/2 ',
  '2 1/2 ',
  'at 5 ',
  'from 3 to ',
  '3 may ',
  '5:',
  'half a percent ',
  'not 5 ',
];

describe('finding slots in a text of 4,000 characters', () => {
  it.each(HOSTILE)(
    'reads each word at most 400 times, no more often than in 1,000 characters: %j',
    (unit) => {
      const ofLength = (length: number) => counted(unit.repeat(length).slice(0, length));
      const [short, long] = [ofLength(1000), ofLength(4000)];
      for (const { utterance } of [short, long]) find(utterance);
      expect(long.reads() / short.reads()).toBeLessThan(4.4);
      expect(long.reads() / long.utterance.words.length).toBeLessThan(400);
    },
  );

  it('reads the whole text only once for repeated searches', () => {
    const { utterance, reads } = counted('5 '.repeat(2000));
    find(utterance);
    const first = reads();
    find(utterance);
    expect(reads() - first).toBeLessThan(first / 4);
  });

  it('decides what a number belongs to by the words around it', () => {
    const filler = 'and so on '.repeat(350);
    const [value] = find(utteranceOf(`five people on december 3 ${filler}`, 'en'));
    expect(value).toMatchObject({ slot: 'one_number', candidate: { value: 5 } });
    expect(find(utteranceOf(`on december 3 ${filler}`, 'en')).map(({ slot }) => slot)).not.toContain(
      'one_number',
    );
  });

  it('gives at most 32 values of a kind', () => {
    const found = recognizePercentages(utteranceOf('half a percent 1 '.repeat(300), 'en'));
    expect(found).toHaveLength(MOST_VALUES);
  });
});

it('counts words that may begin a time as more work than others', () => {
  const unitsOf = (text: string) => {
    const work = new Work();
    recognizeTimes({ ...utteranceOf(text), work });
    return work.units;
  };
  expect(unitsOf('monday 5 monday 5')).toBeGreaterThan(unitsOf('zebra lion zebra lion'));
});
