import { describe, expect, it } from 'vitest';
import type { Classifier } from '../../../engine/classify/classifier.ts';
import { Conversation } from './support.ts';
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
