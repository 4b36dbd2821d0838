import type { Act } from '../../understand/acts/acts.ts';
import { plainWord } from '../../understand/acts/features.ts';
import { joinedWords } from '../../understand/acts/words.ts';
import type { Random } from '../random.ts';
import { expand } from './grammar.ts';
import type { ActExample, OwnRows } from './rows.ts';

/** The marks between sentences, and none, which is as frequent as all others: marks must not decide. */
const MARKS = [', ', ' ', ' ', '. ', ' ', '... ', ' - ', ' ', '! ', ' '];
/** The same where no spaces part words. */
const UNSPACED_MARKS = ['、', '', '。', '', '，', ' '];
const LOOSE_MARKS = /[.,;:!?¿¡…。、，！？；]+/gu;
/** The share of compounds whose marks are all left out. */
const UNMARKED = 0.4;
/** The share of yeses behind the other sentence rather than before it. */
const TURNED = 0.15;
/** The share that speaks to somebody. */
const SPOKEN_TO = 0.08;
/** The compounds of a kind in each training: as many for each of the language's examples, and no more than so many. */
const SHARE_OF_ROWS = 0.45;
const MOST_COMPOUNDS = 5000;
const AGREED_ECHOES = 12;
/** The number of times that a sentence beside a yes comes without one. */
const TIMES_ALONE = 5;
/** The weight of the yes in a compound that leaves it one. */
const AGREES = 0.5;

/** Acts that leave a yes what it is. */
const COURTESIES: readonly Act[] = ['thank', 'acknowledge', 'greet', 'goodbye'];

const isAgreeing = (act: Act): boolean => act === 'affirm' || COURTESIES.includes(act);
const isAgreed = ({ acts }: ActExample): boolean => acts.includes('affirm') && acts.every(isAgreeing);
const isCourtesy = ({ acts }: ActExample): boolean => acts.every((act) => COURTESIES.includes(act));

/**
 * Examples with the act `reservation` where they hold something beside agreement and courtesy. Of a chat beside a yes it
 * is not told.
 */
export const withReservation = (examples: readonly ActExample[]): ActExample[] =>
  examples.map((example) => {
    if (isAgreed(example) || isCourtesy(example)) return example;
    if (example.acts.includes('affirm') && example.acts.includes('chatter'))
      return { ...example, weights: { ...(example.weights ?? { others: 1 }), reservation: 0 } };
    return { ...example, acts: [...example.acts, 'reservation'] };
  });

/** A word of agreement is in as many lines of it: one that is in a single line could be any. */
const LINES_OF_A_WORD = 2;

/** The words that agreement and courtesy are made of, by themselves and in compounds. */
export function agreeingWords(examples: readonly ActExample[]): string[] {
  const lines = new Map<string, Set<string>>();
  for (const { text, hasty, acts, group, isCompound, prompt } of examples) {
    // A reply that takes up the values of a question is made of these.
    const isMeant = isCompound ? !acts.includes('reservation') && prompt === null : acts.every(isAgreeing);
    if (!isMeant) continue;
    for (const word of [text, hasty ?? ''].flatMap(joinedWords).map((joined) => plainWord(joined.text)))
      lines.set(word, (lines.get(word) ?? new Set()).add(group));
  }
  return [...lines].flatMap(([word, groups]) => (groups.size >= LINES_OF_A_WORD ? [word] : [])).sort();
}

/**
 * Compounds of a yes and another sentence, which train `reservation` alone: a yes with what leaves it one, and a yes with
 * what does not, each with marks and without.
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
  // Those that take up the words of a question agree to that alone.
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
    weights: { others: 0, reservation: 1, affirm: isYes && !isReserved ? AGREES : 0 },
    copies: 1,
    group,
    isCompound: true,
  });
  const count = Math.min(MOST_COMPOUNDS, Math.round(examples.length * SHARE_OF_ROWS));
  const compound = (isReserved: boolean): ActExample => {
    const yes = pick(agreements);
    const beside = isReserved ? reserved() : agreed();
    const turned = random() < TURNED ? [beside.text, yes.text] : [yes.text, beside.text];
    const third = !isReserved && random() < 0.2 ? [agreed().text] : [];
    const called = isReserved && random() < SPOKEN_TO ? [pick(compounds.people)] : [];
    return example(join([...called, ...turned, ...third]), beside.group, isReserved, { prompt: yes.prompt });
  };
  const echoes = compounds.echo.flatMap(({ ask, agreed: same, reserved: other }, entry) => {
    const of = (lines: readonly string[], isReserved: boolean) =>
      lines.flatMap((line, index) =>
        Array.from({ length: AGREED_ECHOES }, () => {
          const held = Object.fromEntries(
            Object.entries(lists).map(([name, values]) => [name, [pick(values)]]),
          );
          const text = expand(line, held, random);
          return example(
            random() < UNMARKED ? unmarked(text, isUnspaced) : text,
            `compounds:echo${entry}:${isReserved}:${index}`,
            isReserved,
            { prompt: expand(pick(ask), held, random) },
          );
        }),
      );
    return [...of(same, false), ...of(other, true)];
  });
  const told = (lines: readonly string[], kind: string, isReserved: boolean) =>
    lines.flatMap((line, index) =>
      Array.from({ length: TIMES_ALONE }, () =>
        example(write(line), `compounds:${kind}:${index}`, isReserved, { isYes: false }),
      ),
    );
  return [
    ...Array.from({ length: count }, () => compound(true)),
    ...Array.from({ length: count }, () => compound(false)),
    ...told(compounds.reserved, 'reserved', true),
    ...told(compounds.agreed, 'agreed', false),
    ...outOfScope.map((text, index) => example(text, `compounds:scope:${index}`, true)),
    ...echoes,
  ].filter(({ text }) => text !== '');
}

/** A sentence without its end marks. */
const bare = (text: string): string => text.replace(/[\s.,;!?…。、，！？]+$/u, '');

/** A text without its marks, but for those within words and numbers. */
const unmarked = (text: string, isUnspaced: boolean): string =>
  text
    .replace(isUnspaced ? LOOSE_MARKS : /[.,;:!?¿¡…]+(?=\s|$)|(?<=^|\s)[¿¡-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
