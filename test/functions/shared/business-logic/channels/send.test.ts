import { describe, expect, test } from 'vitest';
import type {
  CallPlatform,
  PlatformCall,
  PlatformRefusal,
} from '../../../../../functions/shared/business-logic/channels/platform-call.ts';
import { channelSender, checkChannel } from '../../../../../functions/shared/business-logic/channels/send.ts';
import { pieces, shortened } from '../../../../../functions/shared/business-logic/channels/text.ts';
import type { Target } from '../../../../../functions/shared/domain/channels/answering.ts';
import type { Channel, ChannelSettings } from '../../../../../functions/shared/domain/channels/channel.ts';

const common = { service: 'https://parley.example', sorry: 'sorry', wordsOnly: 'words' };
const meta = { ...common, token: 't', appSecret: 's', verifyToken: 'v' };
const CHANNELS: Record<string, Channel> = {
  sms: of('https://a.example/Accounts/AC0/Messages.json', {
    kind: 'sms',
    ...common,
    account: 'AC0',
    authToken: 't',
    from: '+15550100',
  }),
  whatsapp: of('https://a.example/1/messages', { kind: 'whatsapp', ...meta, phoneNumberId: '1' }),
  messenger: of('https://a.example/me/messages', { kind: 'messenger', ...meta, pageId: '1' }),
  slack: of('https://a.example/chat.postMessage', {
    kind: 'slack',
    ...common,
    token: 't',
    signingSecret: 's',
  }),
  teams: of('https://smba.trafficmanager.net/teams', {
    kind: 'teams',
    ...common,
    appId: 'app',
    appPassword: 'p&w',
    tokenUrl: 'https://login.example/t/oauth2/v2.0/token',
    metadataUrl: 'https://keys.example/m',
  }),
};

function of(url: string, channel: ChannelSettings): Channel {
  return { id: 'c', url, channel };
}

async function bodies(kind: string, visuals: Record<string, unknown>): Promise<string[]> {
  const calls: PlatformCall[] = [];
  const call: CallPlatform = async (made) => {
    if (made.url.endsWith('/token')) return { answer: { access_token: 'eyJ', expires_in: 3600 } };
    calls.push(made);
    return { answer: { ok: true } };
  };
  const channel = CHANNELS[kind];
  if (channel === undefined) throw new Error(`there is no ${kind}`);
  await channelSender(call).send(channel, { user: 'u', address: 'D1 1.5' }, visuals, 0);
  return calls.map(({ body }) => body);
}

function teams(): Channel {
  const { teams: channel } = CHANNELS;
  if (channel === undefined) throw new Error('there is no Teams');
  return channel;
}

async function inTeams(visuals: Record<string, unknown>, target: Target) {
  const calls: PlatformCall[] = [];
  const call: CallPlatform = async (made) => {
    if (made.url.endsWith('/token')) return { answer: { access_token: 'eyJ', expires_in: 3600 } };
    calls.push(made);
    return { answer: {} };
  };
  await channelSender(call).send(teams(), target, visuals, 0);
  return { calls };
}

const messages = async (kind: string, visuals: Record<string, unknown>) =>
  (await bodies(kind, visuals)).map((body) => JSON.parse(body));

const CHOICES = { speakableResponse: 'Which account?', choices: ['savings', 'current'] };
const LONG = 'the joint account that we opened last year';
const LINK = { speakableResponse: 'See this.', link: { url: 'https://b.example/a', title: 'Our page' } };
const CARD = {
  title: 'Gold card',
  text: 'Free for a year',
  image: { url: 'https://b.example/gold.png', alt: 'A card' },
  link: { url: 'https://b.example/gold', title: 'Order' },
};

describe('an answer over SMS', () => {
  test('is lines of text, in messages that Twilio takes', async () => {
    const [body = ''] = await bodies('sms', CHOICES);
    expect(new URLSearchParams(body).get('Body')).toBe('Which account?\n• savings\n• current');
    const long = await bodies('sms', { speakableResponse: 'word '.repeat(700) });
    expect(long).toHaveLength(3);
    for (const part of long) expect(new URLSearchParams(part).get('Body')?.length).toBeLessThan(1601);
  });
});

