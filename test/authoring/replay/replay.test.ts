import { beforeEach, describe, expect, test } from 'vitest';
import { readAssistantFiles } from '../../../authoring/read.ts';
import { compare, replaySession } from '../../../authoring/replay/replay.ts';
import { formatReplay, reportOf } from '../../../authoring/replay/report.ts';
import { runConversationTest } from '../../../authoring/run-conversation-test.ts';
import { writeConversationTest } from '../../../authoring/write-conversation-test.ts';
import type { BusinessLogicRequest } from '../../../engine/dialogue/business-logic/protocol.ts';
import type { CallOutcome } from '../../../functions/shared/business-logic/client.ts';
import { readConversation } from '../../../functions/shared/domain/conversations/whole-conversations.ts';
import { createConversationReader } from '../../../functions/shared/store/conversation-reader.ts';
import { BANK_FILES, KEYWORDS } from '../../engine/dialogue/bank.ts';
import { loadFiles } from '../../engine/dialogue/support.ts';
import { createService } from '../../functions/query/support/service.ts';
import { useCountedDynamoDb } from '../../support/wire.ts';

const db = useCountedDynamoDb();
let service: ReturnType<typeof createService>;
/**
 * Answers of the business logic, one per call, merged into an echo of the request; without one, the echo
 * alone.
 */
let answers: (Record<string, unknown> | 'fail')[] = [];
beforeEach(() => {
  service = createService(db);
  answers = [];
  service.businessLogic = async (_settings, _servers, request): Promise<CallOutcome> => {
    const answer = answers.shift() ?? {};
    if (answer === 'fail') return { status: 'failed', reason: 'status_400' };
    const body = { ...request, ...answer };
    return { status: 'answered', body, exactBody: body };
  };
});

const bank = (
  changes: Readonly<Record<string, string>> = {},
  keywords: Readonly<Record<string, string>> = KEYWORDS,
) =>
  loadFiles(
    {
      ...BANK_FILES,
      'assistant.yaml': `${BANK_FILES['assistant.yaml']}conversations: {keep: 30d, queries: true}\n`,
      ...changes,
    },
    keywords,
  );
/** Transfers whose slots are not sensitive, since the log would omit a sensitive value. */
const OPEN = {
  'competencies/transfer.yaml': (BANK_FILES['competencies/transfer.yaml'] ?? '').replace(
    '    sensitive: true\n',
    '',
  ),
};

/** Holds a conversation with an assistant, and returns what the log has of it. */
async function logged(
  queries: readonly string[],
  assistant = bank(OPEN),
  fields: Record<string, unknown> = {},
) {
  await service.publish(['default'], assistant);
  let sessionId = '';
  for (const query of queries) {
    const answer = await service.ask({ query, dialog_seed: 's', language: 'en', ...fields });
    expect(answer.status, answer.text).toBe(200);
    sessionId = answer.body.session_id;
    service.time += 1000;
  }
  const reader = createConversationReader({
    deploymentKey: async () => service.deploymentKey,
    client: db.uncounted,
  });
  const found = await readConversation(reader, service.institution, sessionId, service.time);
  if (found === undefined) throw new Error('nothing was logged');
  return found.turns;
}
const verdicts = async (...[loaded, turns]: Parameters<typeof replaySession>) =>
  (await replaySession(loaded, turns)).turns.map(({ verdict }) => verdict);

const refuse = (slot: string) => (slots: BusinessLogicRequest['slots']) => ({
  ...slots,
  [slot]: { type: 'string', values: [{ tokens: 'x', resolved: -1, error: 'no' }] },
});

