import { expect, it } from 'vitest';
import { settingsOf } from './languages.ts';
import { Conversation, loadFiles } from './support.ts';

/** Visits in the future; today is Wednesday, 18 March 2026, 9:30. */
const practice = loadFiles(
  {
    'assistant.yaml': settingsOf('practice', ['en', 'de', 'es', 'fr']),
    'competencies/visit.yaml': `
competency: visit
slots:
  day:
    entity: date
    required: true
    ask: {en: "On which day?", de: "An welchem Tag?", es: "¿Qué día?", fr: "Quel jour ?"}
    validate: {min: today}
    reject: {en: That is over., de: Das ist vorbei., es: Ya pasó., fr: C'est passé.}
  until: {entity: date}
  people: {entity: number, required: true, ask: {en: "How many?", de: "Wie viele?", es: "¿Cuántos?", fr: "Combien ?"}}
states:
  visit:
    terminal: true
    utterances: {en: [visit], de: [besuch], es: [visita], fr: [visite]}
    say: {en: Noted., de: Notiert., es: Anotado., fr: Noté.}
`,
  },
  { visit: 'visit', besuch: 'visit', visita: 'visit', visite: 'visit' },
);

/** Asks for the number before the day. */
const orders = loadFiles(
  {
    'assistant.yaml': settingsOf('orders', ['en']),
    'competencies/order.yaml': `
competency: order
slots:
  boxes: {entity: number, required: true, ask: {en: "How many boxes?"}}
  day: {entity: date, required: true, ask: {en: "On which day?"}, validate: {min: today}, reject: {en: That is over.}}
states:
  order: {terminal: true, utterances: {en: [order]}, say: {en: Noted.}}
`,
  },
  { order: 'order' },
);

async function dayOf(language: string, query: string): Promise<unknown> {
  const conversation = new Conversation(practice, { language });
  await conversation.say(query);
  return conversation.held.day;
}

it.each([
  ['en', 'I called on monday and nobody answered, I need a visit on friday', '2026-03-20'],
  ['en', 'a visit on friday please, I was there last week', '2026-03-20'],
  ['en', 'my parents are here on thursday, so a visit on the 25th would be better', '2026-03-25'],
  ['de', 'ich habe gestern schon angerufen, geht ein besuch am freitag', '2026-03-20'],
  ['es', 'mi hijo viene el jueves, quiero una visita el viernes', '2026-03-20'],
  ['fr', 'mon fils vient jeudi, je voudrais une visite vendredi', '2026-03-20'],
])('the wished day is taken rather than one mentioned in passing, %s: “%s”', async (language, query, day) => {
  expect(await dayOf(language, query)).toBe(day);
});

it.each([
  ['en', 'it has hurt since saturday, a visit tomorrow', '2026-03-19'],
  ['en', 'a visit next week, on the 26th', '2026-03-26'],
  ['de', 'es tut seit samstag weh, ein besuch morgen', '2026-03-19'],
  ['fr', "j'ai mal depuis samedi, une visite demain", '2026-03-19'],
])(
  'an allowed day counts before another, and a day before a week, %s: “%s”',
  async (language, query, day) => {
    expect(await dayOf(language, query)).toBe(day);
  },
);

it('a day stays in the slot that the words before it name', async () => {
  const conversation = new Conversation(practice, { language: 'en' });
  await conversation.say('it is our anniversary on the 21st and I want a visit from the 20th until the 22nd');
  expect(conversation.held).toEqual({ day: '2026-03-20', until: '2026-03-22' });
});

it('a day that begins the answer is taken, whatever remark follows', async () => {
  const conversation = new Conversation(practice, { language: 'en' });
  await conversation.say('a visit');
  await conversation.say('friday its her birthday');
  expect(conversation.held.day).toBe('2026-03-20');
});

