import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type * as z from 'zod/mini';
import { testFile } from '../../authoring/forms/test-file.ts';
import {
  conversationResponse,
  conversationsResponse,
  conversationTestResponse,
  dismissalResponse,
  feedbackResponse,
  insightsResponse,
  searchResponse,
  unhandledResponse,
} from '../../functions/shared/http/conversation-messages.ts';
import { type Account, type Api, accepted, createApi, refused, refusedField } from './support/api.ts';
import { APPLICATION, addUser, baseUrl, canOperate, publishAssistant, useTenant } from './support/parley.ts';
import type { Answer } from './support/shapes.ts';

const CONVERSATIONS = '/v1/conversations';
const FEEDBACK = '/v1/feedback';

const ana = useTenant();
const stranger = useTenant();
const quiet = useTenant();
let secondAccount: Account | undefined;
/** Another user of Ana's institution. */
const eve = createApi(baseUrl, () => {
  if (secondAccount === undefined) throw new Error('Eve is there only inside tests');
  return secondAccount;
});

let version = '';
beforeAll(async () => {
  if (!canOperate()) return;
  const { institution } = ana.account();
  secondAccount = { ...ana.account(), ...(await addUser(institution)) };
  const settings = 'conversations: {keep: 30d, queries: true}';
  version = await publishAssistant(institution, { settings, echoServer: false });
  await publishAssistant(quiet.account().institution, { echoServer: false });
});

async function get<Shape extends z.ZodMiniType>(
  path: string,
  shape: Shape,
  query: Record<string, string> = {},
  api: Api = ana,
): Promise<z.output<Shape>> {
  return accepted(await asked(path, query, api), shape);
}

const asked = async (path: string, query: Record<string, string> = {}, api: Api = ana) =>
  api.call('GET', `${path}?${new URLSearchParams(query)}`, { headers: await api.bearer() });

/** Asks the queries one after another in a new session. */
async function talk(queries: string[], fields: Record<string, unknown> = {}, api: Api = ana) {
  const mine = { external_user_id: randomUUID(), dialog_seed: randomUUID(), ...fields };
  const answers: Answer[] = [];
  for (const query of queries) answers.push(await api.ask(query, mine));
  const [first] = answers;
  if (first === undefined) throw new Error('nothing was said');
  return { answers, sessionId: first.session_id };
}

const everySession = async (filter: Record<string, string>) => {
  const ids: string[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < 50; pages += 1) {
    const page: z.output<typeof conversationsResponse> = await get(CONVERSATIONS, conversationsResponse, {
      ...filter,
      ...(cursor && { cursor }),
    });
    ids.push(...page.conversations.map(({ session_id }) => session_id));
    cursor = page.next_cursor;
    if (cursor === undefined) return ids;
  }
  throw new Error('the list has no end');
};

