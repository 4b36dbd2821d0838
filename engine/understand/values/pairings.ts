import type { CompiledSlot } from '../../assistant.ts';
import { DURATION_ENTITY, traitsOf } from '../../built-in-entities.ts';
import type { Language } from '../../language/language.ts';
import { hasPause, isPausedBefore } from '../../text/pauses.ts';
import { contains, isPartOf, overlap } from '../../text/stretch.ts';
import { sharesStem } from '../../text/word-forms.ts';
import { firstWordFrom, type Word, wordsWithin } from '../../text/words.ts';
import { numbersIn } from '../../values/number.ts';
import { peopleIn } from '../../values/people.ts';
import { isNoMore } from '../../values/quantities.ts';
import type { Candidate, Utterance } from '../../values/recognizer.ts';
import { type Clock, isoDate, localTime } from '../../values/time/calendar.ts';
import { isHourBehindWord } from '../../values/time/times.ts';
import { isRefused } from '../../values/validate.ts';
import { isBareAnswer, isWholeClause } from './bare.ts';
import { lastDays } from './last-days.ts';
import { isBareNumber } from './longer-values.ts';
import { countsOwn, isUncounted, nounsAsked } from './ones.ts';
import { countsPeople, isOfSome, takesCounts } from './people-slots.ts';
import { roleOf, roleScores } from './roles.ts';
import { lengthsTaken, type SlotCandidate } from './slot-candidates.ts';
import { contextOf, type Surroundings, surroundingsAt, timesSeen } from './surroundings.ts';
import type { ValueTable } from './value-table.ts';
import { type Features, scoreOf } from './weights.ts';

/** A candidate value for a slot, and its score. */
export interface Pairing extends SlotCandidate {
  features: Features;
  score: number;
}

/** Scores candidate values, without those that their slots cannot take. */
export const pairingsOf = (table: ValueTable, candidates: readonly SlotCandidate[]): Pairing[] =>
  new PairingReader(table, candidates).read();

class PairingReader {
  readonly #table: ValueTable;
  readonly #utterance: Utterance;
  readonly #language: Language;
  readonly #rows: readonly SlotCandidate[];
  readonly #exact: readonly Candidate[];
  readonly #lengths: readonly Candidate[];
  /** Values that numbers may be part of. */
  readonly #longer: readonly Candidate[];
  readonly #surroundings = new Map<string, Surroundings>();
  readonly #lastDays: readonly Candidate[];
  #pastTimes: readonly Candidate[] | undefined;

  constructor(table: ValueTable, rows: readonly SlotCandidate[]) {
    this.#table = table;
    this.#utterance = table.utterance;
    this.#language = table.language;
    this.#rows = rows;
    this.#exact = rows.flatMap(({ candidate }) => (candidate.quality === 'exact' ? candidate : []));
    this.#lengths = lengthsTaken(table);
    this.#lastDays = lastDays(table);
    this.#longer = [...this.#exact, ...table.exact(DURATION_ENTITY)];
  }

