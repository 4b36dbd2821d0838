import { describe, expect, it } from 'vitest';
import { settingsOf } from './languages.ts';
import { Conversation, loadFiles } from './support.ts';

const trip = (transitions: string) => `
competency: trip
slots:
  place: {entity: place, required: true, keep: session, ask: {en: Where to?}, validate: {one_of: [rome, oslo]}}
  people: {entity: number, required: true, keep: session, ask: {en: How many?}}
states:
  trip:
    utterances: {en: [trip, a trip, book a trip]}
    transitions: [${transitions}{on: "yes", to: booked}, {on: "no", to: root}]
    say: {en: "{{place}} for {{people}}?"}
  booked: {terminal: true, say: {en: Booked.}}
`;

const cover = (slots: string) => `
competency: cover
slots: {${slots}}
states:
  cover:
    terminal: true
    utterances: {en: [cover, insure me, insure us]}
    say: {en: Covered.}
`;

const PLACE = 'place: {entity: place, required: true, keep: session, ask: {en: In which town?}}';
const PEOPLE = 'people: {entity: number, required: true, keep: session, ask: {en: How many of you?}}';

function talk(slots: string, transitions = '', of = ''): Conversation {
  const files = {
    'assistant.yaml': settingsOf('trips', ['en'], 'business_logic: {url: "env:BLS_URL"}\n'),
    'entities/place.yaml': 'entity: place\nvalues: {rome: [], oslo: [], minsk: []}\n',
    'competencies/trip.yaml': trip(transitions) + of,
    'competencies/cover.yaml': cover(slots),
  };
  return new Conversation(loadFiles(files, { trip: 'trip', cover: 'cover' }));
}

describe('a slot for the session that is filled during an interruption', () => {
  it('is not asked for again after the return', async () => {
    const user = talk(PLACE);
    expect(await user.hear('trip')).toBe('Where to?');
    await user.say('cover');
    expect(await user.hear('rome')).toBe('Covered. Back to “trip”. How many?');
    expect(user.frame?.asked).toBe('people');
    expect(user.held).toEqual({ place: 'rome' });
    expect(await user.hear('two')).toBe('rome for 2?');
  });

  it('completes the waiting competency, which then asks for confirmation', async () => {
    const user = talk(`${PLACE}, ${PEOPLE}`);
    await user.say('trip');
    await user.say('cover');
    await user.say('rome');
    expect(await user.hear('two')).toBe('Covered. Back to “trip”. rome for 2?');
    expect(await user.hear('yes')).toBe('Booked.');
  });

  it('is asked for again with business logic, or if its value takes a transition', async () => {
    const served = talk(`${PLACE}, ${PEOPLE}`, '', 'business_logic: true\n');
    const branched = talk(`${PLACE}, ${PEOPLE}`, '{on: slot, slot: place, is: [oslo], to: booked}, ');
    for (const user of [served, branched]) {
      await user.say('trip');
      await user.say('cover');
      await user.say('oslo');
      expect(await user.hear('two')).toMatch(/Where to\?$/);
      expect(user.held).toEqual({});
    }
  });

  it('changes no value of a state that waits for a yes or no', async () => {
    const user = talk(PLACE);
    await user.say('trip to rome');
    await user.say('two');
    await user.say('cover in oslo');
    expect(user.held.place).toBe('rome');
    expect(user.frame?.asked).toBe(null);
  });
});

describe('a slot for the session whose value another rule rejects', () => {
  it('is asked for by the competency with that rule', async () => {
    const user = talk(PLACE);
    await user.say('cover minsk');
    expect(await user.hear('trip')).toBe('Where to?');
    await user.say('oslo');
    await user.say('cancel');
    expect(await user.hear('cover rome')).toBe('Covered.');
    expect(await user.hear('trip')).toBe('How many?');
  });

  it('is not taken over by the waiting competency', async () => {
    const user = talk(PLACE);
    await user.say('trip');
    expect(await user.hear('cover minsk')).toMatch(/Where to\?$/);
  });
});

const booking = (name: string, more = '') => `
competency: ${name}
slots:
  number: {entity: code, required: true, ask: {en: Which booking?}}
${more}states:
  ${name}:
    utterances: {en: [${name} a, ${name} b, ${name} c, ${name} d, ${name} e]}
    transitions: [{on: "yes", to: done}, {on: "no", to: root}]
    say: {en: "${name} {{number}}?"}
  done: {terminal: true, say: {en: Done.}}
`;

const desk = () =>
  new Conversation(
    loadFiles(
      {
        'assistant.yaml': settingsOf('desk', ['en']),
        'entities/code.yaml': 'entity: code\nkind: regex\npattern: "PB-[0-9]{4}"\n',
        'competencies/move.yaml': booking(
          'move',
          '  day: {entity: date, required: true, ask: {en: To when?}}\n',
        ),
        'competencies/drop.yaml': booking('drop').replace('done', 'dropped').replace('done', 'dropped'),
      },
      { move: 'move', drop: 'drop' },
    ),
  );

describe('a wish in the place of another', () => {
  it('takes over the value of an entity that both need', async () => {
    const user = desk();
    expect(await user.hear('move PB-2290')).toBe('To when?');
    expect(await user.hear('better drop the booking altogether')).toContain('drop PB-2290?');
  });

  it('that is added to the other asks for its own value', async () => {
    const user = desk();
    await user.say('move PB-2290');
    expect(await user.hear('also drop a booking')).toContain('Which booking?');
  });
});
