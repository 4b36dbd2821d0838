import { expect, it } from 'vitest';
import { settingsOf } from './languages.ts';
import { Conversation, loadFiles } from './support.ts';

const shop = loadFiles(
  {
    'assistant.yaml': settingsOf('shop', ['en', 'es', 'fr']),
    'competencies/order.yaml': `
competency: order
slots:
  number: {entity: number, required: true, ask: {en: "How many?", es: "¿Cuántos?", fr: "Combien ?"}}
states:
  order:
    utterances:
      en: [order, "order [four](number) tyres"]
      es: [pido, "pido [cuatro](number) neumáticos"]
      fr: [commande, "commande de [quatre](number) pneus"]
    transitions: [{on: "yes", to: ordered}, {on: "no", to: root}]
    say: {en: "Shall I?", es: "¿Lo hago?", fr: "Je le fais ?"}
  ordered: {terminal: true, say: {en: Ordered., es: Pedido., fr: Commandé.}}
`,
  },
  { order: 'order', pido: 'order', commande: 'order' },
);

it.each([
  ['en', 'I order a pair of tyres', 2],
  ['en', 'I order a couple of tyres', 2],
  ['es', 'pido un par de neumáticos', 2],
  ['fr', 'je commande une paire de pneus', 2],
  ['en', 'I order for a couple of friends', undefined],
  ['en', 'I order a pair', undefined],
])('a pair counts two only before the noun of the slot: %s “%s”', async (language, query, number) => {
  const conversation = new Conversation(shop, { language });
  await conversation.say(query);
  expect(conversation.held.number).toBe(number);
});

it('“a pair” answers how many', async () => {
  const conversation = new Conversation(shop, { language: 'en' });
  await conversation.say('order');
  await conversation.say('a pair');
  expect(conversation.held.number).toBe(2);
});

it.each(['a pair', 'one pair', 'a pair of boots', 'ugh ok. one pair'])(
  '“%s” is one where pairs are counted',
  async (answer) => {
    const conversation = new Conversation(
      loadFiles(
        {
          'assistant.yaml': settingsOf('cobbler', ['en']),
          'competencies/repair.yaml': `
competency: repair
slots:
  pairs: {entity: number, required: true, ask: {en: "How many pairs?"}}
states:
  repair: {terminal: true, utterances: {en: [repair]}, say: {en: "{{pairs}}."}}
`,
        },
        { repair: 'repair' },
      ),
    );
    await conversation.say('repair');
    expect(await conversation.hear(answer)).toBe('1.');
  },
);
