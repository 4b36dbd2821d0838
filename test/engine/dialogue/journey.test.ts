import { describe, expect, it } from 'vitest';
import { settingsOf } from './languages.ts';
import { Conversation, loadFiles, talkWith } from './support.ts';

/** A return journey with two cities, two dates, a number of people, and an optional seat and meal. */
const journeys = loadFiles(
  {
    'assistant.yaml': settingsOf('journeys', ['en', 'de']),
    'entities/city.yaml':
      'entity: city\nvalues: {rome: {en: [Rome], de: [Rom]}, oslo: {en: [Oslo], de: [Oslo]}, paris: {en: [Paris], de: [Paris]}}\n',
    'entities/seat.yaml':
      'entity: seat\nvalues: {window: {en: [window], de: [Fenster]}, aisle: {en: [aisle], de: [Gang]}}\n',
    'entities/meal.yaml':
      'entity: meal\nvalues: {vegan: {en: [vegan], de: [vegan]}, halal: {en: [halal], de: [halal]}, kosher: {en: [kosher], de: [koscher]}}\n',
    'competencies/journey.yaml': `
competency: journey
slots:
  from: {entity: city, required: true, ask: {en: From where?, de: Von wo?}}
  to: {entity: city, required: true, ask: {en: Where to?, de: Wohin?}}
  depart: {entity: date, required: true, ask: {en: On which day?, de: An welchem Tag?}}
  people: {entity: number, required: true, ask: {en: For how many?, de: Für wie viele?}}
  back: {entity: date, ask: {en: Back on which day?, de: Zurück an welchem Tag?}}
  seat: {entity: seat, ask: {en: Which seat?, de: Welcher Platz?}}
  meal: {entity: meal, ask: {en: Which meal?, de: Welches Essen?}}
states:
  journey:
    utterances:
      en:
        - journey to [Rome](to)
        - journey from [Oslo](from) to [Rome](to) for [two](people) people
        - journey to [Paris](to) [on friday](depart)
        - journey to [Oslo](to) [on the 3rd of July](depart), back [on the 10th](back)
        - journey to [Paris](to), out [on monday](depart) and back [on wednesday](back)
      de:
        - Reise nach [Rom](to)
        - Reise von [Oslo](from) nach [Rom](to) für [zwei](people) Personen
        - Reise nach [Paris](to) [am Freitag](depart)
        - Reise nach [Oslo](to) [am 3. Juli](depart), zurück [am 10.](back)
        - Reise nach [Paris](to), hin [am Montag](depart) und zurück [am Mittwoch](back)
    transitions: [{on: "yes", to: booked}, {on: "no", to: root}]
    say: {en: Shall I book it?, de: Soll ich buchen?}
  booked: {terminal: true, deed: true, say: {en: Booked., de: Gebucht.}}
`,
  },
  { journey: 'journey', reise: 'journey' },
);

/** Returns the values held and the slot asked for after some queries, on Wednesday, 18 March 2026. */
async function heldAfter(language: string, ...queries: string[]) {
  const conversation = await talkWith(journeys, language, queries);
  return { ...conversation.held, asked: conversation.frame?.asked ?? null };
}

const TOLD = {
  en: 'journey from Oslo to Rome on the 20th of June for 2 people, back on the 27th',
  de: 'Reise von Oslo nach Rom am 20. Juni für 2 Personen, zurück am 27.',
};

describe('two days in one sentence fill departure and return, whatever stands between them:', () => {
  it.each([
    ['en', 'journey from Oslo to Rome on the 20th w/ 2 people, home on the 27th'],
    ['en', 'journey from Oslo to Rome on the 20th for 2 people, back on the 27th'],
    ['en', 'journey from Oslo to Rome for 2 people, the 20th with a friend, back the 27th'],
    ['de', 'Reise von Oslo nach Rom am 20. für 2 Personen, zurück am 27.'],
  ])('%s: “%s”', async (language, query) => {
    expect(await heldAfter(language, query)).toMatchObject({
      depart: '2026-03-20',
      back: '2026-03-27',
      people: 2,
      asked: 'seat',
    });
  });
});

