import { expect, it } from 'vitest';
import { settingsOf } from './languages.ts';
import { loadFiles, talkWith } from './support.ts';

/** A report with days in the past and a visit in the future; today is Wednesday, 18 March 2026, 9:30. */
const claims = loadFiles(
  {
    'assistant.yaml': settingsOf('claims', ['en', 'de']),
    'competencies/report.yaml': `
competency: report
slots:
  day: {entity: date, required: true, prefer: past, ask: {en: "On which day?", de: "An welchem Tag?"}}
  moment: {entity: datetime, required: true, prefer: past, ask: {en: "When did you notice?", de: "Wann fiel es auf?"}}
  visit: {entity: date, required: true, ask: {en: "When may we come?", de: "Wann dürfen wir kommen?"}}
  people: {entity: number, required: true, ask: {en: "How many were there?", de: "Wie viele waren da?"}}
states:
  report: {terminal: true, utterances: {en: [report, accident], de: [melden, unfall]}, say: {en: Noted., de: Notiert.}}
`,
  },
  { report: 'report', melden: 'report' },
);

const held = async (language: string, ...queries: string[]) =>
  (await talkWith(claims, language, queries)).held;

it.each([
  ['en', 'report', 'on friday', '2026-03-13'],
  ['en', 'report', 'the 1st', '2026-03-01'],
  ['en', 'report', 'on 20 december', '2025-12-20'],
  ['en', 'report', 'today', '2026-03-18'],
  ['de', 'melden', 'am Freitag', '2026-03-13'],
  ['de', 'melden', 'am 20.', '2026-02-20'],
])(
  'a slot that prefers the past takes an ambiguous day as past, in %s after “%s”: “%s”',
  async (language, wish, answer, day) => {
    expect(await held(language, wish, answer)).toEqual({ day });
  },
);

it.each([
  ['at 9', '2026-03-18T09:00:00+00:00'],
  ['at 11 am', '2026-03-17T11:00:00+00:00'],
  ['friday at 9', '2026-03-13T09:00:00+00:00'],
])('a slot for moments that prefers the past takes the past one: “%s”', async (answer, moment) => {
  expect((await held('en', 'report', 'on friday', answer)).moment).toBe(moment);
});

it('a day that is surely in the future stays, and other slots take the next day', async () => {
  expect(await held('en', 'report', 'tomorrow')).toEqual({ day: '2026-03-19' });
  expect((await held('en', 'report', 'on friday', 'friday at 9', 'on friday')).visit).toBe('2026-03-20');
});
