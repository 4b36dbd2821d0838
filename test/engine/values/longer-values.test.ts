import { describe, expect, it } from 'vitest';
import { findSlots } from '../../../engine/understand/values/find-slots.ts';
import { each, settingsOf } from '../dialogue/languages.ts';
import { loadFiles } from '../dialogue/support.ts';
import { tableOf } from '../understand/values/support.ts';
import { utteranceOf } from './support.ts';

const stays = loadFiles(
  {
    'assistant.yaml': settingsOf('stays'),
    'entities/booking.yaml': 'entity: booking\nkind: regex\npattern: "[A-Z]{2} [0-9]{4}"\n',
    'competencies/stay.yaml': `
competency: stay
slots:
  people: {entity: number, ask: ${each('How many?')}}
states:
  stay: {terminal: true, utterances: ${each('[stay, a stay, rooms, a room, "room for [2](people)"]')}, say: ${each('Fine.')}}
`,
    'competencies/alarm.yaml': `
competency: alarm
slots:
  minutes: {entity: number, ask: ${each('When?')}}
  booking: {entity: booking}
  hour: {entity: time}
  amount: {entity: money}
states:
  alarm: {terminal: true, utterances: ${each('[alarm, wake me, timer, "in [5](minutes) minutes", "timer of [7](minutes) minutes"]')}, say: ${each('Fine.')}}
`,
    'competencies/hire.yaml': `
competency: hire
slots:
  days: {entity: number, ask: ${each('For how long?')}}
  day: {entity: date, ask: ${each('From when?')}}
states:
  hire: {terminal: true, utterances: ${each('[hire, rent a car]')}, say: ${each('Fine.')}}
`,
  },
  { stay: 'stay', alarm: 'alarm', hire: 'hire' },
);

const find = (competency: string, text: string, { asked = null as string | null, language = 'en' } = {}) =>
  Object.fromEntries(
    findSlots(
      tableOf(stays, stays.competencies.get(competency) ?? { slots: [] }, utteranceOf(text, language), {
        asked,
      }),
    ).map(({ slot, candidate }) => [slot, candidate.value]),
  );
const people = (text: string, language?: string) =>
  find('stay', text, { asked: 'people', ...(language && { language }) }).people;

describe('a number slot that is asked for takes no part of a longer value:', () => {
  it.each([
    'december 3',
    'on december 3 please',
    '3rd of may',
    'the twenty-first of may',
    'twenty-first',
    'half past seven',
    '10:30',
    'at 10:30',
    '25:61',
    '5 pm',
    "five o'clock",
    '4/15',
    '2026-05-03',
    'room 12B',
    'we are in room 12-B',
    'i lost TR-1234',
    'TR-12-34',
    'i paid $5 for it',
    'costs 5 euros a head',
    'i want 20% off',
    'call 555-1234',
    'ana5@example.com',
    'could we come in 2 weeks',
    'in 2 weeks',
    '3 days',
    'for 3 weeks',
    'for two and a half hours please',
  ])('“%s”', (text) => {
    expect(people(text)).toBeUndefined();
  });

  it.each([
    ['es', 'el 3 de mayo'],
    ['es', 'a las 10:30'],
    ['de', 'am 3. Mai'],
    ['de', 'um 5 Uhr'],
    ['fr', 'le 3 mai'],
    ['fr', 'il paie 5 € par mois'],
    ['pt', 'dia 3 de maio'],
    ['it', 'il 3 maggio'],
    ['it', 'voglio 5 % in meno'],
    ['nl', 'op 3 mei'],
    ['nl', 'om 5 uur'],
    ['de', 'für 3 Wochen'],
    ['es', 'por tres semanas'],
    ['fr', 'pour 3 semaines'],
    ['ja', '5月3日'],
    ['zh', '5月3号'],
  ])('in %s “%s”', (language, text) => {
    expect(people(text, language)).toBeUndefined();
  });
});

describe('the number in a length of time is taken', () => {
  it('by a slot that is named like the unit or asked for', () => {
    expect(find('hire', 'I need it for 10 days')).toEqual({ days: 10 });
    expect(find('hire', 'ich brauche es 10 Tage', { language: 'de' })).toEqual({});
    expect(find('hire', '10 Tage', { asked: 'days', language: 'de' })).toEqual({ days: 10 });
  });

  it('by the slot in the unit that it counts', () => {
    expect(find('hire', 'for 3 weeks')).toEqual({ days: 21 });
    expect(find('hire', 'for 3 weeks', { asked: 'day' })).toEqual({ days: 21 });
    expect(find('hire', 'for two weeks from friday')).toMatchObject({ days: 14 });
    expect(find('hire', '10 days', { asked: 'day' })).toEqual({ days: 10 });
    expect(find('hire', 'for 2 months', { asked: 'days' })).toEqual({});
  });
});

describe('a number slot takes', () => {
  it.each([
    ['the number beside a longer value', '3 people on december 4', 3],
    ['it after one', 'december 4, for three', 3],
    ['a number with a word of its own', '5-star people, 3 of them', 5],
    ['the first of a few', '3-5 people', 3],
    ['a number after a small word that could open a time', 'at 5', 5],
    ['a number that could be a year', '2026', 2026],
    ['a number with a sign that marks numbers', '#4', 4],
    ['a fraction', '1/2', 0.5],
    ['as the whole answer, an amount', '$5', 5],
    ['as the whole answer, a share', "it's 20% please", 20],
    ['as the whole answer, an identifier', 'TR-1234', 1234],
  ])('%s: “%s”', (_, text, value) => {
    expect(people(text)).toBe(value);
  });

  it('a number within a longer value only while it is asked for', () => {
    expect(find('stay', '$5')).toEqual({});
    expect(find('stay', 'TR-1234')).toEqual({});
    expect(find('stay', 'in 2 weeks')).toEqual({});
  });

  it('the number in a longer value that its utterances contain', () => {
    expect(find('alarm', 'wake me in 20 minutes')).toEqual({ minutes: 20 });
    expect(find('alarm', 'wake me in 2 weeks')).toEqual({});
  });
});

it.each([
  ['en', 'about 4'],
  ['en', 'around 4 please'],
  ['de', 'gegen 4'],
  ['fr', 'vers 4'],
  ['nl', 'rond 4'],
])(
  'in %s “%s” is a number to the question for a number, and a time to the question for a time',
  (language, text) => {
    expect(people(text, language)).toBe(4);
    expect(find('alarm', text, { asked: 'minutes', language })).toEqual({ minutes: 4 });
    expect(Object.keys(find('alarm', text, { asked: 'hour', language }))).toEqual(['hour']);
  },
);

it('an amount of money is not taken from a longer value either', () => {
  expect(find('alarm', 'on december 3', { asked: 'amount' })).toEqual({});
  expect(find('alarm', '50 on december 3', { asked: 'amount' })).toEqual({ amount: 50 });
});

it('a number within the value of another slot stays with that slot', () => {
  expect(find('alarm', 'it is AB 1234', { asked: 'minutes' })).toEqual({ booking: 'AB 1234' });
});
