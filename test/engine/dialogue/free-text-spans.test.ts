import { describe, expect, it } from 'vitest';
import type { Act } from '../../../engine/understand/acts/acts.ts';
import { NOTHING_READ } from '../../../engine/understand/acts/reader.ts';
import { CERTAINTY } from '../../../engine/understand/certainty.ts';
import type { FreeTextModel } from '../../../engine/values/free-text/model.ts';
import { settingsOf } from './languages.ts';
import { Conversation, loadFiles } from './support.ts';

const desk = loadFiles(
  {
    'assistant.yaml': settingsOf('desk', ['en']),
    'entities/person.yaml': 'entity: person\nkind: text\nexamples: {en: [Ann Miller, Bob Carter]}\n',
    'entities/ticket.yaml': 'entity: ticket\nkind: regex\npattern: "[A-Z]{2}[0-9]{4}"\n',
    'competencies/parcel.yaml': `
competency: parcel
slots:
  count: {entity: number, required: true, ask: {en: How many?}}
  ticket: {entity: ticket, ask: {en: Which ticket?}}
  name: {entity: person, required: true, ask: {en: What name?}}
states:
  parcel: {terminal: true, utterances: {en: [parcel]}, say: {en: "Under {{name}}."}}
`,
  },
  { parcel: 'parcel' },
);

/** Talks with a tagger that finds a name in some stretch of a query, and an act reader that reads the same in all. */
async function nameAfter(
  queries: readonly string[],
  { finds, ...acts }: { finds?: string } & Partial<Record<Act, number>>,
): Promise<unknown> {
  const find: FreeTextModel['find'] = (text) => {
    const start = finds === undefined ? -1 : text.indexOf(finds);
    return start < 0 ? [] : [{ slot: 'name', start, end: start + (finds ?? '').length }];
  };
  const tagger = { find, emptiness: () => 0.5, isTaught: () => true, isOutside: () => false };
  const read = () => ({ ...NOTHING_READ, likelihood: { ...NOTHING_READ.likelihood, ...acts } });
  const user = new Conversation({
    ...desk,
    acts: new Map([['en', { read }]]),
    freeText: new Map([['en', tagger]]),
  });
  for (const query of queries) await user.say(query);
  return user.held.name;
}

describe('a span that the tagger takes for a name', () => {
  it.each([
    ['only 4 parcel', 'only 4', undefined],
    ['actually ab1234 parcel', 'actually ab1234', undefined],
    ['the parcel of Ann 4', 'Ann 4', 'Ann 4'],
    ['parcel for ab12 here', 'ab12', 'ab12'],
  ])(
    'is none if it is a number or another slot’s code beside small words: “%s”',
    async (query, finds, name) => {
      expect(await nameAfter([query], { finds })).toBe(name);
    },
  );

  it('is none if it greets as the first words of a query', async () => {
    const query = 'hiya a parcel';
    expect(await nameAfter([query], { finds: 'hiya', greet: CERTAINTY.sure })).toBe(undefined);
    expect(await nameAfter([query], { finds: 'hiya', greet: CERTAINTY.sure - 0.01 })).toBe('hiya');
  });
});

describe('an answer without a name that the tagger knows', () => {
  const answered = (answer: string) => nameAfter(['parcel', '3', answer], {});
  it('is no name if it asks something in several words', async () => {
    expect(await answered('do you even open today?')).toBe(undefined);
    expect(await answered('the Anders of today')).not.toBe(undefined);
    expect(await answered('dora van den Berg?')).not.toBe(undefined);
  });
});

const REPORTS = loadFiles(
  {
    'assistant.yaml': settingsOf('reports', ['en']),
    'entities/room.yaml': 'entity: room\nvalues: {kitchen: {en: [kitchen]}, bath: {en: [bath]}}\n',
    'competencies/report.yaml': `
competency: report
slots:
  damage: {entity: text, required: true, ask: {en: What is broken?}}
  room: {entity: room, required: true, ask: {en: Which room?}}
  day: {entity: date, required: true, ask: {en: Which day?}}
states:
  report: {terminal: true, utterances: {en: [report]}, say: {en: Noted.}}
`,
  },
  { report: 'report' },
);

describe('a note of which the tagger finds the beginning in a wish', () => {
  it.each([
    ['report: the drain is blocked', 'the drain is blocked', undefined],
    ['report: the drain in the kitchen is blocked', 'the drain in the kitchen is blocked', 'kitchen'],
    ['report: the drain in the kitchen', 'the drain', 'kitchen'],
    ['report: the drain is blocked, hurry', 'the drain is blocked', undefined],
    ['report: the drain is blocked and the bath is full', 'the drain is blocked', 'bath'],
    ['report: the drain is blocked pronto', 'the drain is blocked', undefined],
  ])('goes on within its clause over words of its own: “%s”', async (query, damage, room) => {
    const find: FreeTextModel['find'] = (text) => {
      const start = text.indexOf('the drain');
      return [{ slot: 'damage', start, end: start + 'the drain'.length }];
    };
    const isOutside = (word: string) => ['pronto', 'report'].includes(word);
    const isTaught = (_: string, slot: string | null) => slot === 'damage';
    const tagger = { find, emptiness: () => 0.5, isTaught, isOutside };
    const user = new Conversation({ ...REPORTS, freeText: new Map([['en', tagger]]) });
    await user.say(query);
    expect(user.held).toEqual({ damage, ...(room !== undefined && { room }) });
  });
});