describe.runIf(canOperate())('the conversation log', () => {
  test('has the turns of a session in order, each with its outcome', async () => {
    const { answers, sessionId } = await talk(['thank you', 'paint', 'who won the game'], {
      application: APPLICATION,
      device: 'kiosk',
    });
    const read = await get(`${CONVERSATIONS}/${sessionId}`, conversationResponse);
    expect(read).toMatchObject({ session_id: sessionId, ai_version: version, application: APPLICATION });
    expect(read.turns.map(({ qid }) => qid)).toEqual(answers.map(({ qid }) => qid));
    expect(read.turns[0]).toMatchObject({
      ordinal: 1,
      query: 'thank you',
      speakable_response: 'You are welcome.',
      competency: 'thanks',
      device: 'kiosk',
      outcome: 'understood',
      feedback: null,
    });
    expect(read.turns[0]?.explanation?.proposals.length).toBeGreaterThan(0);
    expect(read.turns[1]).toMatchObject({ outcome: 'failed', business_logic: { status: 'failed' } });
  });

  test('is read page by page, and rejects cursors of other sessions or institutions', async () => {
    const { sessionId } = await talk(['thank you', 'thanks a lot', 'many thanks']);
    const path = `${CONVERSATIONS}/${sessionId}`;
    const first = await get(path, conversationResponse, { limit: '2' });
    expect(first.turns).toHaveLength(2);
    const cursor = first.next_cursor ?? '';
    const second = await get(path, conversationResponse, { limit: '2', cursor });
    expect(second.turns.map(({ query }) => query)).toEqual(['many thanks']);
    expect(second.next_cursor).toBeUndefined();
    const other = await talk(['thank you']);
    refusedField(await asked(`${CONVERSATIONS}/${other.sessionId}`, { cursor }), 'cursor');
    refusedField(await asked(path, { cursor }, stranger), 'cursor');
    refusedField(await asked(path, { cursor: `${cursor.slice(0, -2)}AA` }), 'cursor');
    refusedField(await asked(CONVERSATIONS, { cursor }), 'cursor');
    refusedField(await asked(path, { cursor: 'x'.repeat(401) }), 'cursor');
  });

  test('lists sessions, the latest first, each once over all pages', async () => {
    const application = `test:${randomUUID().slice(0, 8)}`;
    const { assignVersion } = await import('../../functions/shared/domain/versions/assignments.ts');
    const { openOperator } = await import('../../cli/operator.ts');
    const operator = await openOperator();
    const use = { institution: ana.account().institution, versionId: version, assignedBy: 'test' };
    await assignVersion(operator, { ...use, target: application });
    operator.close();
    const begun: string[] = [];
    for (let count = 0; count < 7; count += 1) {
      begun.unshift((await talk(['thank you'], { application })).sessionId);
    }
    for (const limit of ['1', '3', '7', '100'])
      expect(await everySession({ application, limit }), limit).toEqual(begun);
    expect(await everySession({ application, outcome: 'contained' })).toEqual(begun);
    expect(await everySession({ application, outcome: 'failed' })).toEqual([]);
    expect(await everySession({ application, competency: 'thanks' })).toEqual(begun);
    expect(await everySession({ application, competency: 'paint' })).toEqual([]);
    expect(await everySession({ application, ai_version: version })).toEqual(begun);
    expect(await everySession({ application, ai_version: randomUUID() })).toEqual([]);
    const { total, days } = await get('/v1/insights', insightsResponse, { application });
    expect(total).toMatchObject({
      sessions: 7,
      turns: 7,
      containment: 1,
      turn_outcomes: { understood: 7, failed: 0 },
      competencies: { thanks: 7 },
      languages: { en: 7 },
      milliseconds: { p50: expect.any(Number), p99: expect.any(Number) },
    });
    expect(days).toHaveLength(7);
    expect(days[0]).toMatchObject({ sessions: 7 });
    expect(days[6]).toMatchObject({ sessions: 0, containment: null, milliseconds: null });
  });

  test('groups unhandled queries by meaning, with examples and the nearest labels', async () => {
    const { total } = await get('/v1/insights', insightsResponse);
    await talk([
      'who is the king of the moon',
      'who is the queen of the moon',
      'does my fridge speak French',
    ]);
    const after = await get('/v1/unhandled', unhandledResponse, { limit: '100' });
    expect(after.complete).toBe(true);
    expect(after.grouped).toBeGreaterThan((total.turn_outcomes.out_of_scope ?? 0) / 2);
    const moon = after.groups.find(({ examples }) => examples.includes('who is the king of the moon'));
    expect(moon?.examples).toContain('who is the queen of the moon');
    expect(moon?.examples).not.toContain('does my fridge speak French');
    expect(moon?.nearest.length).toBeGreaterThan(0);
    const limited = await get('/v1/unhandled', unhandledResponse, { limit: '1' });
    expect(limited.groups).toEqual(after.groups.slice(0, 1));
    expect((await get('/v1/unhandled', unhandledResponse, { language: 'de' })).groups).toEqual([]);
  });

  test('hides dismissed queries until they are restored, and shows them on request', async () => {
    const query = 'may I bring my zebra';
    await talk([query]);
    const listed = async (filter: Record<string, string> = {}) => {
      const asked = { limit: '100', outcome: 'out_of_scope', ...filter };
      const { groups, left_out } = await get('/v1/unhandled', unhandledResponse, asked);
      return { isListed: groups.some(({ examples }) => examples.includes(query)), left_out };
    };
    expect(await listed()).toEqual({ isListed: true, left_out: 0 });
    const phrases = { outcome: 'out_of_scope', language: 'en', queries: [query] };
    const dismiss = async (body: unknown, headers?: Record<string, string>) =>
      ana.postJson('/v1/unhandled/dismiss', body, headers ?? (await ana.bearer()));
    expect(accepted(await dismiss(phrases), dismissalResponse)).toEqual({ dismissed: true, queries: 1 });
    expect(await listed()).toEqual({ isListed: false, left_out: 1 });
    expect((await listed({ dismissed: 'true' })).isListed).toBe(true);
    accepted(await dismiss({ ...phrases, dismissed: false }), dismissalResponse);
    expect((await listed()).isListed).toBe(true);
    refusedField(await dismiss({ ...phrases, outcome: 'understood' }), 'outcome');
    refusedField(await dismiss({ ...phrases, queries: [] }), 'queries');
    refusedField(await asked('/v1/unhandled', { outcome: 'understood' }), 'outcome');
    refused(
      await dismiss(phrases, await ana.bearer('conversation_read conversation_write')),
      403,
      'insufficient_scope',
    );
  });

  test('finds texts by words in any order, case or accents, only of its own institution', async () => {
    const { sessionId, answers } = await talk(['may I pay with purple PLÁTANOS']);
    const search = async (text: string, query: Record<string, string> = {}, api: Api = ana) =>
      (await get('/v1/search', searchResponse, { text, ...query }, api)).found;
    const [turn] = await search('platanos purple');
    expect(turn).toMatchObject({
      session_id: sessionId,
      qid: answers[0]?.qid,
      said_by: 'user',
      excerpt: 'may I pay with purple PLÁTANOS',
    });
    const said = await search('That is out of scope.');
    expect(said.map(({ session_id, said_by }) => `${session_id} ${said_by}`)).toContain(
      `${sessionId} assistant`,
    );
    expect(await search('purple bananas')).toEqual([]);
    expect(await search('purple', { application: 'no:such' })).toEqual([]);
    expect(await search('purple', {}, stranger)).toEqual([]);
    for (const text of ['', 'x', ' \u0301 ', 'x'.repeat(201)])
      refusedField(await asked('/v1/search', { text }), 'text');
    refusedField(await asked('/v1/search', { text: 'purple', cursor: 'x' }), 'cursor');
    const headers = await ana.bearer('query ai_model_read');
    refused(await ana.call('GET', '/v1/search?text=purple', { headers }), 403, 'insufficient_scope');
  });

  test('exports a session as a test file, only within its own institution', async () => {
    const { sessionId, answers } = await talk(['thank you', 'who is the king of the moon']);
    const path = `${CONVERSATIONS}/${sessionId}/test`;
    const written = await get(path, conversationTestResponse);
    expect(written).toMatchObject({ session_id: sessionId, masked: 0, unanswered: 0 });
    expect(written.path).toBe(`tests/session-${sessionId.slice(0, 8)}.yaml`);
    const { turns } = testFile.parse(parse(written.text));
    expect(turns.map(({ say }) => say)).toEqual(['thank you', 'who is the king of the moon']);
    expect(turns[0]?.expect?.state).toBe(answers[0]?.classifier_state);
    refused(await asked(path, {}, stranger), 404, 'not_found');
    refused(await asked(`${CONVERSATIONS}/${randomUUID()}/test`), 404, 'not_found');
    refused(await asked(`${CONVERSATIONS}/x/test`), 404, 'not_found');
    const author = await ana.bearer('ai_model_write query');
    refused(await ana.call('GET', path, { headers: author }), 403, 'insufficient_scope');
  });

  test('shows nothing to another institution', async () => {
    const { sessionId, answers } = await talk(['thank you', 'who is the king of the moon']);
    refused(await asked(`${CONVERSATIONS}/${sessionId}`, {}, stranger), 404, 'not_found');
    expect((await get(CONVERSATIONS, conversationsResponse, {}, stranger)).conversations).toEqual([]);
    expect((await get('/v1/insights', insightsResponse, {}, stranger)).total.turns).toBe(0);
    expect((await get('/v1/unhandled', unhandledResponse, {}, stranger)).groups).toEqual([]);
    const feedback = { session_id: sessionId, qid: answers[0]?.qid, rating: 'bad' };
    refused(await stranger.postJson(FEEDBACK, feedback, await stranger.bearer()), 404, 'not_found');
  });

  test.each([
    ['from', { from: '2026-02-30' }],
    ['from', { from: 'yesterday' }],
    ['from', { from: '1999-01-01' }],
    ['to', { to: '2999-01-01' }],
    ['limit', { limit: '0' }],
    ['limit', { limit: '101' }],
    ['limit', { limit: '1.5' }],
    ['outcome', { outcome: 'lost' }],
    ['ai_version', { ai_version: 'x' }],
    ['application', { application: 'x' }],
    ['cursor', { cursor: 'x' }],
  ])('refuses a wrong %s: %j', async (field, query: Record<string, string>) => {
    refusedField(await asked(CONVERSATIONS, query), field);
  });

  test('limits the number of days of a range', async () => {
    const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const most: [path: string, days: number][] = [
      [CONVERSATIONS, 93],
      ['/v1/insights', 93],
      ['/v1/unhandled', 31],
    ];
    for (const [path, days] of most) {
      expect((await asked(path, { from: day(days - 1), to: day(0) })).status, path).toBe(200);
      refusedField(await asked(path, { from: day(days), to: day(0) }), 'from');
      refusedField(await asked(path, { from: day(0), to: day(1) }), 'from');
    }
  });
});

