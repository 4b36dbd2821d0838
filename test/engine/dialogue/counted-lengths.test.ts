import { describe, expect, it } from 'vitest';
import { settingsOf } from './languages.ts';
import { Conversation, loadFiles, talkWith } from './support.ts';

/** Today is Wednesday, 18 March 2026, 9:30. */
const inn = loadFiles(
  {
    'assistant.yaml': settingsOf('inn', ['en', 'de']),
    'entities/extra.yaml': 'entity: extra\nvalues: {garden: {en: [garden], de: [garten]}}\n',
    'competencies/stay.yaml': `
competency: stay
slots:
  arrival: {entity: date, required: true, ask: {en: "When do you arrive?", de: "Wann kommen Sie an?"}}
  nights: {entity: number, required: true, ask: {en: "How many nights?", de: "Wie viele Nächte?"}}
  breakfast: {entity: time, required: true, ask: {en: "Breakfast at what time?", de: "Frühstück um wie viel Uhr?"}}
  extra: {entity: extra}
states:
  stay:
    utterances: {en: [room], de: [zimmer]}
    transitions: [{on: "yes", to: booked}, {on: "no", to: root}]
    say: {en: "Shall I?", de: "Soll ich?"}
  booked: {terminal: true, say: {en: Booked., de: Gebucht.}}
`,
    'competencies/kennel.yaml': `
competency: kennel
slots:
  arrival: {entity: date, required: true, ask: {en: "From when?", de: "Ab wann?"}}
  days: {entity: number, required: true, ask: {en: "How many days?", de: "Wie viele Tage?"}}
states:
  kennel:
    utterances: {en: [kennel], de: [hundepension]}
    transitions: [{on: "yes", to: kept}, {on: "no", to: root}]
    say: {en: "Shall I?", de: "Soll ich?"}
  kept: {terminal: true, say: {en: Kept., de: Erledigt.}}
`,
    'competencies/hire.yaml': `
competency: hire
slots: {window: {entity: time_range, required: true, ask: {en: From when to when?, de: Von wann bis wann?}}}
states:
  hire:
    utterances: {en: [hire], de: [leihen]}
    transitions: [{on: "yes", to: hired}, {on: "no", to: root}]
    say: {en: "Shall I?", de: "Soll ich?"}
  hired: {terminal: true, say: {en: Hired., de: Geliehen.}}
`,
  },
  { room: 'stay', zimmer: 'stay', kennel: 'kennel', hundepension: 'kennel', hire: 'hire' },
);

/** The word for a boat in seven languages. */
const BOATS = { en: 'boat', de: 'boot', fr: 'bateau', es: 'barco', it: 'barca', nl: 'roeiboot', pt: 'canoa' };
const each = (text: string) => `{${Object.keys(BOATS).map((code) => `${code}: ${text}`)}}`;
const boats = loadFiles(
  {
    'assistant.yaml': settingsOf('boats', Object.keys(BOATS)),
    'competencies/boat.yaml': `
competency: boat
slots: {length: {entity: duration, required: true, ask: ${each('"?"')}}}
states:
  boat:
    utterances: {${Object.entries(BOATS).map(([code, word]) => `${code}: [${word}]`)}}
    transitions: [{on: "yes", to: hired}, {on: "no", to: root}]
    say: ${each('"?"')}
  hired: {terminal: true, say: ${each('"!"')}}
`,
  },
  Object.fromEntries(Object.values(BOATS).map((word) => [word, 'boat'])),
);

describe('a held length is made longer or shorter', () => {
  it.each([
    ['en', 'two hours', 'an hour longer', 'PT3H'],
    ['en', 'an hour', 'half an hour less', 'PT30M'],
    ['en', 'two weeks', 'a week longer', 'P3W'],
    ['en', 'three days', 'a week longer', 'P10D'],
    ['en', 'six days', 'a day longer', 'P7D'],
    ['de', 'zwei Stunden', 'eine Stunde länger', 'PT3H'],
    ['fr', 'deux heures', 'une heure de plus', 'PT3H'],
    ['es', 'dos horas', 'una hora más', 'PT3H'],
    ['it', 'due ore', "un'ora in più", 'PT3H'],
    ['nl', 'twee uur', 'een uur langer', 'PT3H'],
    ['pt', 'duas horas', 'uma hora a mais', 'PT3H'],
  ] as const)('%s: %s, %s', async (language, first, more, length) => {
    const conversation = new Conversation(boats, { language });
    for (const query of [BOATS[language], first, more]) await conversation.say(query);
    expect(conversation.held).toEqual({ length });
  });

  it('but is emptied if nothing would be left of it', async () => {
    const conversation = new Conversation(boats, { language: 'en' });
    for (const query of ['boat', 'an hour', 'an hour less']) await conversation.say(query);
    expect(conversation.held).toEqual({});
  });
});

const heldAfter = async (language: string, ...queries: string[]) =>
  (await talkWith(inn, language, queries)).held;

describe('a length of time is converted to the unit of its slot', () => {
  it.each([
    ['en', ['room', 'friday', 'two weeks'], 14],
    ['en', ['room', 'friday', 'a week'], 7],
    ['en', ['a room for two weeks from friday'], 14],
    ['en', ['room', 'friday', 'two nights'], 2],
    ['de', ['zimmer', 'freitag', 'zwei Wochen'], 14],
  ])('%s: %j', async (language, queries, nights) => {
    expect(await heldAfter(language, ...queries)).toEqual({ arrival: '2026-03-20', nights });
  });

  it('but is not taken if it has no exact number of that unit', async () => {
    expect(await heldAfter('en', 'room', 'friday', 'two months')).toEqual({ arrival: '2026-03-20' });
  });
});

