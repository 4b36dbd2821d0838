import type { CompiledAssistant, CompiledSaying, CompiledText } from '../assistant.ts';
import { fnv1a } from '../text/hash.ts';
import type { RichAnswer } from './rich-answer.ts';
import { type RenderScope, renderSentences, renderTemplate } from './template/render.ts';

/** A turn's text, spoken and shown. The shown form is Markdown, with inserted values escaped for HTML. */
export interface Speech {
  speak: string;
  show: string;
  /** Shown beside the text. */
  rich?: RichAnswer;
}

export interface Speaker {
  assistant: CompiledAssistant;
  language: string;
  device: string | null;
  /** Chooses among alternative texts: the same query always gets the same text. */
  qid: string;
}

/** Renders a text for the query's language and the device's personality. */
export const speechOf = (text: CompiledText, data: Record<string, unknown>, speaker: Speaker): Speech =>
  renderedBy(renderTemplate, text, data, speaker);

/**
 * Like {@link speechOf}, but leaves out sentences whose values are missing.
 * @param mayLack the names of values that may be missing without loss of the sentence
 * @returns the remaining text; `isWhole` is true if no sentence was left out
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
  const turn = fnv1a(qid) >>> 0;
  const speak = alternative(saying.speak, turn);
  const show = saying.show.length === 0 ? speak : alternative(saying.show, turn);
  return { speak: render(speak, scope), show: render(show, shown) };
}

/** Older servers split response slots: `speakables` for the spoken text, `visuals` for the shown text. */
const withFieldsOf = (value: unknown, data: Record<string, unknown>): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, ...data } : data;

/** Joins texts and skips empty ones. */
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

/** Joins rich answers: the last part of each kind wins, and only the last text's choices count. */
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
