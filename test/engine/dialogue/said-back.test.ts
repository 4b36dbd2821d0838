import { describe, expect, it } from 'vitest';
import type { BusinessLogicRequest } from '../../../engine/dialogue/business-logic/protocol.ts';
import { settingsOf } from './languages.ts';
import { Conversation, loadFiles } from './support.ts';

const five = (word: string) => `{en: [${[1, 2, 3, 4, 5].map((n) => `${word} ${n}`).join(', ')}]}`;
const ENDS = '{on: "no", to: root, say: {en: All right.}}';

/** A bank that freezes a card and then offers a new one, with some deeds that no question guards. */
const cards = loadFiles(
  {
    'assistant.yaml': settingsOf('cards', ['en'], 'business_logic: {url: env:BLS_URL}\n'),
    'entities/card.yaml': `
entity: card
values: {credit: {en: [credit card]}, debit: {en: [debit card]}}
`,
    'competencies/lost.yaml': `
competency: lost
title: {en: Lost card}
business_logic: true
slots:
  card: {entity: card, required: true, ask: {en: Which card?}}
states:
  lost:
    utterances: ${five('stolen')}
    transitions: [{on: "yes", to: frozen}, ${ENDS}]
    say: {en: "Freeze the {{card | label}}?"}
  frozen:
    transitions: [{on: "yes", to: ordered}, ${ENDS}]
    say: {en: "The {{card | label}} is frozen. Order a new one?"}
`,
    'competencies/fresh.yaml': `
competency: fresh
title: {en: New card}
business_logic: true
slots:
  card: {entity: card, required: true, ask: {en: For which card?}}
  street: {entity: number}
states:
  fresh:
    utterances: ${five('replace')}
    transitions: [{on: "yes", to: ordered}, ${ENDS}]
    say: {en: "A new {{card | label}}{{#if street}} to {{street}}{{/if}}?"}
  ordered: {terminal: true, say: {en: "Ordered: {{card | label}}."}}
`,
    'competencies/menu.yaml': `
competency: menu
title: {en: Close an account}
business_logic: true
slots:
  really: {entity: boolean, required: true, ask: {en: Close it?}}
states:
  menu:
    utterances: ${five('close')}
    transitions: [{on: slot, slot: really, is: true, to: closed}, {on: slot, slot: really, is: false, to: root, say: {en: It stays.}}]
    say: {en: Well.}
  closed: {terminal: true, say: {en: Closed.}}
`,
    'competencies/alarm.yaml': `
competency: alarm
title: {en: Alarm}
business_logic: true
slots:
  room: {entity: number, required: true, ask: {en: Which room?}}
states:
  alarm: {deed: true, utterances: ${five('alarm')}, say: {en: "Someone comes to {{room}}."}, transitions: [{on: "no", to: alarm}]}
`,
  },
  { stolen: 'lost', replace: 'fresh', close: 'menu', alarm: 'alarm' },
);

const DEEDS = ['frozen', 'ordered', 'closed', 'alarm'];

/** Returns the calls for deeds, each with its card. */
const done = ({ requests }: { requests: readonly BusinessLogicRequest[] }) =>
  requests
    .filter(({ state }) => DEEDS.includes(state))
    .map(({ state, slots }) => [state, slots._CARD_?.values?.[0]?.value].filter(Boolean).join(' '));

async function frozen(): Promise<Conversation> {
  const user = new Conversation(cards);
  await user.say('my credit card was stolen');
  expect(await user.hear('yes')).toBe('The credit card is frozen. Order a new one?');
  return user;
}

