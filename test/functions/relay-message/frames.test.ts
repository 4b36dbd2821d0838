import fc from 'fast-check';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { handler as connectHandler } from '../../../functions/relay-connect/handler.ts';
import { handler as disconnectHandler } from '../../../functions/relay-disconnect/handler.ts';
import { handler as messageHandler } from '../../../functions/relay-message/handler.ts';
import { relayAddress } from '../../../functions/shared/business-logic/channels/conversation-relay.ts';
import { keptAs } from '../../../functions/shared/domain/voice/kept-calls.ts';
import { beginCall } from '../../../functions/shared/domain/voice/relay-connections.ts';
import { twilioSignature } from '../../conformance/support/telephone.ts';
import { runs } from '../../support/runs.ts';

/** Stand-ins for the process's stores, gateways and log, and what they recorded. */
const { world } = vi.hoisted(() => {
  // Other test files in this process load the same handlers with other stores.
  vi.resetModules();
  const KEY = Buffer.alloc(32, 7);
  const world = {
    now: 1_000_000,
    calls: new Map<string, { revision: number; sealed: Uint8Array }>(),
    connections: new Map<string, Record<string, string>>(),
    sent: [] as { connection: string; message: string }[],
    asked: [] as { institution: string; query: string; caller: string }[],
    logged: [] as unknown[],
    deps: {
      calls: {
        find: async (...place: string[]) => world.calls.get(place.join('#')),
        write: async (
          institution: string,
          channel: string,
          call: string,
          { revision, sealed }: { revision: number; sealed: Uint8Array },
        ) => {
          const key = [institution, channel, call].join('#');
          if ((world.calls.get(key)?.revision ?? 0) !== revision - 1) return false;
          world.calls.set(key, { revision, sealed });
          return true;
        },
      },
      deploymentKey: async () => KEY,
      random: (count: number) => globalThis.crypto.getRandomValues(new Uint8Array(count)),
      now: () => world.now,
      until: async (at: number, signal: AbortSignal) => {
        if (at - world.now > 1000) return new Promise((resolve) => signal.addEventListener('abort', resolve));
        world.now = Math.max(world.now, at);
      },
      givenUp: (facts: object) => world.logged.push(facts),
    },
  };
  return { world };
});
vi.mock('../../../functions/shared/http/log.ts', () => {
  const note = (...line: unknown[]) => void world.logged.push(line);
  return { createLog: () => ({ info: note, warn: note, error: note }) };
});
vi.mock('../../../functions/shared/store/deployment-key.ts', () => ({
  deploymentKey: () => world.deps.deploymentKey,
}));
vi.mock('../../../functions/shared/store/calls.ts', () => ({ createCallStore: () => world.deps.calls }));
vi.mock('../../../functions/shared/store/webhooks.ts', () => ({ createWebhookStore: () => ({}) }));
vi.mock('../../../functions/shared/channels/call-dependencies.ts', () => ({
  callDependencies: () => world.deps,
}));
vi.mock('../../../functions/shared/store/looks.ts', () => ({ createLooks: () => async () => undefined }));
vi.mock('../../../functions/shared/store/sockets.ts', () => ({
  createSockets: () => ({
    send: async (connection: string, message: string) => {
      if (!world.connections.has(connection)) return false;
      world.sent.push({ connection, message });
      return true;
    },
    close: async (connection: string) => world.connections.delete(connection),
  }),
}));
vi.mock('../../../functions/shared/store/connections.ts', () => ({
  createConnectionStore: () => ({
    add: async (connection: { id: string }) => world.connections.set(connection.id, { ...connection }),
    hold: async (connection: { id: string }) => world.connections.set(connection.id, { ...connection }),
    find: async (id: string) => world.connections.get(id),
    remove: async ({ id }: { id: string }) => world.connections.delete(id),
  }),
}));
vi.mock('../../../functions/shared/channels/ask-in-call.ts', () => ({
  askInCall: async (
    _deps: unknown,
    { institution, place }: { institution: string; place: { user: string } },
    { query }: { query: string },
  ) => {
    world.asked.push({ institution, query, caller: place.user });
    const speak = query.includes('bye') ? 'Bye.' : 'Go on.';
    return {
      ...{ speak, lines: [], choices: [], handsOver: query.includes('human') },
      ...{ isWithPeople: false, ends: query.includes('bye') },
    };
  },
}));
vi.mock('../../../functions/shared/domain/webhooks/webhooks.ts', () => ({
  calledAs: (institution: string, id: string) => `${institution}.${id}`,
  hasChannel: () => true,
  findCalled: async (_deps: unknown, called: string) => {
    const [institution, kind] = called.split('.');
    if (!['acme', 'bank'].includes(institution ?? '') || !['voice', 'jambonz'].includes(kind ?? '')) return;
    const channel = {
      ...{ kind, account: 'account', authToken: 'token', password: 'password', locale: 'en' },
      ...{ sorry: 'Sorry.', unreachable: 'Nobody.', goodbye: 'Goodbye.', oneMoment: 'Wait.' },
      ...{ handOverTo: '+15550100', relay: { url: 'wss://relay.example/live', mostCalls: 9 } },
    };
    return { institution, webhook: { id: kind, channel } };
  },
}));

