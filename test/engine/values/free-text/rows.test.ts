import { describe, expect, it } from 'vitest';
import { trainingRowsOf } from '../../../../engine/language/training.ts';
import { answerRows, type TaughtSlot } from '../../../../engine/train/free-text-rows.ts';
import type { TaggedExample } from '../../../../engine/train/tagger/examples.ts';

const text = 'send 5 to my sister';
const examples: TaggedExample[] = [
  { text, label: 'pay', slots: [{ slot: 'payee', start: 10, end: 19 }] },
  { text: 'send money', label: 'pay', slots: [] },
];
const payee: TaughtSlot = {
  competency: 'pay',
  slot: 'payee',
  isText: true,
  multiple: false,
  values: ['Mirza Quell'],
};
const rowsOf = (slots: TaughtSlot[], language = 'en') =>
  answerRows(examples, slots, language).map(({ text: said, label, slots: spans }) => ({
    label,
    said,
    values: spans.map(({ start, end }) => said.slice(start, end)),
  }));

describe('training rows of answers', () => {
  it('are the bare values, those in short sentences, and whole requests', () => {
    const rows = rowsOf([payee]);
    const asked = rows.filter(({ label }) => label === 'pay?payee');
    expect(asked).toContainEqual({ label: 'pay?payee', said: 'my sister', values: ['my sister'] });
    expect(asked).toContainEqual({ label: 'pay?payee', said: 'Mirza Quell', values: ['Mirza Quell'] });
    expect(asked).toContainEqual({ label: 'pay?payee', said: text, values: ['my sister'] });
    expect(asked.filter(({ said }) => said.includes('Mirza Quell')).length).toBeGreaterThan(3);
  });

  it('mark exactly the words of the values', () => {
    for (const { values } of rowsOf([payee])) {
      expect(['my sister', 'Mirza Quell']).toContain(values[0]);
      expect(values).toHaveLength(1);
    }
  });

  it('include corrections with the word before the values', () => {
    const corrections = rowsOf([payee]).filter(({ label }) => label === 'pay');
    expect(corrections.length).toBeGreaterThan(0);
    for (const { said } of corrections) expect(said).toMatch(/^\S.* to (my sister|Mirza Quell)$/);
  });

  it('include values of several slots that are side by side in utterances', () => {
    const named: TaggedExample = {
      text: 'it is for Ada Lovelace',
      label: 'name',
      slots: [
        { slot: 'first', start: 10, end: 13 },
        { slot: 'last', start: 14, end: 22 },
      ],
    };
    const slots = ['first', 'last'].map((slot) => ({ ...payee, competency: 'name', slot, values: [] }));
    const rows = answerRows([named], slots, 'en');
    for (const label of ['name?first', 'name?last']) {
      const run = rows.find((row) => row.label === label && row.text === 'Ada Lovelace');
      expect(run?.slots.map(({ slot }) => slot)).toEqual(['first', 'last']);
    }
  });

  it('are made for a slot with its own recogniser from 500 marked values on', () => {
    const labelsOf = (times: number) => {
      const often = Array.from({ length: times }, () => examples[0]).filter((row) => row !== undefined);
      return answerRows(often, [{ ...payee, isText: false, values: [] }], 'en').map(({ label }) => label);
    };
    expect(labelsOf(499)).toEqual([]);
    expect(labelsOf(500)).toContain('pay?payee');
  });

  it('include several values at once where a slot takes them', () => {
    const rows = rowsOf([{ ...payee, multiple: true }]);
    expect(rows.filter(({ values }) => values.length === 2).length).toBeGreaterThan(0);
  });

  it('include lists of values, with the word before each, or the name of the slot', () => {
    const sent: TaggedExample = {
      text,
      label: 'pay',
      slots: [
        { slot: 'amount', start: 5, end: 6 },
        { slot: 'payee', start: 10, end: 19 },
      ],
    };
    const listed = answerRows([sent], [payee], 'en').filter(({ slots }) => slots.length > 1);
    const said = listed.map(({ text }) => text);
    expect(said.some((row) => /^send 5,? to (my sister|Mirza Quell)$/.test(row))).toBe(true);
    expect(said.some((row) => /payee (my sister|Mirza Quell), 5$/.test(row))).toBe(true);
    for (const { text, slots } of listed)
      for (const { slot, start, end } of slots.filter(({ slot }) => slot === 'payee'))
        expect(['my sister', 'Mirza Quell'], slot).toContain(text.slice(start, end));
    // A note has no examples: its values are sentences, which nobody lists.
    const ofNote = answerRows([sent], [{ ...payee, values: [] }], 'en');
    expect(ofNote.some(({ text }) => text.startsWith('payee'))).toBe(false);
  });

  it('include utterances and answers behind an interjection, which is no part of a name', () => {
    const interjections = trainingRowsOf('en')?.interjections ?? [];
    const interrupted = (slot: TaughtSlot, language = 'en') =>
      rowsOf([slot], language).filter(({ said }) =>
        interjections.some((sound) => new RegExp(`^${sound}[.,]? `).test(said)),
      );
    const person = { ...payee, values: ['Ann Miller', 'Peter Quell', 'my sister'] };
    const rows = interrupted(person);
    expect(new Set(rows.map(({ label }) => label))).toEqual(new Set(['pay', 'pay?payee']));
    for (const { said, values } of rows)
      for (const value of values) expect(said.indexOf(value)).toBeGreaterThan(1);
    // Another text may begin with one, and Japanese has no such rows.
    expect(interrupted({ ...payee, values: ['with love', 'see you soon'] })).toEqual([]);
    expect(interrupted(person, 'ja')).toEqual([]);
  });

  it('are the same each time, and limited for many values', () => {
    expect(rowsOf([payee])).toEqual(rowsOf([payee]));
    const many = { ...payee, values: Array.from({ length: 1000 }, (_, i) => `person ${i}`) };
    expect(rowsOf([many]).length).toBeLessThan(60 * 8);
  });

  it('are only bare values in a language without phrases, and none without values', () => {
    expect(rowsOf([payee], 'sv').every(({ said }) => !/\bno\b|please/.test(said))).toBe(true);
    expect(rowsOf([{ ...payee, slot: 'memo', values: [] }])).toEqual([]);
  });
});