describe('in a state that a yes led to', () => {
  it('a no with another value does nothing', async () => {
    const user = await frozen();
    expect(await user.hear('no thanks, I will use my debit card')).toBe('All right.');
    expect(done(user)).toEqual(['frozen credit']);
  });

  it('another value is said back by the first question, and done at a yes', async () => {
    const user = await frozen();
    expect(await user.hear('my debit card')).toBe('Freeze the debit card?');
    expect(done(user)).toEqual(['frozen credit']);
    expect(await user.hear('yes')).toBe('The debit card is frozen. Order a new one?');
    expect(done(user)).toEqual(['frozen credit', 'frozen debit']);
  });

  it('a value beside a yes is said back by the question of the offer', async () => {
    const user = await frozen();
    expect(await user.hear('yes, 12')).toBe('A new credit card to 12?');
    expect(done(user)).toEqual(['frozen credit']);
    await user.say('yes');
    expect(done(user)).toEqual(['frozen credit', 'ordered credit']);
  });

  it('a value that the business logic drops is asked for and confirmed again', async () => {
    const user = new Conversation(cards);
    await user.say('my credit card was stolen');
    user.answer = (request) => {
      const values = [{ tokens: 'credit card', resolved: -1, error: 'Unknown card.' }];
      const slots = request.state === 'frozen' ? { _CARD_: { values } } : request.slots;
      return { status: 'answered', body: { ...request, slots } };
    };
    expect(await user.hear('yes')).toBe('Unknown card. Which card?');
    user.answer = (request) => ({ status: 'answered', body: request });
    expect(await user.hear('the debit card')).toBe('Freeze the debit card?');
    expect(done(user)).toEqual(['frozen credit']);
  });
});

describe('a yes', () => {
  it('with a changed value does not do the deed but says the value back', async () => {
    const user = new Conversation(cards);
    await user.say('my credit card was stolen');
    expect(await user.hear('yes, the debit card')).toBe('Freeze the debit card?');
    expect(done(user)).toEqual([]);
  });

  it('does no deed with values that the question did not state: they are said back first', async () => {
    const user = new Conversation(cards);
    await user.say('my credit card was stolen');
    const [frame] = user.state.frames;
    const debit = { value: 'debit', raw: 'debit card', resolved: -1 as const, details: {} };
    if (frame !== undefined) frame.slots.card = debit;
    expect(await user.hear('yes')).toBe('Freeze the debit card?');
    expect(done(user)).toEqual([]);
    await user.say('yes');
    expect(done(user)).toEqual(['frozen debit']);
  });

  it('counts in a conversation that was stored without the question’s text', async () => {
    const user = new Conversation(cards);
    await user.say('my credit card was stolen');
    const [frame] = user.state.frames;
    delete frame?.saidBack;
    await user.say('yes');
    expect(done(user)).toEqual(['frozen credit']);
  });
});

describe('a deed that a value leads to', () => {
  it('is asked about by the engine and done at a yes', async () => {
    const user = new Conversation(cards);
    await user.say('close');
    expect(await user.hear('yes')).toBe('Shall I go on with “Close an account” (yes)?');
    expect(done(user)).toEqual([]);
    expect(await user.hear('yes')).toBe('Closed.');
    expect(done(user)).toEqual(['closed']);
  });

  it('is not done after a no', async () => {
    const user = new Conversation(cards);
    await user.say('close');
    await user.say('yes');
    expect(await user.hear('no')).toBe('Okay, cancelled.');
    expect(done(user)).toEqual([]);
  });
});

describe('a deed that a query leads to by itself', () => {
  it('is done by that query, and with a later value only after a yes', async () => {
    const user = new Conversation(cards);
    await user.say('alarm in 7');
    expect(done(user)).toEqual(['alarm']);
    expect(await user.hear('8')).toBe('Shall I go on with “Alarm” (8)?');
    expect(done(user)).toEqual(['alarm']);
    await user.say('yes');
    expect(done(user)).toEqual(['alarm', 'alarm']);
  });

  it('is not repeated by a no that leads to it', async () => {
    const user = new Conversation(cards);
    await user.say('alarm in 7');
    await user.say('no');
    expect(done(user)).toEqual(['alarm']);
    expect(user.frame).toBeUndefined();
  });
});
