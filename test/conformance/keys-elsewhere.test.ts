import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { canOperate, publishAssistant, useTenant } from './support/parley.ts';

const ana = useTenant();
let [first, second] = ['', ''];
beforeAll(async () => {
  if (!canOperate()) return;
  const settings = 'people: {within: 5m, after_failures: 2}\nconversations: {keep: 30d, queries: true}';
  const publish = (outOfScope: string) =>
    publishAssistant(ana.account().institution, { settings, outOfScope, echoServer: false });
  [first, second] = [await publish('No.'), await publish('Not here.')];
});

const SCOPES =
  'ai_model_write conversation_read conversation_write conversation_answer webhook_write version_write audit_read query';

/** Calls every endpoint for operating an assistant, one after another, and returns the status of each answer. */
async function callAll(headers: Record<string, string>, handedOver: { session_id: string; dialog: string }) {
  const { session_id, dialog } = handedOver;
  const application = `prod:${randomUUID().slice(0, 8)}`;
  const tried = { phrases: ['hello'], kind: 'utterance', name: 'hello', language: 'en' };
  const calls: [path: string, body?: unknown][] = [
    ['/v1/conversations'],
    [`/v1/conversations/${session_id}`],
    ['/v1/insights'],
    ['/v1/unhandled'],
    ['/v1/unhandled/dismiss', { outcome: 'not_understood', language: 'en', queries: ['hello'] }],
    ['/v1/versions'],
    ['/v1/versions/history?application=default'],
    ['/v1/audit'],
    ['/v1/search?text=hello'],
    [`/v1/conversations/${session_id}/test`],
    [`/v1/versions/diff?before=${first}&after=${second}`],
    ['/v1/feedback', { session_id, rating: 'good' }],
    ['/v1/versions/assign', { application, ai_version: first }],
    ['/v1/versions/assign', { application, ai_version: second }],
    ['/v1/versions/rollback', { application }],
    ['/v1/versions/note', { ai_version: first, note: 'x' }],
    ['/v1/drafts/shop', { revision: 0, files: { 'assistant.yaml': 'schema: 1' } }],
    ['/v1/drafts'],
    ['/v1/drafts/shop'],
    ['/v1/drafts/shop/check'],
    ['/v1/drafts/shop/try', tried],
    ['/v1/dialog/messages', { dialog, text: 'Hello.' }],
    ['/v1/dialog/messages'],
    ['/v1/handoffs'],
    [`/v1/handoffs/${session_id}`],
    [`/v1/handoffs/${session_id}/suggestions`],
    [`/v1/handoffs/${session_id}`, { action: 'claim', name: 'Mia' }],
    [`/v1/handoffs/${session_id}`, { action: 'answer', text: 'x' }],
    [`/v1/handoffs/${session_id}`, { action: 'hand_back' }],
    ['/v1/webhooks'],
    [`/v1/webhooks/${randomUUID()}`, { action: 'test' }],
    ['/v1/drafts/shop/publish', { revision: 1 }],
    ['/v1/drafts/shop/job'],
  ];
  const statuses: number[] = [];
  for (const [path, body] of calls) {
    const answer =
      body === undefined
        ? await ana.call('GET', path, { headers: { ...headers, Dialog: dialog } })
        : await ana.postJson(path, body, { ...headers, 'Idempotency-Key': randomUUID() });
    statuses.push(answer.status);
  }
  for (const path of [`/v1/webhooks/${randomUUID()}`, '/v1/drafts/shop'])
    statuses.push((await ana.call('DELETE', path, { headers })).status);
  return statuses;
}

describe.runIf(canOperate())('an App-Key', () => {
  test('is accepted at all endpoints for operating an assistant with the right scopes, and refused without', async () => {
    const keyOf = async (scopes: string) => ({
      Authorization: `App-Key ${(await ana.newKey({ scopes })).key}`,
    });
    const [headers, others] = [await keyOf(SCOPES), await keyOf('app_read')];
    const user = { external_user_id: randomUUID() };
    const { dialog } = await ana.ask('zxcv qwer uiop', user, headers);
    const handedOver = await ana.ask('asdf hjkl yxcv', { ...user, dialog }, headers);
    const refused = await callAll(others, handedOver);
    expect(refused).toEqual(refused.map(() => 403));
    // There is no such webhook, and the draft has errors, so that its publication begins no job.
    const faults = [404, 409, 404, 404, 200];
    expect(await callAll(headers, handedOver)).toEqual([...Array(30).fill(200), ...faults]);
  });
});
