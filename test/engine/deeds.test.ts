import { describe, expect, it } from 'vitest';
import { compileAssistant } from '../../authoring/compile.ts';
import { readAssistantFiles } from '../../authoring/read.ts';
import type { CompiledAssistant } from '../../engine/assistant.ts';
import { asksForDeed, deedsOf, isDeed } from '../../engine/deeds.ts';
import { compiledExample } from '../support/example-assistants.ts';

const five = (word: string) => `{en: [${[1, 2, 3, 4, 5].map((n) => `${word} ${n}`).join(', ')}]}`;

/** Compiles an assistant with the given states of one competency, and further files in `beside`. */
function assistantOf(
  states: string,
  {
    slots = '{}',
    businessLogic = true,
    settings = '',
    beside = {},
  }: { slots?: string; businessLogic?: boolean; settings?: string; beside?: Record<string, string> } = {},
): CompiledAssistant {
  const files = {
    'assistant.yaml': `
schema: 1
name: graph
languages: {default: en, supported: [en]}
business_logic: {url: env:BLS_URL${settings}}
out_of_scope: {say: {en: Pardon?}}
`,
    'competencies/main.yaml': `
competency: main
business_logic: ${businessLogic}
slots: ${slots}
states:
${states}`,
    ...beside,
  };
  return compileAssistant(readAssistantFiles(files)).assistant;
}

const deeds = (assistant: CompiledAssistant) => Object.fromEntries(deedsOf(assistant).deeds);
const open = (assistant: CompiledAssistant) => Object.fromEntries(deedsOf(assistant).open);

const ASK = `  ask: {utterances: ${five('ask')}, say: {en: Shall I?}, transitions: [{on: "yes", to: done}, {on: "no", to: root}]}\n`;

describe('a state that a yes leads to, in a competency with business logic,', () => {
  it('is a deed where it ends', () => {
    expect(deeds(assistantOf(`${ASK}  done: {terminal: true, say: {en: Done.}}`))).toEqual({ done: 'yes' });
  });

  it('is a deed where it goes on to an offer', () => {
    const states = `${ASK}  done: {say: {en: "Done. A new one?"}, transitions: [{on: "yes", to: ordered}, {on: "no", to: root}]}
  ordered: {terminal: true, say: {en: Ordered.}}`;
    expect(deeds(assistantOf(states))).toEqual({ done: 'yes', ordered: 'yes' });
  });

  it('is a deed or not as its author declares', () => {
    const states = `${ASK}  done: {deed: false, terminal: true, say: {en: Done.}, transitions: [{on: business_logic, to: other}]}
  other: {deed: true, terminal: true, say: {en: Other.}}`;
    expect(deeds(assistantOf(states))).toEqual({ other: 'declared' });
    expect(open(assistantOf(states))).toEqual({});
  });

  it('is not a deed where it first asks again for a value that the yes cleared', () => {
    const states = `${ASK.replace('to: done}', 'to: pick, clear: [account]}')}  pick: {say: {en: "That one?"}, transitions: [{on: "yes", to: done}, {on: "no", to: root}]}
  done: {terminal: true, say: {en: Done.}}`;
    const slots = '{account: {entity: number, required: true, ask: {en: Which?}}}';
    expect(deeds(assistantOf(states, { slots }))).toEqual({ done: 'yes' });
  });
});

describe('a state that is not a deed', () => {
  it('may be one that only the business logic leads to', () => {
    const states = `${ASK.replace('to: root}]', 'to: root}, {on: business_logic, to: [gone]}]')}  done: {terminal: true, say: {en: Done.}}
  gone: {terminal: true, say: {en: Gone.}}`;
    expect(deeds(assistantOf(states))).toEqual({ done: 'yes' });
  });

  it('may be a label that asks for its own yes, even if another competency offers it', () => {
    const beside = {
      'competencies/offer.yaml': `
competency: offer
business_logic: true
states:
  offer: {utterances: ${five('offer')}, say: {en: Rather main?}, transitions: [{on: "yes", to: ask}, {on: "no", to: root}]}
`,
    };
    const assistant = assistantOf(`${ASK}  done: {terminal: true, say: {en: Done.}}`, { beside });
    expect(deeds(assistant)).toEqual({ done: 'yes' });
    expect(open(assistant)).toEqual({});
  });
});

