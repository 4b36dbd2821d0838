import { describe, expect, it } from 'vitest';
import { each, LANGUAGES, settingsOf } from './languages.ts';
import { Conversation, loadFiles } from './support.ts';

/** Slots of four entities that the same digits could fill. */
const tables = loadFiles(
  {
    'assistant.yaml': settingsOf('tables', LANGUAGES, 'currency: USD\n'),
    'competencies/table.yaml': `
competency: table
slots:
${[
  ['people', 'number'],
  ['amount', 'money'],
  ['hour', 'time'],
  ['term', 'duration'],
]
  .map(([name, entity]) => `  ${name}: {entity: ${entity}, required: true, ask: ${each(`"${name}?"`)}}`)
  .join('\n')}
states:
  table:
    utterances: ${each('[table, a table, some table, table please, one more table]')}
    transitions: [{on: "yes", to: booked}, {on: "no", to: root}]
    say: ${each('"{{people}}, {{amount}}, {{hour}}, {{term}}?"')}
  booked: {terminal: true, say: ${each('Booked.')}}
`,
  },
  { table: 'table' },
);

const ANSWERS = ['2', '50 euros', '10:30', '3 years'];

async function slotsAfter(language: string, answers: readonly string[], query: string) {
  const conversation = new Conversation(tables, { language });
  for (const said of ['table', ...answers]) await conversation.say(said);
  const said = await conversation.hear(query);
  return { said, slots: conversation.held, amount: conversation.frame?.slots.amount };
}

const HELD = { people: 2, amount: 50, hour: '10:30', term: 'P3Y' };
const SPANISH = ['2', '50 euros', '10:30', '3 años'];
const answersIn = (language: string) =>
  ({
    es: SPANISH,
    de: ['2', '50 Euro', '10:30', '3 Jahre'],
    fr: ['2', '50 euros', '10:30', '3 ans'],
    pt: ['2', '50 euros', '10:30', '3 anos'],
    it: ['2', '50 euro', '10:30', '3 anni'],
    nl: ['2', '50 euro', '10:30', '3 jaar'],
    ja: ['2', '50ユーロ', '10:30', '3年間'],
    zh: ['2', '50欧元', '10:30', '3年'],
  })[language] ?? ANSWERS;

describe('a number that replaces another goes to the slot that holds the other', () => {
  it.each([
    ['en', 'not 50 but 60'],
    ['en', '60 instead of 50 euros'],
    ['en', 'not 50 euros but 60'],
    ['en', 'change 50 to 60'],
    ['es', 'no 50 sino 60'],
    ['es', 'no 50 euros, 60'],
    ['de', 'nicht 50 Euro, sondern 60'],
    ['fr', 'pas 50 mais 60'],
    ['pt', 'não 50 mas 60'],
    ['it', 'non 50 ma 60'],
    ['nl', 'niet 50 maar 60'],
    ['nl', 'niet 50 euro, 60'],
    ['ja', '50じゃなくて60'],
    ['zh', '不是50，是60'],
  ])('although another slot takes numbers too, in %s: “%s”', async (language, query) => {
    expect((await slotsAfter(language, answersIn(language), query)).slots).toEqual({ ...HELD, amount: 60 });
  });

  it('with the currency of the replaced amount', async () => {
    const { amount } = await slotsAfter('en', ANSWERS, 'not 50 euros but 60');
    expect(amount?.details).toEqual({ currency: 'EUR' });
  });

  it('or to the slot that is asked for, if no slot holds the other', async () => {
    expect((await slotsAfter('en', ['2'], 'not 50 euros but 60')).slots).toEqual({ people: 2, amount: 60 });
  });

  it('but to no slot if two slots hold the other', async () => {
    const { said, slots } = await slotsAfter('en', ['50', ...ANSWERS.slice(1)], 'not 50 but 60');
    expect(slots).toEqual({ ...HELD, people: 50 });
    expect(said).toMatch(/\?$/);
  });
});

