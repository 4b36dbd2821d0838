import { expect, it } from 'vitest';
import { settingsOf } from './languages.ts';
import { loadFiles, talkWith } from './support.ts';

/** Table bookings with an hour, a day and a number of people; today is Wednesday, 18 March 2026, 9:30. */
const restaurant = loadFiles(
  {
    'assistant.yaml': settingsOf('restaurant', ['en', 'de', 'es', 'fr']),
    'competencies/meal.yaml': `
competency: meal
slots:
  hour: {entity: time, required: true, ask: {en: "At what time?", de: "Um wie viel Uhr?", es: "¿A qué hora?", fr: "À quelle heure ?"}, validate: {min: "12:00", max: "22:00"}}
  day: {entity: date, required: true, ask: {en: "On which day?", de: "An welchem Tag?", es: "¿Qué día?", fr: "Quel jour ?"}}
  people:
    entity: number
    required: true
    ask: {en: "How many people?", de: "Wie viele Personen?", es: "¿Cuántas personas?", fr: "Combien de personnes ?"}
    validate: {min: 1, max: 12}
states:
  meal:
    utterances:
      en: [table, "a table for [four](people)", "for [2](people) at [8](hour)"]
      de: [tisch, "ein Tisch für [vier](people)", "für [2](people) um [8](hour)"]
      es: [mesa, "una mesa para [cuatro](people)", "para [2](people) a las [8](hour)"]
      fr: [table, "une table pour [quatre](people)", "pour [2](people) à [8 heures](hour)"]
    transitions: [{on: "yes", to: booked}, {on: "no", to: root}]
    say: {en: "Is that right?", de: "Passt das?", es: "¿Es correcto?", fr: "C'est bien ça ?"}
  booked: {terminal: true, say: {en: Booked., de: Gebucht., es: Reservado., fr: Réservé.}}
`,
  },
  { table: 'meal', tisch: 'meal', mesa: 'meal' },
);

const heldAfter = async (language: string, ...queries: string[]) =>
  (await talkWith(restaurant, language, queries)).held;

it.each([
  ['es', 'una mesa para cuatro mañana a las 20:00', 'no, mejor a las 9', '21:00'],
  ['fr', 'une table pour quatre demain à 19 heures', 'plutôt à 8 heures', '20:00'],
  ['de', 'ein tisch für vier morgen um 19 Uhr', 'lieber um 8', '20:00'],
  ['en', 'a table for four tomorrow at 7pm', 'rather at 8', '20:00'],
])(
  'an hour corrects the hour, not the number of people: %s “%s”, “%s”',
  async (language, wish, query, hour) => {
    expect(await heldAfter(language, wish, query)).toEqual({ hour, day: '2026-03-19', people: 4 });
  },
);

it.each([
  ['en', 'a table for four tomorrow at 7pm', 'no make it 20', '20:00'],
  ['de', 'ein tisch für vier morgen um 19 Uhr', 'mach 20 draus', '20:00'],
  ['de', 'ein tisch für vier morgen um 19 Uhr', 'ändern Sie es auf 20', '20:00'],
])(
  'a number that the slot for people rejects corrects the hour: %s “%s”, “%s”',
  async (language, wish, query, hour) => {
    expect(await heldAfter(language, wish, query)).toEqual({ hour, day: '2026-03-19', people: 4 });
  },
);

it.each([
  ['en', 'table', 'at 1', 'no 2'],
  ['de', 'tisch', 'um 1', 'nein 2'],
])(
  'a number beside a repair corrects the hour, not the day that is asked for: %s “%s”, “%s”, “%s”',
  async (language, ...queries) => {
    expect(await heldAfter(language, ...queries)).toEqual({ hour: '14:00' });
  },
);

it('a number without a repair answers the question for the day', async () => {
  expect(await heldAfter('en', 'table', 'at 1', '24')).toEqual({ hour: '13:00', day: '2026-03-24' });
});
