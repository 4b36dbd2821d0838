import type { CompiledSlot } from '../../assistant.ts';
import { traitsOf } from '../../built-in-entities.ts';
import type { Language } from '../../language/language.ts';
import { hasPause } from '../../text/pauses.ts';
import { contains, isPartOf, overlap, type Stretch } from '../../text/stretch.ts';
import { sharesStem } from '../../text/word-forms.ts';
import { firstWordFrom, type Word, wordsWithin } from '../../text/words.ts';
import { numbersIn } from '../../values/number.ts';
import { peopleIn } from '../../values/people.ts';
import { isNoMore } from '../../values/quantities.ts';
import type { Candidate, Utterance } from '../../values/recognizer.ts';
import { type Clock, isoDate, localTime } from '../../values/time/calendar.ts';
import { isAllowed } from '../../values/validate.ts';
import { isBareAnswer, isWholeClause } from './bare.ts';
import { countsOwn } from './ones.ts';
import { countsPeople, isOfSome, takesCounts } from './people-slots.ts';
import { roleOf, roleScores } from './roles.ts';
import { lengthsTaken, type SlotCandidate } from './slot-candidates.ts';
import { contextOf, type Surroundings, surroundingsAt } from './surroundings.ts';
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
  readonly #surroundings = new Map<string, Surroundings>();

  constructor(table: ValueTable, rows: readonly SlotCandidate[]) {
    this.#table = table;
    this.#utterance = table.utterance;
    this.#language = table.language;
    this.#rows = rows;
    this.#exact = rows.flatMap(({ candidate }) => (candidate.quality === 'exact' ? candidate : []));
    this.#lengths = lengthsTaken(table);
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
    const isLess = !slot.required && !isAsked && this.#isWaitedFor(slot);
    if (scoreOf(words) <= 0 && hasRivals && isLess) return null;
    const isHeld = isFilled && asked === null && !this.#isWaitedFor(slot);
    const isForbidden = isUnfit(slot, candidate, this.#utterance.clock);
    // A value that is unsure here and forbidden by the slot's rule is none.
    if (isForbidden && candidate.quality === 'weak' && !isAsked) return null;
    const quality = isForbidden ? 'weak' : candidate.quality;
    return {
      ...words,
      value: 1,
      asked: Number(isAsked),
      empty: Number(!isFilled && (slot.required || isAsked)),
      emptyOptional: Number(!isFilled && !slot.required && !isAsked),
      optional: Number(isLess),
      held: Number(isHeld),
      heldBeside: Number(isFilled && asked !== null),
      heldDestination: Number(isHeld && roleOf(slot, this.#language) === 'destination'),
      restated: Number(this.#table.holds(slot.name, candidate)),
      withinLonger: Number(this.#isLengthWithin(slot, candidate)),
      bareDay: Number(quality === 'answer' && traitsOf(slot.entity).bareNumber === 'day'),
      length: Math.min(candidate.end - candidate.start, 40) / 40,
      ...(quality === 'fuzzy' || quality === 'weak' || quality === 'answer' ? { [quality]: 1 } : {}),
    };
  }

  /** True for a length of time within a date or time. */
  #isLengthWithin(slot: CompiledSlot, candidate: Candidate): boolean {
    if (traitsOf(slot.entity).isMoment || !this.#lengths.some((length) => overlap(length, candidate)))
      return false;
    return candidate.quality === 'exact' && this.#exact.some((value) => isPartOf(candidate, value));
  }

  #mayTake(row: SlotCandidate): boolean {
    const { slot, candidate } = row;
    const isAsked = slot.name === this.#table.asked;
    const { words, language } = this.#utterance;
    const isAnswer = isAsked || this.#isHourLeft(slot, candidate) || this.#isRestated(slot, candidate);
    if (candidate.quality === 'answer' && !isAnswer) return false;
    const within = wordsWithin(words, candidate);
    // The slot's name is not a misspelt value: "price" is not "pricey".
    const names = slot.name.split('_');
    if (candidate.quality === 'fuzzy' && within.every(({ text }) => names.includes(text))) return false;
    // Small words such as "no thanks" only answer the open question.
    const isSmall = !candidate.pointsBack && isBareAnswer(within, [], language);
    if (!isAsked && isSmall && !this.#isCount(row)) return false;
    if (takesCounts(slot) && this.#isOfPast(candidate)) return false;
    // The number of part of a group is not that of the whole: “two of us are vegan”.
    const isOfGroup = !isAsked && countsPeople(slot, language) && isOfSome(candidate, this.#table);
    if (isOfGroup) return false;
    // An exact value outranks a learned one: "in 3 weeks" is a date, not an address.
    return !(candidate.quality === 'learned' && this.#exact.some((value) => contains(value, candidate)));
  }

  /**
   * True for a number beside a date that is over, if the text gives the only number slot another one: “214, last year it
   * was 198”.
   */
  #isOfPast(candidate: Candidate): boolean {
    const table = this.#table;
    const utterance = this.#utterance;
    const today = isoDate(localTime(utterance.clock).day);
    const past = table
      .recognized('date')
      .filter(({ details: { end } }) => typeof end === 'string' && end < today);
    const isPast = (number: Stretch) =>
      past.some((time) => {
        const [from, to] = [Math.min(time.end, number.end), Math.max(time.start, number.start)];
        return !hasPause(utterance.text.slice(from, to));
      });
    const isOnly = table.slots.filter(takesCounts).length === 1;
    return isOnly && isPast(candidate) && numbersIn(utterance).some((other) => !isPast(other));
  }

  /**
   * True for a new answer to an earlier question while none is open: a clause of its own, or an hour as the only number
   * of a correction.
   */
  #isRestated(slot: CompiledSlot, candidate: Candidate): boolean {
    const { asked, situation } = this.#table;
    if (asked !== null || !this.#table.isFilled(slot.name)) return false;
    if (isWholeClause(candidate, this.#utterance)) return true;
    const isHour = traitsOf(slot.entity).bareNumber === 'hour';
    return situation.corrects === true && isHour && numbersIn(this.#utterance).length === 1;
  }

  /**
   * True for a bare number beside another value as the required hour that is lacking, if all that is said are values
   * and no other slot lacks the number: “riverside 12”.
   */
  #isHourLeft(slot: CompiledSlot, candidate: Candidate): boolean {
    const table = this.#table;
    const lacks = ({ name }: CompiledSlot) => !table.isFilled(name);
    if (traitsOf(slot.entity).bareNumber !== 'hour' || !slot.required || !lacks(slot)) return false;
    const isTaken = this.#rows.some(
      (row) => row.slot !== slot && lacks(row.slot) && overlap(row.candidate, candidate),
    );
    const values = this.#exact.filter((value) => !overlap(value, candidate));
    const isValue = (word: Word) => [...values, candidate].some((value) => overlap(value, word));
    return !isTaken && values.length > 0 && this.#utterance.words.every(isValue);
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
    const { text, words } = this.#utterance;
    // A number counts the noun behind it, and belongs to a name before it only at the end of a clause.
    const next = words[firstWordFrom(words, end)];
    if (takesCounts(slot) && next !== undefined && !hasPause(text.slice(end, next.start))) return false;
    const last = this.#table.mentioned.findLast(({ on }) => on.end <= start);
    if (last?.slot !== slot) return false;
    return !this.#rows.some(({ candidate: value }) => value.start >= last.on.end && value.start < start);
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

  /** True if "one" is a number ("one child", "just the one"), not a pronoun: it counts what follows, or is all. */
  #isCount({ slot, candidate, source }: SlotCandidate): boolean {
    const { words, language } = this.#utterance;
    const next = words[firstWordFrom(words, candidate.end)];
    if (!takesCounts(slot)) return false;
    if (source === 'article' || peopleIn(this.#utterance).some((sum) => overlap(sum, candidate))) return true;
    if (isNoMore(candidate, this.#utterance)) return true;
    if (next === undefined) return false;
    return (
      this.#language.people.nouns.has(next.text) ||
      Object.keys(slot.contexts[language]?.right ?? {}).some((seen) => sharesStem(seen, next.text)) ||
      countsOwn(slot, candidate, this.#utterance) ||
      this.#exact.some(({ start }) => start === next.start)
    );
  }

  /** True if an empty required slot takes the same kind of value. It is filled before a held value is replaced. */
  #isWaitedFor({ entity }: CompiledSlot): boolean {
    const lacks = ({ name, required }: CompiledSlot) => required && !this.#table.isFilled(name);
    return this.#table.slots.some((rival) => rival.entity === entity && lacks(rival));
  }
}

/** True for a week or month where a day is needed, and for a value that the slot's rule forbids. */
export function isUnfit({ entity, validate }: CompiledSlot, candidate: Candidate, clock: Clock): boolean {
  const { details, alternatives = [] } = candidate;
  const isStretch = traitsOf(entity).bareNumber === 'day' && details.grain !== 'day';
  return isStretch || ![candidate, ...alternatives].some((meaning) => isAllowed(meaning, validate, clock));
}