describe('a corrected day changes the end of the journey that is named beside it:', () => {
  it.each([
    ['en', 'make it the 28th for the way home', { depart: '2026-06-20', back: '2026-06-28' }],
    ['en', 'make it the 28th for the way back', { depart: '2026-06-20', back: '2026-06-28' }],
    ['en', 'sorry, back on the 29th', { depart: '2026-06-20', back: '2026-06-29' }],
    ['de', 'doch vom 21. bis zum 28. Juni', { depart: '2026-06-21', back: '2026-06-28' }],
    ['de', 'zurück lieber erst an Neujahr', { depart: '2026-06-20', back: '2027-01-01' }],
    // A number that replaces another number, not two days.
    ['en', 'sorry, not 2 but 3', { depart: '2026-06-20', back: '2026-06-27', people: 3 }],
  ] as const)('%s: “%s”', async (language, query, values) => {
    expect(await heldAfter(language, TOLD[language], 'window', 'vegan', query)).toMatchObject(values);
  });
});

describe('where a day is asked for, a number word within other words is no day:', () => {
  const opening = 'journey from Oslo to Rome on the 20th of June for 3 people';

  it.each(['no, one way', 'none', 'swap those two'])('“%s”', async (query) => {
    expect(await heldAfter('en', opening, query)).not.toHaveProperty('back');
  });

  it('a number word by itself or in a date is a day', async () => {
    expect(await heldAfter('en', opening, 'the third of july')).toMatchObject({ back: '2026-07-03' });
    expect(await heldAfter('en', opening, 'thirty')).toMatchObject({ back: '2026-06-30' });
  });

  it('a number that corrects another goes to the slot that holds the other', async () => {
    expect(await heldAfter('en', opening, 'oh sorry, make that 4')).toMatchObject({
      people: 4,
      asked: 'back',
    });
  });

  it('“swap those two” swaps the values of two slots of one entity', async () => {
    expect(await heldAfter('en', opening, 'oops, swap those two')).toMatchObject({
      from: 'rome',
      to: 'oslo',
    });
  });
});

describe('“the other one” of a list of two is the value that is not held:', () => {
  it.each([
    ['en', 'window', 'actually the other one', 'aisle'],
    ['en', 'aisle', 'no, the other one', 'window'],
    ['de', 'Fenster', 'nee, doch den anderen', 'aisle'],
  ] as const)('%s, after “%s”: “%s”', async (language, first, query, seat) => {
    expect(await heldAfter(language, TOLD[language], first, query)).toMatchObject({ seat });
  });

  it('chooses no value of a list of three', async () => {
    expect(await heldAfter('en', TOLD.en, 'window', 'vegan', 'no, the other one')).toMatchObject({
      seat: 'aisle',
      meal: 'vegan',
    });
  });
});

it('“the second” is the second value of a list that the question does not name', async () => {
  expect(await heldAfter('en', TOLD.en, 'window', 'the second')).toMatchObject({ meal: 'halal' });
  expect(await heldAfter('de', TOLD.de, 'Fenster', 'das letzte')).toMatchObject({ meal: 'kosher' });
});

it('a German article answers how many', async () => {
  const opening = 'Reise von Oslo nach Rom am 20. Juni';
  expect(await heldAfter('de', opening, 'eine')).toMatchObject({ people: 1 });
});

describe('where the way back is asked for', () => {
  const opening = {
    en: 'journey from Oslo to Rome on the 20th of June for 2 people',
    de: 'Reise von Oslo nach Rom am 20. Juni für 2 Personen',
  };

  it('two words of correction change the day of departure', async () => {
    const corrected = await heldAfter('de', opening.de, 'quatsch, am 22. Juni mein ich');
    expect(corrected).toMatchObject({ depart: '2026-06-22', asked: 'back' });
    expect(corrected).not.toHaveProperty('back');
    expect(await heldAfter('de', opening.de, 'quatsch, am 22. Juni')).toMatchObject({ back: '2026-06-22' });
  });

  it('“none” beside another value leaves it unset', async () => {
    const left = await heldAfter('en', opening.en, 'none, and window please');
    expect(left).toMatchObject({ seat: 'window', asked: 'meal' });
    expect(left).not.toHaveProperty('back');
  });
});