describe('a number that replaces another in the same sentence', () => {
  const houses = loadFiles(
    {
      'assistant.yaml': settingsOf('houses', ['en', 'de'], 'currency: USD\n'),
      'competencies/quote.yaml': `
competency: quote
slots:
  rooms: {entity: number, required: true, ask: {en: How many rooms?, de: Wie viele Zimmer?}}
  budget: {entity: money}
  term: {entity: duration, required: true, ask: {en: How long?, de: Wie lange?}}
states:
  quote:
    terminal: true
    utterances: {en: [quote, "a quote for [3](rooms) rooms"], de: [angebot, "ein angebot für [3](rooms) zimmer"]}
    say: {en: Noted., de: Notiert.}
`,
    },
    { quote: 'quote', angebot: 'quote' },
  );
  it.each([
    ['en', 'quote for 3 no wait 4 rooms'],
    ['en', 'quote, 3 rooms no sorry 4 rooms'],
    ['de', 'angebot für 3 zimmer nein moment 4 zimmer'],
  ])('fills the slot that takes both, in %s: “%s”', async (language, query) => {
    const conversation = new Conversation(houses, { language });
    await conversation.say(query);
    expect(conversation.held).toEqual({ rooms: 4 });
  });

  it('fills it also if the other is said again to deny it', async () => {
    const { slots } = await slotsAfter('en', [], 'table for 3, no hang on, not 3, 4, and 60 euros');
    expect(slots).toEqual({ people: 4, amount: 60 });
  });

  it.each([
    ['2', '3 no wait, not 3, 4', { people: 2, amount: 4 }],
    ['2', '3, no, not 3', { people: 2 }],
    ['3', '3 no wait, not 3, 4', { people: 3, amount: 4 }],
  ])('leaves the other slots as they were, after “%s”: “%s”', async (people, query, held) => {
    expect((await slotsAfter('en', [people], query)).slots).toEqual(held);
  });
});

describe('a value with a unit of its own', () => {
  const answersBeside = async (language: string, query: string) => {
    const { slots } = await slotsAfter(language, ['2', '50 euros', '10:30'], query);
    expect(slots).toMatchObject({ amount: 60, term: 'P3Y' });
  };
  it.each([
    ['en', '3 years. and make that 60 euros'],
    ['de', '3 Jahre. Entschuldigung, 60 Euro'],
    ['nl', '3 jaar. Sorry, 60 euro'],
    ['ja', '3年間。すみません、60ユーロ'],
  ])('answers its question beside a correction of another slot: in %s, “%s”', answersBeside);
  it.fails('not yet: answers its question beside a correction of another slot, in zh', () =>
    answersBeside('zh', '3年。抱歉，60欧元'));
});

describe('“one” as a count', () => {
  it('is not read as the first of the month in a slot for days', async () => {
    const rides = loadFiles(
      {
        'assistant.yaml': settingsOf('rides', ['en']),
        'entities/city.yaml': 'entity: city\nvalues: {milan: {en: [Milan]}, rome: {en: [Rome]}}\n',
        'competencies/ride.yaml': `
competency: ride
slots:
  day: {entity: date, required: true, ask: {en: Which day?}}
  city: {entity: city, required: true, ask: {en: Where?}}
  riders: {entity: number, required: true, ask: {en: How many people?}}
states:
  ride: {terminal: true, utterances: {en: [ride]}, say: {en: "{{city}}, {{day}}, {{riders}}."}}
`,
      },
      { ride: 'ride' },
    );
    const conversation = new Conversation(rides);
    for (const said of ['ride', '2026-03-24']) await conversation.say(said);
    expect(await conversation.hear('oh Milan then, just one passenger')).toBe('milan, 2026-03-24, 1.');
  });
});

