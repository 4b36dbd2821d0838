import { deflateRawSync } from 'node:zlib';
import type { ConversationSettings } from '../../engine/assistant.ts';
import { wireName } from '../../engine/dialogue/business-logic/wire.ts';
import { isApplied, outcomeOf } from '../../engine/dialogue/outcome.ts';
import type { LoadedAssistant } from '../../engine/load.ts';
import {
  type HeardTurn,
  isListed,
  type TurnFacts,
  type TurnWords,
} from '../shared/domain/conversations/conversations.ts';
import { MASK, maskNumbers, maskStretches, repeats } from '../shared/domain/conversations/masking.ts';
import { compactVector, wordsVector } from '../shared/domain/conversations/sentence-vectors.ts';
import type { QueryExplanation } from '../shared/domain/query/query-answer.ts';
import { corrects, heardOf, type Taken } from './corrected-turn.ts';
import { sensitiveStretches } from './sensitive-stretches.ts';

/** An embedding of a text in a language; undefined if no encoder covers the language. */
export type EmbedQuery = (
  loaded: LoadedAssistant,
  language: string,
  text: string,
) => Float32Array | undefined;

export const embedQuery: EmbedQuery = ({ embed }, language, text) => embed?.(language)?.(text);

/** The state before a turn, and the turn's result. */
export interface TakenTurn extends Taken {
  /** The log's summary of the turn before. */
  heard?: HeardTurn | undefined;
  explanation: QueryExplanation;
  businessLogic?: { status: 'answered' | 'failed'; milliseconds: number };
}

/**
 * Limits of the log: characters of a text, number of values over all slots, characters of a value, number of
 * proposals. The rest is cut off.
 */
const MAX_TEXT = 4096;
const MAX_VALUES = 100;
const MAX_VALUE = 256;
const MAX_PROPOSALS = 50;
/** Bytes of a turn's compressed words; an explanation that exceeds them is dropped. */
export const MAX_WORDS_BYTES = 64 * 1024;

/** The facts of a turn that the version's settings allow in the log; undefined if the version keeps no log. */
export function factsOf(loaded: LoadedAssistant, taken: TakenTurn, embed: EmbedQuery): TurnFacts | undefined {
  const settings = loaded.assistant.conversations;
  if (settings === undefined) return undefined;
  const { input, result, businessLogic } = taken;
  const outcome = outcomeOf(result, businessLogic?.status);
  const words = wordsOf(loaded, taken, settings);
  const { heard: last } = taken;
  const heard = heardOf(taken, outcome, words);
  const { query } = heard;
  const vectorOf = (language: string, text: string) =>
    compactVector(embed(loaded, language, text) ?? wordsVector(text));
  return {
    language: result.language,
    device: input.device,
    outcome,
    competency: result.competency,
    state: result.classifier_state,
    intent: result.intent,
    awaits: result.state.frames.length > 0 || result.state.choice !== null,
    handsOff: result.handsOff || isApplied(result, 'hand_off'),
    ...(businessLogic === undefined ? {} : { businessLogic }),
    keeps: keptOf(settings),
    words,
    ...(query &&
      isListed(outcome) && { listed: { ...heard, query, vector: vectorOf(heard.language, query) } }),
    ...(last?.query &&
      corrects(last, taken) && {
        cause: { ...last, query: last.query, vector: vectorOf(last.language, last.query) },
      }),
    keepDays: settings.keepDays,
    heard,
  };
}

const keptOf = ({ queries }: ConversationSettings): TurnFacts['keeps'] =>
  queries === 'masked' ? 'masked' : queries ? 'whole' : 'none';

function wordsOf(
  loaded: LoadedAssistant,
  { before, input, result, explanation: full }: TakenTurn,
  { queries }: ConversationSettings,
): TurnWords {
  const explanation = { ...full, proposals: full.proposals.slice(0, MAX_PROPOSALS) };
  if (queries === false) return bounded({ query: null, spoken: null, shown: null, slots: {}, explanation });
  const sensitive = sensitiveSlots(loaded);
  const isSensitive = (slot: string | null | undefined): boolean =>
    typeof slot === 'string' && sensitive.has(wireName(slot));
  const values = Object.entries(result.slots);
  const secrets = values
    .filter(([name]) => sensitive.has(name))
    .flatMap(([, { values }]) => values.flatMap(({ tokens, value }) => [tokens, ...leavesOf(value)]));
  const read = full.proposals.filter(({ slot }) =>
    queries === 'masked' ? slot !== undefined && slot !== null : isSensitive(slot),
  );
  const elsewhere = sensitiveStretches(loaded, input, result);
  const masked = maskStretches(input.query, [...read, ...elsewhere]);
  const query = queries === 'masked' ? maskNumbers(masked) : masked;
  // A reply that was not understood may still contain the value asked for, and a text may repeat the value in another
  // form.
  const asked = before.frames.at(-1)?.asked;
  const isPrivate = isSensitive(asked) || repeats(query, secrets);
  const holdsSecret = secrets.length > 0 || isPrivate || full.proposals.some(({ slot }) => isSensitive(slot));
  const unasked = elsewhere.map(({ start, end }) => input.query.slice(start, end));
  const text = (said: string): string | null =>
    holdsSecret || repeats(said, unasked) ? null : cut(queries === 'masked' ? maskNumbers(said) : said);
  const { speakableResponse, formattedResponse } = result.visuals;
  return bounded({
    query: isPrivate ? null : cut(query),
    spoken: text(speakableResponse),
    shown: text(formattedResponse),
    slots: Object.fromEntries(
      values.map(([name, slot]) => [
        name,
        slot.values
          .slice(0, MAX_VALUES)
          .map(({ value }) => (queries === 'masked' || sensitive.has(name) ? MASK : short(value))),
      ]),
    ),
    explanation,
  });
}

/** All leaf values within a value, as texts. */
function leavesOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leavesOf);
  return value === null || value === undefined ? [] : [String(value)];
}

const sensitiveSlots = ({ competencies }: LoadedAssistant): Set<string> =>
  new Set(
    [...competencies.values()].flatMap(({ slots }) =>
      slots.filter(({ sensitive }) => sensitive).map(({ name }) => wireName(name)),
    ),
  );

/** A DynamoDB item holds at most 400 KB: the explanation gets what texts and values leave. */
function bounded({ explanation, ...words }: TurnWords): TurnWords {
  const slots = Object.fromEntries(Object.entries(words.slots).slice(0, MAX_VALUES));
  const whole: TurnWords = { ...words, slots, ...(explanation && { explanation }) };
  return isWithin(JSON.stringify(whole)) ? whole : { ...words, slots: firstOf(slots) };
}

/** Compression never doubles a size, so short texts need no trial compression. */
const isWithin = (text: string): boolean =>
  Buffer.byteLength(text) * 2 <= MAX_WORDS_BYTES || packed(text).byteLength <= MAX_WORDS_BYTES;

/** Keeps only the first value of each slot. */
const firstOf = (slots: TurnWords['slots']): TurnWords['slots'] =>
  Object.fromEntries(Object.entries(slots).map(([name, values]) => [name, values.slice(0, 1)]));

const cut = (text: string): string => text.slice(0, MAX_TEXT);

function short(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'null';
  return text.length <= MAX_VALUE ? value : text.slice(0, MAX_VALUE);
}

/** The words compressed, ready to be sealed. */
export const packWords = (words: TurnWords): Uint8Array => packed(JSON.stringify(words));

const packed = (text: string): Uint8Array => deflateRawSync(text, { level: 1 });
