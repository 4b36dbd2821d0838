import type { SlotSpan } from '../../values/free-text/tagger/words.ts';
import { drawn, type Random } from '../random.ts';

/** An utterance with its slot values marked. */
export interface TaggedExample {
  text: string;
  label: string;
  slots: readonly SlotSpan[];
}

/**
 * Copies examples, replacing each slot's value by another value of the slot.
 * @param more further values by slot
 */
export function swapValues(
  examples: readonly TaggedExample[],
  copies: number,
  random: Random,
  more: Readonly<Record<string, readonly string[]>> = {},
): TaggedExample[] {
  const values = new Map<string, string[]>(Object.entries(more).map(([slot, list]) => [slot, [...list]]));
  for (const { text, slots } of examples) {
    for (const { slot, start, end } of slots) {
      values.set(slot, [...(values.get(slot) ?? []), text.slice(start, end)]);
    }
  }
  const pick = (slot: string) => drawn(values.get(slot) ?? [''], random) ?? '';
  return examples
    .filter((example) => example.slots.length > 0)
    .flatMap((example) => Array.from({ length: copies }, () => swapOnce(example, pick)));
}

function swapOnce(example: TaggedExample, pick: (slot: string) => string): TaggedExample {
  let text = '';
  let at = 0;
  const slots: SlotSpan[] = [];
  for (const span of [...example.slots].sort((a, b) => a.start - b.start)) {
    if (span.start < at) continue;
    text += example.text.slice(at, span.start);
    const start = text.length;
    text += pick(span.slot);
    slots.push({ slot: span.slot, start, end: text.length });
    at = span.end;
  }
  return { text: text + example.text.slice(at), label: example.label, slots };
}