describe('an answer in WhatsApp', () => {
  test('has up to three short choices as buttons', async () => {
    const [message] = await messages('whatsapp', CHOICES);
    expect(message.interactive).toEqual({
      type: 'button',
      body: { text: 'Which account?' },
      action: {
        buttons: ['savings', 'current'].map((title) => ({ type: 'reply', reply: { id: title, title } })),
      },
    });
  });

  test('has more or longer choices as a list, whose ids are the whole choices, and still more as text', async () => {
    const [message] = await messages('whatsapp', { ...CHOICES, choices: ['savings', LONG] });
    expect(message.interactive.type).toBe('list');
    expect(message.interactive.action.sections[0].rows).toEqual([
      { id: 'savings', title: 'savings' },
      { id: LONG, title: 'the joint account that…', description: LONG },
    ]);
    const many = Array.from({ length: 11 }, (_, index) => `account ${index}`);
    const [text] = await messages('whatsapp', { ...CHOICES, choices: many });
    expect(text.text.body).toContain('• account 10');
  });

  test('has a link as a button, an image as an image and a card as both', async () => {
    const [link] = await messages('whatsapp', LINK);
    expect(link.interactive).toEqual({
      type: 'cta_url',
      body: { text: 'See this.' },
      action: { name: 'cta_url', parameters: { display_text: 'Our page', url: 'https://b.example/a' } },
    });
    const [text, card] = await messages('whatsapp', { speakableResponse: 'Here:', card: CARD });
    expect(text.text.body).toBe('Here:');
    expect(card.interactive).toMatchObject({
      header: { type: 'image', image: { link: CARD.image.url } },
      body: { text: 'Gold card\nFree for a year' },
    });
    const [image] = await messages('whatsapp', { image: CARD.image });
    expect(image.image).toEqual({ link: CARD.image.url, caption: 'A card' });
  });

  test('shows choices and a link that come together, and a path as text', async () => {
    const shown = await messages('whatsapp', { ...CHOICES, link: LINK.link });
    expect(shown.map(({ interactive }) => interactive.type)).toEqual(['cta_url', 'button']);
    const words = async (visuals: object) =>
      (await messages('whatsapp', { ...visuals })).map(
        ({ text: of, interactive }) => of?.body ?? `${interactive.type}: ${interactive.body.text}`,
      );
    expect(await words({ ...CHOICES, link: { url: '/a', title: 'Our page' } })).toEqual([
      'Our page: /a',
      'button: Which account?',
    ]);
    const many = Array.from({ length: 11 }, (_, index) => `account ${index}`);
    expect(await words({ ...LINK, choices: many })).toEqual([
      'cta_url: See this.',
      many.map((choice) => `• ${choice}`).join('\n'),
    ]);
    const [path] = await messages('whatsapp', { ...LINK, link: { url: '/a', title: 'Our page' } });
    expect(path.text.body).toBe('See this.\nOur page: /a');
  });
});

describe('an answer in Messenger', () => {
  test('has choices as quick replies with the last message', async () => {
    const [message] = await messages('messenger', { ...CHOICES, choices: ['savings', LONG] });
    expect(message.message.text).toBe('Which account?');
    expect(message.message.quick_replies).toEqual([
      { content_type: 'text', title: 'savings', payload: 'savings' },
      { content_type: 'text', title: 'the joint account t…', payload: LONG },
    ]);
  });

  test('has cards as a carousel, before the text', async () => {
    const [carousel, text] = await messages('messenger', {
      speakableResponse: 'Two cards.',
      cards: [CARD, CARD],
    });
    expect(carousel.message.attachment.payload.elements).toHaveLength(2);
    expect(carousel.message.attachment.payload.elements[0]).toEqual({
      title: 'Gold card',
      subtitle: 'Free for a year',
      image_url: CARD.image.url,
      buttons: [{ type: 'web_url', url: CARD.link.url, title: 'Order' }],
    });
    expect(text.message.text).toBe('Two cards.');
    const long = { ...CARD, text: 'x'.repeat(81) };
    const [asText] = await messages('messenger', { cards: [CARD, long] });
    expect(asText.message.text).toContain('x'.repeat(81));
  });

  test('has a link as a button', async () => {
    const [message] = await messages('messenger', LINK);
    expect(message.message.attachment.payload).toEqual({
      template_type: 'button',
      text: 'See this.',
      buttons: [{ type: 'web_url', url: 'https://b.example/a', title: 'Our page' }],
    });
  });
});

