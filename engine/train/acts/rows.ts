import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { OTHER_APOSTROPHES } from '../../text/plain-signs.ts';
import { ACTS, type Act, AWAITED, type Awaited } from '../../understand/acts/acts.ts';
import type { Random } from '../random.ts';
import { expand, type Lists } from './grammar.ts';

/** A text with what it does, in a place of a conversation. */
export interface ActExample {
  text: string;
  /** The same as it is typed in haste; null where that makes no difference. */
  hasty: string | null;
  acts: readonly Act[];
  /** The places where it may be said: one of them is drawn each time that it is trained on. */
  awaited: readonly Awaited[];
  /** The question before it; null draws one of those that assistants ask there. */
  prompt: string | null;
  /** The weight of each act, where not all count alike. */
  weights?: Partial<Record<Act, number>> & { others: number };
  /** The number of times that it comes in each epoch. */
  copies: number;
  /** Examples of one group are held out together: the sentences of one line. */
  group: string;
  /** True of a compound (`compounds.ts`), whose words tell nothing of what is a yes by itself. */
  isCompound?: true;
}

/** Questions that assistants ask, by what they await. */
export type Questions = Readonly<Record<Awaited, readonly string[]>>;

interface RepliesFile {
  /** The letters that stand for others where a keyboard lacks these: “ü” is “ue” in German. */
  spelled?: Readonly<Record<string, string>>;
  lists: Lists;
  /** `times`: the sentences that each line of a row stands for, at most, where it has many. */
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

/** The rows of a language for what is said beside a yes, in `compounds.yaml`. */
export interface CompoundsFile {
  lists?: Lists;
  /** Between two sentences: "and", "but". Marks are added by the training. */
  joins: string[];
  /** People beside the assistant who may be spoken to: "mum". */
  people: string[];
  /** Sentences that keep a reply from being agreement and no more: delays, conditions, questions, other people. */
  reserved: string[];
  /** What leaves a yes one: thanks, haste, courtesy, that it is right. */
  agreed: string[];
  /** Replies that take up the values of a question. `{x}` is the same value in the question and the reply. */
  echo: { ask: string[]; agreed: string[]; reserved: string[] }[];
}

/** Whole replies to questions whether to do something, in `confirmations.yaml`. */
export interface ConfirmationsFile {
  /** `agreed`: do it now, and nothing else is meant; `reserved`: anything else. */
  groups: { ask: string[]; agreed: string[]; reserved: string[] }[];
}

/** Sentences that one line of a grammar stands for, at most, unless its row says otherwise. */
const MOST_OF_A_LINE = 4;
/** Questions that each reply to a verb is paired with. */
const QUESTIONS_OF_AN_ECHO = 2;

export class RowsError extends Error {
  override name = 'RowsError';
}

/** Our own rows of a language: what people reply, written as grammars, and what assistants ask. */
export interface OwnRows {
  replies: { name: string; file: RepliesFile }[];
  questions: QuestionsFile;
  compounds: CompoundsFile;
  confirmations: ConfirmationsFile;
}

/** @param directory the language's folder, with `replies.yaml`, `conditions.yaml`, `questions.yaml` and `compounds.yaml`, and `idioms.yaml` and `confirmations.yaml` where it has them */
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
 * Sentences that the rows of a language stand for.
 * @throws {RowsError} for an act or a place that there is not
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

/** A text without the apostrophes in its words, and with letters spelled as keyboards that lack them make people do. */
export function hastyForm(text: string, spelled: Readonly<Record<string, string>>): string | null {
  const plain = text.replace(WITHIN_WORDS, '');
  const hasty = Object.entries(spelled).reduce(
    (so, [letter, letters]) =>
      so.replaceAll(letter, letters).replaceAll(letter.toUpperCase(), letters.toUpperCase()),
    plain,
  );
  return hasty === text ? null : hasty;
}

function replyExamples({ lists, rows }: RepliesFile, file: string, random: Random): ActExample[] {
  return rows.flatMap(({ acts, when, times = MOST_OF_A_LINE, say }, row) => {
    const unknown = [
      ...acts.filter((act) => !ACTS.includes(act)),
      ...(when ?? []).filter((place) => !AWAITED.includes(place)),
    ];
    if (unknown.length > 0) throw new RowsError(`${file}, row ${row}: there is no ${unknown.join(', ')}`);
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

/** Replies that take up the verb of the question: "cancel it" agrees to one question and abandons another. */
function echoExamples(
  { echo }: QuestionsFile,
  write: (line: string) => string,
  random: Random,
): ActExample[] {
  return echo.flatMap(({ ask, yes, no, drop = [], other = [], other_acts: otherActs = ['ask'] }, entry) => {
    const of = (texts: readonly string[], acts: readonly Act[], kind: string): ActExample[] =>
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
        ? of([reply], otherActs, `other${index}`)
        : of([reply.say], reply.acts, `other${index}`),
    );
    return [
      ...of(yes, ['affirm'], 'yes'),
      ...of(no, ['deny'], 'no'),
      ...of(drop, ['drop', 'deny'], 'drop'),
      ...more,
    ];
  });
}
