import { describe, expect, it } from 'vitest';
import type { Classifier } from '../../../engine/classify/classifier.ts';
import type { Act } from '../../../engine/understand/acts/acts.ts';
import { NOTHING_READ } from '../../../engine/understand/acts/reader.ts';
import { CERTAINTY } from '../../../engine/understand/certainty.ts';
import { settingsOf } from './languages.ts';
import { Conversation, loadFiles } from './support.ts';
import { trip } from './trip.ts';

/** Returns the values held after the opening query and the reply to the question about the suitcase. */
async function heldAfter(language: string, begin: string, said: string): Promise<Record<string, unknown>> {
  const user = new Conversation(trip(), { language });
  await user.say(begin);
  await user.say(said);
  return user.held;
}

describe('a list of yes and no that is asked for', () => {
  it('is answered by a bare yes and no', async () => {
    expect(await heldAfter('de', 'Reise nach Rom', 'ja')).toMatchObject({ bag: 'yes' });
    expect(await heldAfter('de', 'Reise nach Rom', 'ja, gern')).toMatchObject({ bag: 'yes' });
    expect(await heldAfter('en', 'trip to Rome', 'no')).toMatchObject({ bag: 'no' });
  });

  it('is not answered by a particle within a sentence', async () => {
    const held = await heldAfter('de', 'Reise nach Rom', 'ups, wir sind ja zu dritt');
    expect(held).toMatchObject({ people: 3 });
    expect(held).not.toHaveProperty('bag');
  });

  it('is not answered by the no of a correction', async () => {
    const held = await heldAfter('en', 'trip to Rome', 'no hang on not Rome, Oslo');
    expect(held).toMatchObject({ city: 'oslo' });
    expect(held).not.toHaveProperty('bag');
  });

  it('is answered by a yes that names its subject, although a label is likely too', async () => {
    const classifier: Classifier = {
      classify: (text) => ({
        ranked: [
          { label: /suitcase/.test(text) ? 'guide' : 'trip', probability: 0.88 },
          { label: 'trip', probability: 0.01 },
        ],
        outOfScope: 0,
        outcome: 'matched',
      }),
    };
    const user = new Conversation(trip(classifier), { language: 'en' });
    await user.say('trip to Rome');
    expect(await user.hear('yeah chuck a suitcase in')).toBe('rome. Shall I book it?');
    expect(user.held).toMatchObject({ bag: 'yes' });
  });

  it('is still open after the user asks something first', async () => {
    const user = new Conversation(trip(), { language: 'en' });
    await user.say('trip to Rome');
    await user.say('depends, what does a guidebook cost?');
    expect(await user.hear('yes add one')).toBe('rome. Shall I book it?');
    expect(user.held).toMatchObject({ bag: 'yes' });
  });
});

describe('the offer that a yes leads to', () => {
  it('is accepted by a yes with a wish for it', async () => {
    const user = new Conversation(trip(), { language: 'en' });
    await user.say('trip to Rome without suitcase');
    expect(await user.hear('yes please')).toBe('Booked. Shall I order a guidebook too?');
    expect(await user.hear('sure, send me the guidebook')).toBe('The guidebook is on its way.');
  });
});

it('a “no” between two values of one kind corrects the first, and answers no yes-or-no list', async () => {
  for (const [language, opening, query] of [
    ['en', 'trip', 'Rome, no wait, my aunt comes too, so Oslo'],
    ['en', 'trip', 'Rome. no, Oslo'],
    ['de', 'Reise', 'Rom, nein, Oslo'],
  ] as const) {
    const user = new Conversation(trip(), { language });
    await user.say(opening);
    await user.say(query);
    expect(user.held, query).toEqual({ city: 'oslo' });
  }
});

/** Asks a question for a yes-or-no value, and reads an answer with these acts. */
async function answered(query: string, likelihood: Partial<Record<Act, number>>): Promise<string> {
  const move = loadFiles(
    {
      'assistant.yaml': settingsOf('move', ['en']),
      'competencies/move.yaml': `
competency: move
slots: {piano: {entity: boolean, required: true, ask: {en: Is there a piano?}}}
states:
  move: {terminal: true, utterances: {en: [move]}, say: {en: "{{piano}}."}}
`,
    },
    { move: 'move' },
  );
  const read = () => ({
    likelihood: { ...NOTHING_READ.likelihood, ...likelihood },
    on: () => ({ start: 0, end: 4 }),
  });
  const user = new Conversation({ ...move, acts: new Map([['en', { read }]]) });
  await user.say('move');
  return user.hear(query);
}

describe('an answer that opens with a plain yes', () => {
  it('is yes, whatever else the act reader hears', async () => {
    expect(await answered('yes it can stay', { deny: 0.6, affirm: 0.4 })).toBe('true.');
  });

  it.each<[string, Partial<Record<Act, number>>]>([
    ['yes no', { deny: 0.9 }],
    ['yes it can stay', { deny: 0.9, ask: CERTAINTY.doubt }],
    ['yes it can stay', { deny: 0.9, condition: CERTAINTY.doubt }],
    ['yes it can stay', { deny: 0.9, unsure: CERTAINTY.doubt }],
  ])(
    'is read by its acts if it also says no, asks, makes a condition or is unsure: “%s”',
    async (query, acts) => {
      expect(await answered(query, acts)).not.toBe('true.');
    },
  );
});
