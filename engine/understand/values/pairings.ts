import type { CompiledSlot } from '../../assistant.ts';
import { BOOLEAN_ENTITY } from '../../built-in-entities.ts';
import type { Language } from '../../language/language.ts';
import { languageOf } from '../../language/languages.ts';
import { hasPause } from '../../text/pauses.ts';
import { contains, overlap, type Stretch } from '../../text/stretch.ts';
import { sharesStem } from '../../text/word-forms.ts';
import { firstWordFrom, type Word, wordsWithin } from '../../text/words.ts';
import { peopleIn } from '../../values/people.ts';
import { isNoMore } from '../../values/quantities.ts';
import type { Candidate, Recognizer, Utterance } from '../../values/recognizer.ts';
import { isBareAnswer } from './bare.ts';
import { namedSlots } from './named-slots.ts';
import { deniedNouns, numbersForSlots, takesCounts } from './people-slots.ts';
import { roleOf, roleScores } from './roles.ts';
import { contextScore, type Surroundings, surroundingsAt } from './surroundings.ts';

/** A value that a slot could take, and how much speaks for that. */
export interface Pairing {
  slot: CompiledSlot;
  /** The place of the slot among those of its competency. */
  order: number;
  candidate: Candidate;
  score: number;
}

/** The values of some slots, by the slot's name. */
export type Tagged = ReadonlyMap<string, readonly Candidate[]>;

export interface PairingOptions {
  /** The slot whose answer is awaited, or null. */
  asked: string | null;
  /** Slots that have a value already; empty ones are preferred. */
  filled: ReadonlySet<string>;
  recognizerOf: (entity: string) => Recognizer;
  /** The values of free-text slots, which only their own slots take. */
  freeText: readonly { slot: string; candidate: Candidate }[];
  /** The values that the tagger found for slots that it was taught; they replace what the recognisers find. */
  tagged: Tagged;
}

/** A clear context of another slot outweighs that a slot was asked for: "from savings". */
const ASKED = 0.5;
const EMPTY = 0.15;
/** A filled slot, which may be corrected, comes before an optional empty one, if nothing is asked for. */
const HELD = 0.25;
const NEARER = 0.05;
/** An optional slot comes after a required one that waits for such a value, unless words speak for it. */
const OPTIONAL = 0.2;
/** The weight against a value, by how it was recognised. */
const UNSURE: Readonly<Record<Candidate['quality'], number>> = {
  exact: 0,
  fuzzy: 0.2,
  weak: 0.3,
  answer: 0.3,
  learned: 0,
  learned_answer: 0,
  whole_answer: 0,
};
const MAX_CANDIDATES = 64;
/** The score of a tagged value: higher than any score by the words around a value. */
const TAGGED = 3;
/**
 * The score of a place in a pair, or behind the name of its slot: more than the word before the first of two places counts
 * in "tickets London Zurich".
 */
const OF_A_PLACE = 0.6;

/** Pairs each slot with the values that it could take, and scores what speaks for each. */
export const pairingsOf = (
  slots: readonly CompiledSlot[],
  utterance: Utterance,
  options: PairingOptions,
): Pairing[] => new PairingReader(slots, utterance, options).read();

class PairingReader {
  readonly #slots: readonly CompiledSlot[];
  readonly #utterance: Utterance;
  readonly #options: PairingOptions;
  readonly #language: Language;
  readonly #byEntity = new Map<string, readonly Candidate[]>();
  /** The values of each slot, in the slots' order. */
  readonly #candidates: readonly (readonly Candidate[])[];
  readonly #all: readonly Candidate[];
  readonly #exact: readonly Candidate[];
  readonly #people: ReturnType<typeof peopleIn>;
  readonly #surroundings = new Map<string, Surroundings>();
  #namedSlots: readonly { slot: CompiledSlot; on: Stretch }[] | undefined;