describe('a yes in another form', () => {
  it('may be the yes to the question whether to cancel', () => {
    const states = `  ask: {utterances: ${five('ask')}, say: {en: Cancel it?}, transitions: [{on: cancel, to: gone}, {on: "no", to: root}]}
  gone: {terminal: true, say: {en: Gone.}}`;
    expect(deeds(assistantOf(states))).toEqual({ gone: 'yes' });
  });

  it('is not a cancellation with its own state beside the yes', () => {
    const states = `${ASK.replace('to: root}]', 'to: root}, {on: cancel, to: left}]')}  done: {terminal: true, say: {en: Done.}}
  left: {terminal: true, say: {en: Left.}}`;
    expect(deeds(assistantOf(states))).toEqual({ done: 'yes' });
  });

  it('may be the yes to the question for a boolean slot', () => {
    const states = `  ask: {utterances: ${five('ask')}, say: {en: Well.}, terminal: true, transitions: [{on: slot, slot: sure, is: true, to: done}, {on: slot, slot: sure, is: false, to: not_done}]}
  done: {terminal: true, say: {en: Done.}}
  not_done: {terminal: true, deed: false, say: {en: Not done.}}`;
    const slots = '{sure: {entity: boolean, required: true, ask: {en: Sure?}}}';
    expect(deeds(assistantOf(states, { slots }))).toEqual({ done: 'yes' });
  });
});

describe('states that the graph leaves open', () => {
  it.each([
    [
      'label',
      'a label that the business logic is called for at once',
      `${ASK.replace('to: done', 'to: other')}  other: {utterances: ${five('other')}, terminal: true, say: {en: Other.}}`,
      { other: 'label' },
    ],
    [
      'own_yes',
      'a state that only its own yes leads to',
      `  ask: {utterances: ${five('ask')}, say: {en: Well.}, transitions: [{on: business_logic, to: again}]}
  again: {say: {en: Once more?}, transitions: [{on: "yes", to: again}, {on: "no", to: root}]}`,
      { again: 'own_yes' },
    ],
    [
      'slot',
      'a state that a value leads to',
      `  ask: {utterances: ${five('ask')}, say: {en: Well.}, terminal: true, transitions: [{on: slot, slot: count, to: counted}]}
  counted: {terminal: true, say: {en: Counted.}}`,
      { counted: 'slot' },
    ],
  ])('%s: %s', (_, __, states, expected) => {
    const assistant = assistantOf(states, { slots: '{count: {entity: number, ask: {en: How many?}}}' });
    expect(open(assistant)).toEqual(expected);
    expect(deeds(assistant)).toEqual({});
  });

  it('no_business_logic: a state after a yes without business logic', () => {
    const assistant = assistantOf(`${ASK}  done: {terminal: true, say: {en: Done.}}`, {
      businessLogic: false,
    });
    expect([deeds(assistant), open(assistant)]).toEqual([{}, { done: 'no_business_logic' }]);
  });
});

describe('a state that the business logic is asked about right after a deed', () => {
  const states = (
    from: string,
  ) => `${ASK.replace('{on: "no"', `${from}{on: "no"`)}  done: {terminal: true, say: {en: Done.}, transitions: [{on: business_logic, to: [told]}]}
  told: {terminal: true, say: {en: Told.}}`;
  const settings = ', asks_about_target: true';

  it('is part of the deed', () => {
    expect(deeds(assistantOf(states(''), { settings }))).toEqual({ done: 'yes', told: 'goes_on' });
    expect(deeds(assistantOf(states('')))).toEqual({ done: 'yes' });
  });

  it('is not a deed where something else leads to it too', () => {
    const way = '{on: business_logic, to: [told]}, ';
    expect(deeds(assistantOf(states(way), { settings }))).toEqual({ done: 'yes' });
  });
});

it('a yes asks for the deed that a value then leads to in the same turn', () => {
  const states = `${ASK.replace('to: done', 'to: way')}  way: {deed: false, terminal: true, say: {en: Way.}, transitions: [{on: slot, slot: count, to: counted}]}
  counted: {deed: true, terminal: true, say: {en: Counted.}}`;
  const assistant = assistantOf(states, {
    slots: '{count: {entity: number, required: true, ask: {en: How many?}}}',
  });
  const [ask, way] = [assistant.states.ask, assistant.states.way];
  expect(ask && asksForDeed(assistant, ask)).toBe(true);
  expect(way && asksForDeed(assistant, way)).toBe(false);
});

it('inherited property names are not deeds', () => {
  const assistant = assistantOf(`${ASK}  done: {terminal: true, say: {en: Done.}}`);
  for (const name of ['constructor', '__proto__', 'root', '']) expect(isDeed(assistant, name)).toBe(false);
});

describe('in the examples', () => {
  it('the card that is frozen and the appointment that is cancelled are deeds', async () => {
    for (const [folder, state] of [
      ['bank', 'card_frozen'],
      ['clinic', 'appointment_cancelled'],
    ]) {
      const { assistant } = await compiledExample(folder ?? '');
      expect(isDeed(assistant, state ?? '')).toBe(true);
      expect(open(assistant)).toEqual({});
    }
  });
});