describe.runIf(canOperate())('feedback', () => {
  const give = async (body: unknown, api: Api = ana) => api.postJson(FEEDBACK, body, await api.bearer());

  test('is stored with its turn or session, counted, and replaced by later feedback', async () => {
    const { sessionId: session_id, answers } = await talk(['thank you', 'many thanks']);
    const qid = answers[1]?.qid;
    const before = (await get('/v1/insights', insightsResponse)).total.feedback;
    const words = 'That was no answer.';
    expect(accepted(await give({ session_id, qid, rating: 'bad', words }), feedbackResponse)).toEqual({
      session_id,
      qid,
      rating: 'bad',
      words_kept: true,
    });
    accepted(await give({ session_id, rating: 'good' }), feedbackResponse);
    const path = `${CONVERSATIONS}/${session_id}`;
    const read = await get(path, conversationResponse);
    expect(read.turns.map(({ feedback }) => feedback?.rating)).toEqual([undefined, 'bad']);
    expect(read.turns[1]?.feedback?.words).toBe(words);
    expect(read.feedback).toMatchObject({ rating: 'good', words: null });
    accepted(await give({ session_id, qid, rating: 'good' }), feedbackResponse);
    const again = await get(path, conversationResponse);
    expect(again.turns[1]?.feedback).toMatchObject({ rating: 'good', words: null });
    const after = (await get('/v1/insights', insightsResponse)).total.feedback;
    expect(after.good).toBe((before.good ?? 0) + 2);
    expect(after.bad).toBe(before.bad);
  });

  test('is rejected for turns that are not in the log or of another user', async () => {
    const { sessionId: session_id, answers } = await talk(['thank you']);
    const qid = answers[0]?.qid;
    refused(await give({ session_id, qid: randomUUID(), rating: 'good' }), 404, 'not_found');
    refused(await give({ session_id: randomUUID(), rating: 'good' }), 404, 'not_found');
    refused(await give({ session_id, qid, rating: 'good' }, eve), 404, 'not_found');
    const other = await talk(['thank you']);
    refused(await give({ session_id: other.sessionId, qid, rating: 'good' }), 404, 'not_found');
    const unlogged = await talk(['thank you'], {}, quiet);
    refused(await give({ session_id: unlogged.sessionId, rating: 'good' }, quiet), 404, 'not_found');
    expect((await get(`${CONVERSATIONS}/${session_id}`, conversationResponse)).turns[0]?.feedback).toBeNull();
  });

  test('is rejected with the name of its wrong field', async () => {
    const { sessionId: session_id } = await talk(['thank you']);
    refusedField(await give({ session_id: 'x', rating: 'good' }), 'session_id');
    refusedField(await give({ rating: 'good' }), 'session_id');
    refusedField(await give({ session_id, rating: 'so so' }), 'rating');
    refusedField(await give({ session_id, qid: 'x', rating: 'good' }), 'qid');
    refusedField(await give({ session_id, rating: 'good', words: 'x'.repeat(1001) }), 'words');
    expect((await give({ session_id, rating: 'good', words: 'x'.repeat(1000) })).status).toBe(200);
    const form = { 'Content-Type': 'application/x-www-form-urlencoded', ...(await ana.bearer()) };
    refused(await ana.call('POST', FEEDBACK, { headers: form, body: 'rating=good' }), 415);
    refused(await give({ session_id, rating: 'good', words: 'x'.repeat(300_000) }), 413);
  });
});
