import { describe, expect, it } from 'vitest';
import type { Classifier } from '../../../engine/classify/classifier.ts';
import { settingsOf } from './languages.ts';
import { Conversation, loadFiles } from './support.ts';

const five = (word: string): string =>
  JSON.stringify(['a', 'b', 'c', 'd', 'e'].map((last) => `${word} ${last}`));

const FILES = {
  'assistant.yaml': settingsOf('tables', ['en']),
  'entities/dish.yaml': 'entity: dish\nvalues:\n  italian: {en: [italian]}\n  greek: {en: [greek]}\n',
  'entities/area.yaml': 'entity: area\nvalues:\n  terrace: {en: [terrace]}\n  hall: {en: [hall]}\n',
  'entities/city.yaml': 'entity: city\nkind: text\nexamples: {en: [Rome, Turin, Milan]}\n',
  'competencies/find.yaml': `
competency: find
title: {en: Find a restaurant}
slots:
  dish: {entity: dish, required: true, ask: {en: What kind of food?}}
  area: {entity: area}
states:
  find:
    utterances: {en: ${five('find')}}
    say: {en: "I found one. Shall I reserve a table?"}
    transitions: [{on: "yes", to: reserve}, {on: "no", to: root, say: {en: All right.}}]
`,
  'competencies/reserve.yaml': `
competency: reserve
title: {en: Reserve a table}
slots:
  area: {entity: area}
  hour: {entity: time, required: true, ask: {en: For what time?}}
states:
  reserve:
    utterances: {en: ${five('reserve')}}
    say: {en: "Shall I do it?"}
    transitions: [{on: "yes", to: reserved}, {on: "no", to: root, say: {en: All right.}}]
  reserved: {terminal: true, say: {en: Reserved.}}
`,
  'competencies/menu.yaml': `
competency: menu
states:
  menu:
    utterances: {en: ${five('menu')}}
    say: {en: "It has soup. Shall I send it?"}
    transitions: [{on: "yes", to: sent}, {on: "no", to: root, say: {en: All right.}}]
`,
  'competencies/post.yaml': `
competency: post
states:
  post: {utterances: {en: ${five('post')}}, say: {en: Post goes out at ten.}, terminal: true}
  sent: {deed: true, terminal: true, say: {en: Sent.}}
`,
  'competencies/details.yaml': `
competency: details
title: {en: More about it}
states:
  details: {terminal: true, utterances: {en: ${five('details')}}, say: {en: Four stars.}}
`,
  'competencies/trip.yaml': `
competency: trip
title: {en: Plan a trip}
slots:
  city: {entity: city, required: true, ask: {en: To which city?}}
  day: {entity: date, required: true, ask: {en: On which day?}}
states:
  trip: {terminal: true, utterances: {en: ${five('trip')}}, say: {en: "To {{city}}."}}
`,
};

const RULES: readonly (readonly [RegExp, string, number])[] = [
  [/rating|located/i, 'details', 0.99],
  [/thank you for all/i, 'find', 0.55],
  [/others|find|italian|greek/i, 'find', 0.99],
  [/trip/i, 'trip', 0.99],
  [/menu/i, 'menu', 0.99],
  [/cop/i, 'post', 0.99],
  [/fine|please|hall|table/i, 'reserve', 0.97],
];

const classifier: Classifier = {
  classify(text) {
    const [, label, probability] = RULES.find(([pattern]) => pattern.test(text)) ?? [];
    if (label === undefined || probability === undefined)
      return { ranked: [], outOfScope: 1, outcome: 'out_of_scope' };
    return { ranked: [{ label, probability }], outOfScope: 0, outcome: 'matched' };
  },
};

const loaded = loadFiles(FILES, classifier);

async function offered(): Promise<Conversation> {
  const user = new Conversation(loaded);
  expect(await user.hear('find an italian place with a terrace')).toContain('Shall I reserve');
  return user;
}

describe('a yes to an offer', () => {
  it('fills the slots of the offered competency with its values', async () => {
    const user = await offered();
    await user.say('yes, for 19:15');
    expect([user.frame?.state, user.held]).toEqual(['reserve', { area: 'terrace', hour: '19:15' }]);
  });

  it('may be a wish for the offered competency', async () => {
    const user = await offered();
    await user.say('11 am please');
    expect([user.frame?.state, user.held]).toEqual(['reserve', { area: 'terrace', hour: '11:00' }]);
  });

  it('gives its values to the offered competency rather than the current one', async () => {
    const user = await offered();
    await user.say('yes, a table in the hall at 7 pm');
    expect([user.frame?.state, user.held]).toEqual(['reserve', { area: 'hall', hour: '19:00' }]);
  });

  it('is not a wish for the offer if the offer does a deed', async () => {
    for (const wish of ['a copy by post', 'what would a copy cost', 'do copies go out today']) {
      const user = new Conversation(loaded);
      await user.say('menu');
      expect(await user.hear(wish), wish).not.toContain('Sent.');
    }
    const user = new Conversation(loaded);
    await user.say('menu');
    expect(await user.hear('yes please')).toContain('Sent.');
  });

  it('is not a question about something else', async () => {
    for (const question of ['Whats the rating there?', 'Where are they located at?']) {
      const user = await offered();
      expect(await user.hear(question)).toContain('Four stars.');
      expect(user.frame?.state).toBe('find');
    }
  });

  it('is not a question for other results', async () => {
    const user = await offered();
    await user.say('Are there any others?');
    expect(user.frame?.state).toBe('find');
  });
});

it('thanks start no unlikely wish', async () => {
  const user = await offered();
  await user.say('no');
  await user.say('Thank you for all.');
  expect(user.frame).toBeUndefined();
});

describe('an answer to the question for a learned text', () => {
  it('is not a sentence with the value of another slot', async () => {
    const user = new Conversation(loaded);
    await user.say('plan a trip');
    await user.say('we would depart sometime around the 5th of april');
    expect(user.held).toEqual({ day: '2026-04-05' });
  });
});
