import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type ChannelKind,
  type ChannelSettings,
  DEFAULT_SORRY,
  DEFAULT_WORDS_ONLY,
} from '../../../functions/shared/domain/channels/channel.ts';
import { until } from '../../../local/until.ts';
import { useServer } from '../../support/server.ts';
import { PATIENCE } from './gateway-socket.ts';
import { claimFirst, isSent, PEOPLE } from './handed-over.ts';
import { publishAssistant, useTenant } from './parley.ts';
import { addReceiver } from './receivers.ts';

/** A message that a person writes on a platform. */
export interface Written {
  id: string;
  user: string;
  text: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** True of a message without words. */
  isImage?: boolean;
}

export interface Sent {
  user: string;
  text: string;
  path: string;
  headers: IncomingMessage['headers'];
}

/** Messaging platform, with requests and calls as the platform's own documentation describes them. */
export interface Platform {
  kind: ChannelKind;
  /** The settings of a channel, apart from those that every kind has. */
  settings: object;
  /** Settings with a secret that the platform does not sign with. */
  wrongSettings: object;
  /** Path of the receiver's URL; answers arrive there unless `sentTo` is set. */
  path: string;
  sentTo?: RegExp;
  /** False if the signature does not cover the body. */
  signsBody?: false;
  /** Returns the settings that contain the stand-in's address. */
  settingsAt?(origin: string): object;
  /** Returns the answer to a call that is not a message, such as a token request. */
  serve?(path: string, body: string, origin: string): object | undefined;
  /** Returns a signed request to an address of the service. */
  request(
    written: Written,
    address: string,
    settings: object,
    origin: string,
  ): PlatformRequest | Promise<PlatformRequest>;
  /** Returns a user of the platform. */
  user(): string;
  /** Reads the message of a call. @returns undefined if the call shows no message */
  read(body: string): Pick<Sent, 'user' | 'text'> | undefined;
  /** Answers to a call that the platform accepts, and to one that it refuses temporarily. */
  takes: object;
  refuses: { status: number; body: object };
}

interface PlatformRequest {
  headers: Record<string, string>;
  body: string;
}

/** Starts a stand-in for a platform's API, to which channels can be added. */
export function usePlatform(platform: Platform) {
  const sent: Sent[] = [];
  /** Users to whom the next message is refused. */
  const refused = new Set<string>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const answer = (status: number, said: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(said));
    const path = request.url ?? '';
    const served = platform.serve?.(path, body, origin());
    const message = served === undefined ? platform.read(body) : undefined;
    if (message === undefined) {
      answer(200, served ?? platform.takes);
      return;
    }
    if (refused.delete(message.user)) {
      answer(platform.refuses.status, platform.refuses.body);
      return;
    }
    sent.push({ ...message, path, headers: request.headers });
    answer(200, platform.takes);
  });
  const origin = useServer(server);

  /** Adds a channel. @returns the path of its address at the service */
  async function addChannel(institution: string, service: string): Promise<string> {
    const channel = {
      kind: platform.kind,
      service,
      sorry: DEFAULT_SORRY,
      wordsOnly: DEFAULT_WORDS_ONLY,
      ...platform.settings,
      ...platform.settingsAt?.(origin()),
    } as ChannelSettings;
    const receiver = { url: origin() + platform.path, events: ['message.created' as const], channel };
    return `/v1/channels/${platform.kind}/${await addReceiver(institution, receiver)}`;
  }

  return {
    sent,
    addChannel,
    origin,
    refuseOnce: (user: string) => void refused.add(user),
    /** Waits for `many` messages to a user, and returns their texts. */
    async got(user: string, many: number): Promise<string[]> {
      const texts = () => sent.filter((message) => message.user === user).map(({ text }) => text);
      await until(() => (texts().length >= many ? true : undefined), PATIENCE);
      return texts();
    },
  };
}

/** Kinds whose requests are signed in the same way. */
const OTHER_KIND: { readonly [Kind in ChannelKind]?: ChannelKind } = { whatsapp: 'messenger', sms: 'voice' };

