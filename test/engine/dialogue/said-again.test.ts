import { describe, expect, it } from 'vitest';
import { each, settingsOf } from './languages.ts';
import { Conversation, did, loadFiles } from './support.ts';

/** A ferry to be booked or moved, and a price. Labels are told by keywords. */
const ferry = loadFiles(
  {
    'assistant.yaml': settingsOf('ferry'),
    'entities/port.yaml': 'entity: port\nvalues: {bergen: [], turku: [], visby: []}\n',
    'entities/ticket.yaml': 'entity: ticket\nkind: regex\npattern: "[A-Z]{2}[0-9]{4}"\n',
    'competencies/sail.yaml': `
competency: sail
slots:
  origin: {entity: port, required: true, ask: ${each('"From where?"')}}
  destination: {entity: port, required: true, ask: ${each('"To where?"')}}
  day: {entity: date, required: true, ask: ${each('"Which day?"')}}
  people: {entity: number, required: true, ask: ${each('"How many people?"')}}
  back: {entity: date, required: false}
states:
  sail:
    utterances: ${each('["sail from {bergen:origin} to {turku:destination}", sail a, sail b, sail c, sail d]')}
    transitions: [{on: "yes", to: sailed}, {on: "no", to: root, say: ${each('No ferry.')}}]
    say: ${each('"{{origin}} to {{destination}}, {{day}}, {{people}}?"')}
  sailed: {terminal: true, say: ${each('Booked.')}}
`,
    'competencies/refund.yaml': `
competency: refund
slots: {ticket: {entity: ticket, required: true, ask: ${each('"Which ticket?"')}}}
states:
  refund:
    utterances: ${each('[refund, refund a, refund b, refund c, refund d]')}
    transitions: [{on: "yes", to: refunded}, {on: "no", to: root, say: ${each('It stays.')}}]
    say: ${each('"Refund {{ticket}}?"')}
  refunded: {terminal: true, say: ${each('Refunded.')}}
`,
    'competencies/rebook.yaml': `
competency: rebook
slots:
  ticket: {entity: ticket, required: true, ask: ${each('"Which ticket?"')}}
  new_day: {entity: date, required: true, ask: ${each('"To which day?"')}}
states:
  rebook:
    utterances: ${each('[rebook, rebook a, rebook b, rebook c, rebook d]')}
    transitions: [{on: "yes", to: rebooked}, {on: "no", to: root}]
    say: ${each('"{{ticket}} to {{new_day}}?"')}
  rebooked: {terminal: true, say: ${each('Rebooked.')}}
`,
  },
  { sail: 'sail', refund: 'refund', rebook: 'rebook' },
);

const talk = (language: 'en' | 'de' = 'en') => new Conversation(ferry, { language });
const WHOLE = 'sail from Bergen to Turku on april 4 for 2 people';

describe('a value that is said again', () => {
  it.each([
    ['alone in its clause, beside a reason', 'april 9, I have to work', { day: '2026-04-09' }],
    ['before the one that is too far', 'Visby, Bergen is too far for me', { origin: 'visby' }],
    ['as a day of the month that is held', 'the 19th, I typed it wrong', { day: '2026-04-19' }],
  ])('replaces the held value: %s', async (_, said, changed) => {
    const user = talk();
    await user.say(WHOLE);
    const before = user.held;
    await user.say(said);
    expect(user.held).toEqual({ ...before, ...changed });
  });

  it('goes to the filled slot rather than to an empty one that is not named', async () => {
    const user = talk();
    await user.say('sail from Bergen to Turku on april 4');
    await user.say('sorry, I meant april 5');
    expect(user.held).toEqual({ origin: 'bergen', destination: 'turku', day: '2026-04-05' });
  });

  it.each(['that one, yes', 'yes, the very one'])('is not seen in a pronoun: “%s”', async (said) => {
    const user = talk();
    await user.say(WHOLE);
    await user.say(said);
    expect(user.requests).toEqual([]);
    expect(user.held.day ?? '2026-04-04').toBe('2026-04-04');
  });
});

describe('a clause of values alone', () => {
  it.each(['sail to Turku, from Bergen, april 4, 2 people', 'april 4, 2 people, sail to Turku from Bergen'])(
    'belongs to the wish and starts no wish of its own: “%s”',
    async (query) => {
      const user = talk();
      const result = await user.say(query);
      expect(did(result).filter((command) => command === 'start')).toHaveLength(1);
      expect(user.held).toEqual({ origin: 'bergen', destination: 'turku', day: '2026-04-04', people: 2 });
    },
  );
});

describe('the word for one', () => {
  it.each([
    ['en', 'the early one'],
    ['en', 'the other one'],
    ['en', 'that big one'],
  ] as const)('is a pronoun, in %s: “%s”', async (language, query) => {
    const user = talk(language);
    await user.say('sail from Bergen to Turku on april 4');
    await user.say(query);
    expect(user.held).not.toHaveProperty('people');
  });

  it('does not correct the number before it', async () => {
    const user = talk();
    await user.say('sail from Bergen to Turku on april 4, 4 people');
    await user.say('make it three, one stays with my mum');
    expect(user.held).toMatchObject({ people: 3 });
  });

  it.each([
    ['en', 'the 4th of april, just me', 1],
    ['en', 'april 4 for one person', 1],
    ['en', 'april 4, just the one', 1],
    ['en', 'only one, april 4', 1],
    ['de', 'am 4. April, nur eins', 1],
    ['de', 'am 4. April, nur ich', 1],
    ['de', 'am 4. April für eine Person', 1],
    ['en', 'april 4, one adult and two kids', 3],
  ] as const)('counts people, in %s: “%s”', async (language, query, people) => {
    const user = talk(language);
    await user.say('sail Bergen Turku');
    await user.say(query);
    expect(user.held).toMatchObject({ day: '2026-04-04', people });
  });
});

describe('another wish', () => {
  it.each(['no, rebook it to april 9 instead', 'no, rebook to april 9'])(
    'that comes with a no takes over the value of the question: “%s”',
    async (query) => {
      const user = talk();
      await user.say('refund AB1234');
      expect(await user.hear(query)).toBe('It stays. AB1234 to 2026-04-09?');
    },
  );

  it('takes over a value only if it refers to it', async () => {
    const user = talk();
    await user.say('refund AB1234');
    await user.say('no');
    expect(await user.hear('rebook it to april 9')).toBe('AB1234 to 2026-04-09?');
    const other = talk();
    await other.say('refund AB1234');
    await other.say('no');
    expect(await other.hear('rebook to april 9')).toBe('Which ticket?');
  });
});