afterAll(() => void vi.resetModules());

const INSTITUTIONS = ['acme', 'bank'];
const CALLS = ['call-1', 'call-2'];
const RELAY = 'wss://relay.example/live';

beforeEach(() => {
  for (const kept of [world.calls, world.connections]) kept.clear();
  for (const list of [world.sent, world.asked, world.logged]) list.length = 0;
});

/** Opens a connection as its gateway does. */
async function connect(institution: string, kind: string, callId: string, id: string): Promise<boolean> {
  const channel = `${institution}.${kind}`;
  const isTwilio = kind === 'voice';
  if (isTwilio) {
    const where = await keptAs(world.deps, { institution, channelId: kind, callId });
    await beginCall(world.deps, where, { caller: `caller of ${institution}`, callId });
  }
  const headers = isTwilio
    ? { 'X-Twilio-Signature': twilioSignature(relayAddress(RELAY, channel, callId), {}, 'token') }
    : {
        Authorization: `Basic ${Buffer.from('parley:password').toString('base64')}`,
        'Sec-WebSocket-Protocol': 'ws.jambonz.org',
      };
  const { statusCode } = await connectHandler({
    requestContext: { connectionId: id, requestId: 'r' },
    headers,
    queryStringParameters: { channel, ...(isTwilio && { call: callId }) },
  });
  return statusCode === 200;
}

/** Returns frames of either gateway; their words name the caller's institution. */
const frames = (institution: string, own: string) => {
  const callId = fc.oneof(
    { weight: 9, arbitrary: fc.constant(own) },
    { weight: 1, arbitrary: fc.constantFrom(...CALLS, '', 'x'.repeat(100)) },
  );
  const words = fc
    .constantFrom('order', 'yes', 'bye', 'human', '', '\0', 'x'.repeat(5000))
    .map((text) => `${text} secret-${institution}`);
  const turn = fc.constantFrom(1, 1, 1, 2, 2, 3, 0, 9).map((at) => `/turn/${at}`);
  const account = fc.constantFrom('account', 'account', 'account', 'other');
  const about = { msgid: fc.constantFrom('m1', 'm2'), call_sid: callId };
  const hooked = (data: fc.Arbitrary<object>) =>
    fc.record({
      type: fc.constant('verb:hook'),
      ...about,
      hook: fc.oneof({ weight: 9, arbitrary: turn }, { weight: 1, arbitrary: fc.string() }),
      data,
    });
  const speech = words.map((transcript) => ({ speech: { is_final: true, alternatives: [{ transcript }] } }));
  const spoken = fc.oneof(fc.record({ type: fc.constant('prompt'), voicePrompt: words }), hooked(speech));
  const known = fc.oneof(
    ...[spoken, spoken, spoken],
    fc.record({ type: fc.constant('setup'), callSid: callId, accountSid: account }),
    fc.record({ type: fc.constant('prompt'), voicePrompt: words, last: fc.boolean() }),
    fc.record({ type: fc.constant('dtmf'), digit: fc.constantFrom('1', '*', '#', '11') }),
    fc.record({ type: fc.constant('interrupt'), utteranceUntilInterrupt: words }),
    fc.record({
      type: fc.constantFrom('session:new', 'session:reconnect'),
      ...about,
      data: fc.record({ account_sid: account, from: fc.constant(`caller of ${institution}`) }),
    }),
    hooked(speech),
    hooked(fc.record({ digits: fc.constantFrom('42', '*', 'x') })),
    hooked(fc.record({ reason: fc.constantFrom('timeout', 'error', 'other') })),
    hooked(fc.record({ dial_call_status: fc.constantFrom('completed', 'busy') })),
    fc.record({
      type: fc.constant('verb:status'),
      ...about,
      data: fc.record({ id: turn, event: fc.constantFrom('stop-playback', 'kill-playback') }),
    }),
    fc.record({
      type: fc.constant('call:status'),
      ...about,
      data: fc.record({ call_sid: callId, call_status: fc.constantFrom('completed', 'in-progress') }),
    }),
    fc.record({
      type: fc.constant('session:redirect'),
      ...about,
      hook: fc.constantFrom('/people?text=hi', '/'),
    }),
  );
  const text = known.map((frame) => JSON.stringify(frame));
  return fc.oneof(
    { weight: 8, arbitrary: text },
    { weight: 1, arbitrary: fc.tuple(text, fc.nat(80)).map(([whole, at]) => whole.slice(0, at)) },
    { weight: 1, arbitrary: fc.oneof(fc.string(), fc.json()) },
    { weight: 1, arbitrary: text.map((whole) => whole.replace('}', `,"x":"${'y'.repeat(40_000)}"}`)) },
  );
};

