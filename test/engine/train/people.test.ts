import { describe, expect, it } from 'vitest';
import { trainingRowsOf } from '../../../engine/language/training.ts';
import { answerRows, type TaughtSlot, withUsualValues } from '../../../engine/train/free-text-rows.ts';
import { arePeople } from '../../../engine/train/names.ts';
import type { TaggedExample } from '../../../engine/train/tagger/examples.ts';

const text = 'a table for Anna on friday';
const examples: TaggedExample[] = [{ text, label: 'table', slots: [{ slot: 'name', start: 12, end: 16 }] }];
const name: TaughtSlot = {
  competency: 'table',
  slot: 'name',
  isText: true,
  multiple: false,
  values: ['Anna', 'Helen Park', 'my sister Olga'],
};
const reason: TaughtSlot = { ...name, slot: 'reason', values: ['the weather', 'too late'] };

const remarks = new Set(trainingRowsOf('en')?.remarks);
const remarkedIn = (slots: readonly TaughtSlot[], label: string) =>
  answerRows(examples, slots, 'en').filter((row) => row.label === label && remarks.has(row.text));

describe('examples of people', () => {
  it('are recognised if a third of them have usual names', () => {
    expect(arePeople(['Anna', 'the captain', 'Boss'])).toBe(true);
    expect(arePeople(['Anna', 'the captain', 'Boss', 'somebody'])).toBe(false);
    expect(arePeople([])).toBe(false);
  });

  it('are recognised by names within their words too', () => {
    expect(arePeople(["Frau Dr. O'Brien-Weber, Anna"])).toBe(true);
  });

  it.each([
    [['12 Elm Street', '5 Park Lane', 'Church Hill 7', '20 Green Street']],
    [['Martin-Luther-Straße 1', 'Hauptstraße 3', 'Bahnhofstr. 2']],
    [['Ford Fiesta', 'VW Golf', 'Opel Corsa']],
    [['Wood', 'steel', 'glass']],
    [['will arrive late', 'Will be loud', 'needs a ramp']],
    [['Schneider', 'Bosch', 'Siemens']],
  ])('are not streets, makes, materials or notes: %j', (values) => {
    expect(arePeople(values)).toBe(false);
  });
});

describe('a slot of people', () => {
  it('is taught usual names beside its own examples, the same each time', () => {
    const [own] = withUsualValues([name], examples, 'en');
    expect(own?.values.slice(0, name.values.length)).toEqual(name.values);
    expect(own?.values.length).toBeGreaterThan(name.values.length);
    expect(withUsualValues([name], examples, 'en')).toEqual([own]);
    expect(withUsualValues([reason], examples, 'en')).toEqual([reason]);
  });

  it('has no value in remarks, neither in answers nor in requests', () => {
    for (const label of ['table', 'table?name']) {
      const rows = remarkedIn([name], label);
      expect(rows.length).toBeGreaterThan(0);
      for (const { slots } of rows) expect(slots).toEqual([]);
    }
  });

  it('does not train remarks that may be a value of another text slot', () => {
    expect(remarkedIn([name, reason], 'table')).toEqual([]);
    expect(remarkedIn([name, reason], 'table?reason')).toEqual([]);
    expect(remarkedIn([name, reason], 'table?name').length).toBeGreaterThan(0);
  });
});

describe('a story beside a request for a name', () => {
  const mentions = trainingRowsOf('en')?.mentions ?? [];
  const mentioning = (slots: readonly TaughtSlot[], label: string) =>
    answerRows(examples, slots, 'en')
      .filter((row) => row.label === label)
      .flatMap(({ text, slots: spans }) => {
        const mention = mentions.find((told) => text.includes(told));
        return mention === undefined ? [] : { at: text.indexOf(mention), mention, text, spans };
      });

  it('stands alone, before and behind the request, and no name overlaps it', () => {
    const rows = mentioning([name], 'table');
    expect(rows.some(({ mention, text: said }) => mention === said)).toBe(true);
    expect(rows.some(({ at, spans }) => at === 0 && spans.length > 0)).toBe(true);
    expect(rows.some(({ at, spans }) => at > 0 && spans.length > 0)).toBe(true);
    for (const { at, mention, spans, text: said } of rows)
      for (const { start, end } of spans) {
        expect(end <= at || start >= at + mention.length, said).toBe(true);
        expect(said.slice(start, end)).toMatch(/^\p{L}/u);
      }
  });

  it('is not trained where it may be an answer or the value of another text slot', () => {
    expect(mentioning([name], 'table?name')).toEqual([]);
    expect(mentioning([name, reason], 'table')).toEqual([]);
  });
});

it('no remark or story contains a name', () => {
  for (const code of ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt'])
    for (const remark of [
      ...(trainingRowsOf(code)?.remarks ?? []),
      ...(trainingRowsOf(code)?.mentions ?? []),
    ])
      expect(arePeople([remark.replace(/^./u, (letter) => letter.toLowerCase())]), remark).toBe(false);
});