  read(): Pairing[] {
    return this.#rows.flatMap((row): Pairing[] => {
      const features = this.#featuresOf(row);
      return features === null ? [] : [{ ...row, features, score: scoreOf(features) }];
    });
  }

  /** What speaks for a value as a slot's; null if the slot cannot take this value. */
  #featuresOf(row: SlotCandidate): Features | null {
    const { slot, candidate, source } = row;
    const { asked } = this.#table;
    const isFilled = this.#table.isFilled(slot.name);
    if (source === 'tagger') return { value: 1, tagged: 1 };
    if (!this.#mayTake(row)) return null;
    const isAsked = slot.name === asked;
    const words = this.#featuresOfWords(slot, candidate);
    // If a required slot could take the value, an optional slot needs a supporting word.
    const hasRivals = this.#surroundingsOf(candidate).rivalCount > 1;
    if (scoreOf(words) <= 0 && hasRivals && !slot.required && !isAsked && this.#hasRequiredRival(slot))
      return null;
    if (!isAsked && scoreOf(words) <= 0 && this.#isOfText(row)) return null;
    const isWaited = this.#isWaitedFor(slot);
    const isHeld = isFilled && asked === null && !isWaited;
    const { clock } = this.#utterance;
    const isForbidden = isUnfit(slot, candidate, clock);
    // A value that is unsure here and forbidden by the slot's rule is left to a slot that may take it.
    const isUnsure = candidate.quality === 'weak' && !isAsked;
    if (isForbidden && isUnsure && this.#isFitElsewhere(slot, candidate)) return null;
    // Nor is the hour of "call me after six" a year that the rule forbids, or a price that nobody asked for.
    const isUncalled = !isAsked && scoreOf(words) <= 0 && (isForbidden || !slot.required);
    if (isUncalled && isBareNumber(slot.entity, candidate) && isHourBehindWord(this.#utterance, candidate))
      return null;
    const quality = isForbidden ? 'weak' : candidate.quality;
    return {
      ...words,
      value: 1,
      asked: Number(isAsked),
      empty: Number(!isFilled && (slot.required || isAsked)),
      emptyOptional: Number(!isFilled && !slot.required && !isAsked),
      optional: Number(!slot.required && !isAsked && isWaited),
      held: Number(isHeld),
      heldBeside: Number(isFilled && !isAsked && asked !== null),
      heldDestination: Number(isHeld && roleOf(slot, this.#language) === 'destination'),
      restated: Number(this.#table.holds(slot.name, candidate)),
      withinLonger: Number(this.#isLengthWithin(slot, candidate)),
      bareDay: Number(quality === 'answer' && traitsOf(slot.entity).bareNumber === 'day'),
      length: Math.min(candidate.end - candidate.start, 40) / 40,
      ...(quality === 'fuzzy' || quality === 'weak' || quality === 'answer' ? { [quality]: 1 } : {}),
    };
  }

  /** True for a bare number within the text that was asked for: "4 chairs and 2 tables" as a note. */
  #isOfText({ slot, candidate }: SlotCandidate): boolean {
    const isAround = ({ source, slot: { name }, candidate: text }: SlotCandidate) =>
      source === 'text' && name === this.#table.asked && overlap(text, candidate);
    if (!isBareNumber(slot.entity, candidate) || this.#countsWhatFollows(slot, candidate)) return false;
    return this.#rows.some(isAround);
  }

  /** True if another slot takes exactly these words, and its rule allows the value. */
  #isFitElsewhere(slot: CompiledSlot, { start, end }: Candidate): boolean {
    const { clock } = this.#utterance;
    return this.#rows.some(
      ({ slot: rival, candidate: value }) =>
        rival !== slot &&
        value.quality === 'exact' &&
        value.start === start &&
        value.end === end &&
        !isUnfit(rival, value, clock),
    );
  }

  /** True for a length of time within a date or time. */
  #isLengthWithin(slot: CompiledSlot, candidate: Candidate): boolean {
    if (traitsOf(slot.entity).isMoment || !this.#lengths.some((length) => overlap(length, candidate)))
      return false;
    return candidate.quality === 'exact' && this.#exact.some((value) => isPartOf(candidate, value));
  }

  /** True for exactly a length of time. Its unit may also be a small word: the Italian “un'ora” and “ora”, now. */
  #isLength({ start, end }: Candidate): boolean {
    return this.#lengths.some((length) => length.start === start && length.end === end);
  }

  #mayTake(row: SlotCandidate): boolean {
    const { slot, candidate } = row;
    const isAsked = slot.name === this.#table.asked;
    if (this.#lastDays.includes(candidate)) return false;
    if (candidate.quality === 'answer' && !isAsked) {
      if (!this.#isHourLeft(slot, candidate) && !this.#isRestated(slot, candidate)) return false;
    }
    const { words, language } = this.#utterance;
    const within = wordsWithin(words, candidate);
    // The slot's name is not a misspelt value: "price" is not "pricey".
    if (candidate.quality === 'fuzzy' && isCalled(slot, within)) return false;
    // Small words such as "no thanks" only answer the open question.
    const isSmall = !candidate.pointsBack && !this.#isLength(candidate) && isBareAnswer(within, [], language);
    if (!isAsked && isSmall && !this.#isCount(row)) return false;
    if (takesCounts(slot) && (this.#isOfPast(candidate) || this.#isOfSome(slot, candidate))) return false;
    if (takesCounts(slot) && this.#countsForAnother(slot, candidate)) return false;
    // An exact value outranks a learned one: "in 3 weeks" is a date, not an address.
    return !(candidate.quality === 'learned' && this.#exact.some((value) => contains(value, candidate)));
  }

  /**
   * True for a number in a clause about the past, if the text also has a number outside such clauses: “214, last year
   * it was 198”.
   */
  #isOfPast(candidate: Candidate): boolean {
    if (this.#past.length === 0 || this.#table.slots.filter(takesCounts).length > 1) return false;
    const { text } = this.#utterance;
    const isPast = (number: Candidate) =>
      this.#past.some((time) => {
        const [from, to] = time.end <= number.start ? [time.end, number.start] : [number.end, time.start];
        return !hasPause(text.slice(from, to));
      });
    return (
      isPast(candidate) &&
      this.#table.recognized('number').some((other) => this.#isApart(other) && !isPast(other))
    );
  }

  /** True for a number that is no part of a longer value: not for the 4 of "at 4" or the 3 of "3 nights". */
  #isApart({ quality, start, end }: Candidate): boolean {
    return quality === 'exact' && !this.#longer.some((value) => isPartOf({ start, end }, value));
  }

  /**
   * True for the number of part of a group beside the number of the whole: “for six, two of us are vegan”. A filled
   * slot already has the number of the whole.
   */
  #isOfSome(slot: CompiledSlot, candidate: Candidate): boolean {
    const table = this.#table;
    if (slot.name === table.asked || !countsPeople(slot, this.#language.code)) return false;
    if (!isOfSome(candidate, table)) return false;
    const isOther = (other: Candidate) =>
      this.#isApart(other) && !overlap(other, candidate) && !this.#countsForAnother(slot, other);
    return (
      table.isFilled(slot.name) ||
      table.recognized('number').some((other) => isOther(other) && !isOfSome(other, table))
    );
  }

  /** Dates that end before today. */
  get #past(): readonly Candidate[] {
    const { clock } = this.#utterance;
    const today = isoDate(localTime(clock).day);
    this.#pastTimes ??= this.#table
      .recognized('date')
      .filter(({ details: { end } }) => typeof end === 'string' && end < today);
    return this.#pastTimes;
  }

  /**
   * True for a new answer to an earlier question while none is open: a clause of its own ("9.30, we're slow in the
   * mornings"), or the only number of a correction that gives nothing else ("can we say 3 instead").
   */
  #isRestated(slot: CompiledSlot, candidate: Candidate): boolean {
    const { asked, slots, situation } = this.#table;
    const isFilled = ({ name }: CompiledSlot) => this.#table.isFilled(name);
    if (asked !== null || !isFilled(slot) || slot.multiple) return false;
    if (isWholeClause(candidate, this.#utterance)) return true;
    const isHour = (hour: CompiledSlot) => isFilled(hour) && traitsOf(hour.entity).bareNumber === 'hour';
    const isOnlyHour = isHour(slot) && slots.filter(isHour).length === 1;
    const isOnlyValue =
      numbersIn(this.#utterance).length === 1 && this.#exact.every((value) => overlap(value, candidate));
    return situation.corrects === true && isOnlyHour && isOnlyValue;
  }

  /**
   * True for a bare number as the hour of an empty required slot that was not asked for: “riverside 12”. No other slot
   * may take the number.
   */
  #isHourLeft(slot: CompiledSlot, candidate: Candidate): boolean {
    const table = this.#table;
    const { text, words, language } = this.#utterance;
    if (traitsOf(slot.entity).bareNumber !== 'hour' || !slot.required || table.isFilled(slot.name))
      return false;
    const isTaken = this.#rows.some(
      ({ slot: rival, candidate: value }) =>
        rival !== slot &&
        overlap(value, candidate) &&
        !(value.quality === 'answer' && table.isFilled(rival.name)),
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

  /**
   * What the surrounding words say of a value, if several slots could take it. Of two numbers for one slot, only the noun
   * that they count decides.
   */
  #featuresOfWords(slot: CompiledSlot, candidate: Candidate): Features {
    const surroundings = this.#surroundingsOf(candidate);
    if (surroundings.rivalCount < 2) {
      const isOther = (row: SlotCandidate) => row.slot === slot && !overlap(row.candidate, candidate);
      const { rightOfNumber = 0 } = contextOf(slot, surroundings, this.#utterance.language);
      return rightOfNumber > 0 && this.#rows.some(isOther) ? { rightOfNumber } : {};
    }
    return {
      ...contextOf(slot, surroundings, this.#utterance.language),
      role: this.#roleScore(slot, candidate),
      behindName: Number(this.#isBehindName(slot, candidate)),
    };
  }

  /** True if the slot's name precedes the value in the same clause: "move in on the 5th" for `move_in`. */
  #isBehindName(slot: CompiledSlot, { start, end }: Candidate): boolean {
    const { text, words } = this.#utterance;
    // A number counts the noun behind it, and belongs to a name before it only at the end of a clause.
    const next = words[firstWordFrom(words, end)];
    if (takesCounts(slot) && next !== undefined && !hasPause(text.slice(end, next.start))) return false;
    const last = this.#table.mentioned.findLast(({ on }) => on.end <= start);
    if (last?.slot !== slot || hasPause(text.slice(last.on.end, start))) return false;
    return !this.#rows.some(
      ({ candidate: value }) => value.start >= last.on.end && value.start < start && value.end !== end,
    );
  }

  #surroundingsOf(candidate: Candidate): Surroundings {
    const place = `${candidate.start} ${candidate.end}`;
    let known = this.#surroundings.get(place);
    if (known === undefined) {
      const rivals = this.#rows.flatMap((row) => (overlap(row.candidate, candidate) ? row.slot : []));
      known = surroundingsAt(candidate, [...new Set(rivals)], this.#utterance);
      this.#surroundings.set(place, known);
    }
    return known;
  }

  /** A slot's score by the role words next to a value: −0.5…1. */
  #roleScore(slot: CompiledSlot, candidate: Candidate): number {
    const role = roleOf(slot, this.#language);
    if (role === null) return 0;
    const { words } = this.#utterance;
    const otherValues = this.#rows.flatMap((row) => (overlap(row.candidate, candidate) ? [] : row.candidate));
    return roleScores(candidate, words, otherValues, this.#language)?.get(role) ?? 0;
  }

  /** True if "one" is a number ("one child", "just the one"), not a pronoun. */
  #isCount({ slot, candidate, source }: SlotCandidate): boolean {
    return (
      takesCounts(slot) &&
      (source === 'article' ||
        peopleIn(this.#utterance).some((count) => overlap(count, candidate)) ||
        isNoMore(candidate, this.#utterance) ||
        this.#countsWhatFollows(slot, candidate))
    );
  }

  /**
   * True if the number counts what follows: a person, a value, or with at most one word between, the slot's noun.
   */
  #countsWhatFollows(slot: CompiledSlot, candidate: Candidate): boolean {
    const { end, beforeNoun = end } = candidate;
    const { words, language } = this.#utterance;
    const next = words[firstWordFrom(words, beforeNoun)];
    if (next === undefined) return false;
    return (
      this.#language.people.nouns.has(next.text) ||
      Object.keys(slot.contexts[language]?.right ?? {}).some((seen) => sharesStem(seen, next.text)) ||
      countsOwn(slot, candidate, this.#utterance) ||
      this.#exact.some(({ start, value }) => start === next.start && typeof value === 'string')
    );
  }

  /** True of the "4 bikes" that answers "how many days?", if another slot counts bikes. */
  #countsForAnother(slot: CompiledSlot, candidate: Candidate): boolean {
    const { words, language, text } = this.#utterance;
    const next = firstWordFrom(words, candidate.beforeNoun ?? candidate.end);
    const noun = words[next]?.text;
    const asked = nounsAsked(slot, language) ?? [];
    if (noun === undefined || asked.length === 0 || isPausedBefore(text, words, next)) return false;
    if (isUncounted(noun, language)) return false;
    const countsIt = (counting: CompiledSlot) =>
      timesSeen(counting, 'right', noun, language) > 0 || countsOwn(counting, candidate, this.#utterance);
    const isRival = (row: SlotCandidate) => row.slot !== slot && overlap(row.candidate, candidate);
    return (
      !countsIt(slot) && this.#rows.some((row) => isRival(row) && takesCounts(row.slot) && countsIt(row.slot))
    );
  }

  /**
   * True if a required slot takes the same kind of value. While a question is open, only an empty required slot counts.
   */
  #hasRequiredRival({ entity }: CompiledSlot): boolean {
    const { asked, slots } = this.#table;
    return slots.some(
      (rival) =>
        rival.required && rival.entity === entity && (asked === null || !this.#table.isFilled(rival.name)),
    );
  }

  /** True if an empty required slot takes the same kind of value. It is filled before a held value is replaced. */
  #isWaitedFor({ entity }: CompiledSlot): boolean {
    const table = this.#table;
    return table.slots.some(
      (rival) => rival.required && rival.entity === entity && !table.isFilled(rival.name),
    );
  }
}

/** True for a week or month where a day is needed, and for a value that the slot's rule forbids. */
export function isUnfit({ entity, validate }: CompiledSlot, candidate: Candidate, clock: Clock): boolean {
  const isStretch = traitsOf(entity).bareNumber === 'day' && candidate.details.grain !== 'day';
  return isStretch || isRefused(candidate, validate, clock);
}

/** True if the text is a single word of the slot's name. */
const isCalled = ({ name }: CompiledSlot, [word, ...more]: readonly Word[]): boolean =>
  word !== undefined && more.length === 0 && name.split('_').includes(word.text);