describe('the last day of a stay sets the number of nights and keeps the first day', () => {
  it.each([
    ['en', ['room', 'friday', 'till sunday'], 2],
    ['en', ['room', 'friday', 'until the 28th'], 8],
    ['en', ['room from friday till sunday'], 2],
    ['de', ['zimmer', 'freitag', 'bis Sonntag'], 2],
  ])('%s: %j', async (language, queries, nights) => {
    expect(await heldAfter(language, ...queries)).toEqual({ arrival: '2026-03-20', nights });
  });

  it('and is the first such day after it', async () => {
    expect(await heldAfter('en', 'room', 'next wednesday', 'till friday')).toEqual({
      arrival: '2026-03-25',
      nights: 2,
    });
  });
});

it.each([
  ['en', ['kennel', 'from friday till sunday']],
  ['de', ['hundepension', 'von Freitag bis Sonntag']],
])('the first and the last day both count for a slot of days, in %s', async (language, queries) => {
  expect(await heldAfter(language, ...queries)).toEqual({ arrival: '2026-03-20', days: 3 });
});

it.each(['room, no garden', 'room without garden'])(
  'a denied value of a list with one value is not taken: %s',
  async (query) => {
    expect(await heldAfter('en', query)).toEqual({});
  },
);

it('an answer without a word of correction changes no other slot', async () => {
  const held = await heldAfter('en', 'room', 'friday', 'two nights', '9 then');
  expect(held).toEqual({ arrival: '2026-03-20', nights: 2, breakfast: '09:00' });
});

it('a time with its length is a stretch', async () => {
  const conversation = new Conversation(inn, { language: 'en' });
  await conversation.say('hire');
  await conversation.say('from 9.30 for half a day');
  expect(conversation.frame?.slots.window).toMatchObject({ value: '09:30', details: { end: '21:30' } });
});

describe('a stay that is made longer keeps its first day', () => {
  it.each([
    ['en', ['kennel', 'friday', '2', 'a day longer'], { arrival: '2026-03-20', days: 3 }],
    ['en', ['kennel', 'friday', '3', 'two days less'], { arrival: '2026-03-20', days: 1 }],
    ['de', ['hundepension', 'freitag', '2', 'eine Woche länger'], { arrival: '2026-03-20', days: 9 }],
  ])('%s: %j', async (language, queries, held) => {
    expect(await heldAfter(language, ...queries)).toEqual(held);
  });

  it('and loses its length if nothing would be left of it', async () => {
    const held = { arrival: '2026-03-20' };
    expect(await heldAfter('en', 'kennel', 'friday', '2', 'two days less')).toEqual(held);
  });

  it('and is moved to a later first day by “a day later”', async () => {
    const held = { arrival: '2026-03-21', days: 2 };
    expect(await heldAfter('en', 'kennel', 'friday', '2', 'a day later')).toEqual(held);
  });
});

describe('a slot that has the name of a unit of time', () => {
  const rides = (hour: string, day: string, language: string) =>
    loadFiles(
      {
        'assistant.yaml': settingsOf('rides', [language]),
        'competencies/ride.yaml': `
competency: ride
slots:
  ${day}: {entity: date, required: true, ask: {${language}: "?"}}
  ${hour}: {entity: time, required: true, ask: {${language}: "?"}}
  length: {entity: duration, required: true, ask: {${language}: "?"}}
  seats: {entity: number, required: true, ask: {${language}: "?"}}
states:
  ride:
    utterances: {${language}: [ride]}
    transitions: [{on: "yes", to: ridden}, {on: "no", to: root}]
    say: {${language}: "?"}
  ridden: {terminal: true, say: {${language}: Yes.}}
`,
      },
      { ride: 'ride' },
    );

  it.each([
    ['en', 'hour', 'day', 'ride tomorrow at 4 pm for an hour', 'ride tomorrow at 4 pm for a day'],
    ['de', 'stunde', 'tag', 'ride morgen um 16 uhr für eine stunde', 'ride morgen um 16 uhr für einen tag'],
    ['de', 'uhr', 'tag', 'ride morgen um 16 uhr für 1 stunde', 'ride morgen um 16 uhr für 1 tag'],
    ['es', 'hora', 'dia', 'ride mañana a las 16 por una hora', 'ride mañana a las 16 por un día'],
    ['fr', 'heure', 'jour', 'ride demain à 16h pour une heure', 'ride demain à 16h pour un jour'],
    ['it', 'ora', 'giorno', "ride domani alle 16 per un'ora", 'ride domani alle 16 per un giorno'],
    ['it', 'ora', 'giorno', "ride per un'ora domani alle 16", 'ride per un giorno domani alle 16'],
    ['nl', 'uur', 'dag', 'ride morgen om 16 uur voor een uur', 'ride morgen om 16 uur voor een dag'],
    ['pt', 'hora', 'dia', 'ride amanhã às 16 por uma hora', 'ride amanhã às 16 por um dia'],
  ])('is not meant by the unit of a length, %s: %s, %s', async (language, hour, day, hours, days) => {
    const loaded = rides(hour, day, language);
    const held = { [day]: '2026-03-19', [hour]: '16:00' };
    expect((await talkWith(loaded, language, [hours])).held).toEqual({ ...held, length: 'PT1H' });
    expect((await talkWith(loaded, language, [days])).held).toEqual({ ...held, length: 'P1D' });
  });
});
