import { describe, expect, it } from 'vitest';
import { settingsOf } from './languages.ts';
import { Conversation, loadFiles, talkWith } from './support.ts';

/** A trip whose return must be after its departure, with at most as many children as people. */
const trips = loadFiles(
  {
    'assistant.yaml': settingsOf('trips', ['en']),
    'competencies/trip.yaml': `
competency: trip
slots:
  people: {entity: number, required: true, ask: {en: "How many people?"}}
  children: {entity: number, required: true, ask: {en: "How many children?"}, validate: {min: 0, max: people}, reject: {en: "At most {{people}}."}}
  depart: {entity: date, required: true, ask: {en: "When do you leave?"}, validate: {min: today}, reject: {en: "Not in the past."}}
  return: {entity: date, ask: {en: "When do you come back?"}, validate: {after: depart}, reject: {en: "After {{depart | date}}, please."}}
states:
  trip:
    utterances: {en: [trip, a trip, book a trip, 'leave on [monday](depart)', 'come back on [friday](return)']}
    transitions: [{on: "yes", to: booked}, {on: "no", to: root, say: {en: No trip.}}]
    say: {en: "{{people}}, {{children}}, {{depart}} to {{return}}?"}
  booked: {terminal: true, say: {en: Booked.}}
`,
  },
  { trip: 'trip', leave: 'trip' },
);

const tripAfter = (...queries: string[]) => talkWith(trips, 'en', ['trip', ...queries]);

describe('a slot whose limit is another slot', () => {
  it('is refused with its own text and asked for again', async () => {
    const conversation = await tripAfter('2', '1', 'may 5');
    expect(await conversation.hear('may 4')).toBe(
      'After Tuesday, May 5, 2026, please. When do you come back?',
    );
    expect(conversation.held).toEqual({ people: 2, children: 1, depart: '2026-05-05' });
    expect(await conversation.hear('may 6')).toBe('2, 1, 2026-05-05 to 2026-05-06?');
  });

  it('is refused at the limit itself if it must come after it', async () => {
    const conversation = await tripAfter('2', '1', 'may 5', 'may 5');
    expect(conversation.frame?.asked).toBe('return');
  });

  it('may equal the limit if that is allowed, but not exceed it', async () => {
    const conversation = await tripAfter('2');
    expect(await conversation.hear('3')).toBe('At most 2. How many children?');
    await conversation.say('2');
    expect(conversation.held).toEqual({ people: 2, children: 2 });
  });

  it('keeps its fixed limits too', async () => {
    const conversation = await tripAfter('2', '-1');
    expect(conversation.frame?.asked).toBe('children');
  });

  it('is emptied and asked for again once the other has passed it', async () => {
    const conversation = await tripAfter('2', '1', 'may 5', 'may 8');
    expect(await conversation.hear('no, leave on may 9')).toBe(
      'After Saturday, May 9, 2026, please. When do you come back?',
    );
    expect(conversation.held).toEqual({ people: 2, children: 1, depart: '2026-05-09' });
  });

  it('stays if the other changes without passing it', async () => {
    const conversation = await tripAfter('2', '1', 'may 5', 'may 8', 'no, leave on may 7');
    expect(conversation.held).toMatchObject({ depart: '2026-05-07', return: '2026-05-08' });
  });

  it('is compared with the other if both come in one query', async () => {
    const conversation = await tripAfter('2', '1');
    expect(await conversation.hear('leave on may 9 and come back on may 8')).toBe(
      'After Saturday, May 9, 2026, please. When do you come back?',
    );
  });
});

/** A storage unit rented for a length of time from a given day. */
const storage = loadFiles(
  {
    'assistant.yaml': settingsOf('storage', ['en', 'de']),
    'competencies/unit.yaml': `
competency: unit
slots:
  term: {entity: duration, required: true, ask: {en: For how long?, de: Wie lange?}}
  start: {entity: date, required: true, ask: {en: From which day?, de: Ab wann?}}
states:
  unit:
    terminal: true
    utterances: {en: [unit], de: [box]}
    say: {en: "{{term}} from {{start}}.", de: "{{term}} ab {{start}}."}
`,
  },
  { unit: 'unit', box: 'unit' },
);

it.each([
  ['en', 'a unit for three months from june 1', 'P3M from 2026-06-01.'],
  ['en', 'unit, 2 weeks from may 4', 'P2W from 2026-05-04.'],
  ['de', 'eine box für drei Monate ab dem 1. Juni', 'P3M ab 2026-06-01.'],
])('a length of time and its first day are two values: %s, “%s”', async (language, query, said) => {
  expect(await new Conversation(storage, { language }).hear(query)).toBe(said);
});

describe('an end that is given by its distance from the beginning', () => {
  const held = async (...queries: string[]) => (await tripAfter('2', '1', ...queries)).held;

  it.each([
    ['may 5 for ten days', '2026-05-15'],
    ['may 5, and back a week later', '2026-05-12'],
    ['leave on may 5, come back after 3 days', '2026-05-08'],
  ])('counts from the beginning of the same query: “%s”', async (query, end) => {
    expect(await held(query)).toMatchObject({ depart: '2026-05-05', return: end });
  });

  it('counts from a held beginning', async () => {
    expect(await held('may 5', 'for ten days')).toMatchObject({ return: '2026-05-15' });
  });

  it('is not set by a length beside an end, or by one that counts from now', async () => {
    expect(await held('may 5, back on may 9, we have ten days off')).toMatchObject({ return: '2026-05-09' });
    expect(await held('in ten days')).not.toHaveProperty('return');
  });
});

describe('an optional slot without a question', () => {
  const dives = loadFiles(
    {
      'assistant.yaml': `
schema: 1
name: dives
languages: {default: en, supported: [en]}
out_of_scope: {say: {en: Dives only.}}
`,
      'competencies/dive.yaml': `
competency: dive
slots:
  depth: {entity: number, validate: {max: 40}, reject: {en: "At most 40 metres."}}
  day: {entity: date, required: true, ask: {en: "Which day?"}}
states:
  dive:
    utterances: {en: [dive, a dive, book a dive, 'dive to [30](depth)', 'dive at [20](depth)']}
    transitions: [{on: "yes", to: booked}, {on: "no", to: root, say: {en: No dive.}}]
    say: {en: "{{depth}} metres on {{day}}?"}
  booked: {terminal: true, say: {en: Booked.}}
`,
    },
    { dive: 'dive' },
  );
  const refused = async (): Promise<Conversation> => {
    const conversation = new Conversation(dives);
    expect(await conversation.hear('dive to 60')).toBe('At most 40 metres.');
    return conversation;
  };

  it('is asked for by its text of refusal until the reply has a value', async () => {
    const conversation = await refused();
    expect(await conversation.hear('banana')).toMatch(/understand.* At most 40 metres\.$/);
    expect(await conversation.hear('hold on')).toMatch(/\. At most 40 metres\.$/);
    const next = await refused();
    expect(await next.hear('50')).toBe('At most 40 metres.');
    expect(await next.hear('40')).toBe('Which day?');
    expect(next.held).toEqual({ depth: 40 });
  });

  it.each(['skip it', 'no'])('stays empty after “%s”, and the next question follows', async (reply) => {
    const conversation = await refused();
    expect(await conversation.hear(reply)).toBe('Which day?');
    expect(conversation.held).toEqual({});
  });

  it('gives way to the value of another slot', async () => {
    const conversation = await refused();
    expect(await conversation.hear('may 5')).toBe('metres on 2026-05-05?');
  });
});
