import { describe, expect, it } from 'vitest';
import type { Command } from '../../../engine/understand/commands.ts';
import type { ForeignProducer } from '../../../engine/understand/producers/producer.ts';
import { smallBank } from './bank.ts';
import { Conversation, did } from './support.ts';

const bank = smallBank();

/** A command, the words of the query it covers (default: all) and its score (default: 1). */
type Scripted = Command | { command: Command; on?: string; score?: number };

/** Creates a producer that proposes the scripted commands for a query. */
const scripted = (script: Readonly<Record<string, readonly Scripted[]>>): ForeignProducer => ({
  name: 'script',
  propose: (_, { utterance: { text } }) =>
    (script[text] ?? []).map((entry) => {
      const { command, on = text, score = 1 } = 'command' in entry ? entry : { command: entry };
      const start = text.indexOf(on);
      return { command, on: { start, end: start + on.length }, score };
    }),
});

const talk = (script: Parameters<typeof scripted>[0], spoken = bank) =>
  new Conversation(spoken, {}, { producers: [scripted(script)] });

const set = (slot: string, value: string | number): Command => ({
  do: 'set',
  slot,
  candidate: { start: 0, end: 5, value, details: { currency: 'XXX' }, quality: 'exact' },
  raw: 'whatever',
  way: 'mention',
});
const start = (label: string, query = 'savings'): Command => ({ do: 'start', label, probability: 1, query });

/** Sends a query and returns what became of each scripted command. */
async function became(conversation: Conversation, query: string) {
  const { explanation } = await conversation.say(query);
  return explanation.proposals
    .filter(({ by }) => by === 'foreign:script')
    .map(({ command, became: what }) => [command, what]);
}

describe('a deployment’s own producer', () => {
  it('starts a label that the version declares', async () => {
    const user = talk({ xyzzy: [start('limit')] });
    expect(await user.hear('xyzzy')).toBe('Which limit?');
    expect(user.frame?.state).toBe('limit');
  });

  it('is awaited if it is asynchronous', async () => {
    const { propose } = scripted({ xyzzy: [start('limit')] });
    const later = async (...given: Parameters<typeof propose>) => propose(...given);
    const user = new Conversation(bank, {}, { producers: [{ name: 'script', propose: later }] });
    expect(await user.hear('xyzzy')).toBe('Which limit?');
  });

  it('fills slots with the values that our recognisers read at its words', async () => {
    const query = 'plugh rainy day fund plugh 60 bucks';
    const user = talk({
      [query]: [
        { command: set('account_from', 'savings'), on: 'plugh rainy day fund' },
        { command: set('amount', 60), on: '60 bucks' },
      ],
    });
    await user.say('transfer money');
    await user.say(query);
    expect(user.frame?.slots).toMatchObject({
      account_from: { value: 'savings', raw: 'rainy day fund', details: {} },
      amount: { value: 60, details: { currency: 'USD' } },
    });
  });
});

describe('a value of a foreign producer', () => {
  it.each([
    [
      'that no list has',
      set('account_from', 'offshore'),
      'to offshore',
      'no value of account_from stands there',
    ],
    [
      'that another word has',
      { command: set('account_from', 'savings'), on: 'all' },
      'all of savings',
      'no value of account_from stands there',
    ],
    [
      'that its words do not mean',
      set('account_from', 'savings'),
      'all of checking',
      'another value of account_from stands there',
    ],
    [
      'on words beyond the query',
      { command: set('account_from', 'savings'), on: 'none of these' },
      'savings',
      'its words are not in the query',
    ],
    [
      'with a score that is none',
      { command: set('account_from', 'savings'), score: Number.NaN },
      'savings',
      'its score is no number',
    ],
  ] as [string, Scripted, string, string][])(
    'is refused if it is one %s',
    async (_, entry, query, reason) => {
      const user = talk({ [query]: [entry] });
      await user.say('transfer money');
      expect(await became(user, query)).toEqual([['set', reason]]);
    },
  );

  it('has a score of at most 1', async () => {
    const user = talk({ savings: [{ command: set('account_from', 'savings'), score: 1e9 }] });
    await user.say('transfer money');
    const { explanation } = await user.say('savings');
    expect(explanation.proposals.find(({ by }) => by === 'foreign:script')?.score).toBe(1);
  });
});

describe('a yes, a no and leaving', () => {
  it.each(['affirm', 'deny', 'cancel'] as const)(
    'may not be proposed by a foreign producer: %s',
    async (what) => {
      const user = talk({ 'is it raining': [{ do: what }] });
      await user.say('send 60 dollars from savings to checking');
      expect(await became(user, 'is it raining')).toEqual([
        [what, `a foreign producer may not propose ${what}`],
      ]);
      expect(user.frame?.state).toBe('transfer');
      expect(user.requests.map(({ state }) => state)).not.toContain('transfer_confirmed');
    },
  );

  it('may not be proposed under the name of our own producer either', async () => {
    const claims = { command: { do: 'affirm' }, on: { start: 0, end: 3 }, score: 1, by: 'labels' } as const;
    const user = new Conversation(bank, {}, { producers: [{ name: 'sly', propose: () => [claims] }] });
    await user.say('send 60 dollars from savings to checking');
    const { explanation } = await user.say('is it raining');
    expect(explanation.proposals.filter(({ by }) => by === 'foreign:sly')).toHaveLength(1);
    expect(user.frame?.state).toBe('transfer');
  });
});