describe('the same version', () => {
  test.each([
    [
      'a competency that asks and does',
      ['send 5 dollars from checking to savings', 'yes'],
      [{}, { response_slots: { reference: 7 } }],
    ],
    [
      'a state that the business logic leads to',
      ['send 5 dollars from checking to savings', 'yes'],
      [{ state: 'offer_credit' }, {}],
    ],
    [
      'what is changed on the way',
      ['transfer money', 'from checking', 'no, from savings', 'show my balance', 'to checking'],
      [],
    ],
    ['what it does not understand', ['paint', 'raise my limit', 'a lot', 'seven'], []],
    ['a failure of the business logic', ['send 5 dollars from checking to savings'], ['fail' as const]],
  ])('answers %s as before', async (_, queries, given) => {
    answers = [...given];
    const turns = await logged(queries);
    expect(await replaySession(bank(OPEN), turns)).toEqual({
      turns: turns.map(({ ordinal }) => expect.objectContaining({ ordinal, verdict: 'same' })),
    });
  });

  test.each([
    ['refused', refuse('_ACCOUNT_TO_')],
    [
      'emptied',
      (slots: BusinessLogicRequest['slots']) => ({ ...slots, _ACCOUNT_TO_: { type: 'string', values: [] } }),
    ],
  ])('asks again for a slot that the business logic has %s', async (_, change) => {
    service.businessLogic = async (_settings, _servers, request): Promise<CallOutcome> => {
      const body = { ...request, slots: change(request.slots) };
      return { status: 'answered', body, exactBody: body };
    };
    const turns = await logged(['send 5 dollars from checking to savings', 'to savings']);
    expect(turns[1]?.words?.explanation?.asked).toBe('account_to');
    expect(await verdicts(bank(OPEN), turns)).toEqual(['same', 'same']);
  });

  test('does not ask for a slot that the business logic has filled', async () => {
    const filled = { _AMOUNT_: { type: 'money', values: [{ tokens: '5', value: 5, resolved: 1 }] } };
    service.businessLogic = async (_settings, _servers, request): Promise<CallOutcome> => {
      const body = { ...request, slots: { ...request.slots, ...filled } };
      return { status: 'answered', body, exactBody: body };
    };
    const turns = await logged(['transfer money from checking to savings']);
    expect(turns[0]?.words?.explanation?.asked).toBeNull();
    expect(await verdicts(bank(OPEN), turns)).toEqual(['same']);
  });
});

test.each([
  ['that goes as asked', ['send 5 dollars from checking to savings', 'yes', 'show my balance'], []],
  [
    'that the business logic leads elsewhere',
    ['send 5 dollars from checking to savings', 'yes'],
    [{ state: 'offer_credit' }, {}],
  ],
  [
    'with corrections and misses',
    ['transfer money', 'from checking', 'no, from savings', 'paint', 'to checking'],
    [],
  ],
  ['that fails', ['send 5 dollars from checking to savings'], ['fail' as const]],
])('a session %s, exported as a test, passes on the version that answered it', async (_, queries, given) => {
  answers = [...given];
  const { text } = writeConversationTest(await logged(queries));
  const { tests, findings } = readAssistantFiles({ 'tests/session.yaml': text });
  expect(findings.filter(({ file }) => file === 'tests/session.yaml')).toEqual([]);
  const [form] = tests.map((one) => one.form);
  if (form === undefined) throw new Error('no test was read');
  expect((await runConversationTest(bank(OPEN), form)).failures).toEqual([]);
  expect(form.turns.map(({ say }) => say)).toEqual(queries);
});