/** Returns the frames that begin a call at either gateway. */
const beginning = (callId: string) =>
  [
    { type: 'setup', callSid: callId, accountSid: 'account' },
    { type: 'session:new', msgid: 'm0', call_sid: callId, data: { account_sid: 'account' } },
  ].map((frame) => ({ text: JSON.stringify(frame), twice: false }));

/** Events of one connection; `twice` sends a frame twice at once. */
const happening = fc
  .record({
    institution: fc.constantFrom(...INSTITUTIONS),
    kind: fc.constantFrom('voice', 'jambonz'),
    callId: fc.constantFrom(...CALLS),
  })
  .chain(({ institution, kind, callId }) => {
    const frame = fc.record({ text: frames(institution, callId), twice: fc.boolean() });
    return fc.record({
      ...{ institution: fc.constant(institution), kind: fc.constant(kind), callId: fc.constant(callId) },
      begins: fc.oneof(
        { weight: 9, arbitrary: fc.constant(true) },
        { weight: 1, arbitrary: fc.constant(false) },
      ),
      rest: fc.array(frame, { maxLength: 10 }),
      closes: fc.boolean(),
    });
  })
  .map(({ begins, rest, ...about }) => ({
    ...about,
    frames: begins ? [...beginning(about.callId), ...rest] : rest,
  }));

test('frames never crash a process, reach another tenant, get logged or cost more than they should', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 4 }), async (happenings) => {
      world.calls.clear();
      world.connections.clear();
      for (const list of [world.sent, world.asked, world.logged]) list.length = 0;
      let count = 0;
      await Promise.all(
        happenings.map(async ({ institution, kind, callId, frames: sent, closes }, at) => {
          const id = `${institution}-${kind}-${at}`;
          if (await connect(institution, kind, callId, id)) count += 1;
          for (const { text, twice } of sent) {
            world.now += 200;
            const tell = () =>
              messageHandler({
                requestContext: { connectionId: id, requestId: 'r', requestTimeEpoch: world.now },
                body: text,
              });
            const answers = await Promise.all(twice ? [tell(), tell()] : [tell()]);
            expect(answers).toEqual(answers.map(() => ({ statusCode: 200 })));
            count += answers.length;
          }
          if (closes) await disconnectHandler({ requestContext: { connectionId: id, requestId: 'r' } });
        }),
      );
      // At most one query per connection and frame, plus one for the beginning of each call.
      expect(world.asked.length).toBeLessThanOrEqual(count + happenings.length);
      expect(world.sent.length).toBeLessThanOrEqual(2 * count + happenings.length);
      for (const { institution, query, caller } of world.asked) {
        const other = INSTITUTIONS.find((name) => name !== institution);
        expect([query, caller].join()).not.toContain(other);
      }
      expect(JSON.stringify(world.logged)).not.toMatch(/secret-|caller of|call-\d/);
    }),
    { numRuns: runs(40) },
  );
});
