import { packArtifact, unpackArtifact } from '../artifact.ts';
import { readJson, readWords, writeJson, writeNumbers } from '../sections.ts';
import { fnv1a } from '../text/hash.ts';
import { plainWords } from '../text/words.ts';
import type { Act } from './acts/acts.ts';
import type { ActReader } from './acts/reader.ts';
import { CERTAINTY } from './certainty.ts';

/** An index of an author's utterances in one language. */
export interface UtteranceIndex {
  /** The label that has just this text among its utterances, but for letter case, accents and marks; else null. */
  labelOf(text: string): string | null;
  /** True if a normalised word stands in one of them. */
  knows(word: string): boolean;
  /** The act that a label is a name for: that of its farewells, if it is the label of farewells; else null. */
  actOf(label: string): Act | null;
}

/** Acts that assistants have labels for, which say nothing but the act. */
const LABELLED_ACTS: readonly Act[] = [
  'greet',
  'goodbye',
  'thank',
  'acknowledge',
  'handoff',
  'robot',
  'abuse',
  'help',
];
/** The most utterances of a label that are read to tell its act. */
const MOST_READ = 12;

/**
 * Packs the utterances of one language, each as 32 bits of a hash.
 * @param acts reads the acts of labels; without it, no label has one
 */
export function packUtterances(
  utterances: readonly { text: string; label: string }[],
  acts?: ActReader,
): Uint8Array {
  const labels = [...new Set(utterances.map(({ label }) => label))].sort();
  const known = new Map<number, number>();
  for (const { text, label } of utterances) {
    const plain = plainWords(text);
    if (plain !== '') known.set(hash(plain), labels.indexOf(label));
  }
  const entries = [...known].sort(([a], [b]) => a - b);
  const words = new Set(utterances.flatMap(({ text }) => plainWords(text).split(' ')).map(hash));
  return packArtifact({
    words: writeNumbers(Uint32Array.from(words).sort()),
    labels: writeJson(labels),
    acts: writeJson(labels.map((label) => actNamed(label, utterances, acts))),
    hashes: writeNumbers(Uint32Array.from(entries, ([key]) => key)),
    owners: writeNumbers(Uint32Array.from(entries, ([, label]) => label)),
  });
}

function actNamed(
  label: string,
  utterances: readonly { text: string; label: string }[],
  acts: ActReader | undefined,
): Act | null {
  if (acts === undefined) return null;
  const sample = spread(
    utterances.filter((utterance) => utterance.label === label),
    MOST_READ,
  );
  const sums = new Map(LABELLED_ACTS.map((act) => [act, 0]));
  for (const [index, { text }] of sample.entries()) {
    // Stop once no act could reach the least probability, even if all unread utterances were certain.
    const unread = sample.length - index;
    if (Math.max(...sums.values()) + unread < CERTAINTY.likely * sample.length) return null;
    const { likelihood } = acts.read(text, 'nothing', '');
    for (const [act, sum] of sums) sums.set(act, sum + likelihood[act]);
  }
  return (
    LABELLED_ACTS.find((act) => (sums.get(act) ?? 0) / Math.max(1, sample.length) >= CERTAINTY.likely) ?? null
  );
}

/** Picks so many items evenly from a list. */
const spread = <Item>(items: readonly Item[], count: number): readonly Item[] =>
  items.length <= count
    ? items
    : Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)] as Item);

/** @throws {ArtifactError} where the bytes are not those of `packUtterances` */
export function loadUtterances(bytes: Uint8Array): UtteranceIndex {
  const sections = unpackArtifact(bytes);
  const labels = readJson<string[]>(sections, 'labels');
  const acts = readJson<(Act | null)[]>(sections, 'acts');
  const known = ownersByHash(readWords(sections, 'hashes'), readWords(sections, 'owners'));
  const words = new Set(readWords(sections, 'words'));
  const read = (text: string): string | null => {
    const plain = plainWords(text);
    const label = plain === '' ? undefined : known.get(hash(plain));
    return label === undefined ? null : (labels[label] ?? null);
  };
  // A turn asks for that of its query again and again.
  let latest: { text: string; label: string | null } = { text: '', label: null };
  return {
    labelOf(text) {
      if (latest.text !== text) latest = { text, label: read(text) };
      return latest.label;
    },
    knows: (word) => words.has(hash(word)),
    actOf: (label) => acts[labels.indexOf(label)] ?? null,
  };
}

/** Apart from what reads the index, which would keep the whole artifact with the numbers. */
const ownersByHash = (hashes: Uint32Array, owners: Uint32Array): ReadonlyMap<number, number> =>
  new Map([...hashes].map((key, index) => [key, owners[index] ?? 0]));

/** FNV-1a, stirred as MurmurHash3 ends. */
function hash(text: string): number {
  let value = fnv1a(text);
  value ^= value >>> 16;
  value = Math.imul(value, 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}
