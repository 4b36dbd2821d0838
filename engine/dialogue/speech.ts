import type { CompiledAssistant, CompiledSaying, CompiledText } from '../assistant.ts';
import type { RichAnswer } from './rich-answer.ts';
import { type RenderScope, renderSentences, renderTemplate } from './template/render.ts';

/** The text of a turn: to speak, and to show (Markdown, with inserted values HTML-escaped). */
export interface Speech {
  speak: string;
  show: string;
  /** Shown with the text. */
  rich?: RichAnswer;
}

export interface Speaker {
  assistant: CompiledAssistant;
  language: string;
  device: string | null;
  /** Picks among alternative texts; equal ids pick the same text. */
  qid: string;
}

/** Renders a text for the speaker's language and the device's personality. */
export const speechOf = (text: CompiledText, data: Record<string, unknown>, speaker: Speaker): Speech =>
  renderedBy(renderTemplate, text, data, speaker);

/**
 * Renders a text without the sentences that lack a value.
 * @param mayLack first path names whose values are optional
 * @returns the text, and true if no sentence was omitted
 */
export function sentencesOf(
  text: CompiledText,
  data: Record<string, unknown>,
  speaker: Speaker,
  mayLack: ReadonlySet<string>,
): { speech: Speech; isWhole: boolean } {
  let isWhole = true;
  const render = (source: string, scope: RenderScope): string => {
    const rendered = renderSentences(source, scope, mayLack);
    isWhole &&= rendered.isWhole;
    return rendered.text;
  };
  return { speech: renderedBy(render, text, data, speaker), isWhole };
}

function renderedBy(
  render: typeof renderTemplate,
  text: CompiledText,
  data: Record<string, unknown>,
  speaker: Speaker,
): Speech {
  const { assistant, language, device, qid } = speaker;
  const spoken = text[language] ?? text[assistant.languages.default];
  if (spoken === undefined) return { speak: '', show: '' };
  const personality = personalityOf(assistant, device);
  const messages =
    personality === null || !Object.hasOwn(spoken.personalities, personality)
      ? undefined
      : spoken.personalities[personality];
  const saying: CompiledSaying = messages ?? spoken;
  const scope: RenderScope = {
    data: withFieldsOf(data.speakables, data),
    language,
    currency: assistant.currency,
    escape: false,
  };
  const shown = { ...scope, data: withFieldsOf(data.visuals, data), escape: true };
  const turn = hash(qid);
  const speak = alternative(saying.speak, turn);
  const show = saying.show.length === 0 ? speak : alternative(saying.show, turn);
  return { speak: render(speak, scope), show: render(show, shown) };
}

/**
 * Merges the response slots of older servers, which put spoken fields in `speakables` and shown fields in `visuals`.
 */
const withFieldsOf = (value: unknown, data: Record<string, unknown>): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, ...data } : data;

/** Joins texts, skipping empty ones. */
export function joinSpeech(parts: readonly Speech[]): Speech {
  const rich = joinRich(parts);
  return {
    speak: parts
      .map((part) => part.speak)
      .filter(Boolean)
      .join(' '),
    show: parts
      .map((part) => part.show)
      .filter(Boolean)
      .join(' '),
    ...(Object.keys(rich).length > 0 && { rich }),
  };
}

/** Joins rich content: the last of each kind, and only the last text's choices. */
function joinRich(parts: readonly Speech[]): RichAnswer {
  const { choices: _, ...shown }: RichAnswer = Object.assign({}, ...parts.map(({ rich }) => rich));
  const choices = parts.at(-1)?.rich?.choices;
  return { ...(choices && { choices }), ...shown };
}

function personalityOf({ devices }: CompiledAssistant, device: string | null): string | null {
  const keyword = device !== null && Object.hasOwn(devices, device) ? device : 'default';
  return Object.hasOwn(devices, keyword) ? (devices[keyword] ?? null) : null;
}

const alternative = (alternatives: readonly string[], turn: number): string =>
  alternatives[turn % Math.max(1, alternatives.length)] ?? '';

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}
