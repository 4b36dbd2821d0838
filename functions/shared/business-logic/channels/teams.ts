import {
  type Card,
  type Image,
  plainText,
  richAnswer,
  type Table,
} from '../../../../clients/typescript/rich-answer.ts';
import type { Target, Visuals } from '../../domain/channels/answering.ts';
import type { Channel } from '../../domain/channels/channel.ts';
import { isTeamsServer } from '../../domain/channels/teams.ts';
import type { PlatformCall } from './platform-call.ts';
import type { Speaker } from './speaker.ts';
import { isAbsolute, pieces, shortened } from './text.ts';

/** Teams accepts messages of 40 KB in UTF-16: this much text and card leaves room for the rest. */
const MAX_TEXT = 7000;
const MAX_CARD = 10_000;
/** The suggestions, and the buttons of a card, that Teams shows at most. */
const MAX_SUGGESTIONS = 3;
const MAX_BUTTONS = 6;
const MAX_TITLE = 75;
const MAX_VALUE = 2000;
const MAX_COLUMNS = 8;
const MAX_ROWS = 50;

const ADAPTIVE = 'application/vnd.microsoft.card.adaptive';
const SCOPE = 'https://api.botframework.com/.default';

type Activity = Readonly<Record<string, unknown>>;

/**
 * Teams over the Bot Connector: up to three choices in a chat with one person are suggestions; up to six, a link,
 * cards, images and a table are an Adaptive Card. Everything else, and anything too long, is text.
 * https://learn.microsoft.com/en-us/azure/bot-service/rest-api/bot-framework-rest-connector-api-reference
 */
export const TEAMS: Speaker<'teams'> = {
  calls: (channel, target, visuals) =>
    activitiesOf(visuals, isPersonal(target)).map((activity) =>
      callOf(channel, target, { type: 'message', ...activity }),
    ),
  typing: (channel, place) => callOf(channel, place, { type: 'typing' }),
  login: loginOf,
  check: loginOf,
};

function loginOf({ channel: { tokenUrl, appId, appPassword } }: Channel<'teams'>): PlatformCall {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: appId,
    client_secret: appPassword,
    scope: SCOPE,
  });
  return {
    url: tokenUrl,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: body.toString(),
  };
}

function callOf(
  { url, channel: { appId } }: Channel<'teams'>,
  { address, server = url, replyTo }: Target,
  activity: Activity,
): PlatformCall {
  // The token is sent there, so the stored address is checked again.
  const base = isTeamsServer(server, url) ? server : url;
  // `replyTo` ends with the message's id in its conversation.
  const to = replyTo?.split(' ').at(-1);
  const path = ['v3', 'conversations', address, 'activities', ...(to === undefined ? [] : [to])];
  return {
    url: `${base.replace(/\/+$/, '')}/${path.map(encodeURIComponent).join('/')}`,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({
      ...activity,
      from: { id: `28:${appId}` },
      conversation: { id: address },
      ...(to !== undefined && { replyToId: to }),
    }),
  };
}

/** Ids of chats with one person begin with `a:`; those of groups and channels with `19:`. */
const isPersonal = ({ address }: Target): boolean => address.startsWith('a:');

const textsOf = (text: string): Activity[] =>
  pieces(text, MAX_TEXT).map((piece) => ({ textFormat: 'plain', text: piece }));

/** The messages of an answer. The last one has the suggestions or the card. */
function activitiesOf(visuals: Visuals, isPersonalChat: boolean): Activity[] {
  const { choices } = richAnswer({ visuals });
  const card = cardOf(visuals, isPersonalChat);
  if (card === undefined) return textsOf(plainText({ visuals }));
  const { shown, areSuggested } = card;
  const texts = textsOf(plainText({ visuals: card.words }));
  if (areSuggested) {
    const last = texts.pop();
    const actions = choices.map((value) => ({ type: 'imBack', title: shortened(value, MAX_TITLE), value }));
    return last === undefined ? [] : [...texts, { ...last, suggestedActions: { actions } }];
  }
  if (shown === undefined) return texts;
  const last = texts.pop() ?? {};
  return [...texts, { ...last, attachments: [{ contentType: ADAPTIVE, content: shown }] }];
}

