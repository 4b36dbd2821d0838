import { TEXT_ENTITY } from '../../built-in-entities.ts';
import type { Language } from '../../language/language.ts';
import type { LoadedAssistant } from '../../load.ts';
import { contains, longestApart, overlap, type Stretch } from '../../text/stretch.ts';
import { isAnyText } from '../../values/free-text/any-text.ts';
import type { Candidate, Utterance } from '../../values/recognizer.ts';
import type { Frame } from '../view.ts';
import { numberInstead } from './bare-numbers.ts';
import { correctedText } from './corrected-text.ts';
import { declinedSlots } from './declined-slots.ts';
import { readEnds, readLengthsByEnd } from './ends-by-length.ts';
import type { FoundSlot } from './find-slots.ts';
import { isText } from './free-text-slots.ts';
import { inOrder } from './in-order.ts';
import { readMarked } from './marked-values.ts';
import { otherOfTwo } from './other-of-two.ts';
import { isUnfit } from './pairings.ts';
import { readPlain } from './plain-values.ts';
import { readRelative } from './relative-slots.ts';
import { SlotPlaces } from './slot-places.ts';
import { slotsOf } from './slots-of.ts';
import { swapped } from './swapped.ts';
import { type ReadValue, ValueDraft, type ValueReading } from './value-draft.ts';
import { readWished } from './wished-values.ts';

export interface ValueOptions {
  /** The slot the open question asks for, or null. */
  asked: string | null;
  /** True if the query corrects an earlier statement. */
  corrects: boolean;
  /** True if the whole text may answer a free-text question. */
  takesWhole: boolean;
  /** True if the text requests the competency, so it may change filled slots. */
  wishes?: boolean;
}

/**
 * Reads the values that a query gives to a competency's slots. Each stretch of text goes to at most one slot. Held
 * values decide what is cleared, replaced or moved.
 */
export function readValues(
  loaded: LoadedAssistant,
  frame: Frame,
  utterance: Utterance,
  language: Language,
  { asked, corrects, takesWhole, wishes = false }: ValueOptions,
): ValueReading {
  const { competency, slots: held } = frame;
  const filled = new Set(Object.keys(held));
  const slotValues = slotsOf(loaded, competency, utterance, { asked, filled, takesWhole, wishes, corrects });
  const places = new SlotPlaces(loaded, frame, utterance, language);
  return new Reader(loaded, places, { asked, corrects, wishes }).read(slotValues);
}

class Reader {
  readonly #loaded: LoadedAssistant;
  readonly #places: SlotPlaces;
  readonly #draft: ValueDraft;
  readonly #asked: string | null;
  readonly #corrects: boolean;
  readonly #wishes: boolean;

  constructor(
    loaded: LoadedAssistant,
    places: SlotPlaces,
    { asked, corrects, wishes }: Pick<Required<ValueOptions>, 'asked' | 'corrects' | 'wishes'>,
  ) {
    this.#loaded = loaded;
    this.#places = places;
    this.#draft = new ValueDraft(places);
    this.#asked = asked;
    this.#corrects = corrects;
    this.#wishes = wishes;
  }

