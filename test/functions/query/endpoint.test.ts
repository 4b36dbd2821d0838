import { beforeEach, describe, expect, test } from 'vitest';
import { createQueue } from '../../../functions/query/queue.ts';
import { itemsOf } from '../../support/dynamodb.ts';
import { useCountedDynamoDb } from '../../support/wire.ts';
import { countingAssistant, loadedAssistant } from './support/assistant.ts';
import { createService } from './support/service.ts';

const db = useCountedDynamoDb();
let service: ReturnType<typeof createService>;
let version = '';
beforeEach(async () => {
  service = createService(db);
  version = await service.publish();
});

const kept = async () => (await itemsOf(db.uncounted(), 'SESSIONS_TABLE')).length;

describe('a refused query changes nothing', () => {
  test.each<[string, number, string]>([
    ['', 400, 'invalid_request'],
    ['{', 400, 'invalid_request'],
    ['[]', 400, 'invalid_request'],
    ['{}', 400, 'invalid_request'],
    ['{"query":"count","external_user_id":"u","x":1e999}', 400, 'invalid_request'],
    ['{"query":"\\ud800","external_user_id":"u"}', 400, 'invalid_request'],
    ['{"query":"\\u0000","external_user_id":"u"}', 400, 'invalid_request'],
    [
      `{"query":"count","external_user_id":"u","x":${'['.repeat(90_000)}${']'.repeat(90_000)}}`,
      400,
      'invalid_request',
    ],
    [`{"query":"count","external_user_id":"u","x":"${'x'.repeat(70_000)}"}`, 413, 'payload_too_large'],
    [`{"query":"count","external_user_id":"u","x":"${'x'.repeat(300_000)}"}`, 413, 'payload_too_large'],
    ['{"query":"count","external_user_id":"u","language":"fr"}', 400, 'invalid_request'],
  ])('%.60s', async (body, status, error) => {
    const before = await kept();
    const answer = await service.send(body);
    expect(answer).toMatchObject({ status, body: { error } });
    expect(service.calls).toHaveLength(0);
    expect(await kept()).toBe(before);
  });

  test('with an unknown language, and names the known ones', async () => {
    const { body } = await service.ask({ language: 'fr' });
    expect(body.errors).toEqual([{ field: 'language', message: expect.stringContaining('es, en') }]);
  });

  test('with a missing scope or a wrong content type', async () => {
    expect((await service.ask({}, { scopes: ['app_read'] })).status).toBe(403);
    expect((await service.ask({}, { headers: { 'Content-Type': 'text/plain' } })).status).toBe(415);
    expect(service.calls).toHaveLength(0);
  });
});

describe('explain', () => {
  const scopes = ['query', 'ai_model_read'] as const;

  test('shows how the answer came about to a caller with the scope', async () => {
    const { body } = await service.ask({}, { explain: ['true'], scopes: [...scopes] });
    expect(body.explanation).toEqual({
      ranked: [
        { label: 'counted', probability: 0.9 },
        { label: 'hello', probability: 0.05 },
      ],
      out_of_scope: 0.05,
      outcome: 'matched',
      acts: {},
      proposals: expect.arrayContaining([
        {
          command: 'start',
          label: 'counted',
          start: 0,
          end: expect.any(Number),
          score: 0.9,
          by: 'labels',
          became: 'applied',
        },
      ]),
      transitions: expect.arrayContaining([{ from: 'root', to: 'counted', on: 'classification' }]),
      asked: null,
      business_logic: { status: 'answered' },
      business_logic_calls: [
        { state: 'counted', intent: 'counted', status: 'answered', milliseconds: expect.any(Number) },
      ],
      findings: [],
    });
  });

  test('shows why the business logic failed', async () => {
    service.businessLogic = async () => ({ status: 'failed', reason: 'status_503' });
    const { body } = await service.ask({}, { explain: ['true'], scopes: [...scopes] });
    expect(body.explanation.business_logic).toEqual({ status: 'failed', reason: 'status_503' });
  });

  test('is absent unless requested', async () => {
    for (const explain of [undefined, ['false']]) {
      const { body } = await service.ask({}, { scopes: [...scopes], ...(explain && { explain }) });
      expect(body).not.toHaveProperty('explanation');
    }
  });

  test('needs its own scope', async () => {
    const { status, body } = await service.ask({}, { explain: ['true'] });
    expect([status, body.error]).toEqual([403, 'insufficient_scope']);
    expect((await service.ask({}, { explain: ['false'] })).status).toBe(200);
  });

  test.each([[['yes']], [['']], [['true', 'false']]])('rejects the value %j', async (explain) => {
    const { status, body } = await service.ask({}, { explain, scopes: [...scopes] });
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'explain']);
  });
});

