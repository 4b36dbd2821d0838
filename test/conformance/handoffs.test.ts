import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { startedAs } from '../support/service.ts';
import { type Account, accepted, createApi, refusedField } from './support/api.ts';
import { handOver } from './support/handed-over.ts';
import { addUser, baseUrl, canOperate, eraseEndUser, publishAssistant, useTenant } from './support/parley.ts';
import {
  actShape,
  handoffShape,
  handoffsShape,
  loggedShape,
  messagesShape,
  suggestionsShape,
} from './support/shapes.ts';

const ana = useTenant();
const stranger = useTenant();
let account: Account | undefined;
/** A person who answers the end users of Ana's institution. */
const mia = createApi(baseUrl, () => {
  if (account === undefined) throw new Error('Mia is there only inside tests');
  return account;
});

const PEOPLE =
  'people: {within: 5m, after_failures: 2, queues: {english: {languages: [en]}}}\nconversations: {keep: 30d, queries: masked}';

beforeAll(async () => {
  if (!canOperate()) return;
  account = { ...ana.account(), ...(await addUser(ana.account().institution)) };
  await publishAssistant(ana.account().institution, { settings: PEOPLE, echoServer: false });
  await publishAssistant(stranger.account().institution, { settings: PEOPLE, echoServer: false });
});

const messagesOf = async (dialog: string, query = '') => {
  const headers = { ...(await ana.bearer()), Dialog: dialog };
  return ana.call('GET', `/v1/dialog/messages${query}`, { headers });
};

const does = async (session: string, body: object, headers: Record<string, string> = {}) =>
  mia.postJson(`/v1/handoffs/${session}`, body, { ...(await mia.bearer()), ...headers });

const CLAIM = { action: 'claim', name: 'Mia' };

