import { MAX_TEXT_LENGTH } from '../classify/ngrams/tokens.ts';
import { deedsOf, isDeed, yesTransition } from '../deeds.ts';
import { contains, type Stretch } from '../text/stretch.ts';
import type { Candidate } from '../values/recognizer.ts';
import { type Command, type Proposal, SMALL_TALK } from './commands.ts';
import type { Reading } from './reading.ts';
import { isText } from './values/free-text-slots.ts';
import { askedSlot } from './view.ts';

/** The commands that a foreign producer may propose. Only built-in producers may propose yes, no and cancel. */
const FOREIGN: ReadonlySet<string> = new Set<Command['do']>([
  'start',
  'set',
  'clear',
  'skip',
  'correct',
  'back',
  'restart',
  'ask_faq',
  'ask_values',
  'unknown_value',
  'clarify',
  'confirm_again',
  ...SMALL_TALK,
]);

const WAYS: ReadonlySet<string> = new Set(['answer', 'mention', 'replace', 'add']);

/**
 * Bases a foreign producer's proposal on the query's words: a value becomes the slot's own reading of the named
 * stretch, a wish gets the words there, and a label whose competency may act needs a yes first.
 * @returns the proposal to admit, or the reason why the words do not support it
 */
export function grounded(proposal: Proposal, reading: Reading): Proposal | string {
  const { command, on, score } = proposal;
  const { text } = reading.utterance;
  if (!FOREIGN.has(command.do))
    return `a foreign producer may not propose ${String(command.do).slice(0, 20)}`;
  if (!isWithin(on, text)) return 'its words are not in the query';
  if (!Number.isFinite(score)) return 'its score is no number';
  const base = { ...proposal, on: { start: on.start, end: on.end }, score: Math.min(1, Math.max(0, score)) };
  const words = text.slice(on.start, on.end);
  switch (command.do) {
    case 'start': {
      const probability = Number.isFinite(command.probability) ? base.score : null;
      const { do: what, label, follows } = command;
      const asks = mayAct(label, reading) ? { asks: true as const } : {};
      return {
        ...base,
        command: { do: what, label, probability, query: words, ...(follows && { follows }), ...asks },
      };
    }
    case 'set': {
      if (!WAYS.has(command.way)) return `a value may not be given by ${String(command.way).slice(0, 20)}`;
      const candidate = readAt(on, command.slot, reading);
      if (candidate === undefined) return `no value of ${command.slot} stands there`;
      if (!isSame(candidate, command.candidate)) return `another value of ${command.slot} stands there`;
      const raw = text.slice(candidate.start, candidate.end);
      return {
        ...base,
        command: { do: 'set', slot: command.slot, candidate, raw, way: command.way },
        on: { start: candidate.start, end: candidate.end },
      };
    }
    case 'unknown_value':
      return words.trim() === ''
        ? 'its words are not in the query'
        : { ...base, command: { ...command, raw: words } };
    case 'ask_faq':
      return typeof command.query === 'string' && command.query.length <= MAX_TEXT_LENGTH
        ? base
        : 'its question is too long';
    default:
      return base;
  }
}

const isWithin = (on: Stretch, { length }: string): boolean =>
  Number.isInteger(on?.start) &&
  Number.isInteger(on?.end) &&
  0 <= on.start &&
  on.start <= on.end &&
  on.end <= length;

/** True if a competency has a deed, or business logic that may act as soon as the label is entered. */
function mayAct(label: string, { loaded: { assistant, states } }: Reading): boolean {
  const state = states.get(label);
  if (state === undefined) return false;
  const { deeds } = deedsOf(assistant);
  const hasDeed = [...deeds.keys()].some((name) => assistant.states[name]?.competency === state.competency);
  const isCalled = assistant.competencies[state.competency]?.businessLogic === true && state.deed !== false;
  const yes = yesTransition(state);
  return hasDeed || isDeed(assistant, yes?.to[0] ?? '') || (isCalled && yes === undefined);
}

/** The longest value that the slot's recogniser reads within a stretch. */
function readAt(
  on: Stretch,
  name: string,
  { loaded, view, utterance, values }: Reading,
): Candidate | undefined {
  const slot = view.frame?.competency.slots.find((declared) => declared.name === name);
  if (slot === undefined) return undefined;
  const isAsked = askedSlot(view)?.name === name;
  const ours = (values?.values ?? []).flatMap((value) => (value.slot === name ? value.candidate : []));
  const read = [...ours, ...loaded.recognizerOf(slot.entity, utterance.language)(utterance)].filter(
    (candidate) => contains(on, candidate) && (isAsked || candidate.quality !== 'answer'),
  );
  const [longest] = read.sort((a, b) => b.end - b.start - (a.end - a.start));
  if (longest !== undefined || !isText(view.assistant, slot.entity)) return longest;
  const text = utterance.text.slice(on.start, on.end);
  const start = on.start + text.length - text.trimStart().length;
  const value = text.trim();
  if (
    value === '' ||
    value.length > MAX_TEXT_LENGTH ||
    !standsApart(utterance.words, start, start + value.length)
  )
    return undefined;
  return { start, end: start + value.length, value, details: {}, quality: 'learned' };
}

/** True if a stretch begins and ends at word boundaries. */
const standsApart = (words: readonly Stretch[], start: number, end: number): boolean =>
  words.some((word) => word.start >= start && word.end <= end) &&
  !words.some((word) => (word.start < start && start < word.end) || (word.start < end && end < word.end));

/** True if the proposed value is a meaning of the recogniser's value. */
const isSame = (read: Candidate, proposed: Candidate | undefined): boolean =>
  [read, ...(read.alternatives ?? [])].some(({ value }) => value === proposed?.value);