describe('a bare number that replaces the number of an hour or a day', () => {
  const visits = loadFiles(
    {
      'assistant.yaml': settingsOf('visits'),
      'competencies/visit.yaml': `
competency: visit
slots:
  day: {entity: date, required: true, ask: ${each('"Day?"')}}
  hour: {entity: time, required: true, ask: ${each('"Hour?"')}}
states:
  visit:
    utterances: ${each('[visit, visit a, visit b, visit c, visit d]')}
    transitions: [{on: "yes", to: booked}, {on: "no", to: root}]
    say: ${each('"{{day}} {{hour}}?"')}
  booked: {terminal: true, say: ${each('Booked.')}}
`,
    },
    { visit: 'visit' },
  );
  const heldAfter = async (language: string, query: string) => {
    const conversation = new Conversation(visits, { language });
    for (const said of ['visit', '2026-03-27', '16:00']) await conversation.say(said);
    await conversation.say(query);
    return conversation.held;
  };

  it.each([
    ['en', 'actually is 3 possible instead of 4', { day: '2026-03-27', hour: '15:00' }],
    ['en', 'not 4 but 3', { day: '2026-03-27', hour: '15:00' }],
    ['de', 'doch nicht 4 sondern 5', { day: '2026-03-27', hour: '17:00' }],
    ['nl', 'toch niet 4 maar 5', { day: '2026-03-27', hour: '17:00' }],
    ['ja', '4じゃなくて5', { day: '2026-03-27', hour: '17:00' }],
    ['zh', '不是4，是5', { day: '2026-03-27', hour: '17:00' }],
    ['en', 'not the 27 but 28', { day: '2026-03-28', hour: '16:00' }],
    ['en', 'not 5 but 6', { day: '2026-03-27', hour: '16:00' }],
  ])('goes to the slot that holds the replaced number, in %s: “%s”', async (language, query, held) => {
    expect(await heldAfter(language, query)).toEqual(held);
  });

  it('empties the slot with the replaced number if it cannot be a value there', async () => {
    expect(await heldAfter('en', 'not 4 but 27')).toEqual({ day: '2026-03-27' });
  });
});

describe('a bare number that replaces a longer value fills no slot for numbers', () => {
  it.each([
    ['en', 'not 3 years but 5'],
    ['en', 'not 10:30 but 11'],
    ['en', '11 instead of 10:30'],
    ['es', 'no 10:30 sino 11'],
    ['de', '11 statt 10:30'],
    ['fr', 'pas 10:30 mais 11'],
    ['nl', 'niet 10:30 maar 11'],
    ['ja', '10:30じゃなくて11'],
    ['zh', '不是10:30，是11'],
  ])('in %s: “%s”', async (language, query) => {
    const { said, slots } = await slotsAfter(language, answersIn(language), query);
    expect(slots).toMatchObject({ people: 2, amount: 50 });
    expect(said).toMatch(/\?$/);
  });
});

describe('a denied value', () => {
  const isOffered = async (language: string, query: string) => {
    expect((await slotsAfter(language, ['2'], query)).slots).toEqual({ people: 2, amount: 60 });
  };
  const isForNone = async (language: string, query: string) => {
    const { said, slots } = await slotsAfter(language, answersIn(language), query);
    expect({ ...slots, amount: 50 }).toEqual(HELD);
    expect(said).toMatch(/[?？]$/);
  };
  it.each([
    ['en', 'yes, but not 50'],
    ['es', 'no 50'],
    ['es', 'sí, no 50'],
    ['es', 'vale, pero no 50'],
    ['de', 'ja, aber nicht 50'],
    ['fr', 'oui mais pas 50'],
    ['pt', 'sim, mas não 50'],
    ['it', 'sì ma non 50'],
    ['nl', 'ja, maar niet 50'],
    ['zh', '好，但不是50'],
  ])('fills no other slot and confirms nothing, in %s: “%s”', isForNone);
  it.fails('not yet: fills no other slot and confirms nothing, in ja', () =>
    isForNone('ja', 'はい、でも50じゃない'));

  it.each([
    ['de', 'warum nicht 60'],
    ['fr', 'pourquoi pas 60'],
    ['pt', 'por que não 60'],
    ['it', 'perché non 60'],
    ['es', '¿por qué no 60?'],
    ['nl', 'waarom niet 60'],
    ['en', 'why not 60'],
  ])('is told apart from a proposed value, in %s: “%s”', isOffered);
  it.fails('not yet: is told apart from a proposed value, in zh', () => isOffered('zh', '为什么不60'));
});

