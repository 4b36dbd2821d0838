import type { Chance } from './chance.ts';
import type { Repertoire } from './repertoire.ts';

/** The part of an answer that a made-up user reacts to. */
export interface Heard {
  /** The slot that is asked for. */
  asked: string | null;
  /** True if a yes or no is expected. */
  awaitsYes: boolean;
}

/** The number of queries for one wish after which a user gives up. */
const PATIENCE = 8;

/** Probabilities of what users do. */
const SHARE = {
  wishUnknown: 0.14,
  outOfScope: 0.06,
  typingError: 0.07,
  leaves: 0.05,
  digresses: 0.04,
  agrees: 0.82,
} as const;

/**
 * Plays a random conversation: a user with up to three wishes answers questions, makes typing errors, and
 * sometimes asks for something unknown or leaves.
 * @param say sends a query to the assistant
 */
export async function converseFreely(
  repertoire: Repertoire,
  chance: Chance,
  say: (query: string) => Promise<Heard>,
): Promise<void> {
  const wishes = chance.between(1, 3);
  for (let wish = 0; wish < wishes; wish += 1) {
    const opening = openingOf(repertoire, chance);
    if (opening === undefined) return;
    let heard = await say(chance.is(SHARE.typingError) ? mistyped(opening, chance) : opening);
    for (let queries = 0; queries < PATIENCE && (heard.asked !== null || heard.awaitsYes); queries += 1) {
      if (chance.is(SHARE.leaves)) return;
      heard = await say(replyTo(heard, repertoire, chance));
    }
  }
}

function openingOf({ utterances, wishes, outOfScope }: Repertoire, chance: Chance): string | undefined {
  const kind = chance.next();
  const wish = kind < SHARE.wishUnknown ? chance.pick(wishes) : undefined;
  if (wish !== undefined) return chance.pick(wish);
  if (kind < SHARE.wishUnknown + SHARE.outOfScope && outOfScope.length > 0) return chance.pick(outOfScope);
  // Some wishes are far more frequent than others: the smaller of two random numbers favours earlier wishes.
  const place = Math.min(chance.next(), chance.next());
  return chance.pick(utterances[Math.floor(place * utterances.length)] ?? []);
}

function replyTo({ asked }: Heard, repertoire: Repertoire, chance: Chance): string {
  const { answers, wishes, yes, no } = repertoire;
  const digression = chance.is(SHARE.digresses) ? chance.pick(chance.pick(wishes) ?? []) : undefined;
  if (digression !== undefined) return digression;
  const answer = asked === null ? undefined : chance.pick(answers.get(asked) ?? []);
  if (answer !== undefined) return answer;
  // A slot without known values may expect a number, or yes or no.
  if (asked !== null && chance.is(0.5)) return String(chance.between(1, 9));
  return chance.pick(chance.is(SHARE.agrees) ? yes : no) ?? '';
}

/** Swaps two adjacent letters of the text. */
function mistyped(text: string, chance: Chance): string {
  const at = chance.between(1, Math.max(1, text.length - 3));
  return text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2);
}
