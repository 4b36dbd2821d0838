import { type Card, plainText, richAnswer } from '../../../../clients/typescript/rich-answer.ts';
import type { Visuals } from '../../domain/channels/answering.ts';
import type { Channel } from '../../domain/channels/channel.ts';
import type { Speaker } from './speaker.ts';
import { isAbsolute, pieces, shortened } from './text.ts';

/** Limits of the Cloud API in characters. */
const MAX_TEXT = 4096;
const MAX_BODY = 1024;
const MAX_CAPTION = 1024;
const MAX_BUTTON = 20;
const MAX_BUTTONS = 3;
const MAX_ROW = 24;
const MAX_DESCRIPTION = 72;
const MAX_ROWS = 10;
const MAX_ID = 200;

/** The label of the button that opens a list: short, and readable in every language. */
const LIST = '…';

/**
 * WhatsApp's Cloud API: up to three choices are buttons, and up to ten a list. A link or a card with a link is a
 * button, and images are images. Everything else, and anything too long, is text.
 */
export const WHATSAPP: Speaker<'whatsapp'> = {
  calls: ({ url, channel }, { address }, visuals) =>
    messagesOf(visuals).map((message) => ({
      url,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${channel.token}` },
      body: JSON.stringify({
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: address,
        ...message,
      }),
    })),
  check: ({ url, channel }: Channel<'whatsapp'>) => ({
    url: url.replace(/\/messages$/, ''),
    method: 'GET',
    headers: { authorization: `Bearer ${channel.token}` },
    body: '',
  }),
};

type Message = { type: string; [part: string]: unknown };

const textsOf = (text: string): Message[] =>
  pieces(text, MAX_TEXT).map((body) => ({ type: 'text', text: { preview_url: false, body } }));

function messagesOf(visuals: Visuals): Message[] {
  const { choices, image, card, cards = [], link } = richAnswer({ visuals });
  const { image: _image, card: _card, cards: _cards, link: _link, choices: _choices, ...words } = visuals;
  const text = plainText({ visuals: words });
  const shown = [...(card ? [card] : []), ...cards];
  const asked = chosenFrom(text, choices);
  // A message has only one kind of button, so a link beside choices is a message of its own.
  const linked = link && linkMessage(asked ? link.title : text, link);
  const unshown = { ...(!asked && { choices }), ...(!linked && { link }) };
  const left = textsOf(plainText({ visuals: { ...(!asked && !linked && words), ...unshown } }));
  const rest = [...(linked ? [linked] : []), ...left];
  return [
    ...(image ? imageMessage(image) : []),
    ...(asked ? [] : rest),
    ...shown.flatMap(cardMessage),
    ...(asked ? [...rest, asked] : []),
  ];
}

function imageMessage({ url, alt }: { url: string; alt: string }): Message[] {
  if (!isAbsolute(url)) return textsOf(alt);
  return [
    { type: 'image', image: { link: url, ...(alt !== '' && { caption: shortened(alt, MAX_CAPTION) }) } },
  ];
}

/** @returns undefined if there are no choices, or WhatsApp cannot show them */
function chosenFrom(text: string, choices: readonly string[]): Message | undefined {
  if (choices.length === 0 || choices.length > MAX_ROWS || text === '' || text.length > MAX_BODY) return;
  if (choices.some((choice) => choice.length > MAX_ID || choice.trim() !== choice)) return;
  const isShort = choices.every((choice) => choice.length <= MAX_BUTTON);
  const interactive =
    isShort && choices.length <= MAX_BUTTONS
      ? {
          type: 'button',
          action: { buttons: choices.map((id) => ({ type: 'reply', reply: { id, title: id } })) },
        }
      : { type: 'list', action: { button: LIST, sections: [{ rows: choices.map(rowOf) }] } };
  return { type: 'interactive', interactive: { ...interactive, body: { text } } };
}

const rowOf = (choice: string) => ({
  id: choice,
  title: shortened(choice, MAX_ROW),
  ...(choice.length > MAX_ROW && { description: shortened(choice, MAX_DESCRIPTION) }),
});

function linkMessage(
  text: string,
  { url, title }: { url: string; title: string },
  header?: object,
): Message | undefined {
  if (text === '' || text.length > MAX_BODY || !isAbsolute(url)) return undefined;
  const parameters = { display_text: shortened(title, MAX_BUTTON), url };
  const action = { name: 'cta_url', parameters };
  return {
    type: 'interactive',
    interactive: { type: 'cta_url', ...(header && { header }), body: { text }, action },
  };
}

function cardMessage(card: Card): Message[] {
  const { title, text, image, link } = card;
  const body = [title, text].filter((line) => line !== undefined).join('\n');
  const picture = image && isAbsolute(image.url) ? { type: 'image', image: { link: image.url } } : undefined;
  const linked = link && linkMessage(body, link, picture);
  if (linked !== undefined) return [linked];
  if (picture !== undefined && image !== undefined && link === undefined) {
    return imageMessage({ url: image.url, alt: body });
  }
  return textsOf(plainText({ visuals: { card } }));
}