it('an ambiguous time that corrects another is the nearer one of its two readings', async () => {
  const at = async (hour: string, correction: string) =>
    (await slotsAfter('en', ['2', '50 euros', hour, '3 years'], correction)).slots;
  expect(await at('6 am', 'make that half six')).toEqual({ ...HELD, hour: '06:30' });
  expect(await at('5 pm', 'make that half six')).toEqual({ ...HELD, hour: '18:30' });
  expect(await at('6 am', 'make that half past six pm')).toEqual({ ...HELD, hour: '18:30' });
});

/** A visit with a day and an hour, and no number. */
const visits = loadFiles(
  {
    'assistant.yaml': settingsOf('visits', ['en', 'de']),
    'entities/meter.yaml': 'entity: meter\nkind: regex\npattern: "ZN-?([0-9]{6})"\ncanonical: {form: "$1"}\n',
    'competencies/visit.yaml': `
competency: visit
slots:
  day: {entity: date, required: true, ask: {en: Day?, de: Tag?}}
  hour: {entity: time, required: true, ask: {en: Hour?, de: Uhrzeit?}}
states:
  visit:
    utterances: {en: [visit], de: [besuch]}
    transitions: [{on: "yes", to: visited}, {on: "no", to: root}]
    say: {en: "{{day}} {{hour}}?", de: "{{day}} {{hour}}?"}
  visited: {terminal: true, say: {en: Done., de: Gut.}}
`,
    'competencies/reading.yaml': `
competency: reading
slots:
  meter: {entity: meter, required: true, ask: {en: Meter?, de: Zähler?}}
  stand: {entity: number, required: true, ask: {en: Reading?, de: Stand?}}
states:
  reading:
    terminal: true
    utterances: {en: [reading], de: [ablesung]}
    say: {en: "{{meter}} {{stand}}.", de: "{{meter}} {{stand}}."}
`,
  },
  { visit: 'visit', besuch: 'visit', reading: 'reading', ablesung: 'reading' },
);

describe('a bare number that corrects a held value', () => {
  it.each([
    ['en', 'visit', 'make it 10'],
    ['en', 'visit', 'yes but make it 10'],
    ['de', 'besuch', 'nein, lieber um 10'],
  ])('is an hour rather than a day: %s, %s, “%s”', async (language, wish, query) => {
    const user = new Conversation(visits, { language });
    await user.say(`${wish} 2026-03-24 09:00`);
    await user.say(query);
    expect(user.held).toEqual({ day: '2026-03-24', hour: '10:00' });
  });
});

describe('a number behind a code', () => {
  it('is not joined with digits of the code', async () => {
    const user = new Conversation(visits, { language: 'de' });
    expect(await user.hear('ablesung zn-209910 12044 heute')).toBe('209910 12044.');
  });
});

const parties = loadFiles(
  {
    'assistant.yaml': settingsOf('parties', LANGUAGES),
    'entities/room.yaml': 'entity: room\nvalues: {attic: [], cellar: []}\n',
    'competencies/party.yaml': `
competency: party
slots:
  people: {entity: number, required: true, ask: ${each('"people?"')}}
  room: {entity: room, required: true, ask: ${each('"room?"')}}
states:
  party:
    utterances: ${each('[party, a party, some party, party please, one more party]')}
    transitions: [{on: "yes", to: booked}, {on: "no", to: root}]
    say: ${each('"{{people}}, {{room}}?"')}
  booked: {terminal: true, say: ${each('Booked.')}}
`,
  },
  { party: 'party' },
);

it.each([
  ['en', 'oh no sorry they are 6'],
  ['es', 'ay no perdón ellos son 6'],
  ['fr', 'ah non désolé elles sont 6'],
  ['nl', 'oh nee sorry ze zijn met 6'],
  ['pt', 'ah não desculpe eles são 6'],
])('in %s a new number of others is no remark: %s', async (language, query) => {
  const conversation = new Conversation(parties, { language });
  for (const said of ['party', '4', query]) await conversation.say(said);
  expect(conversation.held).toEqual({ people: 6 });
});
