import type { CompiledSlot } from '../../assistant.ts';
import { BOOLEAN_ENTITY, DURATION_ENTITY, traitsOf } from '../../built-in-entities.ts';
import type { Language } from '../../language/language.ts';
import { languageOf } from '../../language/languages.ts';
import { hasPause } from '../../text/pauses.ts';
import { contains, isPartOf, overlap, type Stretch } from '../../text/stretch.ts';
import { sharesStem } from '../../text/word-forms.ts';
import { firstWordFrom, type Word, wordsWithin } from '../../text/words.ts';
import { numbersIn } from '../../values/number.ts';
import { peopleIn } from '../../values/people.ts';
import { isNoMore } from '../../values/quantities.ts';
import { type Candidate, type Recognizer, type Utterance, without } from '../../values/recognizer.ts';
import { type Clock, isoDate, localTime } from '../../values/time/calendar.ts';
import { isAllowed } from '../../values/validate.ts';
import { isBareAnswer, isWholeClause } from './bare.ts';
import { unitCounted } from './counted-lengths.ts';
import { namedSlots } from './named-slots.ts';
import { countsPeople, deniedNouns, isOfSome, numbersForSlots, takesCounts } from './people-slots.ts';
import { roleOf, roleScores } from './roles.ts';
import { contextOf, type Surroundings, surroundingsAt } from './surroundings.ts';
import { type Features, scoreOf } from './weights.ts';

/** A candidate value for a slot, and its score. */
export interface Pairing {
  slot: CompiledSlot;
  /** The slot's position in its competency. */
  order: number;
  candidate: Candidate;
  features: Features;
  score: number;
}

/** Values by slot name. */
export type Tagged = ReadonlyMap<string, readonly Candidate[]>;

export interface PairingOptions {
  /** The slot the open question asks for, or null. */
  asked: string | null;
  /** Slots that already have a value; empty slots are preferred. */
  filled: ReadonlySet<string>;
  recognizerOf: (entity: string) => Recognizer;
  /** True if the text corrects an earlier statement. */
  corrects?: boolean;
  /** Values of free-text slots; each fits only its own slot. */
  freeText: readonly { slot: string; candidate: Candidate }[];
  /** Values that the tagger found for slots it was trained on; they replace the recognisers' values. */
  tagged: Tagged;
}