/** Tests the guarantees of every channel, over HTTP on both sides. */
export function describeChannel(platform: Platform): ReturnType<typeof usePlatform> & {
  write(text: string, more?: Partial<Written>): Promise<{ user: string; status: number; body: Buffer }>;
  place(): string;
  ana: ReturnType<typeof useTenant>;
} {
  const ana = useTenant();
  const stranger = useTenant();
  const standIn = usePlatform(platform);
  const { sent, got } = standIn;
  const service = 'https://parley.example';
  let place = '';
  let foreign = '';
  beforeAll(async () => {
    if (!isSent()) return;
    await publishAssistant(ana.account().institution, {
      settings: PEOPLE,
    });
    place = await standIn.addChannel(ana.account().institution, service);
    foreign = await standIn.addChannel(stranger.account().institution, service);
  });

  async function post(
    written: Written,
    { to = place, settings = platform.settings, alter = (body: string) => body } = {},
  ) {
    const { headers, body } = await platform.request(written, service + to, settings, standIn.origin());
    return ana.call('POST', to, { headers, body: alter(body) });
  }
  const message = (text: string, more: Partial<Written> = {}): Written => ({
    id: randomUUID(),
    user: platform.user(),
    text,
    at: Date.now(),
    ...more,
  });
  async function write(text: string, more: Partial<Written> = {}) {
    const written = message(text, more);
    const { status, body } = await post(written);
    return { user: written.user, status, body };
  }

  describe.runIf(isSent())(`a channel of the kind ${platform.kind}`, () => {
    test('answers a person’s messages in one dialog', async () => {
      const { user, status } = await write('paint the wall');
      expect(status).toBe(200);
      expect(await got(user, 1)).toEqual(['Which color?']);
      await write('red', { user });
      expect(await got(user, 2)).toEqual(['Which color?', 'Painting it red.']);
      const { path } = sent.find((call) => call.user === user) ?? {};
      expect(path).toMatch(platform.sentTo ?? platform.path);
    });

    test.concurrent('keeps the dialogs of two people apart', async () => {
      const [{ user: first }, { user: second }] = await Promise.all([
        write('paint the wall'),
        write('paint the fence'),
      ]);
      await Promise.all([got(first, 1), got(second, 1)]);
      await write('red', { user: first });
      await write('blue', { user: second });
      expect((await got(first, 2)).at(-1)).toBe('Painting it red.');
      expect((await got(second, 2)).at(-1)).toBe('Painting it blue.');
    });

    test.concurrent('answers each message once, even if the platform repeats it', async () => {
      const written = message('thank you');
      const first = await Promise.all([post(written), post(written), post(written)]);
      expect(first.map(({ status }) => status)).toContain(200);
      await got(written.user, 1);
      // A repeated message is not answered again, even with another text.
      for (const { text } of [written, message('paint the wall')])
        expect((await post({ ...written, text })).status).toBe(200);
      await write('thank you', { user: written.user });
      expect(await got(written.user, 2)).toEqual(['You are welcome.', 'You are welcome.']);
    });

    test.concurrent('answers messages that come out of order, each once', async () => {
      const user = platform.user();
      const now = Date.now();
      const later = await post(message('thank you', { user, at: now }));
      const earlier = await post(message('what is the weather like', { user, at: now - 2000 }));
      expect([later.status, earlier.status]).toEqual([200, 200]);
      expect((await got(user, 2)).toSorted()).toEqual(['That is out of scope.', 'You are welcome.']);
    });

    test.concurrent('sends an answer again if the platform refused it', async () => {
      const user = platform.user();
      standIn.refuseOnce(user);
      await write('thank you', { user });
      expect(await got(user, 1)).toEqual(['You are welcome.']);
    });

    test.concurrent('says that it reads text only', async () => {
      const { user } = await write('', { isImage: true });
      expect(await got(user, 1)).toEqual([DEFAULT_WORDS_ONLY]);
    });

    test('hands over to a person, whose messages reach the user, and back', async () => {
      const { user } = await write('zxcv qwer uiop');
      await got(user, 1);
      await write('asdf hjkl yxcv', { user });
      const before = (await got(user, 2)).length;
      const act = await claimFirst(ana);
      await act({ action: 'note', text: 'for us alone' });
      await act({ action: 'answer', text: 'I am here.' });
      expect((await got(user, before + 1)).at(-1)).toBe('Mia: I am here.');
      await act({ action: 'hand_back' });
      expect((await got(user, before + 2)).at(-1)).toBe('I am back. How can I help you?');
      await write('thank you', { user });
      expect((await got(user, before + 3)).at(-1)).toBe('You are welcome.');
    });

    test('cannot be changed as a webhook', async () => {
      const path = `/v1/webhooks/${place.split('.').at(-1)}`;
      for (const action of ['test', 'rotate_secret', 'retire_secret']) {
        expect((await ana.postJson(path, { action }, await ana.bearer())).status).toBe(404);
      }
      expect((await ana.call('DELETE', path, { headers: await ana.bearer() })).status).toBe(404);
      const { user } = await write('thank you');
      expect(await got(user, 1)).toEqual(['You are welcome.']);
    });

    test('rejects messages that are forged, altered or for another institution', async () => {
      const written = message('thank you');
      const unsigned = await platform.request(written, place, platform.settings, standIn.origin());
      const refused = [
        await post(written, { settings: platform.wrongSettings }),
        ...(platform.signsBody === false
          ? []
          : [await post(written, { alter: (body) => body.replace('thank', 'thing') })]),
        await ana.call('POST', place, {
          headers: { 'Content-Type': unsigned.headers['Content-Type'] ?? '' },
          body: unsigned.body,
        }),
        await post(written, { to: `${place}0` }),
        await post(written, { to: place.replace(/\.[^.]+$/, `.${randomUUID()}`) }),
        await post(written, { to: `${place}.more` }),
        await post(written, { to: `/v1/channels/${platform.kind}/nobody.nothing` }),
        // The address of another kind, which the same secret may sign for.
        await post(written, { to: place.replace(platform.kind, OTHER_KIND[platform.kind] ?? 'whatsapp') }),
      ];
      expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404));
      // Every refusal reads the same, whether the channel exists or not.
      const descriptions = refused.map(({ body }) => JSON.parse(body.toString('utf8')).error_description);
      expect(new Set(descriptions)).toEqual(new Set(['There is no such channel.']));
      // Bodies that nobody can have signed are also answered with 404.
      const unsignable = ['application/json', 'text/plain', 'application/x-www-form-urlencoded'].flatMap(
        (type) =>
          ['a=1&a=2', '\xff{', 'x'.repeat(300_000)].map((body) =>
            ana.call('POST', place, { headers: { 'Content-Type': type }, body }),
          ),
      );
      for (const { status } of await Promise.all(unsignable)) expect(status).toBe(404);
      // Another institution's channel has no assistant: it apologises, and cannot reach this dialog.
      const user = platform.user();
      await write('paint the wall', { user });
      await got(user, 1);
      expect((await post(message('red', { user }), { to: foreign })).status).toBe(200);
      expect((await got(user, 2)).at(-1)).toBe(DEFAULT_SORRY);
      await write('red', { user });
      expect((await got(user, 3)).at(-1)).toBe('Painting it red.');
      expect(sent.filter((call) => call.user === written.user)).toEqual([]);
    });
  });

  return { ...standIn, write, place: () => place, ana };
}
