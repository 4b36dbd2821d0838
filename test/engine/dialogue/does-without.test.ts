import { describe, expect, it } from 'vitest';
import { settingsOf } from './languages.ts';
import { Conversation, loadFiles } from './support.ts';

/** Loads a kitchen with two slots over the same list: toppings, and foods not eaten. */
const kitchen = () =>
  loadFiles(
    {
      'assistant.yaml': settingsOf('kitchen', ['en']),
      'entities/food.yaml': `
entity: food
values:
  nuts: {en: [nuts]}
  kale: {en: [kale]}
  olives: {en: [olives]}
`,
      'competencies/pizza.yaml': `
competency: pizza
slots:
  toppings: {entity: food, multiple: true, ask: {en: What goes on it?}}
  dislikes: {entity: food, multiple: true, ask: {en: What do you not eat?}}
states:
  pizza:
    utterances:
      en:
        - a pizza with [nuts](toppings)
        - pizza with [olives](toppings) and [kale](toppings)
        - pizza without [kale](dislikes)
        - pizza, no [kale](dislikes)
        - a pizza, no [olives](dislikes)
    say: {en: "With {{toppings}}, without {{dislikes}}."}
`,
    },
    { pizza: 'pizza' },
  );

describe('a slot for values that the user does not want', () => {
  it('takes a denied value if its utterances have values behind the same word', async () => {
    const user = new Conversation(kitchen());
    await user.say('pizza without nuts');
    expect(user.held).toEqual({ dislikes: 'nuts' });
  });

  it('leaves values that are not denied to another slot of the same list', async () => {
    const user = new Conversation(kitchen());
    await user.say('pizza with olives, no nuts');
    expect(user.held).toEqual({ toppings: 'olives', dislikes: 'nuts' });
  });

  it('does not take a denied value that another slot holds', async () => {
    const user = new Conversation(kitchen());
    await user.say('pizza with olives and kale');
    await user.say('not the kale');
    expect(user.held).toEqual({ toppings: 'olives' });
  });
});
