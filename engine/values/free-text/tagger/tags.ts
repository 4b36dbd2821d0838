import type { SlotSpan, Word } from './words.ts';

/** The tag of a word outside of all slots. Slot s has the tags 2s + 1 (its first word) and 2s + 2 (the others). */
export const OUTSIDE = 0;

const beginOf = (slot: number): number => 2 * slot + 1;
const insideOf = (slot: number): number => 2 * slot + 2;

export const tagCount = (slotCount: number): number => 2 * slotCount + 1;

/** The slot of a tag, or −1. */
export const slotOf = (tag: number): number => Math.floor((tag - 1) / 2);

/** True if the tag `next` may follow `previous`; −1 stands for the start of the text. */
export function mayFollow(previous: number, next: number): boolean {
  const continues = next !== OUTSIDE && next % 2 === 0;
  return !continues || previous === next || previous === next - 1;
}

/** The tags of words, given the spans of slots. Words of unlisted slots count as outside. */
export function tagsOf(
  words: readonly Word[],
  spans: readonly SlotSpan[],
  slots: readonly string[],
): number[] {
  const tags = words.map(() => OUTSIDE);
  for (const span of spans) {
    const slot = slots.indexOf(span.slot);
    if (slot < 0) continue;
    let first = true;
    for (const [i, word] of words.entries()) {
      if (word.start >= span.end || word.end <= span.start) continue;
      tags[i] = first ? beginOf(slot) : insideOf(slot);
      first = false;
    }
  }
  return tags;
}

export function spansOf(
  words: readonly Word[],
  tags: readonly number[],
  slots: readonly string[],
): SlotSpan[] {
  const spans: SlotSpan[] = [];
  let open: SlotSpan | undefined;
  for (const [i, word] of words.entries()) {
    const tag = tags[i] ?? OUTSIDE;
    const slot = slots[slotOf(tag)];
    if (slot === undefined) open = undefined;
    else if (open && tag % 2 === 0) open.end = word.end;
    else {
      open = { slot, start: word.start, end: word.end };
      spans.push(open);
    }
  }
  return spans;
}

/** "Outside" and both tags of each slot. */
export function allowedTags(slots: readonly number[]): number[] {
  return [0, ...slots.flatMap((slot) => [2 * slot + 1, 2 * slot + 2])];
}
