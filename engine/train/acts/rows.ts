import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { OTHER_APOSTROPHES } from '../../text/plain-signs.ts';
import { ACTS, type Act, AWAITED, type Awaited } from '../../understand/acts/acts.ts';
import type { Random } from '../random.ts';
import { expand, type Lists } from './grammar.ts';

/** A text with its acts, at a point of a conversation. */
export interface ActExample {
  text: string;
  /** The text as typed in haste; null if that is the same. */
  hasty: string | null;
  acts: readonly Act[];
  /** The kinds of answer that may be awaited when it is said: each time it is trained on, one is drawn. */
  awaited: readonly Awaited[];
  /** The question before it; null draws one of the assistants' questions. */
  prompt: string | null;
  /** The weights of acts, `others` for the rest; default: 1 for all. */
  weights?: Partial<Record<Act, number>> & { others: number };
  /** How often it occurs in each epoch. */
  copies: number;
  /** Examples of a group, such as the sentences of a line, are held out together. */
  group: string;
  /** True for compounds (`compounds.ts`) and confirmations, whose words do not show what is a yes on its own. */
  isCompound?: true;
}

/** Questions that assistants ask, by what they await. */
export type Questions = Readonly<Record<Awaited, readonly string[]>>;

interface RepliesFile {
  /** The spellings of letters that a keyboard may lack: “ue” for “ü” in German. */
  spelled?: Readonly<Record<string, string>>;
  lists: Lists;
  /** `times`: the sentences to draw from each line; default: `SENTENCES_OF_A_LINE`. */
  rows: { acts: Act[]; when?: Awaited[]; times?: number; say: unknown[] }[];
}

interface QuestionsFile {
  lists: Lists;
  prompts: Questions;
  echo: {
    ask: string[];
    yes: string[];
    no: string[];
    drop?: string[];
    other?: (string | { say: string; acts: Act[] })[];
    other_acts?: Act[];
  }[];
}

/** What people say beside a yes in a language, in `compounds.yaml`. */
export interface CompoundsFile {
  lists?: Lists;
  /** Words between two sentences: "and", "but". The training adds marks. */
  joins: string[];
  /** People beside the assistant who may be spoken to: "mum". */
  people: string[];
  /** Sentences that make a reply more than agreement: delays, conditions, questions, other people. */
  reserved: string[];
  /** Sentences that do not change a yes: thanks, haste, courtesy, approval. */
  agreed: string[];
  /** Replies that repeat values of the question: `{x}` is the same value in both. */
  echo: { ask: string[]; agreed: string[]; reserved: string[] }[];
}

/** Whole replies to questions that ask whether to do something, in `confirmations.yaml`. */
export interface ConfirmationsFile {
  /** `agreed`: do it now, and nothing else; `reserved`: anything else. */
  groups: { ask: string[]; agreed: string[]; reserved: string[] }[];
}

/** Sentences to draw from a line, unless its row says otherwise. */
const SENTENCES_OF_A_LINE = 4;
/** Questions that each reply with the question's verb is paired with. */
const QUESTIONS_OF_AN_ECHO = 2;

export class RowsError extends Error {
  override name = 'RowsError';
}

/** Our own rows for a language: replies of people, as grammars, and questions of assistants. */
export interface OwnRows {
  replies: { name: string; file: RepliesFile }[];
  questions: QuestionsFile;
  compounds: CompoundsFile;
  confirmations: ConfirmationsFile;
}

/**
 * @param directory the language's folder, with `questions.yaml`, `compounds.yaml`, and any of `replies.yaml`,
 * `idioms.yaml`, `conditions.yaml` and `confirmations.yaml`
 */
export function readOwnRows(directory: string): OwnRows {
  const read = <File>(name: string): File => parse(readFileSync(join(directory, name), 'utf8'));
  const replies = ['replies.yaml', 'idioms.yaml', 'conditions.yaml']
    .filter((name) => existsSync(join(directory, name)))
    .map((name) => ({ name, file: read<RepliesFile>(name) }));
  return {
    replies,
    questions: read('questions.yaml'),
    compounds: read('compounds.yaml'),
    confirmations: existsSync(join(directory, 'confirmations.yaml'))
      ? read('confirmations.yaml')
      : { groups: [] },
  };
}

