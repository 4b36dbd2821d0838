import type { Act } from '../../understand/acts/acts.ts';
import { plainWord } from '../../understand/acts/features.ts';
import { joinedWords } from '../../understand/acts/words.ts';
import type { Random } from '../random.ts';
import { expand } from './grammar.ts';
import type { ActExample, OwnRows } from './rows.ts';

/** Marks between sentences. Half of them are none, so that marks do not decide. */
const MARKS = [', ', ' ', ' ', '. ', ' ', '... ', ' - ', ' ', '! ', ' '];
/** The marks in languages without spaces between words. */
const UNSPACED_MARKS = ['、', '', '。', '', '，', ' '];
const LOOSE_MARKS = /[.,;:!?¿¡…。、，！？；]+/gu;
/** The share of compounds without marks. */
const UNMARKED = 0.4;
/** The share of compounds with the yes after the other sentence. */
const YES_LAST = 0.15;
/** The share of reserved compounds that address a person. */
const ADDRESSED = 0.08;
/** Compounds of each kind for each of the language's examples, and the most of each kind. */
const SHARE_OF_ROWS = 0.45;
const MOST_COMPOUNDS = 5000;
/** Examples of each reply that repeats values of its question. */
const TIMES_ECHOED = 12;
/** Examples of each sentence without a yes beside it. */
const TIMES_ALONE = 5;
/** The weight of `affirm` in a compound that is still a yes. */
const AFFIRM_WEIGHT = 0.5;

/** Acts that do not change a yes. */
const COURTESIES: readonly Act[] = ['thank', 'acknowledge', 'greet', 'goodbye'];

const isAgreeing = (act: Act): boolean => act === 'affirm' || COURTESIES.includes(act);
const isAgreed = ({ acts }: ActExample): boolean => acts.includes('affirm') && acts.every(isAgreeing);
const isCourtesy = ({ acts }: ActExample): boolean => acts.every((act) => COURTESIES.includes(act));

/**
 * Adds the act `reservation` to examples with more than agreement and courtesy. Chatter beside a yes stays unlabelled.
 */
export const withReservation = (examples: readonly ActExample[]): ActExample[] =>
  examples.map((example) => {
    if (isAgreed(example) || isCourtesy(example)) return example;
    if (example.acts.includes('affirm') && example.acts.includes('chatter'))
      return { ...example, weights: { ...(example.weights ?? { others: 1 }), reservation: 0 } };
    return { ...example, acts: [...example.acts, 'reservation'] };
  });

/** Lines of agreement that a word must occur in to count: a word of a single line could be anything. */
const LINES_OF_A_WORD = 2;

/** The words of agreement and courtesy, alone and in compounds. */
export function agreeingWords(examples: readonly ActExample[]): string[] {
  const lines = new Map<string, Set<string>>();
  for (const { text, hasty, acts, group, isCompound, prompt } of examples) {
    // A compound with a question repeats the values of that question.
    const agrees = isCompound ? !acts.includes('reservation') && prompt === null : acts.every(isAgreeing);
    if (!agrees) continue;
    for (const word of [text, hasty ?? ''].flatMap(joinedWords).map((joined) => plainWord(joined.text)))
      lines.set(word, (lines.get(word) ?? new Set()).add(group));
  }
  return [...lines].flatMap(([word, groups]) => (groups.size >= LINES_OF_A_WORD ? [word] : [])).sort();
}

/**
 * Compounds of a yes and another sentence, half of which are still a yes, with and without marks. They train
 * `reservation`, and `affirm` if they are still a yes.
 * @param outOfScope sentences that no assistant serves
 */