it.each([
  ['en', 'visit', 'hang on two seconds'],
  ['fr', 'visite', 'attendez deux secondes je demande'],
])('a number of seconds to wait is not taken for people, %s: “%s”, “%s”', async (language, wish, wait) => {
  const conversation = new Conversation(practice, { language });
  for (const said of [wish, wait]) await conversation.say(said);
  expect(conversation.frame).toBeDefined();
  expect(conversation.held).toEqual({});
});

it.each([
  ['en', 'visit', 'friday', 'last time it was 4 people'],
  ['de', 'besuch', 'freitag', 'letztes mal waren es 4 leute'],
  ['fr', 'visite', 'vendredi', 'mon voisin avait 4 personnes'],
])(
  'a number of a remark about others or earlier times is no answer, %s: “%s”, “%s”, “%s”',
  async (language, ...said) => {
    const conversation = new Conversation(practice, { language });
    for (const query of said) await conversation.say(query);
    expect(conversation.held).toEqual({ day: '2026-03-20' });
  },
);

it.each([
  ['en', 'visit', '4, as last week', 'Noted.'],
  ['de', 'besuch', '4, wie letzte woche', 'Notiert.'],
  ['fr', 'visite', '4, comme la semaine dernière', 'Noté.'],
])(
  'a day beside an answer that its slot refuses leaves the held day, %s: “%s”, “%s”',
  async (language, ...said) => {
    const [wish = '', reply = '', answer = ''] = said;
    const conversation = new Conversation(practice, { language });
    for (const query of [wish, '2026-03-20']) await conversation.say(query);
    expect(await conversation.hear(reply)).toBe(answer);
  },
);

it('a day that is over is no answer beside the question for another slot, but is refused alone or in a wish', async () => {
  const shop = new Conversation(orders, { language: 'en' });
  await shop.hear('order');
  expect(await shop.hear('nobody answered last friday')).not.toContain('That is over.');
  expect(await shop.hear('last friday please')).toContain('That is over.');
  expect(await new Conversation(orders, { language: 'en' }).hear('an order for last friday')).toContain(
    'That is over.',
  );
});

it('a corrected day is refused with the reason, whatever is asked', async () => {
  const conversation = new Conversation(practice, { language: 'en' });
  for (const query of ['visit', 'friday']) await conversation.say(query);
  expect(await conversation.hear('no wait, not friday, last monday')).toContain('That is over.');
});

const calls = loadFiles(
  {
    'assistant.yaml': settingsOf('calls', ['en']),
    'competencies/call.yaml': `
competency: call
slots:
  hours: {entity: time_range, required: true, ask: {en: "When?"}}
  name: {entity: text, required: true, ask: {en: "Who are you?"}}
states:
  call: {terminal: true, utterances: {en: [call]}, say: {en: Noted.}}
`,
  },
  { call: 'call' },
);

it.each([
  ['morning, I need a call', false],
  ['evening, a call please', false],
  ['in the morning, I need a call', true],
  ['I need a call, morning', true],
])('a part of the day that opens a query as a greeting is no value: “%s”', async (query, isValue) => {
  const conversation = new Conversation(calls, { language: 'en' });
  await conversation.say(query);
  expect('hours' in conversation.held).toBe(isValue);
});

it('a part of the day that answers the question is a value', async () => {
  const conversation = new Conversation(calls, { language: 'en' });
  for (const query of ['I need a call', 'morning, thanks']) await conversation.say(query);
  expect(conversation.held).toHaveProperty('hours');
});

it.each([
  ['Friday, I work on Monday', { day: '2026-03-20' }],
  ['make it Friday, Monday I have to work', { day: '2026-03-20' }],
  ['from the 30th until Monday', { day: '2026-03-30', until: '2026-03-23' }],
])('a held day that is replaced fills no other slot: “%s”', async (query, held) => {
  const conversation = new Conversation(practice, { language: 'en' });
  await conversation.say('a visit from Monday until the 30th');
  expect(conversation.held).toEqual({ day: '2026-03-23', until: '2026-03-30' });
  await conversation.say(query);
  expect(conversation.held).toEqual({ until: '2026-03-30', ...held });
});
