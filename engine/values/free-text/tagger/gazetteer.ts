/** The number of levels to which a share is rounded. */
const LEVELS = 5;
const LEAST_SHARE = 0.05;

/** How often each word was in each slot in the training texts. */
export class Gazetteer {
  /** Word → slot (−1 for no slot) → count. */
  readonly counts: Map<string, Map<number, number>>;

  constructor(counts: Map<string, Map<number, number>> = new Map()) {
    this.counts = counts;
  }

  add(word: string, slot: number): void {
    const slots = this.counts.get(word) ?? new Map<number, number>();
    slots.set(slot, (slots.get(slot) ?? 0) + 1);
    this.counts.set(word, slots);
  }

  /**
   * The features of a word from the slots of its other occurrences.
   * @param counted the slot of this occurrence if it was counted; it is subtracted
   */
  features(word: string, counted?: number): string[] {
    const slots = this.counts.get(word);
    let total = 0;
    for (const [slot, count] of slots ?? []) total += count - (slot === counted ? 1 : 0);
    if (!slots || total <= 0) return ['g?'];
    const features: string[] = [];
    for (const [slot, count] of slots) {
      const share = (count - (slot === counted ? 1 : 0)) / (total + 1);
      if (share >= LEAST_SHARE) features.push(`g${slot}:${Math.ceil(share * LEVELS)}`);
    }
    return features;
  }
}
