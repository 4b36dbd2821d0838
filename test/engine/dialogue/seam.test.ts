import { describe, expect, it } from 'vitest';
import type { Command, Proposal } from '../../../engine/understand/commands.ts';
import type { Producer } from '../../../engine/understand/producers/producer.ts';
import { smallBank } from './bank.ts';
import { Conversation, did } from './support.ts';

const bank = smallBank();

/** A producer that proposes what is scripted for a query, on all of its words. */
const scripted =
  (script: Readonly<Record<string, readonly (Command | [Command, number])[]>>): Producer =>
  (_, { utterance: { text } }) =>
    (script[text] ?? []).map((entry): Proposal => {
      const [command, score] = Array.isArray(entry) ? entry : [entry, 1];
      return { command, on: { start: 0, end: text.length }, score, by: 'script' };
    });

const talk = (script: Parameters<typeof scripted>[0]) =>
  new Conversation(bank, {}, { producers: [scripted(script)] });

const set = (slot: string, value: string | number): Command => ({
  do: 'set',
  slot,
  candidate: { start: 0, end: 5, value, details: {}, quality: 'exact' },
  raw: String(value),
  way: 'mention',
});
const start = (label: string, query = 'xyzzy'): Command => ({ do: 'start', label, probability: 1, query });

/** The fate of the commands of the script. */
async function became(conversation: Conversation, query: string) {
  const { explanation } = await conversation.say(query);
  return explanation.proposals
    .filter(({ by }) => by === 'script')
    .map(({ command, became: what }) => [command, what]);
}

describe('a producer of a deployment’s own', () => {
  it('starts what the version declares', async () => {
    const user = talk({ xyzzy: [start('transfer')] });
    expect(await user.hear('xyzzy')).toBe('From which account?');
    expect(user.frame?.state).toBe('transfer');
  });

  it('is awaited where it takes its time', async () => {
    const later: Producer = (view, reading) =>
      Promise.resolve(scripted({ xyzzy: [start('limit')] })(view, reading));
    const user = new Conversation(bank, {}, { producers: [later] });
    expect(await user.hear('xyzzy')).toBe('Which limit?');
  });

  it('fills the slots of the competency under way', async () => {
    const user = talk({ plugh: [set('account_from', 'savings'), set('account_to', 'checking')] });
    await user.say('transfer money');
    expect(await user.hear('plugh')).toBe('How much?');
    expect(user.held).toEqual({ account_from: 'savings', account_to: 'checking' });
  });

  it('says yes, and does the deed, where it is certain', async () => {
    const user = talk({ aye: [{ do: 'affirm' }], frotz: [[{ do: 'affirm' }, 0.6]] });
    await user.say('send 60 dollars from savings to checking');
    expect(await user.hear('frotz')).toBe(
      'Sorry, was that a yes or a no? Move $60 from savings to checking?',
    );
    expect((await user.say('aye')).classifier_state).toBe('transfer_confirmed');
  });
});

describe('what the version does not declare', () => {
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
    ['a yes to nothing', { do: 'affirm' }, 'no yes or no is awaited'],
    ['a value for nothing', set('amount', 5), 'no slot here is called amount'],
    ['the way back from nowhere', { do: 'back' }, 'nothing is under way'],
  ] as [string, Command, string][])(
    'is not carried out at root, and explained: %s',
    async (_, command, reason) => {
      const user = talk({ xyzzy: [command] });
      const { explanation, visuals } = await user.say('xyzzy');
      expect(explanation.proposals.filter(({ by }) => by === 'script').map((one) => one.became)).toEqual([
        reason,
      ]);
      expect(visuals.speakableResponse).toBe('Ask me about money.');
      expect(user.frame).toBeUndefined();
      expect(user.requests).toEqual([]);
    },
  );

  it.each([
    ['a slot of another competency', set('new_limit', 5), 'no slot here is called new_limit'],
    ['a slot of none', set('pin', 1234), 'no slot here is called pin'],
    ['a slot by a name of every object', set('__proto__', 1), 'no slot here is called __proto__'],
    ['what empties such a slot', { do: 'clear', slot: 'new_limit' }, 'no slot here is called new_limit'],
    ['what asks for such a slot', { do: 'correct', slot: 'pin' }, 'no slot here is called pin'],
    ['what leaves a required slot empty', { do: 'skip' }, 'nothing that may stay empty is asked for'],
    ['doubt about no question', { do: 'confirm_again' }, 'no yes or no is awaited'],
  ] as [string, Command, string][])(
    'is not carried out within a competency: %s',
    async (_, command, reason) => {
      const user = talk({ xyzzy: [command] });
      await user.say('transfer money');
      expect(await became(user, 'xyzzy')).toEqual([[command.do, reason]]);
      expect(user.frame).toMatchObject({ state: 'transfer', asked: 'account_from', slots: {} });
    },
  );

  it('hinders nothing beside it that is', async () => {
    const user = talk({ 'from savings': [set('pin', 1234), start('steal')] });
    await user.say('transfer money');
    expect(did(await user.say('from savings'))).toEqual(['set']);
    expect(user.held).toEqual({ account_from: 'savings' });
  });
});

it('a value of a producer is held to the slot’s rule', async () => {
  const user = talk({ plugh: [set('new_limit', 500)] });
  await user.say('raise my limit');
  expect(await user.hear('plugh')).toBe('Too high. Which limit?');
  expect(user.held).toEqual({});
});

it('the explanation tells who proposed what, where, how surely and what became of it, and holds no value', async () => {
  const user = talk({ 'from savings': [[set('account_from', 'checking'), 0.4]] });
  await user.say('transfer money');
  const { explanation } = await user.say('from savings');
  expect(explanation.proposals).toContainEqual({
    command: 'set',
    slot: 'account_from',
    way: 'mention',
    how: 'exact',
    start: 0,
    end: 12,
    score: 0.4,
    by: 'script',
    became: expect.stringMatching(/meant|sure|unlikely/),
  });
  expect(JSON.stringify(explanation)).not.toMatch(/checking|savings/);
  expect(user.held).toEqual({ account_from: 'savings' });
});

it('the producers see where the conversation stands', async () => {
  const seen: unknown[] = [];
  const watching: Producer = ({ awaited, frame, prompt, language }, { utterance }) => {
    seen.push({ awaited: awaited.kind, state: frame?.state.name, prompt, language, text: utterance.text });
    return [];
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
