import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { canOperate, publishAssistant, useTenant } from './support/parley.ts';

const ana = useTenant();
let version = '';
beforeAll(async () => {
  if (!canOperate()) return;
  const settings = 'conversations: {keep: 30d, queries: true}';
  version = await publishAssistant(ana.account().institution, { settings, echoServer: false });
});

describe.runIf(canOperate())('an App-Key', () => {
  test('with the right scopes is accepted at all endpoints for operating an assistant', async () => {
    const scopes =
      'ai_model_write conversation_read conversation_write conversation_answer webhook_write version_write audit_read query';
    const { key } = await ana.newKey({ scopes });
    const headers = { Authorization: `App-Key ${key}` };
    const { session_id, dialog } = await ana.ask('hello', { external_user_id: randomUUID() }, headers);
    const read = (path: string) => ana.call('GET', path, { headers });
    const post = (path: string, body: unknown) => ana.postJson(path, body, headers);
    const application = `prod:${randomUUID().slice(0, 8)}`;
    const answers = [
      await read('/v1/conversations'),
      await read(`/v1/conversations/${session_id}`),
      await read('/v1/insights'),
      await read('/v1/unhandled'),
      await post('/v1/unhandled/dismiss', { outcome: 'not_understood', language: 'en', queries: ['hello'] }),
      await read('/v1/versions'),
      await read('/v1/versions/history?application=default'),
      await read('/v1/audit'),
      await read('/v1/search?text=hello'),
      await read(`/v1/conversations/${session_id}/test`),
      await read(`/v1/versions/diff?before=${version}&after=${randomUUID()}`),
      await post('/v1/feedback', { session_id, rating: 'good' }),
      await post('/v1/versions/assign', { application, ai_version: version }),
      await post('/v1/versions/rollback', { application }),
      await post('/v1/versions/note', { ai_version: version, note: 'x' }),
      await post('/v1/drafts/shop', { revision: 0, files: { 'assistant.yaml': 'schema: 1' } }),
      await post('/v1/drafts/shop', { revision: 1, files: { 'assistant.yaml': 'schema: 2' } }),
      await read('/v1/drafts'),
      await read('/v1/drafts/shop'),
      await read('/v1/drafts/shop/check'),
      await post('/v1/drafts/shop/try', {
        phrases: ['hello'],
        kind: 'utterance',
        name: 'hello',
        language: 'en',
      }),
      await post('/v1/dialog/messages', { dialog, text: 'Hello.' }),
      await ana.call('GET', '/v1/dialog/messages', { headers: { ...headers, Dialog: dialog } }),
      await read('/v1/handoffs'),
      await read(`/v1/handoffs/${session_id}`),
      await post(`/v1/handoffs/${session_id}`, { action: 'note', text: 'x' }),
      await read(`/v1/handoffs/${session_id}/suggestions`),
      await read('/v1/webhooks'),
      await post(`/v1/webhooks/${randomUUID()}`, { action: 'test' }),
      await ana.call('DELETE', `/v1/webhooks/${randomUUID()}`, { headers }),
      await post('/v1/drafts/shop/publish', { revision: 2 }),
      await read('/v1/drafts/shop/job'),
      await ana.call('DELETE', '/v1/drafts/shop', { headers }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([
      200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 404, 200, 200, 409, 200, 200, 200, 200, 200, 200, 200,
      200, 200, 200, 404, 404, 404, 200, 404, 404, 409, 404, 200,
    ]);
  });
});
