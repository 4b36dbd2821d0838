import { packArtifact, unpackArtifact } from '../artifact.ts';
import { readJson, readWords, writeJson, writeNumbers } from '../sections.ts';
import { fnv1a } from '../text/hash.ts';
import { plainWords } from '../text/words.ts';
import type { Act } from './acts/acts.ts';
import type { ActReader } from './acts/reader.ts';
import { CERTAINTY } from './certainty.ts';

/** An index of an author's utterances in one language. */
export interface UtteranceIndex {
  /** The label that has this text as an utterance, ignoring case, accents and punctuation; null if there is none. */
  labelOf(text: string): string | null;
  /** True if an utterance has the normalised word. */
  knows(word: string): boolean;
  /** The act that a label stands for, such as `goodbye` for a label of farewells; null if there is none. */
  actOf(label: string): Act | null;
}

/** Acts that an assistant may have a label for. */
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
/** The most utterances of a label that are read to find its act. */
const MOST_READ = 12;

/**
 * Packs the utterances of one language, each as a 32-bit hash.
 * @param acts reads the acts of labels; without it, labels have no acts
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

/** Picks `count` items, evenly spread over a list. */
const spread = <Item>(items: readonly Item[], count: number): readonly Item[] =>
  items.length <= count
    ? items
    : Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)] as Item);

/** @throws {ArtifactError} if the bytes are not from `packUtterances` */
export function loadUtterances(bytes: Uint8Array): UtteranceIndex {
  const sections = unpackArtifact(bytes);
  const labels = readJson<string[]>(sections, 'labels');
  const acts = readJson<(Act | null)[]>(sections, 'acts');
  const known = ownersByHash(readWords(sections, 'hashes'), readWords(sections, 'owners'));
  const words = new Set(readWords(sections, 'words'));
  return {
    labelOf: (text) => labels[known.get(hash(plainWords(text))) ?? -1] ?? null,
    knows: (word) => words.has(hash(word)),
    actOf: (label) => acts[labels.indexOf(label)] ?? null,
  };
}

/** A separate function, so that no closure keeps the whole artifact in memory. */
const ownersByHash = (hashes: Uint32Array, owners: Uint32Array): ReadonlyMap<number, number> =>
  new Map([...hashes].map((key, index) => [key, owners[index] ?? 0]));

/** FNV-1a with the final mixing of MurmurHash3. */
function hash(text: string): number {
  let value = fnv1a(text);
  value ^= value >>> 16;
  value = Math.imul(value, 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}