// These tests mostly wait: for messages, and for what somebody else does.
describe.runIf(canOperate())('a conversation that is handed over', { concurrent: true }, () => {
  test('is listed, claimed, answered and handed back, and the user gets each message once', async () => {
    const { dialog, session_id, answer } = await handOver(ana);
    expect(answer.owner).toBe('people');
    const listed = accepted(
      await mia.call('GET', '/v1/handoffs', { headers: await mia.bearer() }),
      handoffsShape,
    );
    expect(listed.handoffs.map((handoff) => handoff.session_id)).toContain(session_id);
    const asked = await ana.ask('is anybody there?', { dialog });
    expect(asked.owner).toBe('people');
    expect(accepted(await does(session_id, CLAIM), actShape)).toMatchObject({
      status: 'claimed',
      claimed_by: { name: 'Mia', is_you: true },
    });
    const seen = await ana.call('GET', `/v1/handoffs/${session_id}`, { headers: await ana.bearer() });
    expect(accepted(seen, handoffShape).claimed_by).toMatchObject({ name: 'Mia', is_you: false });
    const path = `/v1/handoffs/${session_id}/suggestions`;
    const suggested = await mia.call('GET', path, { headers: await mia.bearer() });
    expect(accepted(suggested, suggestionsShape)).toEqual({ sequence: 2, suggestions: [] });
    accepted(await does(session_id, { action: 'note', text: 'only for us' }), actShape);
    const waiting = messagesOf(dialog, '?wait=20');
    const first = accepted(await waiting, messagesShape);
    expect(first.messages.map(({ from }) => from)).toEqual(['user', 'user']);
    const next = messagesOf(dialog, `?wait=20&after=${first.cursor}`);
    accepted(await does(session_id, { action: 'answer', text: 'I am here.' }), actShape);
    const second = accepted(await next, messagesShape);
    expect(second).toMatchObject({ owner: 'people', person: 'Mia' });
    expect(second.messages).toMatchObject([{ from: 'person', name: 'Mia', text: 'I am here.' }]);
    const read = await mia.call('GET', `/v1/handoffs/${session_id}`, { headers: await mia.bearer() });
    const whole = accepted(read, handoffShape);
    expect(whole.messages.map(({ from }) => from)).toEqual(['user', 'user', 'note', 'person']);
    expect(whole.messages.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    accepted(await does(session_id, { action: 'hand_back' }), actShape);
    const last = accepted(await messagesOf(dialog, `?after=${second.cursor}`), messagesShape);
    expect([last.owner, last.messages.map(({ from }) => from)]).toEqual(['assistant', ['assistant']]);
    const again = await ana.ask('thank you', { dialog });
    expect([again.session_id, again.owner]).toEqual([session_id, 'assistant']);
  });

  test('shows the user that the person who has claimed it is typing', async () => {
    const { dialog, session_id } = await handOver(ana);
    expect((await does(session_id, { action: 'typing' })).status).toBe(409);
    await does(session_id, CLAIM);
    const { cursor } = accepted(await messagesOf(dialog), messagesShape);
    const waiting = messagesOf(dialog, `?wait=20&typing=false&after=${cursor}`);
    accepted(await does(session_id, { action: 'typing' }), actShape);
    expect(accepted(await waiting, messagesShape)).toMatchObject({
      typing: true,
      person: 'Mia',
      messages: [],
    });
    const next = messagesOf(dialog, `?wait=20&typing=true&after=${cursor}`);
    accepted(await does(session_id, { action: 'answer', text: 'Hi.' }), actShape);
    const { typing, messages } = accepted(await next, messagesShape);
    expect([typing, messages.length]).toEqual([false, 1]);
    refusedField(await messagesOf(dialog, '?typing=perhaps'), 'typing');
  });

  test('is listed only in its own queue', async () => {
    const { session_id } = await handOver(ana);
    const inQueue = async (queue: string) => {
      const path = `/v1/handoffs?limit=100&queue=${queue}`;
      const read = await mia.call('GET', path, { headers: await mia.bearer() });
      return accepted(read, handoffsShape).handoffs;
    };
    const listed = await inQueue('english');
    expect(listed.map((handoff) => handoff.session_id)).toContain(session_id);
    expect(new Set(listed.map(({ queue }) => queue))).toEqual(new Set(['english']));
    expect(await inQueue('spanish')).toEqual([]);
  });

  test('accepts a repeated answer under one Idempotency-Key only once', async () => {
    const { dialog, session_id } = await handOver(ana);
    await does(session_id, CLAIM);
    const key = { 'Idempotency-Key': randomUUID() };
    const answers = await Promise.all(
      [1, 2].map(() => does(session_id, { action: 'answer', text: 'Hi.' }, key)),
    );
    const retried = await does(session_id, { action: 'answer', text: 'Hi.' }, key);
    expect([...answers, retried].map(({ status }) => status)).toEqual([200, 200, 200]);
    const { messages } = accepted(await messagesOf(dialog), messagesShape);
    expect(messages.filter(({ from }) => from === 'person')).toHaveLength(1);
    const other = { 'Idempotency-Key': randomUUID() };
    const handBack = () => does(session_id, { action: 'hand_back' }, other);
    expect([(await handBack()).status, (await handBack()).status]).toEqual([200, 200]);
    expect((await does(session_id, { action: 'hand_back' })).status).toBe(409);
  });

  test('keeps concurrent messages of both sides in one order for both', async () => {
    const { dialog, session_id } = await handOver(ana);
    await does(session_id, CLAIM);
    const texts = ['1', '2', '3', '4'];
    await Promise.all([
      ...texts.map((text) => ana.askAgain(`user ${text}`, { dialog })),
      ...texts.map(async (text) => {
        const key = { 'Idempotency-Key': randomUUID() };
        while ((await does(session_id, { action: 'answer', text: `person ${text}` }, key)).status === 409);
      }),
    ]);
    const { messages } = accepted(await messagesOf(dialog), messagesShape);
    const said = messages.slice(1).map(({ text }) => text);
    expect([...said].sort()).toEqual(texts.flatMap((text) => [`person ${text}`, `user ${text}`]).sort());
    const read = await mia.call('GET', `/v1/handoffs/${session_id}`, { headers: await mia.bearer() });
    expect(
      accepted(read, handoffShape)
        .messages.slice(1)
        .map(({ text }) => text),
    ).toEqual(said);
  });

  test('is logged with who spoke, and with masked texts', async () => {
    const { session_id } = await handOver(ana);
    await does(session_id, CLAIM);
    await does(session_id, { action: 'answer', text: 'Call 555 0100, please.' });
    const read = await ana.call('GET', `/v1/conversations/${session_id}`, { headers: await ana.bearer() });
    const { messages, turns } = accepted(read, loggedShape);
    expect(turns).toHaveLength(2);
    expect(messages).toMatchObject([
      { from: 'user', name: null, text: 'asdf hjkl yxcv' },
      { from: 'person', name: 'Mia' },
    ]);
    expect(messages[1]?.text).not.toContain('555');
  });

  test('is deleted from everywhere when its user is erased, and no other conversation is', async () => {
    const user = { external_user_id: randomUUID() };
    const ask = async (query: string, dialog?: string) =>
      ana.ask(query, { ...user, ...(dialog !== undefined && { dialog }) });
    const waits = async () => {
      const { dialog, session_id } = await ask('zxcv qwer uiop');
      await ask('asdf hjkl yxcv', dialog);
      return { dialog, session_id };
    };
    const [waiting, claimed, other] = [await waits(), await waits(), await handOver(ana)];
    await does(claimed.session_id, CLAIM);
    await does(claimed.session_id, { action: 'answer', text: 'Not read yet.' });
    const { cursor } = accepted(await messagesOf(waiting.dialog), messagesShape);
    const open = messagesOf(waiting.dialog, `?wait=4&after=${cursor}`);

    await eraseEndUser(ana.account().institution, user.external_user_id);
    // The wait may begin before or after the erasure; either way it returns no message.
    const ended = await open;
    const { messages = null } = JSON.parse(ended.body.toString());
    expect({ status: ended.status, messages }).toEqual(
      ended.status === 404 ? { status: 404, messages: null } : { status: 200, messages: [] },
    );
    const listed = await mia.call('GET', '/v1/handoffs?limit=100', { headers: await mia.bearer() });
    const sessions = accepted(listed, handoffsShape).handoffs.map(({ session_id }) => session_id);
    expect(sessions).toContain(other.session_id);
    for (const { dialog, session_id } of [waiting, claimed]) {
      expect(sessions).not.toContain(session_id);
      const read = await mia.call('GET', `/v1/handoffs/${session_id}`, { headers: await mia.bearer() });
      const refused = [
        read,
        await does(session_id, { action: 'answer', text: 'Are you there?' }),
        await does(session_id, { action: 'hand_back' }),
        await messagesOf(dialog),
      ];
      expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
      // The user's next query begins a new session with the assistant, without earlier messages.
      const next = await ask('thank you', dialog);
      expect(next.owner).toBe('assistant');
      expect(next.session_id).not.toBe(session_id);
      expect(accepted(await messagesOf(next.dialog), messagesShape).messages).toEqual([]);
    }
    expect(accepted(await messagesOf(other.dialog), messagesShape).messages).not.toEqual([]);
  });

  // In Lambda each waiting request occupies an environment, and the emulator runs only a few.
  test.skipIf(startedAs() === 'lambda')(
    'lets many users wait for messages without delaying queries',
    async () => {
      const dialogs = await Promise.all(Array.from({ length: 12 }, () => ana.ask('thank you')));
      let waiting = dialogs.length;
      const waits = dialogs.map(async ({ dialog }) => {
        const answer = await messagesOf(dialog, '?wait=6');
        waiting -= 1;
        return answer.status;
      });
      await ana.ask('thank you');
      expect(waiting).toBe(dialogs.length);
      expect(await Promise.all(waits)).toEqual(dialogs.map(() => 200));
    },
  );

  test('is invisible to another institution', async () => {
    const { dialog, session_id } = await handOver(ana);
    const headers = await stranger.bearer();
    const answers = [
      await stranger.call('GET', `/v1/handoffs/${session_id}`, { headers }),
      await stranger.postJson(`/v1/handoffs/${session_id}`, CLAIM, headers),
      await stranger.call('GET', `/v1/handoffs/${session_id}/suggestions`, { headers }),
      await stranger.call('GET', '/v1/dialog/messages', { headers: { ...headers, Dialog: dialog } }),
      await stranger.postJson('/v1/dialog/messages', { dialog, text: 'x' }, headers),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    const listed = accepted(await stranger.call('GET', '/v1/handoffs', { headers }), handoffsShape);
    expect(listed.handoffs).toEqual([]);
  });

  test('rejects invalid fields by name', async () => {
    const { dialog, session_id } = await handOver(ana);
    await does(session_id, CLAIM);
    const answers = [
      await does(session_id, { action: 'answer', text: 'x'.repeat(4097) }),
      await does(session_id, { action: 'note', text: ' ' }),
      await does(session_id, { action: 'claim', name: 'x'.repeat(65) }),
      await does(session_id, { action: 'hand_back', slots: { 'No Name': 'x' } }),
      await does(session_id, { action: 'dance' }),
      await mia.call('GET', '/v1/handoffs?queue=No%20Name', { headers: await mia.bearer() }),
      await messagesOf(dialog, '?wait=21'),
      await messagesOf(dialog, '?after=1'),
      await messagesOf('short'),
    ];
    const fields = ['text', 'text', 'name', 'slots.No Name', 'action', 'queue', 'wait', 'after', 'Dialog'];
    for (const [index, answer] of answers.entries()) refusedField(answer, String(fields[index]));
    expect((await does(session_id, { action: 'answer', text: 'x'.repeat(4096) })).status).toBe(200);
    expect((await messagesOf('x'.repeat(30))).status).toBe(404);
    expect((await does(randomUUID(), CLAIM)).status).toBe(404);
  });

  test('accepts a message of business logic also while the assistant owns it', async () => {
    const { dialog } = await ana.ask('thank you');
    const key = { ...(await ana.bearer()), 'Idempotency-Key': randomUUID() };
    const send = () => ana.postJson('/v1/dialog/messages', { dialog, text: 'Your card is on its way.' }, key);
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
    const { messages, owner } = accepted(await messagesOf(dialog), messagesShape);
    expect(owner).toBe('assistant');
    expect(messages).toMatchObject([{ from: 'business_logic', text: 'Your card is on its way.' }]);
  });
});
