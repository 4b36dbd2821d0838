import { describe, expect, it } from 'vitest';
import { checkAssistant } from '../../authoring/check.ts';
import { compileAssistant } from '../../authoring/compile.ts';
import { deedProof } from '../../authoring/deed-proof.ts';
import { readAssistantFiles } from '../../authoring/read.ts';
import { compiledExample } from '../support/example-assistants.ts';

const five = (word: string) => `{en: [${[1, 2, 3, 4, 5].map((n) => `${word} ${n}`).join(', ')}]}`;

/**
 * Reads a payment assistant with a confirmation question, extended by the given transitions, states and slot
 * keys.
 */
const payment = ({
  say = '"Pay {{amount}} to {{payee}}?"',
  asking = '',
  states = '',
  payee = '',
  businessLogic = true,
  done = '',
}: Partial<Record<'say' | 'asking' | 'states' | 'payee' | 'done', string>> & {
  businessLogic?: boolean;
} = {}) =>
  readAssistantFiles({
    'assistant.yaml': `
schema: 1
name: payments
languages: {default: en, supported: [en]}
business_logic: {url: env:BLS_URL}
personalities: {voice: {devices: [phone]}, web: {devices: [default]}}
out_of_scope: {say: {en: Pardon?}}
`,
    'competencies/pay.yaml': `
competency: pay
business_logic: ${businessLogic}
slots:
  amount: {entity: number, required: true, ask: {en: How much?}}
  payee: {entity: email, required: true, ask: {en: To whom?}${payee}}
states:
  pay:
    utterances: ${five('pay')}
    transitions: [{on: "yes", to: paid}, {on: "no", to: root}${asking}]
    say: {en: ${say}}
  paid: {terminal: true${done}, say: {en: Paid.}}
${states}`,
  });

const proofOf = (authored: ReturnType<typeof payment>) => deedProof(compileAssistant(authored).assistant);
const warnings = (authored: ReturnType<typeof payment>) =>
  checkAssistant(authored).map(({ severity, message }) => `${severity}: ${message}`);

describe('the proof of a deed', () => {
  it('has the yes to a question that says all values, and the check does not warn', () => {
    const way = { from: 'pay', on: 'yes', guard: 'yes', unsaid: [] };
    expect(proofOf(payment())).toEqual([{ state: 'paid', competency: 'pay', reason: 'yes', ways: [way] }]);
    expect(warnings(payment())).toEqual([]);
  });

  it.each([
    ['in its text', '"Pay {{amount}}?"', ['en']],
    ['in one of several texts', '["Pay {{amount}} to {{payee}}?", "Pay {{amount}}?"]', ['en']],
    ['in what is shown', '{speak: "Pay {{amount}} to {{payee}}?", show: "{{amount}}?"}', ['en.show']],
    ['to a personality', '{speak: "Pay {{amount}} to {{payee}}?", voice: "{{amount}}?"}', ['en.voice']],
  ])('names a value that its question leaves out %s', (_, say, places) => {
    const authored = payment({ say });
    expect(proofOf(authored)[0]?.ways[0]?.unsaid).toEqual([{ slot: 'payee', in: places, perhaps: false }]);
    expect(warnings(authored)).toEqual([
      `warning: pay does not name payee (${places.join(', ')}) before the yes to the deed paid: add {{payee}} to its say, or said_back: false to the slot`,
    ]);
  });

  it.each([
    ['a condition', '"{{amount}}{{#if payee}} to them{{/if}}?"'],
    ['a field', '"{{amount}} to {{payee.raw}}?"'],
    ['a list', '"{{amount}}{{#each payee}} to {{this.value}}{{/each}}?"'],
  ])('counts a value as said in %s', (_, say) => {
    expect(proofOf(payment({ say }))[0]?.ways[0]?.unsaid).toEqual([]);
  });

  it('marks a value as perhaps said where data of the business logic may contain it', () => {
    const authored = payment({ say: '"Pay {{amount}} to {{payee_name}}?"' });
    expect(proofOf(authored)[0]?.ways[0]?.unsaid).toEqual([{ slot: 'payee', in: ['en'], perhaps: true }]);
    expect(warnings(authored)).toEqual([]);
  });

  it('does not require a value with said_back: false to be said', () => {
    const authored = payment({ say: '"Pay {{amount}}?"', payee: ', said_back: false' });
    expect(proofOf(authored)[0]?.ways[0]?.unsaid).toEqual([]);
    expect(warnings(authored)).toEqual([]);
  });

  it('has every way into the deed, with what guards it', () => {
    const authored = payment({
      asking: ', {on: business_logic, to: [paid, other]}, {on: slot, slot: amount, is: 7, to: paid}',
      payee: ', on_retries_exhausted: {to: paid}',
      states:
        '  other: {say: {en: "Other: {{amount}} {{payee}}?"}, transitions: [{on: "no", to: paid}, {on: "yes", to: root, say: {en: Well.}}]}\n',
    });
    expect(proofOf(authored)[0]?.ways).toEqual([
      { from: 'pay', on: 'yes', guard: 'yes', unsaid: [] },
      { from: 'pay', on: 'business_logic', guard: 'business_logic', unsaid: [] },
      { from: 'pay', on: 'slot', guard: 'asked', unsaid: [] },
      { from: 'other', on: 'no', guard: 'closed', unsaid: [] },
      { from: 'pay', on: 'retries', guard: 'closed', unsaid: [] },
    ]);
    expect(warnings(authored)).toEqual([
      'warning: a value leads from pay to the deed paid, so Parley asks with confirm_wish: let a yes lead to it, or write deed: false',
      'warning: the transition on no of other leads to the deed paid and is never taken: name another state, or write deed: false',
      'warning: on_retries_exhausted of pay leads to the deed paid and is never taken: name another state, or write deed: false',
    ]);
  });

  it('has a query that leads to a deed without confirmation, and the check warns of it', () => {
    const authored = payment({
      states: `  alarm: {deed: true, terminal: true, utterances: ${five('alarm')}, say: {en: Alarm.}}\n`,
    });
    expect(proofOf(authored)[1]?.ways).toEqual([{ from: 'root', on: 'query', guard: 'none', unsaid: [] }]);
    expect(warnings(authored)).toEqual([
      'warning: a query leads to the deed alarm without confirmation: let a yes lead to it, or write deed: false',
    ]);
  });

  it('is empty where the author writes deed: false', () => {
    const authored = payment({ say: '"Pay {{amount}}?"', done: ', deed: false' });
    expect(proofOf(authored)).toEqual([]);
    expect(warnings(authored)).toEqual([]);
  });
});

describe('the check', () => {
  it('warns where the graph leaves it unclear whether a state is a deed', () => {
    expect(warnings(payment({ businessLogic: false }))).toEqual([
      'warning: it is unclear whether the state paid is a deed: a yes leads to it, and its competency has no business logic. Write deed: true or deed: false',
    ]);
    expect(warnings(payment({ businessLogic: false, done: ', deed: false' }))).toEqual([]);
    expect(warnings(payment({ businessLogic: false, done: ', deed: true' }))).toEqual([]);
  });
});

it('every way into a deed of the examples is guarded by a yes', async () => {
  for (const name of ['bank', 'clinic']) {
    const { assistant } = await compiledExample(name);
    const proof = deedProof(assistant);
    expect(proof.length).toBeGreaterThan(3);
    for (const { state, ways } of proof) {
      expect([state, ways.length]).toEqual([state, expect.any(Number)]);
      expect(ways.map(({ guard }) => guard)).toEqual(ways.map(() => 'yes'));
    }
  }
});
