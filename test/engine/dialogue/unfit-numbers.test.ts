import { describe, expect, it } from 'vitest';
import { settingsOf } from './languages.ts';
import { Conversation, loadFiles, talkWith } from './support.ts';

/** Refunds of deposits of at most 150 euros. */
const deposits = loadFiles(
  {
    'assistant.yaml': settingsOf('deposits', ['en'], 'currency: EUR\n'),
    'entities/booking.yaml':
      'entity: booking\nkind: regex\npattern: "(?:SB-?)?([0-9]{6})"\ncanonical: {form: "SB-$1"}\n',
    'competencies/deposit.yaml': `
competency: deposit
slots:
  booking: {entity: booking, required: true, ask: {en: Which booking?}}
  deposit: {entity: money, required: true, ask: {en: How much?}, validate: {max: 150}}
states:
  deposit:
    terminal: true
    utterances: {en: ["the [50 euros](deposit) deposit", "the deposit for [SB-204117](booking)", deposit a, deposit b]}
    say: {en: Noted.}
`,
  },
  { deposit: 'deposit' },
);

async function heldAfter(query: string): Promise<Record<string, unknown>> {
  const user = new Conversation(deposits);
  await user.say(query);
  return user.held;
}

it('a number that one slot’s rule forbids goes to another, even behind the first’s name', async () => {
  expect(await heldAfter('what about the deposit 338102')).toEqual({ booking: 'SB-338102' });
});

it('a number that the rule allows stays with the slot whose name it follows', async () => {
  expect(await heldAfter('my deposit was 120')).toEqual({ deposit: 120 });
});

/** Rooms for at most six people and 28 nights. */
const rooms = loadFiles(
  {
    'assistant.yaml': `
schema: 1
name: rooms
languages: {default: en, supported: [en, de, nl]}
out_of_scope: {say: {en: Rooms only., de: Nur Zimmer., nl: Alleen kamers.}}
`,
    'competencies/room.yaml': `
competency: room
slots:
  people:
    entity: number
    required: true
    ask: {en: How many people?, de: Wie viele Personen?, nl: Hoeveel personen?}
    validate: {min: 1, max: 6}
    reject: {en: Six at most., de: Höchstens sechs., nl: Hoogstens zes.}
  nights:
    entity: number
    required: true
    ask: {en: How many nights?, de: Wie viele Nächte?, nl: Hoeveel nachten?}
    validate: {min: 1, max: 28}
  time: {entity: time, required: true, ask: {en: When?, de: Wann?, nl: Hoe laat?}}
  note: {entity: text, required: true, ask: {en: Any wishes?, de: Noch Wünsche?, nl: Nog wensen?}}
  email: {entity: email, required: true, ask: {en: Your e-mail?, de: Ihre E-Mail?, nl: Je e-mail?}}
states:
  room:
    terminal: true
    utterances:
      en: ["a room for [two](people)", "a room for [three](nights) nights", room a]
      de: ["ein zimmer für [zwei](people)", zimmer a, zimmer b]
      nl: ["een kamer voor [twee](people)", kamer a, kamer b]
    say: {en: Noted., de: Notiert., nl: Genoteerd.}
`,
  },
  { room: 'room', zimmer: 'room', kamer: 'room' },
);

describe('too many people', () => {
  it.each([
    ['en', 'a room for 8 people', {}],
    ['en', 'a room with 8 friends', {}],
    ['en', 'a room, 8 of us', {}],
    ['en', 'can 8 of us have a room for 3 nights', { nights: 3 }],
    ['en', 'can 8 of us have a room at 4 pm', { time: '16:00' }],
    ['de', 'ein zimmer, 8 von uns', {}],
    ['de', 'ein zimmer für 8 leute', {}],
    ['nl', 'een kamer, 8 van ons', {}],
  ])('get the slot’s text of refusal, and fill no other slot: %s “%s”', async (language, query, held) => {
    const user = new Conversation(rooms);
    const { visuals } = await user.say(query, { language });
    expect(visuals.speakableResponse).toMatch(/^(Six at most|Höchstens sechs|Hoogstens zes)/);
    expect(user.held).toEqual(held);
  });

  it.each(['a room for 6 people', 'a room, 6 of us', 'can 6 of us have a room'])(
    'begin above the limit itself, which is accepted: “%s”',
    async (query) => {
      const user = new Conversation(rooms);
      await user.say(query);
      expect(user.held).toEqual({ people: 6 });
    },
  );
});

describe('numbers in a text that was asked for', () => {
  const noted = async (answer: string) => {
    const user = new Conversation(rooms);
    await user.say('a room at 4 pm for 3 people for 2 nights');
    await user.say(answer);
    return user.held;
  };
  const before = { people: 3, nights: 2, time: '16:00' };

  it('are part of the text', async () => {
    expect(await noted('4 chairs and 5 tables')).toEqual({ ...before, note: '4 chairs and 5 tables' });
  });

  it('change the slots whose nouns follow them', async () => {
    expect(await noted('4 people and 5 nights')).toEqual({ ...before, people: 4, nights: 5 });
  });
});

describe('the hour of a call', () => {
  const bikes = loadFiles(
    {
      'assistant.yaml': `
schema: 1
name: bikes
languages: {default: en, supported: [en, de, it]}
out_of_scope: {say: {en: Bikes only., de: Nur Räder., it: Solo bici.}}
`,
      'competencies/bike.yaml': `
competency: bike
slots:
  phone: {entity: phone, required: true, ask: {en: Your phone?, de: Ihr Telefon?, it: Il telefono?}}
  year:
    entity: number
    required: true
    ask: {en: Which year?, de: Welches Jahr?, it: Che anno?}
    validate: {min: 1950}
  gears: {entity: number, ask: {en: How many gears?, de: Wie viele Gänge?, it: Quanti rapporti?}}
states:
  bike:
    terminal: true
    utterances:
      en: [bike, bike a, bike b]
      de: [rad, rad a, rad b]
      it: [bici, bici a, bici b]
    say: {en: Noted., de: Notiert., it: Ok.}
`,
    },
    { bike: 'bike', rad: 'bike', bici: 'bike' },
  );

  it.each([
    ['en', 'bike', '0161 496 0345 but after eight'],
    ['en', 'bike', '0161 496 0345, not before 9 please'],
    ['de', 'rad', '030 4960345 aber erst nach acht'],
    ['it', 'bici', '06 4960345 ma dopo le 8'],
  ])('fills no number that was not asked for, in %s: %s', async (language, wish, answer) => {
    const user = await talkWith(bikes, language, [wish, answer]);
    expect(Object.keys(user.held)).toEqual(['phone']);
    expect(user.frame?.misses).toEqual({});
  });

  it('is a number where that was asked for', async () => {
    const user = await talkWith(bikes, 'en', ['bike', '0161 496 0345', 'after 1990']);
    expect(user.held).toMatchObject({ year: 1990 });
  });
});