describe('an answer in Slack', () => {
  test('is one message in its thread, with choices as buttons', async () => {
    const shown = await messages('slack', CHOICES);
    expect(shown).toHaveLength(1);
    expect(shown[0]).toMatchObject({ channel: 'D1', thread_ts: '1.5' });
    expect(shown[0].blocks.at(-1).elements.map(({ value }: { value: string }) => value)).toEqual(
      CHOICES.choices,
    );
  });

  test('shows a card with its picture, and never renders text as markup', async () => {
    const [{ blocks, text }] = await messages('slack', {
      speakableResponse: '<!channel> *look*',
      card: CARD,
    });
    expect(text).toContain('&lt;!channel&gt;');
    expect(blocks.map(({ text: of }: { text?: { type: string } }) => of?.type)).not.toContain('mrkdwn');
    expect(blocks[1].accessory).toMatchObject({ type: 'image', image_url: CARD.image.url });
  });

  test('is refused for good by an error of Slack, except for a rate limit', async () => {
    const { slack } = CHANNELS;
    if (slack === undefined) throw new Error('there is no Slack');
    const refusing = (error: string) => checkChannel(async () => ({ answer: { ok: false, error } }), slack);
    expect(await refusing('invalid_auth')).toEqual({ reason: 'slack_invalid_auth', isFinal: true });
    expect(await refusing('ratelimited')).toEqual({ reason: 'slack_ratelimited' });
    for (const error of ['x'.repeat(41), 'Hello Ana', '']) {
      expect(await refusing(error)).toEqual({ reason: 'slack_refused', isFinal: true });
    }
  });
});