  constructor(slots: readonly CompiledSlot[], utterance: Utterance, options: PairingOptions) {
    this.#slots = slots;
    this.#utterance = utterance;
    this.#options = options;
    this.#language = languageOf(utterance.language);
    for (const { entity } of slots)
      if (!this.#byEntity.has(entity))
        this.#byEntity.set(entity, options.recognizerOf(entity)(utterance).slice(0, MAX_CANDIDATES));
    const numbersFor = numbersForSlots(slots, utterance, this.#recognized('number'), options.asked);
    this.#candidates = slots.map((slot) => [
      ...(options.tagged.get(slot.name) ??
        (takesCounts(slot) ? numbersFor(slot) : this.#recognized(slot.entity))),
      ...this.#saidToLack(slot),
      ...options.freeText.filter((text) => text.slot === slot.name).map(({ candidate }) => candidate),
    ]);
    this.#all = this.#candidates.flat();
    this.#exact = this.#all.filter(({ quality }) => quality === 'exact');
    this.#people = peopleIn(utterance);
  }

  read(): Pairing[] {
    const pairings: Pairing[] = [];
    for (const [order, slot] of this.#slots.entries())
      for (const candidate of this.#candidates[order] ?? []) {
        const score = this.#scoreOf(slot, candidate);
        if (score !== null) pairings.push({ slot, order, candidate, score });
      }
    return pairings;
  }

  /** The score of a value for a slot; null if it is none of it. */
  #scoreOf(slot: CompiledSlot, candidate: Candidate): number | null {
    const { asked, filled, tagged } = this.#options;
    if (tagged.has(slot.name)) return TAGGED;
    if (!this.#mayTake(slot, candidate)) return null;
    const isAsked = slot.name === asked;
    let score = this.#scoreByWords(slot, candidate);
    // What nobody asked for needs a word that speaks for it where another slot may be meant.
    const hasRivals = this.#surroundingsOf(candidate).rivalCount > 1;
    if (score <= 0 && hasRivals && !slot.required && !isAsked && this.#hasRequiredRival(slot)) return null;
    if (isAsked) score += ASKED;
    if (!filled.has(slot.name)) score += slot.required || isAsked ? EMPTY : EMPTY / 2;
    else if (asked === null && !this.#isWaitedFor(slot)) {
      score += HELD;
      // "And Barcelona?" is rather another place to go to than to come from.
      if (roleOf(slot, this.#language) === 'destination') score += NEARER;
    }
    score += Math.min(candidate.end - candidate.start, 40) / 400;
    if (!slot.required && !isAsked && this.#isWaitedFor(slot)) score -= OPTIONAL;
    return score - UNSURE[candidate.quality];
  }

  #mayTake(slot: CompiledSlot, candidate: Candidate): boolean {
    const isAsked = slot.name === this.#options.asked;
    if (candidate.quality === 'answer' && !isAsked) return false;
    const { words, language } = this.#utterance;
    const within = wordsWithin(words, candidate);
    // "Price" is what the slot is called, and no slip of its value "pricey".
    if (candidate.quality === 'fuzzy' && isCalled(slot, within)) return false;
    // A "no" or "no thanks" answers what is asked and nothing else.
    const isSmall = !candidate.pointsBack && isBareAnswer(within, [], language);
    if (!isAsked && isSmall && !this.#isCount(slot, candidate)) return false;
    // "In 3 weeks" is a day, wherever addresses stand behind "in".
    return !(candidate.quality === 'learned' && this.#exact.some((value) => contains(value, candidate)));
  }

  /** The score of a slot by the words around a value, and by its role: −0.85…1.6. */
  #scoreByWords(slot: CompiledSlot, candidate: Candidate): number {
    const surroundings = this.#surroundingsOf(candidate);
    const score = contextScore(slot, surroundings, this.#utterance.language);
    if (surroundings.rivalCount < 2) return score;
    return score + this.#roleScore(slot, candidate) + (this.#isBehindName(slot, candidate) ? OF_A_PLACE : 0);
  }

  /** True if the slot is called by name right before a value, in its clause: "move in on the 5th", of `move_in`. */
  #isBehindName(slot: CompiledSlot, { start, end }: Candidate): boolean {
    // What a number counts stands behind it.
    if (takesCounts(slot)) return false;
    const last = this.#named.findLast(({ on }) => on.end <= start);
    if (last?.slot !== slot || hasPause(this.#utterance.text.slice(last.on.end, start))) return false;
    return !this.#all.some((value) => value.start >= last.on.end && value.start < start && value.end !== end);
  }

  #surroundingsOf(candidate: Candidate): Surroundings {
    const place = `${candidate.start} ${candidate.end}`;
    let known = this.#surroundings.get(place);
    if (known === undefined) {
      const rivals = this.#slots.filter((_, index) =>
        this.#candidates[index]?.some((rivalCandidate) => overlap(rivalCandidate, candidate)),
      );
      known = surroundingsAt(candidate, rivals, this.#utterance);
      this.#surroundings.set(place, known);
    }
    return known;
  }

  /** The score of a slot's role by the words beside a value: −0.6…0.6. */
  #roleScore(slot: CompiledSlot, candidate: Candidate): number {
    const role = roleOf(slot, this.#language);
    if (role === null) return 0;
    const { text, words } = this.#utterance;
    const place = placeInPair(candidate, this.#recognized(slot.entity), text);
    if (place !== null && (role === 'origin' || role === 'destination'))
      return role === place ? OF_A_PLACE : -OF_A_PLACE;
    const otherValues = this.#all.filter((value) => !overlap(value, candidate));
    return roleScores(candidate, words, otherValues, this.#language)?.get(role) ?? 0;
  }

  /** True of "one child", "one city bike", "just the one" and "just me"; a "one" by itself is a pronoun. */
  #isCount(slot: CompiledSlot, candidate: Candidate): boolean {
    return (
      takesCounts(slot) &&
      (this.#people.some((count) => overlap(count, candidate)) ||
        isNoMore(candidate, this.#utterance) ||
        this.#countsWhatFollows(slot, candidate))
    );
  }

  /** True if the word behind a number is counted by it: a person, a value, or a word seen behind the slot's numbers. */
  #countsWhatFollows({ contexts }: CompiledSlot, { end }: Candidate): boolean {
    const { words, language } = this.#utterance;
    const next = words[firstWordFrom(words, end)];
    if (next === undefined) return false;
    return (
      this.#language.people.nouns.has(next.text) ||
      Object.keys(contexts[language]?.right ?? {}).some((seen) => sharesStem(seen, next.text)) ||
      this.#exact.some(({ start, value }) => start === next.start && typeof value === 'string')
    );
  }

  /** True if a required slot takes the same values; while something is asked for, one that waits for its value. */
  #hasRequiredRival({ entity }: CompiledSlot): boolean {
    const { asked, filled } = this.#options;
    return this.#slots.some(
      (rival) => rival.required && rival.entity === entity && (asked === null || !filled.has(rival.name)),
    );
  }

  /** True if a required slot takes the same values and has none yet: what comes fills it rather than what is held. */
  #isWaitedFor({ entity }: CompiledSlot): boolean {
    const { filled } = this.#options;
    return this.#slots.some((rival) => rival.required && rival.entity === entity && !filled.has(rival.name));
  }

  /** "No piano", of a yes/no slot that is called by the noun. */
  #saidToLack(slot: CompiledSlot): Candidate[] {
    if (slot.entity !== BOOLEAN_ENTITY) return [];
    return deniedNouns(this.#utterance)
      .filter((denied) => this.#named.some((name) => name.slot === slot && overlap(name.on, denied)))
      .map(({ start, end }) => ({ start, end, value: false, details: {}, quality: 'exact' }));
  }

  /** The slots that the query calls by a name, and where. */
  get #named(): readonly { slot: CompiledSlot; on: Stretch }[] {
    const { language } = this.#utterance;
    this.#namedSlots ??= namedSlots({ competency: { slots: this.#slots } }, this.#utterance, language);
    return this.#namedSlots;
  }

  #recognized(entity: string): readonly Candidate[] {
    return this.#byEntity.get(entity) ?? [];
  }
}

/** True if the words are just one, and the slot has it in its name. */
const isCalled = ({ name }: CompiledSlot, [word, ...more]: readonly Word[]): boolean =>
  word !== undefined && more.length === 0 && name.split('_').includes(word.text);

/** The end of a way that a place is, if only a dash stands between it and another: "London - Zurich". */
function placeInPair(
  { start, end, pointsBack: isThere }: Candidate,
  values: readonly Candidate[],
  text: string,
): 'origin' | 'destination' | null {
  if (isThere) return null;
  const isJoined = (from: number, to: number) =>
    from < to && /^\s*(?:[-–—→>]+\s*)?$/u.test(text.slice(from, to));
  // "A branch there" are no two places.
  const places = values.filter(({ pointsBack }) => !pointsBack);
  if (places.some((place) => isJoined(end, place.start))) return 'origin';
  return places.some((place) => isJoined(place.end, start)) ? 'destination' : null;
}