describe('a foreign start of a competency with a deed', () => {
  it('is asked about first, and goes on at a yes', async () => {
    const user = talk({ 'xyzzy savings': [start('transfer')] });
    expect(await user.hear('xyzzy savings')).toBe('Shall I go on with “Transfer money” (savings account)?');
    expect(user.requests).toEqual([]);
    expect(await user.hear('yes')).toBe('To which account?');
    expect(user.held).toEqual({ account_from: 'savings' });
  });

  it.each(['no', 'cancel that'])('is dropped after “%s”', async (no) => {
    const user = talk({ 'xyzzy savings': [start('transfer')] });
    await user.say('xyzzy savings');
    expect(await user.hear(no)).toBe('Okay, cancelled.');
    expect(user.frame).toBeUndefined();
    expect(user.requests).toEqual([]);
  });

  it('is asked about in each language', async () => {
    const user = new Conversation(
      bank,
      { language: 'es' },
      { producers: [scripted({ xyzzy: [start('transfer')] })] },
    );
    expect(await user.hear('xyzzy')).toBe('¿Sigo con «Transferir dinero»?');
  });
});

describe('a proposal of something that the version does not declare', () => {
  it.each([
    ['a label', start('steal'), 'no label is called steal'],
    ['a state that is no label', start('transfer_confirmed'), 'no label is called transfer_confirmed'],
    ['a label by a name of every object', start('constructor'), 'no label is called constructor'],
    ['the root', start('root'), 'no label is called root'],
    ['what was not just finished', { ...start('balance'), follows: true }, 'nothing of it was just finished'],
    [
      'a choice of what is not there',
      { do: 'clarify', labels: ['transfer', 'steal'], probability: 1 },
      'a label is unknown',
    ],
    ['a value for nothing', set('amount', 5), 'no slot here is called amount'],
    ['the way back from nowhere', { do: 'back' }, 'nothing is under way'],
  ] as [string, Command, string][])('is refused at root with a reason: %s', async (_, command, reason) => {
    const user = talk({ xyzzy: [command] });
    const { explanation, visuals } = await user.say('xyzzy');
    expect(
      explanation.proposals.filter(({ by }) => by === 'foreign:script').map((one) => one.became),
    ).toEqual([reason]);
    expect(visuals.speakableResponse).toBe('Ask me about money.');
    expect(user.frame).toBeUndefined();
    expect(user.requests).toEqual([]);
  });

  it.each([
    ['a slot of another competency', set('new_limit', 5), 'no slot here is called new_limit'],
    ['a slot of none', set('pin', 1234), 'no slot here is called pin'],
    ['a slot by a name of every object', set('__proto__', 1), 'no slot here is called __proto__'],
    ['what empties such a slot', { do: 'clear', slot: 'new_limit' }, 'no slot here is called new_limit'],
    ['what asks for such a slot', { do: 'correct', slot: 'pin' }, 'no slot here is called pin'],
    ['what leaves a required slot empty', { do: 'skip' }, 'nothing that may stay empty is asked for'],
    ['doubt about no question', { do: 'confirm_again' }, 'no yes or no is awaited'],
  ] as [string, Command, string][])(
    'is refused within a competency with a reason: %s',
    async (_, command, reason) => {
      const user = talk({ xyzzy: [command] });
      await user.say('transfer money');
      expect(await became(user, 'xyzzy')).toEqual([[command.do, reason]]);
      expect(user.frame).toMatchObject({ state: 'transfer', asked: 'account_from', slots: {} });
    },
  );

  it('does not affect a valid proposal beside it', async () => {
    const user = talk({ 'from savings': [set('pin', 1234), start('steal')] });
    await user.say('transfer money');
    expect(did(await user.say('from savings'))).toEqual(['set']);
    expect(user.held).toEqual({ account_from: 'savings' });
  });
});

it('a value of a producer must fit the slot’s rule', async () => {
  const user = talk({ '500 plugh': [set('new_limit', 500)] });
  await user.say('raise my limit');
  expect(await user.hear('500 plugh')).toBe('Too high. Which limit?');
  expect(user.held).toEqual({});
});

it('the explanation lists each proposal with its producer, place, score and outcome, but no value', async () => {
  const user = talk({ 'from savings': [{ command: set('account_from', 'savings'), score: 0.4 }] });
  await user.say('transfer money');
  const { explanation } = await user.say('from savings');
  expect(explanation.proposals).toContainEqual({
    command: 'set',
    slot: 'account_from',
    way: 'mention',
    how: 'exact',
    start: 5,
    end: 12,
    score: 0.4,
    by: 'foreign:script',
    became: expect.stringMatching(/meant|sure|unlikely/),
  });
  expect(JSON.stringify(explanation)).not.toMatch(/savings/);
  expect(user.held).toEqual({ account_from: 'savings' });
});

it('the producers see the state of the conversation', async () => {
  const seen: unknown[] = [];
  const watching: ForeignProducer = {
    name: 'watch',
    propose: ({ awaited, frame, prompt, language }, { utterance }) => {
      seen.push({ awaited: awaited.kind, state: frame?.state.name, prompt, language, text: utterance.text });
      return [];
    },
  };
  const user = new Conversation(bank, {}, { producers: [watching] });
  await user.say('transfer money');
  await user.say('from savings');
  const prompt = 'From which account?';
  expect(seen).toEqual([
    { awaited: 'nothing', state: undefined, prompt: '', language: 'en', text: 'transfer money' },
    { awaited: 'value', state: 'transfer', prompt, language: 'en', text: 'from savings' },
  ]);
});