describe('an answer in Teams', () => {
  const cardIn = (message: { attachments: { contentType: string; content: unknown }[] }) => {
    expect(message.attachments[0]?.contentType).toBe('application/vnd.microsoft.card.adaptive');
    return message.attachments[0]?.content;
  };
  const inChat = async (visuals: Record<string, unknown>) => {
    const { calls } = await inTeams(visuals, { user: 'u', address: 'a:1' });
    return calls.map(({ body }) => JSON.parse(body));
  };

  test('has up to three choices as suggestions in a chat, and up to six as buttons elsewhere', async () => {
    const [chat] = await inChat(CHOICES);
    expect(chat).toEqual({
      type: 'message',
      textFormat: 'plain',
      text: 'Which account?',
      suggestedActions: {
        actions: [
          { type: 'imBack', title: 'savings', value: 'savings' },
          { type: 'imBack', title: 'current', value: 'current' },
        ],
      },
      from: { id: '28:app' },
      conversation: { id: 'a:1' },
    });
    const [group] = await messages('teams', CHOICES);
    expect(group.suggestedActions).toBeUndefined();
    expect(cardIn(group)).toMatchObject({
      type: 'AdaptiveCard',
      actions: ['savings', 'current'].map((value) => ({
        type: 'Action.Submit',
        title: value,
        data: { msteams: { type: 'imBack', value } },
      })),
    });
    const choices = ['a', 'b', 'c', 'd', 'e', 'f', LONG.repeat(3)];
    const [many] = await inChat({ speakableResponse: 'Which?', choices });
    expect(many.attachments).toBeUndefined();
    expect(many.text).toBe(`Which?\n${choices.map((choice) => `• ${choice}`).join('\n')}`);
    const [long] = await inChat({ speakableResponse: 'Which?', choices: choices.slice(3) });
    expect(cardIn(long)).toMatchObject({
      actions: expect.arrayContaining([
        expect.objectContaining({
          title: expect.stringMatching(/^.{1,74}…$/),
          data: { msteams: { type: 'imBack', value: LONG.repeat(3) } },
        }),
      ]),
    });
  });

  test('shows cards, images, links and tables, with the words beside them', async () => {
    const table = { title: 'Rates', columns: ['Term', 'Rate'], rows: [['1 year', '2 %']] };
    const [message, ...more] = await inChat({
      speakableResponse: 'See.',
      card: CARD,
      table,
      link: LINK.link,
    });
    expect(more).toEqual([]);
    expect(message.text).toBe('See.');
    expect(cardIn(message)).toMatchObject({
      version: '1.5',
      fallbackText: expect.stringContaining('1 year | 2 %'),
    });
    const card = JSON.stringify(cardIn(message));
    expect(card).toContain('"type":"Image","url":"https://b.example/gold.png","altText":"A card"');
    expect(card).toContain('"type":"Action.OpenUrl","title":"Order","url":"https://b.example/gold"');
    expect(card).toContain('"type":"Action.OpenUrl","title":"Our page","url":"https://b.example/a"');
    expect(card).toContain('"firstRowAsHeaders":true');
    expect(card).toContain('"text":"2 %"');
    // A `TextBlock` would read Markdown.
    expect(card).not.toContain('"TextBlock"');
  });

  test('is text if it is too large for a card, and what a page alone can open', async () => {
    const rows = Array.from({ length: 51 }, (_, index) => [`row ${index}`, 'x'.repeat(300)]);
    const parts = await inChat({ speakableResponse: 'See.', table: { columns: ['a', 'b'], rows } });
    expect(parts.length).toBeGreaterThan(1);
    for (const { text, attachments } of parts) {
      expect(attachments).toBeUndefined();
      expect(text.length).toBeLessThanOrEqual(7000);
    }
    const wide = { columns: ['a', 'b'], rows: rows.slice(0, 49).map(([a]) => [a, '漢'.repeat(300)]) };
    for (const { attachments } of await inChat({ table: wide })) expect(attachments).toBeUndefined();
    const cards = Array.from({ length: 30 }, () => ({ ...CARD, text: '"'.repeat(200) }));
    const long = Array.from({ length: 3 }, (_, index) => `${index}${'x'.repeat(2000)}`);
    for (const visuals of [
      { cards },
      { choices: long },
      { choices: long.map((choice) => choice.slice(0, 2000)) },
    ]) {
      for (const part of await inChat({ speakableResponse: 'x'.repeat(9000), ...visuals })) {
        // Teams counts UTF-16.
        expect(JSON.stringify(part).length * 2).toBeLessThan(40 * 1024);
      }
    }
    const [page] = await inChat({ speakableResponse: 'See.', link: { url: '/help', title: 'Help' } });
    expect([page.text, page.attachments]).toEqual(['See.\nHelp: /help', undefined]);
  });

  test('goes only to the server of its conversation, as a reply if it is one', async () => {
    const server = 'https://smba.trafficmanager.net/emea/';
    const urlOf = async (place: object) => {
      const { calls } = await inTeams(
        { speakableResponse: 'Hi.' },
        { user: 'u', address: '19:a/b', ...place },
      );
      return calls.map(({ url }) => url);
    };
    const path = '/v3/conversations/19%3Aa%2Fb/activities';
    expect(await urlOf({ server, replyTo: '19:a/b 148' })).toEqual([`${server.slice(0, -1)}${path}/148`]);
    expect(await urlOf({ server })).toEqual([`${server.slice(0, -1)}${path}`]);
    for (const other of [{}, { server: 'https://evil.example/' }]) {
      expect(await urlOf(other)).toEqual([`https://smba.trafficmanager.net/teams${path}`]);
    }
  });

  test('is sent with a cached token, renewed before it expires or when it is refused', async () => {
    const place = { user: 'u', address: 'a:1' };
    const hello = { speakableResponse: 'Hi.' };
    let clock = 1_000_000;
    let logins = 0;
    let answer: { answer: unknown } | PlatformRefusal = { answer: {} };
    const call: CallPlatform = async ({ url, headers, body }) => {
      if (!url.endsWith('/token')) {
        expect(headers.authorization).toBe(`Bearer token-${logins}`);
        return answer;
      }
      logins += 1;
      expect(body).toBe(
        'grant_type=client_credentials&client_id=app&client_secret=p%26w&scope=https%3A%2F%2Fapi.botframework.com%2F.default',
      );
      return { answer: { token_type: 'Bearer', expires_in: 3600, access_token: `token-${logins}` } };
    };
    const { send } = channelSender(call, () => clock);
    const say = () => send(teams(), place, hello, 0);
    await say();
    await say();
    expect(logins).toBe(1);
    clock += 3_300_000;
    await say();
    expect(logins).toBe(2);
    answer = { reason: 'status_401', isFinal: true };
    expect(await say()).toMatchObject({ delivered: false, reason: 'status_401' });
    expect(logins).toBe(3);
    const refusing: CallPlatform = async () => ({ reason: 'status_401', isFinal: true });
    expect(await channelSender(refusing).send(teams(), place, hello, 0)).toMatchObject({
      reason: 'login_status_401',
      isFinal: true,
    });
    expect(await checkChannel(refusing, teams())).toEqual({ reason: 'status_401', isFinal: true });
  });

  test('is announced by a typing indicator, only in Teams', async () => {
    const calls: PlatformCall[] = [];
    const call: CallPlatform = async (made) => {
      calls.push(made);
      return { answer: { access_token: 'eyJ', expires_in: 3600 } };
    };
    const { showTyping } = channelSender(call);
    for (const some of Object.values(CHANNELS)) await showTyping(some, { user: 'u', address: 'a:1' });
    expect(calls.map(({ url }) => url)).toEqual([
      'https://login.example/t/oauth2/v2.0/token',
      'https://smba.trafficmanager.net/teams/v3/conversations/a%3A1/activities',
    ]);
    expect(JSON.parse(calls[1]?.body ?? '')).toMatchObject({ type: 'typing' });
  });

  test('waits at most a second for its typing indicator, and ignores its failure', async () => {
    const waits: number[] = [];
    const pause = async (ms: number) => void waits.push(ms);
    const never: CallPlatform = () => new Promise(() => {});
    await channelSender(never, Date.now, pause).showTyping(teams(), { user: 'u', address: 'a:1' });
    expect(waits).toEqual([1000]);
    const failing: CallPlatform = () => Promise.reject(new Error('no route'));
    await channelSender(failing).showTyping(teams(), { user: 'u', address: 'a:1' });
  });
});

