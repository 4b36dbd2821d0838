import * as z from 'zod/mini';
import { type Card, plainText, richAnswer } from '../../../../clients/typescript/rich-answer.ts';
import type { Visuals } from '../../domain/channels/answering.ts';
import { slackReason, toSlack } from '../../domain/slack/slack.ts';
import type { PlatformRefusal } from './platform-call.ts';
import type { Speaker } from './speaker.ts';
import { isAbsolute, pieces, shortened } from './text.ts';

/** Limits of Block Kit in characters and blocks. */
const MAX_SECTION = 3000;
const MAX_BUTTON = 75;
const MAX_VALUE = 2000;
const MAX_BUTTONS = 25;
const MAX_BLOCKS = 50;
const MAX_ALT = 2000;
const MAX_TITLE = 150;

/** Slack reports a refusal in the body of its answer. */
const refusal = z.object({ ok: z.literal(false), error: z.optional(z.string()) });

/** Temporary errors of Slack. */
const TEMPORARY = [
  'ratelimited',
  'rate_limited',
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
];

const JSON_UTF8 = 'application/json; charset=utf-8';

/** Slack's Web API: choices are buttons, images are images, a link is a button, and the rest is text. */
export const SLACK: Speaker<'slack'> = {
  calls: ({ url, channel }, { address }, visuals) => {
    const text = plainText({ visuals });
    if (text === '') return [];
    const [place, thread] = address.split(' ');
    const blocks = blocksOf(visuals);
    const message = {
      channel: place,
      ...(thread !== undefined && { thread_ts: thread }),
      // Shown in notifications, and where there are no blocks.
      text: toSlack(text),
      mrkdwn: false,
      unfurl_links: false,
      unfurl_media: false,
      ...(blocks.length <= MAX_BLOCKS && { blocks }),
    };
    const headers = { 'content-type': JSON_UTF8, authorization: `Bearer ${channel.token}` };
    return [{ url, headers, body: JSON.stringify(message) }];
  },
  check: ({ url, channel }) => ({
    url: url.replace(/\/chat\.postMessage$/, '/auth.test'),
    headers: { 'content-type': JSON_UTF8, authorization: `Bearer ${channel.token}` },
    body: '{}',
  }),
  refusalIn: (answer): PlatformRefusal | undefined => {
    const { data } = refusal.safeParse(answer);
    if (data === undefined) return undefined;
    const { error = '' } = data;
    return { reason: slackReason(error), ...(!TEMPORARY.includes(error) && { isFinal: true }) };
  },
};

const plain = (text: string) => ({ type: 'plain_text', text, emoji: false });
const sections = (text: string) =>
  pieces(text, MAX_SECTION).map((piece) => ({ type: 'section', text: plain(piece) }));

function blocksOf(visuals: Visuals): object[] {
  const { choices, image, card, cards = [], link } = richAnswer({ visuals });
  const { image: _image, card: _card, cards: _cards, link: _link, choices: _choices, ...words } = visuals;
  const areButtons = choices.length <= MAX_BUTTONS && choices.every((choice) => choice.length <= MAX_VALUE);
  return [
    ...sections(plainText({ visuals: { ...words, ...(!areButtons && { choices }) } })),
    ...(image ? imageBlocks(image) : []),
    ...[...(card ? [card] : []), ...cards].flatMap(cardBlocks),
    ...(link ? linkBlocks(link) : []),
    ...(areButtons && choices.length > 0 ? [actions(choices.map(choiceButton))] : []),
  ];
}

const actions = (elements: object[]) => ({ type: 'actions', elements });

const choiceButton = (choice: string, index: number) => ({
  type: 'button',
  // Must be unique within a message.
  action_id: `choice_${index}`,
  text: plain(shortened(choice, MAX_BUTTON)),
  value: choice,
});

function imageBlocks({ url, alt }: { url: string; alt: string }): object[] {
  if (!isAbsolute(url)) return sections(alt);
  return [{ type: 'image', image_url: url, alt_text: shortened(alt === '' ? url : alt, MAX_ALT) }];
}

function linkBlocks(link: { url: string; title: string }): object[] {
  if (!isAbsolute(link.url)) return sections(plainText({ visuals: { link } }));
  return [actions([{ type: 'button', text: plain(shortened(link.title, MAX_BUTTON)), url: link.url }])];
}

/** A section with the picture beside it, and a button for the link. */
function cardBlocks({ title, text, image, link }: Card): object[] {
  const words = [shortened(title, MAX_TITLE), text].filter((line) => line !== undefined).join('\n');
  const [first, ...more] = sections(words);
  const picture =
    image && isAbsolute(image.url)
      ? {
          accessory: {
            type: 'image',
            image_url: image.url,
            alt_text: shortened(image.alt || title, MAX_ALT),
          },
        }
      : {};
  return [{ ...first, ...picture }, ...more, ...(link ? linkBlocks(link) : [])];
}
