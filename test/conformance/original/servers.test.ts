import { describe, expect, test } from 'vitest';
import { hasBusinessLogic, useTenant } from '../support/parley.ts';
import {
  labelledTransfer,
  mappedDetails,
  oldestForm,
  oneTimeCode,
  stateAndIntentTable,
  transferThenBalance,
} from './imitations.ts';
import { asked, useRecordingServer } from './recording-server.ts';

const PROBABILITY = expect.toSatisfy((one: unknown) => typeof one === 'number' && one > 0 && one <= 1);

describe.runIf(hasBusinessLogic())('a server that distinguishes turns by their labels', () => {
  const { talk } = useRecordingServer(useTenant(), 'accounts');

  test('gets the labels of a start, of an update and of a named transition', async () => {
    const { say } = talk(labelledTransfer);
    const first = await say('how much money do I have in checking');
    expect(first.calls.map(asked)).toEqual(['get_balance/account_start']);
    expect(first.calls[0].intent_probability).toEqual(PROBABILITY);
    expect(first.said).toBe('You have 123 in checking. Move some of it?');
    const second = await say('savings');
    expect(second.calls.map(asked)).toEqual(['get_balance/account_update']);
    expect(second.said).toBe('You have 3000 in savings. Move some of it?');
    const third = await say('yes');
    expect(third.calls.map(asked)).toEqual(['acct_transfer/get_balance_to_acct_transfer']);
    expect(third.calls[0].intent_probability).toEqual(PROBABILITY);
    expect(third.answer.slots).toEqual({
      _DESTINATION_ACCT_: {
        type: 'string',
        values: [expect.objectContaining({ tokens: 'savings', resolved: 1 })],
      },
    });
    expect((await say('50 dollars')).said).toBe('Move 50 to savings?');
    expect((await say('no')).calls.map(asked)).toEqual(['acct_transfer_declined/cs_no']);
  });

  test('gets the label of a cancel if the author leads it to a state', async () => {
    const { say } = talk(labelledTransfer);
    await say('move 50 dollars from checking to savings');
    const { calls, said } = await say('cancel that');
    expect(calls.map(asked)).toEqual(['acct_transfer_left/cs_cancel']);
    expect(said).toBe('Left as it was.');
  });

  test('is called again for the state that it leads to, under the same qid', async () => {
    const { say } = talk(transferThenBalance);
    await say('move money from checking to savings');
    await say('50');
    const { calls, said, answer } = await say('yes');
    expect(calls.map(asked)).toEqual(['acct_transfer_confirmed/cs_yes', 'transfer_balance/cs_yes']);
    const transfer = { source: 'checking', amount: 50, success: true };
    expect(calls[1].slots._TRANSFER_.values).toEqual([expect.objectContaining(transfer)]);
    expect(answer.bl_resp).toMatchObject({
      slots: { _TRANSFER_: { values: [transfer] }, _SOURCE_ACCT_: { values: [{ balance: 100 }] } },
    });
    expect(new Set(calls.map(({ qid }) => qid)).size).toBe(1);
    expect(said).toBe('Moved. You have 100 in checking.');
    await say('move money from checking to savings');
    await say('5000');
    const refused = await say('yes');
    expect(refused.calls).toHaveLength(1);
    expect(refused.said).toBe('Refused: insufficient funds.');
  });

  test('reads a mapped value under its mapper’s name, in the first call and after a yes', async () => {
    const { say } = talk(mappedDetails());
    const first = await say('I have a new phone number');
    expect(first.calls.map(asked)).toEqual(['change_details/change_details_start']);
    expect(first.calls[0].slots._DETAIL_TYPE_.values).toEqual([
      { tokens: 'phone number', resolved: -1, detail_type_dest: 'phone' },
    ]);
    const second = await say('call me at the lake house');
    expect(second.calls.map(asked)).toEqual(['change_details/email_update']);
    expect(second.calls[0].slots._DETAIL_TYPE_.values).toEqual([
      { tokens: 'phone number', resolved: 1, value: 'phone number', detail_type_dest: 'phone' },
    ]);
    expect(second.said).toBe('Make CALL ME AT THE LAKE HOUSE your phone number?');
    const third = await say('yes');
    expect(third.calls.map(asked)).toEqual(['change_details_confirmed/cs_yes']);
    expect(third.said).toBe('Your phone was 987 987 9877 and is CALL ME AT THE LAKE HOUSE.');
  });

  test('leads to another competency and back, and keeps its fields of the slot', async () => {
    const { say } = talk(oneTimeCode);
    const first = await say('routing number of checking');
    expect(first.calls.map(asked)).toEqual([
      'account_and_routing_number/account_and_routing_number_start',
      'account_and_routing_number_otp/account_and_routing_number_start',
    ]);
    expect(first.said).toBe('Which code did we send you?');
    const wrong = await say('654321');
    expect(wrong.calls.map(asked)).toEqual([
      'account_and_routing_number_otp/account_and_routing_number_otp_update',
    ]);
    expect(wrong.said).toBe('That is not the code. Which code did we send you?');
    const right = await say('123456');
    expect(right.calls.map(asked)).toEqual([
      'account_and_routing_number_otp/account_and_routing_number_otp_update',
      'account_and_routing_number/account_and_routing_number_otp_update',
    ]);
    expect(right.said).toBe('4321, 1234.');
  });
});

describe.runIf(hasBusinessLogic())('a server whose table is keyed by state and intent', () => {
  const { talk } = useRecordingServer(useTenant(), 'verification');

  test('verifies the user and then answers the first question', async () => {
    const { say } = talk(stateAndIntentTable);
    const first = await say('what is my balance');
    expect(first.calls.map(asked)).toEqual([
      'get_balance/get_balance_start',
      'identity_verification/get_balance_start',
    ]);
    expect(first.said).toBe('What is your name?');
    const named = await say('Ann');
    expect(named.calls.map(asked)).toEqual(['identity_verification/identity_verification_update']);
    expect(named.calls[0].slots._PERSON_NAME_.values).toEqual([{ tokens: 'Ann', status: 'EXTRACTED' }]);
    const called = await say('415 555 0134');
    expect(called.calls.map(asked)).toEqual(['identity_verification/identity_verification_update']);
    const { calls, said } = await say('yes');
    expect(calls.map(asked)).toEqual(['confirm_details/cs_yes', 'get_balance/cs_yes']);
    expect(calls[1].session_info).toEqual({ is_authenticated: true, user_id: 123456 });
    expect(said).toBe('You have 2000.00 in checking.');
  });
});

describe.runIf(hasBusinessLogic())('a server of the oldest generation', () => {
  const { talk } = useRecordingServer(useTenant(), 'hotels');

  test('reads and writes candidates in the place of values', async () => {
    const { say } = talk(oldestForm);
    const first = await say('express deal on a hotel in boston');
    expect(first.calls[0].slots).toEqual({
      _TRANSACTION_TYPE_: {
        type: 'string',
        candidates: [{ tokens: 'express deal', resolved: -1 }],
        required_matches: 'EQ 1',
      },
      _LOCATION_: {
        type: 'string',
        candidates: [{ tokens: 'boston', resolved: -1 }],
        required_matches: 'EQ 1',
      },
    });
    expect(first.said).toBe('At what price?');
    const second = await say('90 dollars');
    expect(second.calls[0].slots._LOCATION_.candidates).toEqual([
      { tokens: 'boston', resolved: 1, value: 'boston' },
    ]);
    expect(second.said).toBe('A guesthouse of 4 stars in boston?');
  });
});
