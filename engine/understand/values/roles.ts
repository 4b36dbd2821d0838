import type { CompiledSlot } from '../../assistant.ts';
import { traitsOf } from '../../built-in-entities.ts';
import { ROLES, type Role } from '../../language/change.ts';
import type { Language } from '../../language/language.ts';
import { roleNamesOf } from '../../language/languages.ts';
import { overlap, type Stretch } from '../../text/stretch.ts';
import { firstWordFrom, type Word } from '../../text/words.ts';
import { plainWordsIn } from '../../values/words-in.ts';
import { WORDS } from '../certainty.ts';

const known = new WeakMap<CompiledSlot, Map<string, Role | null>>();

/**
 * A slot's role: origin or destination of a journey, begin or end of a period; null if it has none. The author's rule
 * about the order of two moments decides, then the words before the slot's values in the utterances, then its name and
 * question. Cached per slot and language.
 */
export function roleOf(slot: CompiledSlot, language: Language): Role | null {
  const roles = known.get(slot) ?? new Map<string, Role | null>();
  known.set(slot, roles);
  let role = roles.get(language.code);
  if (role === undefined) {
    role = readRole(slot, language);
    roles.set(language.code, role);
  }
  return role;
}

function readRole(slot: CompiledSlot, language: Language): Role | null {
  const { code } = language;
  const words = roleNamesOf(language);
  const question = slot.ask?.[code]?.speak.join(' . ') ?? '';
  const name = ` ${slot.name.replaceAll('_', ' ')} `;
  const asked = ` ${plainWordsIn(question, code)} `;
  const calls = (role: Role, text: string) =>
    words.some(({ [role]: { called } }) => called.some((word) => text.includes(` ${word} `)));
  const { isMoment, bareNumber } = traitsOf(slot.entity);
  // Numbers have no role: "a table for four" has no destination.
  if (bareNumber === 'value') return null;
  // A date that must follow another is an end, even if its name sounds like a beginning.
  const orders = isMoment ? (slot.validate?.others ?? []).map(({ order }) => order) : [];
  if (orders.some((order) => order === 'after' || order === 'min')) return 'end';
  if (orders.length > 0) return 'begin';
  const possible = ROLES.filter((role) => (role === 'begin' || role === 'end') === isMoment);
  const seen = slot.contexts[code];
  const timesBefore = (word: string) => (seen?.left[word] ?? 0) + (seen?.secondLeft[word] ?? 0);
  const [learned, ...less] = possible
    .map((role) => ({ role, times: sum(words[0]?.[role].beside.map(timesBefore) ?? []) }))
    .sort((a, b) => b.times - a.times);
  if (learned !== undefined && learned.times > sum(less.map(({ times }) => times))) return learned.role;
  const named = possible.filter((role) => calls(role, name));
  if (named.length === 1) return named[0] ?? null;
  const byQuestion = possible.filter((role) => calls(role, asked));
  return byQuestion.length === 1 ? (byQuestion[0] ?? null) : null;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);

/** True if a word may stand between a role word and the value. */
const isSmallBeside = ({ connecting, change }: Language, word: string): boolean =>
  connecting.has(word) || change.instead.includes(word) || change.but.includes(word);

/**
 * Scores each role by the words next to a value, −0.5…1; null if no word favours a role.
 * @param values stretches of other values, which bound the search for role words
 */
export function roleScores(
  value: Stretch,
  words: readonly Word[],
  values: readonly Stretch[],
  language: Language,
): ReadonlyMap<Role, number> | null {
  const isSmall = (word: string) => isSmallBeside(language, word);
  const first = firstWordFrom(words, value.start);
  const next = firstWordFrom(words, value.end);
  const isOther = (index: number) => {
    const word = words[index];
    return word === undefined || values.some((otherValue) => overlap(otherValue, word));
  };
  let from = first;
  while (from > 0 && first - from < WORDS.few && !isOther(from - 1)) from--;
  // A date may include its preposition: "vom 3. Mai".
  const begin = next - first > 1 && isSmall(words[first]?.text ?? '') ? first + 1 : first;
  const before = spaced(words.slice(from, begin));
  // A role word after a pause belongs to the next value: "9 am, back on Saturday". A full stop inside a date is not a
  // pause.
  const isPastMark = (index: number) =>
    (words[index]?.start ?? 0) - (index === next ? value.end : (words[index - 1]?.end ?? 0)) > 1;
  // A word between two values leads to the second: "from the 4th until the 11th".
  const leadsOn = (next + 1 < words.length && isOther(next + 1)) || isPastMark(next);
  let to = next;
  while (to - next < 1 && to < words.length && !isOther(to)) to++;
  const after = spaced(words.slice(next, to));
  const leads = wordsBehind(next, words, { isOther, isSmall, isPastMark });
  const near = ROLES.map((role) => {
    const { beside, behind = [] } = language.roles[role];
    if (behind.some((phrase) => after === ` ${phrase} `)) return { role, at: before.length };
    const at = nearness(beside, before, isSmall);
    const isBehind = beside.some(
      (phrase) =>
        (after === ` ${phrase} ` && !leadsOn) || (leads.startsWith(` ${phrase} `) && !isSmall(phrase)),
    );
    return { role, at: at >= 0 ? at : isBehind ? 0 : -1 };
  });
  if (near.every(({ at }) => at < 0)) return null;
  return new Map(
    near.map(({ role, at }) => {
      const pair = near.find((rival) => PAIRS[role] === rival.role)?.at ?? -1;
      if (at < 0) return [role, pair >= 0 ? -0.5 : 0];
      return [role, at >= pair ? 1 : 1 / 3];
    }),
  );
}

/** The end of the last phrase before the value, if only small words follow it; −1 if there is none. */
function nearness(phrases: readonly string[], before: string, isSmall: (word: string) => boolean): number {
  let nearest = -1;
  for (const phrase of phrases) {
    const at = before.lastIndexOf(` ${phrase} `);
    const left = at < 0 ? [] : before.slice(at + phrase.length + 2).split(' ');
    // A phrase does not reach across other content: the "to" of "to Barcelona tomorrow" does not apply to "tomorrow".
    if (at >= 0 && left.every((word) => word === '' || isSmall(word)))
      nearest = Math.max(nearest, at + phrase.length);
  }
  return nearest;
}

/**
 * The words between a value and the next pause, without leading small words: "way home" in "saturday for the way home".
 * Empty if they lead to the next value.
 */
function wordsBehind(
  next: number,
  words: readonly Word[],
  {
    isOther,
    isSmall,
    isPastMark,
  }: {
    isOther: (index: number) => boolean;
    isSmall: (word: string) => boolean;
    isPastMark: (index: number) => boolean;
  },
): string {
  if (isPastMark(next)) return '';
  let from = next;
  while (from - next < WORDS.few && !isOther(from) && isSmall(words[from]?.text ?? '')) from++;
  let to = from;
  while (to - from < WORDS.few && to < words.length && !isOther(to) && !isPastMark(to)) to++;
  if (to < words.length && isOther(to) && !isPastMark(to)) return '';
  return spaced(words.slice(from, to));
}

/** Adds surrounding spaces so that phrases match whole words only. */
const spaced = (words: readonly Word[]): string => ` ${words.map(({ text }) => text).join(' ')} `;

const PAIRS: Readonly<Record<Role, Role>> = {
  origin: 'destination',
  destination: 'origin',
  begin: 'end',
  end: 'begin',
};