describe('another version', () => {
  test('is better where it understands more and worse where it understands less, and worse comes first', async () => {
    const turns = await logged(['paint', 'a balance for me now', 'thank you']);
    const { balance: _, ...fewer } = KEYWORDS;
    const other = bank(OPEN, { ...fewer, paint: 'balance' });
    const session = await replaySession(other, turns);
    expect(session.turns.map(({ verdict }) => verdict)).toEqual(['better', 'worse', 'same']);
    const report = reportOf([session]);
    expect(report.verdicts).toEqual({ worse: 1, other: 0, better: 1, same: 1 });
    expect(report.changes.map(({ query }) => query)).toEqual(['a balance for me now', 'paint']);
    const text = formatReplay(report, 1);
    expect(text).toContain('3 turns of 1 sessions: 1 same, 1 better, 1 worse, 0 other.');
    expect(text).toMatch(/worse {3}“a balance for me now” {2}understood → out_of_scope {2}\(.*, turn 2\)/);
    expect(text).toContain('  was balance / balance\n  is  out_of_scope / out_of_scope');
    expect(text).not.toContain('“paint”');
    expect(text).toContain('and 1 more');
  });

  test('counts as other where it says something else, but not where business logic took part', async () => {
    const turns = await logged(['show my balance', 'send 5 dollars from checking to savings']);
    const other = bank({
      'competencies/transfer.yaml': (OPEN['competencies/transfer.yaml'] ?? '').replace(
        'Move {{',
        'Shall I move {{',
      ),
      'competencies/balance.yaml': (BANK_FILES['competencies/balance.yaml'] ?? '').replace(
        'You have 20.',
        '20.',
      ),
    });
    const session = await replaySession(other, turns);
    expect(session.turns.map(({ verdict }) => verdict)).toEqual(['other', 'same']);
    expect(formatReplay(reportOf([session]), 9)).toContain('  was “You have 20.”\n  is  “20.”');
  });

  test('is not asked any further after the conversation has taken a different course', async () => {
    const turns = await logged(['paint', 'red', 'show my balance']);
    const session = await replaySession(bank(OPEN, { ...KEYWORDS, paint: 'limit' }), turns);
    expect(session.turns.map(({ verdict }) => verdict)).toEqual(['better']);
    expect(session.left).toEqual({ turns: 2, reason: 'elsewhere' });
    expect(formatReplay(reportOf([session]), 9)).toContain(
      'Turns that were not replayed:\n  2 after the conversation took a different course\n',
    );
  });
});

describe('what cannot be replayed', () => {
  test('is left out: everything from a masked query on, and queries that were not kept', async () => {
    const turns = await logged(['show my balance', 'send 5 dollars from checking', 'to savings'], bank());
    expect(turns[1]?.words?.query).toContain('•••');
    expect(await replaySession(bank(), turns)).toMatchObject({
      turns: [{ ordinal: 1, verdict: 'same' }],
      left: { turns: 2, reason: 'masked' },
    });
    const none = bank({
      'assistant.yaml': `${BANK_FILES['assistant.yaml']}conversations: {keep: 30d, queries: false}\n`,
    });
    service.time += 700_000;
    const kept = await logged(['show my balance'], none);
    expect(await replaySession(bank(), kept)).toEqual({ turns: [], left: { turns: 1, reason: 'masked' } });
  });

  test('is left out after a failed call, since nobody knows what the call did', async () => {
    answers = ['fail'];
    const turns = await logged(['send 5 dollars from checking to savings', 'show my balance']);
    expect((await replaySession(bank(OPEN), turns)).left).toEqual({ turns: 1, reason: 'failed' });
  });

  test('is left out in a language that the version lacks, after lost turns, and where decryption fails', async () => {
    const [first, second] = await logged(['show my balance', 'show my balance']);
    if (second === undefined) throw new Error('a turn is missing');
    const left = async (turns: Parameters<typeof replaySession>[1]) =>
      (await replaySession(bank(), turns)).left;
    expect(await left([{ ...first, language: 'de' }, second])).toEqual({ turns: 2, reason: 'language' });
    expect(await left([second])).toEqual({ turns: 1, reason: 'lost' });
    const { words: _, ...sealed } = second;
    expect(await left([first, sealed])).toEqual({ turns: 1, reason: 'unreadable' });
    expect(
      reportOf([
        { turns: [], left: { turns: 2, reason: 'lost' } },
        { turns: [], left: { turns: 3, reason: 'lost' } },
      ]).left,
    ).toEqual({ lost: 5 });
  });
});

test.each([
  ['understood', 'understood', 'same'],
  ['understood', 'clarified', 'worse'],
  ['understood', 'not_understood', 'worse'],
  ['clarified', 'out_of_scope', 'worse'],
  ['out_of_scope', 'not_understood', 'same'],
  ['not_understood', 'clarified', 'better'],
  ['out_of_scope', 'understood', 'better'],
  ['failed', 'understood', 'same'],
  ['understood', 'failed', 'same'],
] as const)('from %s to %s, where all else is the same, is %s', (was, is, verdict) => {
  const answer = { competency: 'c', state: 's', asked: null, spoken: 'x' };
  expect(compare({ ...answer, outcome: was }, { ...answer, outcome: is })).toBe(verdict);
});