it('a question that names its slot only by “fly” lists the cities', async () => {
  const conversation = new Conversation(
    loadFiles(
      {
        'assistant.yaml': settingsOf('flights', ['en']),
        'entities/city.yaml': 'entity: city\nvalues: {rome: {en: [Rome]}, oslo: {en: [Oslo]}}\n',
        'competencies/flight.yaml': `
competency: flight
slots: {to: {entity: city, required: true, ask: {en: Where would you like to fly?}}}
states: {flight: {terminal: true, utterances: {en: [flight]}, say: {en: "To {{to}}."}}}
`,
      },
      { flight: 'flight' },
    ),
  );
  await conversation.say('flight');
  expect(await conversation.hear('which places do you even fly to')).toMatch(/Rome and Oslo|Rome.*Oslo/i);
  // A question that names one city does not ask for all of them.
  expect(await conversation.hear('what is nice to fly to in Oslo')).not.toMatch(/Rome/i);
});

describe('two places side by side, or with only a dash between them, are origin and destination:', () => {
  it.each([
    ['en', 'journey Oslo - Rome'],
    ['en', 'journey Oslo Rome on the 20th of June'],
    ['de', 'Reise Oslo Rom'],
  ])('%s: “%s”', async (language, query) => {
    expect(await heldAfter(language, query)).toMatchObject({ from: 'oslo', to: 'rome' });
  });

  it('unless words say otherwise', async () => {
    expect(await heldAfter('en', 'journey to Oslo, from Rome')).toMatchObject({ from: 'rome', to: 'oslo' });
    expect(await heldAfter('en', 'journey to Rome friday')).toMatchObject({ to: 'rome' });
  });
});

it('a place by itself changes the destination once all slots are filled', async () => {
  const told = [TOLD.en, 'window', 'vegan'] as const;
  expect(await heldAfter('en', ...told, 'Paris')).toMatchObject({ from: 'oslo', to: 'paris' });
  expect(await heldAfter('en', ...told, 'from Paris')).toMatchObject({ from: 'paris', to: 'rome' });
});

it('“never mind” with the name of an optional slot skips only that slot', async () => {
  expect(await heldAfter('en', TOLD.en, 'never mind the seat')).toMatchObject({
    from: 'oslo',
    asked: 'meal',
  });
  expect(await heldAfter('en', TOLD.en, 'never mind')).toEqual({ asked: null });
  // Declining a required slot ends the journey.
  expect(await heldAfter('en', 'journey to Rome', 'never mind the from')).toEqual({ asked: null });
});

describe('two days, each with its hour,', () => {
  const hires = loadFiles(
    {
      'assistant.yaml': settingsOf('hires', ['en', 'de']),
      'competencies/hire.yaml': `
competency: hire
slots:
  pickup_day: {entity: date, required: true, ask: {en: On which day do you pick it up?, de: An welchem Tag holst du es ab?}}
  pickup_time: {entity: time, required: true, ask: {en: At what time do you come?, de: Um wie viel Uhr kommst du?}}
  return_day: {entity: date, required: true, ask: {en: On which day do you bring it back?, de: An welchem Tag bringst du es zurück?}}
  return_time: {entity: time, required: true, ask: {en: At what time do you return it?, de: Um wie viel Uhr gibst du es zurück?}}
states:
  hire: {terminal: true, utterances: {en: [hire], de: [Miete]}, say: {en: Noted., de: Notiert.}}
`,
    },
    { hire: 'hire', miete: 'hire' },
  );

  it.each([
    ['en', 'hire, pick up friday at 9 am, back saturday at 5 pm', '2026-03-21', '09:00', '17:00'],
    ['en', 'hire tomorrow 8 am until saturday 6 pm', '2026-03-21', '08:00', '18:00'],
    ['de', 'Miete vom 20. Mai 9 Uhr bis 21. Mai 18 Uhr', '2026-05-21', '09:00', '18:00'],
  ])('%s: “%s”', async (language, query, day, from, to) => {
    const conversation = new Conversation(hires, { language });
    const { slots } = await conversation.say(query);
    const heldBy = (name: string) => slots[`_${name.toUpperCase()}_`]?.values[0]?.value;
    const told = ['pickup_time', 'return_day', 'return_time'].map(heldBy);
    expect(told).toEqual([from, day, to]);
  });
});
