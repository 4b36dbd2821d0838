import { describe, expect, it } from 'vitest';
import { runConversationTest } from '../../authoring/run-conversation-test.ts';
import type { BusinessLogicRequest } from '../../engine/dialogue/business-logic/protocol.ts';
import { smallBank } from '../engine/dialogue/bank.ts';

const bank = smallBank();
const SEND = 'send 60 dollars from savings to checking';

describe('a conversation test', () => {
  it('passes where every turn does what it must', async () => {
    const outcome = await runConversationTest(bank, {
      name: 'transfer',
      turns: [
        {
          say: 'transfer money',
          expect: { competency: 'transfer', asks: 'account_from', slots: { amount: null } },
        },
        {
          say: SEND,
          expect: { state: 'transfer', slots: { amount: 60, account_from: 'savings' }, said: '$60' },
        },
        {
          say: 'yes',
          bls: { response_slots: { reference: 'R7' } },
          expect: { state: 'transfer_confirmed', said: 'R7' },
        },
      ],
    });
    expect(outcome).toMatchObject({ name: 'transfer', passed: true, failures: [] });
  });

  it('talks to a live server as the given user, by default “test”', async () => {
    const users: string[] = [];
    const live = async (request: BusinessLogicRequest) => {
      users.push(request.external_user_id);
      return { status: 'answered' as const, body: request };
    };
    const test = { name: 'transfer', turns: [{ say: SEND }] };
    await runConversationTest(bank, test, { live });
    await runConversationTest(bank, test, { live, user: 'second' });
    expect(users).toEqual(['test', 'second']);
  });

  it.each([
    [{ competency: 'balance' }, 'expected competency "balance", got "transfer"'],
    [{ state: 'balance' }, 'expected state "balance", got "transfer"'],
    [{ slots: { amount: 61 } }, 'expected slot amount 61, got 60'],
    [{ slots: { amount: null } }, 'expected slot amount null, got 60'],
    [
      { slots: { account_from: { contains: 'check' } } },
      'expected slot account_from {"contains":"check"}, got',
    ],
    [{ slots: { amount: { contains: '6' } } }, 'expected slot amount {"contains":"6"}, got 60'],
    [{ slots: { memo: { filled: true as const } } }, 'expected slot memo {"filled":true}, got null'],
    [{ said: 'Hello' }, 'expected an answer with "Hello", got "Move $60 from savings to checking?"'],
    [{ asks: 'amount' }, 'expected a question for "amount", got null'],
    [{ asks: null, said: 'Hello' }, 'expected an answer with "Hello"'],
  ])('fails where the answer is not %j, and says what it got', async (wanted, message) => {
    const turns = [{ say: SEND, expect: wanted }];
    const { passed, failures } = await runConversationTest(bank, { name: 'x', turns });
    expect(passed).toBe(false);
    expect(failures).toMatchObject([{ turn: 0, said: SEND }]);
    expect(failures[0]?.message).toContain(message);
  });

  it('passes where a slot contains the words, or holds anything', async () => {
    const slots = { account_from: { contains: 'saving' }, amount: { filled: true as const } };
    const turns = [{ say: SEND, expect: { slots } }];
    expect((await runConversationTest(bank, { name: 'x', turns })).failures).toEqual([]);
  });

  it('prefers the fixture of the turn to that of the file, and can let the call fail', async () => {
    const outcome = await runConversationTest(bank, {
      name: 'x',
      bls: [null, { response_slots: { reference: 'FILE' } }],
      turns: [
        { say: SEND },
        { say: 'yes', expect: { said: 'FILE' } },
        { say: SEND, bls: 'fail', expect: { said: 'closed' } },
      ],
    });
    expect(outcome.failures).toEqual([]);
  });

  it('speaks the test’s language to its device', async () => {
    const outcome = await runConversationTest(bank, {
      name: 'x',
      language: 'es',
      device: 'alexa',
      turns: [{ say: 'saldo', expect: { said: 'Tienes 20' } }],
    });
    expect(outcome.failures).toEqual([]);
  });
});