test.each(Object.keys(CHANNELS))('an empty answer of %s sends nothing', async (kind) => {
  expect(await bodies(kind, { speakableResponse: '' })).toEqual([]);
});

test('parts that were sent are not sent again', async () => {
  const { sms } = CHANNELS;
  if (sms === undefined) throw new Error('there is no SMS');
  let calls = 0;
  const call: CallPlatform = async (): Promise<{ answer: unknown } | PlatformRefusal> => {
    calls += 1;
    return calls === 2 ? { reason: 'status_503' } : { answer: {} };
  };
  const place = { user: 'u', address: '+1' };
  const visuals = { speakableResponse: 'word '.repeat(700) };
  const first = await channelSender(call).send(sms, place, visuals, 0);
  expect(first).toEqual({ delivered: false, sent: 1, reason: 'status_503' });
  expect(await channelSender(call).send(sms, place, visuals, first.sent)).toMatchObject({
    delivered: true,
    sent: 3,
  });
  expect(calls).toBe(4);
});

test('an answer whose parts the platform refuses for good is sent once as text', async () => {
  const { whatsapp } = CHANNELS;
  if (whatsapp === undefined) throw new Error('there is no WhatsApp');
  const place = { user: 'u', address: '1' };
  const texts: string[] = [];
  const call: CallPlatform = async ({ body }) => {
    const { type, text } = JSON.parse(body);
    if (type !== 'text') return { reason: 'status_400', isFinal: true };
    texts.push(text.body);
    return { answer: {} };
  };
  expect(await channelSender(call).send(whatsapp, place, CHOICES, 0)).toMatchObject({ delivered: true });
  expect(texts).toEqual(['Which account?\n• savings\n• current']);
  let calls = 0;
  const refusing: CallPlatform = async () => {
    calls += 1;
    return { reason: 'status_400', isFinal: true };
  };
  const refused = { delivered: false, isFinal: true, sent: 0 };
  expect(await channelSender(refusing).send(whatsapp, place, CHOICES, 0)).toMatchObject(refused);
  expect(calls).toBe(2);
  expect(await channelSender(refusing).send(whatsapp, place, { speakableResponse: 'no' }, 0)).toMatchObject(
    refused,
  );
  expect(calls).toBe(3);
});

test('a long text is divided at spaces, and never within a character', () => {
  expect(pieces('one two three', 8)).toEqual(['one two', 'three']);
  expect(pieces('😀'.repeat(5), 5)).toEqual(['😀😀', '😀😀', '😀']);
  expect(pieces(' \n ', 5)).toEqual([]);
  expect(shortened('😀😀😀', 4)).toBe('😀…');
});