describe('simultaneous queries', () => {
  test('on one dialog are all answered once, in some order, each with one call', async () => {
    service.queue = createQueue();
    const { dialog } = (await service.ask()).body;
    service.calls.length = 0;
    const answers = await Promise.all(Array.from({ length: 50 }, () => service.ask({ dialog })));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    const counts = answers.map(({ body }) => Number.parseInt(body.visuals.speakableResponse, 10));
    expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index + 2));
    expect(service.calls).toHaveLength(50);
    expect((await service.ask({ dialog })).body.visuals.speakableResponse).toBe('52 so far.');
  });

  test('on one seed begin one session', async () => {
    service.queue = createQueue();
    const answers = await Promise.all(Array.from({ length: 10 }, () => service.ask({ dialog_seed: 's' })));
    expect(new Set(answers.map(({ body }) => body.session_id)).size).toBe(1);
    const counts = answers.map(({ body }) => body.bl_resp.session_info.turns);
    expect(counts.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('keep their qid when they are processed again', async () => {
    const { dialog } = (await service.ask()).body;
    service.calls.length = 0;
    const answers = await Promise.all(Array.from({ length: 3 }, () => service.ask({ dialog })));
    expect(service.calls.length).toBeGreaterThan(3);
    expect(new Set(service.calls.map(({ qid }) => qid))).toEqual(
      new Set(answers.map(({ body }) => body.qid)),
    );
  });

  test('of other processes make a turn wait longer each time, three times, then fail with Retry-After', async () => {
    const { dialog } = (await service.ask()).body;
    const count = service.businessLogic;
    const remaining: number[] = [];
    service.jitter = () => 1;
    let overtakes = true;
    let times = 4;
    service.businessLogic = async (settings, servers, request, remainingMs, key) => {
      if (overtakes && times > 0) {
        times -= 1;
        remaining.push(remainingMs);
        overtakes = false;
        await service.ask({ dialog });
        overtakes = true;
        service.time += 3000;
      }
      return count(settings, servers, request, remainingMs, key);
    };
    const { status, body, headers } = await service.ask({ dialog });
    expect([status, body.error, headers['Retry-After']]).toEqual([409, 'conflict', '1']);
    expect(service.waits).toEqual([80, 320, 1280]);
    expect(remaining).toEqual([18, 15, 12, 9].map((seconds) => seconds * 1000));
    times = 3;
    expect((await service.ask({ dialog })).status).toBe(200);
  });
});

test('a write whose acknowledgement was lost is not repeated', async () => {
  const { dialog } = (await service.ask()).body;
  const client = db.client();
  const send = client.send.bind(client);
  let lost = false;
  client.send = async (command: never) => {
    const answer = await send(command);
    if (!lost && Object(command).constructor.name === 'PutCommand') {
      lost = true;
      throw Object.assign(new Error('again'), { name: 'ConditionalCheckFailedException' });
    }
    return answer;
  };
  const { body } = await service.ask({ dialog });
  client.send = send;
  expect(lost).toBe(true);
  expect(body.visuals.speakableResponse).toBe('2 so far.');
  expect((await service.ask({ dialog })).body.visuals.speakableResponse).toBe('3 so far.');
});

test('bl_resp merges the answers of all calls of the turn, the latest first', async () => {
  const answers = [
    { state: 'again', response_slots: { turns: 1, first: true }, visual_payload: { card: 1 }, own: [1] },
    { state: 'again', response_slots: { turns: 2 }, extra: null },
  ];
  const { counted, ...states } = countingAssistant.states;
  const lead = {
    on: 'business_logic',
    to: ['again'],
    slot: null,
    clear: [],
    say: null,
    asksAboutTarget: true,
  };
  const chained = (name: string, isLabel: boolean) => ({
    ...counted,
    name,
    isLabel,
    transitions: [lead],
  });
  const all = { ...states, counted: chained('counted', true), again: chained('again', false) };
  await service.publish(['default'], loadedAssistant({ states: all as typeof countingAssistant.states }));
  service.businessLogic = async () => {
    const body = answers.shift() ?? {};
    return { status: 'answered', body, exactBody: body };
  };
  const { body } = await service.ask();
  expect(body.bl_resp).toEqual({
    state: 'again',
    response_slots: { turns: 2, first: true },
    visual_payload: { card: 1 },
    own: [1],
    extra: null,
  });
});

test('the log has the outcome and no words', async () => {
  const secrets = { query: 'count', token: 's3cret-token', dialog_seed: 'private-seed' };
  const { body } = await service.ask(secrets, { headers: { 'Idempotency-Key': 'private-key' } });
  const text = JSON.stringify(service.logged);
  expect(text).toContain(body.qid);
  expect(text).toContain(version);
  for (const secret of ['s3cret', 'private', body.dialog, 'so far']) expect(text).not.toContain(secret);
});

test.each([
  ['hello', 'hello'],
  ['pays 4929-1234 to bob', null],
])('an undeclared state is refused, and logged with declared names only: %s', async (state, to) => {
  const body = { state };
  service.businessLogic = async () => ({ status: 'answered', body, exactBody: body });
  const answer = await service.ask({ token: 's3cret-token' });
  expect(answer.body).toMatchObject({ classifier_state: 'counted', bl_resp: body });
  const events = service.logged.filter((event) => JSON.stringify(event).includes('state refused'));
  expect(events).toEqual([
    [
      'business-logic state refused',
      {
        requestId: expect.any(String),
        institution: service.institution,
        qid: answer.body.qid,
        versionId: version,
        competency: 'count',
        from: 'counted',
        to,
      },
    ],
  ]);
});

test('a declared state logs no refusal', async () => {
  await service.ask();
  expect(JSON.stringify(service.logged)).not.toContain('refused');
});