/**
 * Draws examples and questions from the rows of a language.
 * @throws {RowsError} for an unknown act or kind of answer
 */
export function ownExamples(
  { replies, questions }: OwnRows,
  random: Random,
): { examples: ActExample[]; questions: Questions } {
  const spelled = Object.assign({}, ...replies.map(({ file }) => file.spelled));
  const examples = replies.flatMap(({ name, file }) => replyExamples(file, name, random));
  const write = (line: string) => expand(String(line), questions.lists, random);
  return {
    examples: [...examples, ...echoExamples(questions, write, random)].map((example) => ({
      ...example,
      hasty: hastyForm(example.text, spelled),
    })),
    questions: {
      confirm: questions.prompts.confirm.map(write),
      offer: questions.prompts.offer.map(write),
      value: questions.prompts.value.map(write),
      nothing: questions.prompts.nothing.map(write),
    },
  };
}

const WITHIN_WORDS = new RegExp(`(?<=\\p{L})['${OTHER_APOSTROPHES}](?=\\p{L})`, 'gu');

/** A text as typed in haste: without apostrophes, and with the spellings of `spelled`; null if that is the same. */
export function hastyForm(text: string, spelled: Readonly<Record<string, string>>): string | null {
  const plain = text.replace(WITHIN_WORDS, '');
  const hasty = Object.entries(spelled).reduce(
    (typed, [letter, letters]) =>
      typed.replaceAll(letter, letters).replaceAll(letter.toUpperCase(), letters.toUpperCase()),
    plain,
  );
  return hasty === text ? null : hasty;
}

function replyExamples({ lists, rows }: RepliesFile, file: string, random: Random): ActExample[] {
  return rows.flatMap(({ acts, when, times = SENTENCES_OF_A_LINE, say }, row) => {
    const unknown = [
      ...acts.filter((act) => !ACTS.includes(act)),
      ...(when ?? []).filter((place) => !AWAITED.includes(place)),
    ];
    if (unknown.length > 0) throw new RowsError(`${file}, row ${row}: unknown ${unknown.join(', ')}`);
    return say.flatMap((line, index) => {
      const texts = new Set<string>();
      for (let n = 0; n < times; n++) texts.add(expand(String(line), lists, random));
      texts.delete('');
      const group = `${file}:${row}:${index}`;
      return [...texts].map((text) => ({
        text,
        hasty: null,
        acts,
        awaited: when ?? AWAITED,
        prompt: null,
        copies: 1,
        group,
      }));
    });
  });
}

/** Replies that repeat the verb of the question: "cancel it" agrees to one question and abandons another. */
function echoExamples(
  { echo }: QuestionsFile,
  write: (line: string) => string,
  random: Random,
): ActExample[] {
  return echo.flatMap(({ ask, yes, no, drop = [], other = [], other_acts: otherActs = ['ask'] }, entry) => {
    const examplesOf = (texts: readonly string[], acts: readonly Act[], kind: string): ActExample[] =>
      texts.flatMap((text, index) =>
        Array.from({ length: QUESTIONS_OF_AN_ECHO }, () => ({
          text: write(text),
          hasty: null,
          acts,
          awaited: ['confirm', 'offer'] as const,
          prompt: write(ask[Math.floor(random() * ask.length)] ?? ''),
          copies: 1,
          group: `echo:${entry}:${kind}:${index}`,
        })),
      );
    const more = other.flatMap((reply, index) =>
      typeof reply === 'string'
        ? examplesOf([reply], otherActs, `other${index}`)
        : examplesOf([reply.say], reply.acts, `other${index}`),
    );
    return [
      ...examplesOf(yes, ['affirm'], 'yes'),
      ...examplesOf(no, ['deny'], 'no'),
      ...examplesOf(drop, ['drop', 'deny'], 'drop'),
      ...more,
    ];
  });
}
