import { describe, expect, it } from 'vitest';
import { Conversation, did, loadFiles } from './support.ts';

/** A class with an optional diet and phone number, and a required number of people. */
const classes = loadFiles(
  {
    'assistant.yaml': `
schema: 1
name: classes
languages: {default: en, supported: [en, de]}
out_of_scope: {say: {en: Classes only., de: Nur Kurse.}}
`,
    'entities/diet.yaml': 'entity: diet\nvalues: {vegan: [], vegetarian: [vegetarisch]}\n',
    'competencies/class.yaml': `
competency: class
slots:
  people: {entity: number, required: true, ask: {en: How many people?, de: Wie viele Personen?}}
  diet: {entity: diet, ask: {en: Any special diets with that?, de: Besondere Diäten?}}
  phone: {entity: phone, ask: {en: Your phone number please?, de: Welche Telefonnummer?}}
states:
  class: {utterances: {en: [class, a class, a class for], de: [kurs, ein kurs]}, transitions: [{on: "yes", to: booked}], say: {en: "{{people}}?", de: "{{people}}?"}}
  booked: {terminal: true, say: {en: Booked., de: Gebucht.}}
`,
  },
  { class: 'class', kurs: 'class' },
);

async function asked(language: 'en' | 'de', ...texts: string[]) {
  const conversation = new Conversation(classes, { language });
  let question: string | null = null;
  for (const text of texts) question = (await conversation.say(text)).explanation.asked;
  return { asked: question, held: conversation.held };
}

describe('an optional slot that the user declines by name', () => {
  it('is not asked for after the request that declines it', async () => {
    expect(await asked('en', 'a class for 3 people, no diets')).toEqual({
      asked: 'phone',
      held: { people: 3 },
    });
  });

  it('shows in the explanation of that request', async () => {
    const conversation = new Conversation(classes, { language: 'en' });
    const { explanation } = await conversation.say('a class for 3 people, no diets');
    const cleared = explanation.proposals.filter(({ command }) => command === 'clear');
    expect(cleared).toMatchObject([{ slot: 'diet', start: 22, end: 30, became: 'applied' }]);
  });

  it('is not asked for after an answer to another question that declines it too', async () => {
    expect((await asked('en', 'class', '3 people and no special diet')).asked).toBe('phone');
  });

  it('is recognised by a compound of its name', async () => {
    expect(await asked('de', 'ein kurs für 3, keine telefonnummer')).toEqual({
      asked: 'diet',
      held: { people: 3 },
    });
  });

  it('is emptied if it has a value', async () => {
    expect(await asked('en', 'class', '3', 'vegan', '+34 600 111 222', 'no diets')).toEqual({
      asked: null,
      held: { people: 3, phone: '+34600111222' },
    });
  });
});

it.each([
  'a class for 3 people without milk please',
  'a class for 3 people, no problem with that',
  'a class for 3 people, no one else',
])('a denied noun that names no slot declines no slot: %s', async (text) => {
  expect((await asked('en', text)).asked).toBe('diet');
});

it('asks for a required slot that the user declines', async () => {
  expect((await asked('en', 'a class without diets or people')).asked).toBe('people');
});

it('a no to an empty slot at the confirmation clears nothing', async () => {
  const conversation = new Conversation(classes, { language: 'en' });
  for (const text of ['class', '3', 'none', 'skip']) await conversation.say(text);
  expect(did(await conversation.say('yes, no diets'))).not.toContain('clear');
});