const MAX_CANDIDATES = 64;
/** Pairs each slot with its candidate values and scores the pairs. */
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
  /** Candidate values per slot, in slot order. */
  readonly #candidates: readonly (readonly Candidate[])[];
  readonly #all: readonly Candidate[];
  readonly #exact: readonly Candidate[];
  /** True for a 1 read from an article or a pronoun. */
  readonly #isArticle: (candidate: Candidate) => boolean;
  readonly #surroundings = new Map<string, Surroundings>();
  #lengths: readonly Candidate[] = [];
  #pastTimes: readonly Candidate[] | undefined;
  #namedSlots: readonly { slot: CompiledSlot; on: Stretch }[] | undefined;

  constructor(slots: readonly CompiledSlot[], utterance: Utterance, options: PairingOptions) {
    this.#slots = slots;
    this.#utterance = utterance;
    this.#options = options;
    this.#language = languageOf(utterance.language);
    for (const { entity } of slots)
      if (!this.#byEntity.has(entity))
        this.#byEntity.set(entity, options.recognizerOf(entity)(utterance).slice(0, MAX_CANDIDATES));
    this.#readApart();
    const { numbers, isArticle } = numbersForSlots(slots, utterance, this.#recognized('number'), options);
    this.#isArticle = isArticle;
    this.#candidates = slots.map((slot) => [
      ...(options.tagged.get(slot.name) ??
        (takesCounts(slot) ? numbers(slot) : this.#recognized(slot.entity))),
      ...this.#saidToLack(slot),
      ...options.freeText.filter((text) => text.slot === slot.name).map(({ candidate }) => candidate),
    ]);
    this.#all = this.#candidates.flat();
    this.#exact = this.#all.filter(({ quality }) => quality === 'exact');
  }

  read(): Pairing[] {
    const pairings: Pairing[] = [];
    for (const [order, slot] of this.#slots.entries())
      for (const candidate of this.#candidates[order] ?? []) {
        const features = this.#featuresOf(slot, candidate);
        if (features !== null) pairings.push({ slot, order, candidate, features, score: scoreOf(features) });
      }
    return pairings;
  }

  /**
   * Adds the beginnings of dates that contain a length of time that a slot takes: "june 1" in "for three months from
   * june 1", which by itself is a day in September.
   */
  #readApart(): void {
    const { recognizerOf } = this.#options;
    const { language } = this.#utterance;
    const takesLengths = (slot: CompiledSlot) =>
      slot.entity === DURATION_ENTITY || unitCounted(slot, language) !== null;
    if (!this.#slots.some(takesLengths)) return;
    this.#lengths = recognizerOf(DURATION_ENTITY)(this.#utterance).filter(
      ({ quality }) => quality === 'exact',
    );
    const isLonger = (value: Candidate) => this.#lengths.some((length) => isPartOf(length, value));
    for (const [entity, values] of this.#byEntity) {
      const longer = traitsOf(entity).isMoment ? values.filter(isLonger) : [];
      if (longer.length === 0) continue;
      const rest = recognizerOf(entity)(without(this.#utterance, this.#lengths));
      const beginnings = rest.filter((value) => longer.some((whole) => overlap(whole, value)));
      this.#byEntity.set(entity, [...values, ...beginnings]);
    }
  }

  /** What speaks for a value as a slot's; null if the slot cannot take this value. */
  #featuresOf(slot: CompiledSlot, candidate: Candidate): Features | null {
    const { asked, filled, tagged } = this.#options;
    if (tagged.has(slot.name)) return { value: 1, tagged: 1 };
    if (!this.#mayTake(slot, candidate)) return null;
    const isAsked = slot.name === asked;
    const words = this.#featuresOfWords(slot, candidate);
    // If a required slot could take the value, an optional slot needs a supporting word.
    const hasRivals = this.#surroundingsOf(candidate).rivalCount > 1;
    if (scoreOf(words) <= 0 && hasRivals && !slot.required && !isAsked && this.#hasRequiredRival(slot))
      return null;
    const isWaited = this.#isWaitedFor(slot);
    const isHeld = filled.has(slot.name) && asked === null && !isWaited;
    const { clock } = this.#utterance;
    const isForbidden = isUnfit(slot, candidate, clock);
    // A value that is unsure here and forbidden by the slot's rule is left to a slot that may take it.
    const isUnsure = candidate.quality === 'weak' && !isAsked;
    if (isForbidden && isUnsure && this.#isFitElsewhere(slot, candidate)) return null;
    const quality = isForbidden ? 'weak' : candidate.quality;
    return {
      ...words,
      value: 1,
      asked: Number(isAsked),
      empty: Number(!filled.has(slot.name) && (slot.required || isAsked)),
      emptyOptional: Number(!filled.has(slot.name) && !slot.required && !isAsked),
      optional: Number(!slot.required && !isAsked && isWaited),
      held: Number(isHeld),
      heldBeside: Number(filled.has(slot.name) && !isAsked && asked !== null),
      heldDestination: Number(isHeld && roleOf(slot, this.#language) === 'destination'),
      withinLonger: Number(this.#isLengthWithin(slot, candidate)),
      bareDay: Number(quality === 'answer' && traitsOf(slot.entity).bareNumber === 'day'),
      length: Math.min(candidate.end - candidate.start, 40) / 40,
      ...(quality === 'fuzzy' || quality === 'weak' || quality === 'answer' ? { [quality]: 1 } : {}),
    };
  }

  /** True if another slot takes exactly these words, and its rule allows the value. */
  #isFitElsewhere(slot: CompiledSlot, { start, end }: Candidate): boolean {
    const { clock } = this.#utterance;
    return this.#slots.some(
      (rival, index) =>
        rival !== slot &&
        this.#candidates[index]?.some(
          (value) =>
            value.quality === 'exact' &&
            value.start === start &&
            value.end === end &&
            !isUnfit(rival, value, clock),
        ),
    );
  }

  /** True for a length of time within a date or time. */
  #isLengthWithin(slot: CompiledSlot, candidate: Candidate): boolean {
    if (traitsOf(slot.entity).isMoment || !this.#lengths.some((length) => overlap(length, candidate)))
      return false;
    return candidate.quality === 'exact' && this.#exact.some((value) => isPartOf(candidate, value));
  }

  #mayTake(slot: CompiledSlot, candidate: Candidate): boolean {
    const isAsked = slot.name === this.#options.asked;
    if (candidate.quality === 'answer' && !isAsked) {
      if (!this.#isHourLeft(slot, candidate) && !this.#isRestated(slot, candidate)) return false;
    }
    const { words, language } = this.#utterance;
    const within = wordsWithin(words, candidate);
    // The slot's name is not a misspelt value: "price" is not "pricey".
    if (candidate.quality === 'fuzzy' && isCalled(slot, within)) return false;
    // Small words such as "no thanks" only answer the open question.
    const isSmall = !candidate.pointsBack && isBareAnswer(within, [], language);
    if (!isAsked && isSmall && !this.#isCount(slot, candidate)) return false;
    if (takesCounts(slot) && (this.#isOfPast(candidate) || this.#isOfSome(slot, candidate))) return false;
    // An exact value outranks a learned one: "in 3 weeks" is a date, not an address.
    return !(candidate.quality === 'learned' && this.#exact.some((value) => contains(value, candidate)));
  }

  /**
   * True for a number in a clause about the past, if the text also has a number outside such clauses: “214, last year
   * it was 198”.
   */
  #isOfPast(candidate: Candidate): boolean {
    if (this.#past.length === 0 || this.#slots.filter(takesCounts).length > 1) return false;
    const { text } = this.#utterance;
    const isPast = (number: Candidate) =>
      this.#past.some((time) => {
        const [from, to] = time.end <= number.start ? [time.end, number.start] : [number.end, time.start];
        return !hasPause(text.slice(from, to));
      });
    const isNumber = ({ quality, start, end }: Candidate) =>
      quality === 'exact' && !this.#exact.some((value) => isPartOf({ start, end }, value));
    return isPast(candidate) && this.#recognized('number').some((other) => isNumber(other) && !isPast(other));
  }

  /**
   * True for the number of part of a group beside the number of the whole: “for six, two of us are vegan”. A filled
   * slot already has the number of the whole.
   */
  #isOfSome(slot: CompiledSlot, candidate: Candidate): boolean {
    const countsSome = (number: Candidate) =>
      isOfSome(number, this.#slots, this.#utterance, (entity) => this.#recognized(entity));
    if (slot.name === this.#options.asked || !countsPeople(slot, this.#utterance.language)) return false;
    if (!countsSome(candidate)) return false;
    const isOther = (other: Candidate) => other.quality === 'exact' && !overlap(other, candidate);
    return (
      this.#options.filled.has(slot.name) ||
      this.#recognized('number').some((other) => isOther(other) && !countsSome(other))
    );
  }

  /** Dates that end before today. */
  get #past(): readonly Candidate[] {
    const { clock } = this.#utterance;
    const today = isoDate(localTime(clock).day);
    this.#pastTimes ??= this.#options
      .recognizerOf('date')(this.#utterance)
      .filter(({ details: { end } }) => typeof end === 'string' && end < today);
    return this.#pastTimes;
  }

  /**
   * True for a new answer to an earlier question while none is open: a clause of its own ("9.30, we're slow in the
   * mornings"), or the only number of a correction that gives nothing else ("can we say 3 instead").
   */
  #isRestated(slot: CompiledSlot, candidate: Candidate): boolean {
    const { asked, filled, corrects } = this.#options;
    if (asked !== null || !filled.has(slot.name) || slot.multiple) return false;
    if (isWholeClause(candidate, this.#utterance)) return true;
    const isHour = ({ name, entity }: CompiledSlot) =>
      filled.has(name) && traitsOf(entity).bareNumber === 'hour';
    const isOnlyHour = isHour(slot) && this.#slots.filter(isHour).length === 1;
    const isOnlyValue =
      numbersIn(this.#utterance).length === 1 && this.#exact.every((value) => overlap(value, candidate));
    return corrects === true && isOnlyHour && isOnlyValue;
  }

  /**
   * True for a bare number as the hour of an empty required slot that was not asked for: “riverside 12”. No other slot
   * may take the number.
   */
  #isHourLeft(slot: CompiledSlot, candidate: Candidate): boolean {
    const { filled } = this.#options;
    const { text, words, language } = this.#utterance;
    if (traitsOf(slot.entity).bareNumber !== 'hour' || !slot.required || filled.has(slot.name)) return false;
    const isTaken = this.#slots.some(
      (rival, index) =>
        rival !== slot &&
        this.#candidates[index]?.some(
          (value) => overlap(value, candidate) && !(value.quality === 'answer' && filled.has(rival.name)),
        ),
    );
    const values = this.#exact.filter((value) => !overlap(value, candidate));
    // The hour comes right after another value and ends the clause, or comes right before another value.
    const isBeside = values.some(({ start, end }) =>
      end <= candidate.start
        ? /^[\s,]*$/.test(text.slice(end, candidate.start)) &&
          !/^\s*[\p{L}\p{N}]/u.test(text.slice(candidate.end))
        : /^[\s,]*$/.test(text.slice(candidate.end, start)),
    );
    return !isTaken && isBeside && isBareAnswer(words, [...values, candidate], language);
  }

  /** What the surrounding words say of a value, if several slots could take it. */
  #featuresOfWords(slot: CompiledSlot, candidate: Candidate): Features {
    const surroundings = this.#surroundingsOf(candidate);
    if (surroundings.rivalCount < 2) return {};
    return {
      ...contextOf(slot, surroundings, this.#utterance.language),
      role: this.#roleScore(slot, candidate),
      behindName: Number(this.#isBehindName(slot, candidate)),
    };
  }
  /** True if the slot's name precedes the value in the same clause: "move in on the 5th" for `move_in`. */
  #isBehindName(slot: CompiledSlot, { start, end }: Candidate): boolean {
    // A number precedes the noun it counts.
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

  /** A slot's score by the role words next to a value: −0.6…0.6. */
  #roleScore(slot: CompiledSlot, candidate: Candidate): number {
    const role = roleOf(slot, this.#language);
    if (role === null) return 0;
    const { words } = this.#utterance;
    const otherValues = this.#all.filter((value) => !overlap(value, candidate));
    return roleScores(candidate, words, otherValues, this.#language)?.get(role) ?? 0;
  }

  /** True if "one" is a number ("one child", "just the one"), not a pronoun. */
  #isCount(slot: CompiledSlot, candidate: Candidate): boolean {
    return (
      takesCounts(slot) &&
      (this.#isArticle(candidate) ||
        peopleIn(this.#utterance).some((count) => overlap(count, candidate)) ||
        isNoMore(candidate, this.#utterance) ||
        this.#countsWhatFollows(slot, candidate))
    );
  }

  /**
   * True if the number counts the next word: a person, a value, or a noun that follows the slot's numbers in the
   * utterances.
   */
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

  /**
   * True if a required slot takes the same kind of value. While a question is open, only an empty required slot counts.
   */
  #hasRequiredRival({ entity }: CompiledSlot): boolean {
    const { asked, filled } = this.#options;
    return this.#slots.some(
      (rival) => rival.required && rival.entity === entity && (asked === null || !filled.has(rival.name)),
    );
  }

  /** True if an empty required slot takes the same kind of value. It is filled before a held value is replaced. */
  #isWaitedFor({ entity }: CompiledSlot): boolean {
    const { filled } = this.#options;
    return this.#slots.some((rival) => rival.required && rival.entity === entity && !filled.has(rival.name));
  }

  /** Reads "no piano" as false for a yes/no slot named "piano". */
  #saidToLack(slot: CompiledSlot): Candidate[] {
    if (slot.entity !== BOOLEAN_ENTITY) return [];
    return deniedNouns(this.#utterance)
      .filter((denied) => this.#named.some((name) => name.slot === slot && overlap(name.on, denied)))
      .map(({ start, end }) => ({ start, end, value: false, details: {}, quality: 'exact' }));
  }

  /** Slots that the query mentions by name, and where. */
  get #named(): readonly { slot: CompiledSlot; on: Stretch }[] {
    const { language } = this.#utterance;
    this.#namedSlots ??= namedSlots({ competency: { slots: this.#slots } }, this.#utterance, language);
    return this.#namedSlots;
  }

  #recognized(entity: string): readonly Candidate[] {
    return this.#byEntity.get(entity) ?? [];
  }
}

/** True for a week or month where a day is needed, and for a value that the slot's rule forbids. */
export function isUnfit({ entity, validate }: CompiledSlot, candidate: Candidate, clock: Clock): boolean {
  const { details, alternatives = [] } = candidate;
  const isStretch = traitsOf(entity).bareNumber === 'day' && details.grain !== 'day';
  return isStretch || ![candidate, ...alternatives].some((meaning) => isAllowed(meaning, validate, clock));
}

/** True if the text is a single word of the slot's name. */
const isCalled = ({ name }: CompiledSlot, [word, ...more]: readonly Word[]): boolean =>
  word !== undefined && more.length === 0 && name.split('_').includes(word.text);