  read(allValues: readonly FoundSlot[]): ValueReading {
    const draft = this.#draft;
    const asked = this.#asked;
    const corrected = this.#readCorrectedText();
    const isCorrected = (place: Stretch) => corrected !== null && overlap(place, corrected);
    const slotValues = allValues.filter(({ candidate }) => !isCorrected(candidate));
    const relative = readRelative(this.#places, asked, draft);
    const isRelative = (place: Stretch) => relative.some((value) => overlap(value, place));
    const values = this.#placesOfValues(slotValues);
    const places = this.#places.withValues(
      values.filter((place) => !isRelative(place) && !isCorrected(place)),
    );
    const added = readMarked(places, slotValues, asked, draft);
    readPlain(places, slotValues, added, { asked, corrects: this.#corrects }, draft);
    readWished(this.#loaded, this.#places, draft);
    readLengthsByEnd(this.#places, draft);
    readEnds(this.#places, draft);
    this.#readNumberInstead();
    this.#readExchanged();
    const ordered = inOrder(draft.values, places.slots, places.held, places.language);
    this.#readDeclined(ordered);
    return {
      values: ordered.sort((a, b) => a.candidate.start - b.candidate.start),
      cleared: draft.cleared,
      explained: draft.explained,
      isUndecided: draft.isUndecided,
    };
  }

  /**
   * The stretches of values that are clear without a question or were found for slots. Of overlapping stretches, only
   * the longest.
   */
  #placesOfValues(slotValues: readonly FoundSlot[]): Stretch[] {
    const all = this.#places.slots.flatMap(({ entity }) => this.#places.recognized(entity));
    const stretches: Stretch[] = [
      ...all.filter(({ quality }) => quality !== 'answer'),
      ...slotValues
        .map(({ candidate }) => candidate)
        .filter(({ quality }) => quality !== 'answer' || this.#asked !== null)
        .filter((candidate) => !this.#isHeldWithin(candidate)),
    ];
    return longestApart(stretches)
      .map(({ start, end }) => ({ start, end }))
      .sort((a, b) => a.start - b.start);
  }

  /** True if a free-text answer contains a held value. Then it is a correction, not text: "not two but three". */
  #isHeldWithin(answer: Candidate): boolean {
    if (!this.#corrects || !isAnyText(answer)) return false;
    const places = this.#places;
    return places.slots.some(({ entity }) =>
      places.recognized(entity).some((value) => contains(answer, value) && places.holders(value).length > 0),
    );
  }

  /** Reads a correction of free text; null if there is none. */
  #readCorrectedText(): Stretch | null {
    const { assistant } = this.#loaded;
    const { slots, held, utterance, language } = this.#places;
    const asked = this.#places.slotCalled(this.#asked);
    const corrected = correctedText(utterance, language, {
      texts: slots.filter(({ entity, multiple }) => !multiple && isText(assistant, entity)),
      slots,
      held,
      asked: asked === undefined || asked.entity === TEXT_ENTITY ? null : asked.name,
      values: slots.flatMap(({ entity }) =>
        this.#places.recognized(entity).filter(({ quality }) => quality === 'exact'),
      ),
    });
    if (corrected === null) return null;
    const { slot, replacement, on } = corrected;
    if (replacement === null) this.#draft.cleared.push({ slot, on });
    else {
      const raw = utterance.text.slice(replacement.start, replacement.end);
      const candidate: Candidate = { ...replacement, value: raw, details: {}, quality: 'exact' };
      this.#draft.add({ slot, candidate, raw }, Object.hasOwn(held, slot) ? 'replace' : 'answer');
    }
    this.#draft.explained.push(on);
    return on;
  }

  /** Reads a number in place of another one that tells a held value. */
  #readNumberInstead(): void {
    const draft = this.#draft;
    const { slots, held, utterance, language } = this.#places;
    // A number that only answers gives way to the correction, and so does a value that the slot's rule forbids.
    const fits = ({ slot: name, candidate }: FoundSlot) => {
      const slot = this.#places.slotCalled(name);
      return (
        slot !== undefined && candidate.quality !== 'answer' && !isUnfit(slot, candidate, utterance.clock)
      );
    };
    if (!this.#corrects || this.#asked !== null || draft.values.some(fits) || draft.isUndecided) return;
    const recognizerOf = (entity: string) => this.#loaded.recognizerOf(entity, utterance.language);
    const instead = numberInstead(slots, held, recognizerOf, utterance, language);
    if (instead === null) return;
    draft.values.length = 0;
    draft.put(instead.slot, instead.candidate, 'replace');
  }

  /**
   * Reads the optional slots that the query declines. A slot that is already empty at a confirmation stays as it is, and
   * a bare answer to the slot's own question is left to the acts.
   */
  #readDeclined(values: readonly ReadValue[]): void {
    const { slots, held, utterance, language } = this.#places;
    const given = [...values.map(({ candidate }) => candidate), ...this.#draft.explained];
    for (const { slot, on } of declinedSlots(slots, utterance, language.code, given)) {
      const isOpen = this.#wishes || (this.#asked === slot.name ? values.length > 0 : this.#asked !== null);
      if (isOpen || Object.hasOwn(held, slot.name))
        this.#draft.cleared.push({ slot: slot.name, on, isDeclined: true });
    }
  }

  /** Reads "swap those two" and "the other one", which contain no values. */
  #readExchanged(): void {
    const { values } = this.#draft;
    // The "two" of "swap those two" is not a value.
    if (values.some(({ candidate }) => candidate.value !== 2)) return;
    const { slots, held, utterance, language } = this.#places;
    const exchanged = swapped(slots, held, utterance, language);
    if (exchanged.length > 0) values.length = 0;
    if (values.length > 0) return;
    const otherValue = otherOfTwo(this.#loaded.assistant, slots, held, utterance, language);
    const given = exchanged.length > 0 || otherValue === null ? exchanged : [otherValue];
    values.push(...given.map((value) => ({ ...value, way: 'replace' as const, changes: true })));
  }
}