export function compoundExamples(
  rows: OwnRows,
  examples: readonly ActExample[],
  outOfScope: readonly string[],
  { isUnspaced, random }: { isUnspaced: boolean; random: Random },
): ActExample[] {
  const { compounds } = rows;
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const lists = { ...rows.questions.lists, ...compounds.lists };
  const marks = isUnspaced ? UNSPACED_MARKS : MARKS;
  const isReply = ({ awaited }: ActExample) => awaited.includes('confirm') || awaited.includes('offer');
  const agreements = examples.filter((example) => isAgreed(example) && isReply(example));
  // An agreement with the words of a question agrees to that question alone.
  const anywhere = agreements.filter(({ prompt }) => prompt === null);
  const courtesies = examples.filter(isCourtesy);
  const others = examples.filter(
    (example) => !example.acts.includes('affirm') && !isCourtesy(example) && !example.acts.includes('robot'),
  );
  const write = (line: string) => expand(String(line), lists, random);
  type Sentence = { text: string; group: string };
  const lineOf = (lines: readonly string[], kind: string): Sentence => {
    const index = Math.floor(random() * lines.length);
    return { text: write(lines[index] ?? ''), group: `compounds:${kind}:${index}` };
  };
  const reserved = (): Sentence => {
    const share = random();
    if (share < 0.45) return lineOf(compounds.reserved, 'reserved');
    if (share < 0.6) {
      const index = Math.floor(random() * outOfScope.length);
      return { text: outOfScope[index] ?? '', group: `compounds:scope:${index}` };
    }
    return pick(others);
  };
  const agreed = (): Sentence => {
    const share = random();
    if (share < 0.6) return lineOf(compounds.agreed, 'agreed');
    return share < 0.75 ? pick(courtesies) : pick(anywhere);
  };
  const join = (parts: readonly string[]): string => {
    const word = random() < 0.25 && compounds.joins.length > 0 ? pick(compounds.joins) : null;
    const joined = parts.reduce((text, part, index) =>
      index === parts.length - 1 && word !== null
        ? `${bare(text)}${isUnspaced ? '' : ' '}${word}${isUnspaced ? '' : ' '}${part}`
        : `${bare(text)}${pick(marks)}${part}`,
    );
    return random() < UNMARKED ? unmarked(joined, isUnspaced) : joined;
  };
  const example = (
    text: string,
    group: string,
    isReserved: boolean,
    { isYes = true, prompt = null }: { isYes?: boolean; prompt?: string | null } = {},
  ): ActExample => ({
    text,
    hasty: null,
    acts: isReserved ? ['reservation'] : ['affirm'],
    awaited: ['confirm', 'offer'],
    prompt,
    weights: { others: 0, reservation: 1, affirm: isYes && !isReserved ? AFFIRM_WEIGHT : 0 },
    copies: 1,
    group,
    isCompound: true,
  });
  const count = Math.min(MOST_COMPOUNDS, Math.round(examples.length * SHARE_OF_ROWS));
  const compound = (isReserved: boolean): ActExample => {
    const yes = pick(agreements);
    const beside = isReserved ? reserved() : agreed();
    const sentences = random() < YES_LAST ? [beside.text, yes.text] : [yes.text, beside.text];
    const third = !isReserved && random() < 0.2 ? [agreed().text] : [];
    const people = isReserved && random() < ADDRESSED ? [pick(compounds.people)] : [];
    return example(join([...people, ...sentences, ...third]), beside.group, isReserved, {
      prompt: yes.prompt,
    });
  };
  const echoes = compounds.echo.flatMap(({ ask, agreed: same, reserved: other }, entry) => {
    const echoesOf = (lines: readonly string[], isReserved: boolean) =>
      lines.flatMap((line, index) =>
        Array.from({ length: TIMES_ECHOED }, () => {
          const fixed = Object.fromEntries(
            Object.entries(lists).map(([name, values]) => [name, [pick(values)]]),
          );
          const text = expand(line, fixed, random);
          return example(
            random() < UNMARKED ? unmarked(text, isUnspaced) : text,
            `compounds:echo${entry}:${isReserved}:${index}`,
            isReserved,
            { prompt: expand(pick(ask), fixed, random) },
          );
        }),
      );
    return [...echoesOf(same, false), ...echoesOf(other, true)];
  });
  const alone = (lines: readonly string[], kind: string, isReserved: boolean) =>
    lines.flatMap((line, index) =>
      Array.from({ length: TIMES_ALONE }, () =>
        example(write(line), `compounds:${kind}:${index}`, isReserved, { isYes: false }),
      ),
    );
  return [
    ...Array.from({ length: count }, () => compound(true)),
    ...Array.from({ length: count }, () => compound(false)),
    ...alone(compounds.reserved, 'reserved', true),
    ...alone(compounds.agreed, 'agreed', false),
    ...outOfScope.map((text, index) => example(text, `compounds:scope:${index}`, true)),
    ...echoes,
  ].filter(({ text }) => text !== '');
}

/** A sentence without the marks at its end. */
const bare = (text: string): string => text.replace(/[\s.,;!?…。、，！？]+$/u, '');

/** A text without marks, except those within words and numbers. */
const unmarked = (text: string, isUnspaced: boolean): string =>
  text
    .replace(isUnspaced ? LOOSE_MARKS : /[.,;:!?¿¡…]+(?=\s|$)|(?<=^|\s)[¿¡-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
