import { type Card, plainText, richAnswer } from '../../../../clients/typescript/rich-answer.ts';
import type { Visuals } from '../../domain/channels/answering.ts';
import type { Speaker } from './speaker.ts';
import { isAbsolute, pieces, shortened } from './text.ts';

/** Limits of the Send API in characters. */
const MAX_TEXT = 2000;
const MAX_BUTTON_TEXT = 640;
const MAX_TITLE = 20;
const MAX_CARD_LINE = 80;
const MAX_CARDS = 10;
const MAX_QUICK_REPLIES = 13;
const MAX_PAYLOAD = 1000;

type Message = { text?: string; attachment?: object; quick_replies?: object[] };

/**
 * Messenger's Send API: up to 13 choices are quick replies, a link is a button, cards are a carousel, and images are
 * images. Everything else, and anything too long, is text.
 */
export const MESSENGER: Speaker<'messenger'> = {
  calls: ({ url, channel }, { address }, visuals) =>
    messagesOf(visuals).map((message) => ({
      url,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${channel.token}` },
      body: JSON.stringify({ recipient: { id: address }, messaging_type: 'RESPONSE', message }),
    })),
  check: ({ url, channel }) => ({
    url: url.replace(/\/messages$/, ''),
    method: 'GET',
    headers: { authorization: `Bearer ${channel.token}` },
    body: '',
  }),
};

const textsOf = (text: string): Message[] => pieces(text, MAX_TEXT).map((piece) => ({ text: piece }));

/** The messages of an answer. The last one has the choices, since quick replies disappear with the next message. */
function messagesOf(visuals: Visuals): Message[] {
  const { choices, image, card, cards = [], link } = richAnswer({ visuals });
  const areReplies =
    choices.length <= MAX_QUICK_REPLIES && choices.every((choice) => choice.length <= MAX_PAYLOAD);
  const { image: _image, card: _card, cards: _cards, link: _link, choices: _choices, ...words } = visuals;
  const text = plainText({ visuals: { ...words, ...(!areReplies && { choices }) } });
  const messages = [
    ...(image ? imageMessage(image) : []),
    ...cardMessages([...(card ? [card] : []), ...cards]),
    ...(link ? linkMessages(text, link) : textsOf(text)),
  ];
  const last = messages.pop();
  if (last === undefined) return [];
  const replies = choices.map((choice) => ({
    content_type: 'text',
    title: shortened(choice, MAX_TITLE),
    payload: choice,
  }));
  return [...messages, areReplies && replies.length > 0 ? { ...last, quick_replies: replies } : last];
}

function imageMessage({ url, alt }: { url: string; alt: string }): Message[] {
  if (!isAbsolute(url)) return textsOf(alt);
  return [{ attachment: { type: 'image', payload: { url, is_reusable: false } } }];
}

const buttonOf = ({ url, title }: { url: string; title: string }) => ({
  type: 'web_url',
  url,
  title: shortened(title, MAX_TITLE),
});

function linkMessages(text: string, link: { url: string; title: string }): Message[] {
  if (text === '' || text.length > MAX_BUTTON_TEXT || !isAbsolute(link.url)) {
    return [...textsOf(text), ...textsOf(plainText({ visuals: { link } }))];
  }
  const payload = { template_type: 'button', text, buttons: [buttonOf(link)] };
  return [{ attachment: { type: 'template', payload } }];
}

/** A card needs something besides its title. If one card does not fit, all of them become text. */
function cardMessages(cards: readonly Card[]): Message[] {
  if (cards.length === 0) return [];
  const fits = ({ title, text = '', image, link }: Card) =>
    title.length <= MAX_CARD_LINE &&
    text.length <= MAX_CARD_LINE &&
    (text !== '' || image !== undefined || link !== undefined) &&
    [image?.url, link?.url].every((url) => url === undefined || isAbsolute(url));
  if (cards.length > MAX_CARDS || !cards.every(fits)) return textsOf(plainText({ visuals: { cards } }));
  const elements = cards.map(({ title, text, image, link }) => ({
    title,
    ...(text && { subtitle: text }),
    ...(image && { image_url: image.url }),
    ...(link && { buttons: [buttonOf(link)] }),
  }));
  return [{ attachment: { type: 'template', payload: { template_type: 'generic', elements } } }];
}
