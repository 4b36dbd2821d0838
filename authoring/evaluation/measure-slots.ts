import type { HeldBack, SlotSpan } from './evaluate.ts';

/** Measures of found values against marked ones; both position and slot must match exactly, as in CoNLL. */
export interface SlotMeasures {
  precision: number | null;
  recall: number | null;
  f1: number | null;
  slots: SlotLine[];
  /** Values that were missed, or found without being marked. */
  mistakes: SlotMistake[];
}

export interface SlotLine {
  competency: string;
  slot: string;
  /** The number of marked values. */
  marked: number;
  precision: number | null;
  recall: number | null;
  f1: number | null;
}

export interface SlotMistake {
  text: string;
  language: string;
  slot: string;
  /** The marked words, or null. */
  expected: string | null;
  /** The found words, or null. */
  found: string | null;
}

interface Counts {
  right: number;
  found: number;
  marked: number;
}

export function measureSlots(results: readonly HeldBack[]): SlotMeasures {
  const lines = new Map<string, Counts & { competency: string; slot: string }>();
  const mistakes: SlotMistake[] = [];
  const total: Counts = { right: 0, found: 0, marked: 0 };
  for (const { row, expected, found } of results) {
    const names = new Set([...expected, ...found].map(({ slot }) => slot));
    for (const slot of names) {
      const key = `${row.competency} ${slot}`;
      const line = lines.get(key) ?? {
        competency: row.competency ?? '',
        slot,
        right: 0,
        found: 0,
        marked: 0,
      };
      lines.set(key, line);
      const marked = expected.filter((span) => span.slot === slot);
      const given = found.filter((span) => span.slot === slot);
      const right = marked.filter((span) => given.some((candidate) => isSame(span, candidate)));
      for (const counts of [line, total]) {
        counts.right += right.length;
        counts.found += given.length;
        counts.marked += marked.length;
      }
      mistakes.push(...mistakesOf(row, slot, marked, given));
    }
  }
  const slots = [...lines.values()]
    .map(({ competency, slot, ...counts }) => ({
      competency,
      slot,
      marked: counts.marked,
      ...scores(counts),
    }))
    .sort(
      (a, b) =>
        (a.f1 ?? 0) - (b.f1 ?? 0) || (`${a.competency} ${a.slot}` < `${b.competency} ${b.slot}` ? -1 : 1),
    );
  return { ...scores(total), slots, mistakes };
}

const isSame = (a: SlotSpan, b: SlotSpan): boolean => a.start === b.start && a.end === b.end;

function mistakesOf(
  { text, language }: { text: string; language: string },
  slot: string,
  marked: readonly SlotSpan[],
  given: readonly SlotSpan[],
): SlotMistake[] {
  const missed = marked.filter((span) => !given.some((counterpart) => isSame(span, counterpart)));
  const extra = given.filter((span) => !marked.some((counterpart) => isSame(span, counterpart)));
  const words = (span: SlotSpan | undefined) =>
    span === undefined ? null : text.slice(span.start, span.end);
  return Array.from({ length: Math.max(missed.length, extra.length) }, (_, index) => ({
    text,
    language,
    slot,
    expected: words(missed[index]),
    found: words(extra[index]),
  }));
}

function scores({ right, found, marked }: Counts) {
  return {
    precision: found === 0 ? null : right / found,
    recall: marked === 0 ? null : right / marked,
    f1: found + marked === 0 ? null : (2 * right) / (found + marked),
  };
}