/**
 * Splits an answer into its card and the words beside it.
 * @returns undefined if the card would be too large
 */
function cardOf(
  visuals: Visuals,
  isPersonalChat: boolean,
): { words: Visuals; shown: object | undefined; areSuggested: boolean } | undefined {
  const { choices, image, card, cards = [], link, table } = richAnswer({ visuals });
  const { image: _i, card: _c, cards: _cs, link: _l, table: _t, choices: _ch, ...words } = visuals;
  const isTable = table !== undefined && table.columns.length <= MAX_COLUMNS && table.rows.length <= MAX_ROWS;
  const isLinked = link !== undefined && isAbsolute(link.url);
  const body = [
    ...(image ? imageElements(image) : []),
    ...[...(card ? [card] : []), ...cards].map(container),
    ...(isTable ? tableElements(table) : []),
  ];
  const hasChoices =
    choices.length > 0 &&
    choices.length <= MAX_BUTTONS - (isLinked ? 1 : 0) &&
    choices.every((choice) => choice.length <= MAX_VALUE);
  // Teams shows no suggestions beside a card.
  const areSuggested =
    hasChoices && isPersonalChat && body.length === 0 && !isLinked && choices.length <= MAX_SUGGESTIONS;
  const actions = [
    ...(isLinked ? [openUrl(link)] : []),
    ...(hasChoices && !areSuggested ? choices.map(choiceAction) : []),
  ];
  const unshown = {
    ...(!isTable && table && { table }),
    ...(!isLinked && link && { link }),
    ...(!hasChoices && { choices }),
  };
  const hasCard = body.length + actions.length > 0;
  // A telephone that cannot show tables shows this text in place of the card.
  const version = isTable ? { version: '1.5', fallbackText: plainText({ visuals }) } : { version: '1.2' };
  const shown = hasCard ? { type: 'AdaptiveCard', ...version, body, actions } : undefined;
  if (JSON.stringify(shown ?? {}).length > MAX_CARD) return undefined;
  return { words: { ...words, ...unshown }, shown, areSuggested };
}

/** Text without Markdown, which a `TextBlock` would interpret. */
const textElement = (text: string, style: object = {}) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, ...style }],
});

const imageElements = ({ url, alt }: Image): object[] => {
  if (isAbsolute(url)) return [{ type: 'Image', url, altText: alt }];
  return alt === '' ? [] : [textElement(alt)];
};

const openUrl = ({ url, title }: { url: string; title: string }) => ({
  type: 'Action.OpenUrl',
  title: shortened(title, MAX_TITLE),
  url,
});

/** The choice is sent as if the person had written it. */
const choiceAction = (value: string) => ({
  type: 'Action.Submit',
  title: shortened(value, MAX_TITLE),
  data: { msteams: { type: 'imBack', value } },
});

const container = ({ title, text, image, link }: Card) => ({
  type: 'Container',
  items: [
    ...(image ? imageElements(image) : []),
    textElement(title, { weight: 'Bolder' }),
    ...(text === undefined ? [] : [textElement(text)]),
    ...(link === undefined
      ? []
      : isAbsolute(link.url)
        ? [{ type: 'ActionSet', actions: [openUrl(link)] }]
        : [textElement(plainText({ visuals: { link } }))]),
  ],
});

function tableElements({ title, columns, rows }: Table): object[] {
  const row = (cells: readonly string[]) => ({
    type: 'TableRow',
    cells: cells.map((cell) => ({ type: 'TableCell', items: [textElement(cell)] })),
  });
  return [
    ...(title === undefined ? [] : [textElement(title, { weight: 'Bolder' })]),
    {
      type: 'Table',
      firstRowAsHeaders: true,
      columns: columns.map(() => ({ width: 1 })),
      rows: [columns, ...rows].map(row),
    },
  ];
}
