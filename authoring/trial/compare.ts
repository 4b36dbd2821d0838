import { plainWords } from '../../engine/text/words.ts';
import { wordsVector } from '../../functions/shared/domain/conversations/sentence-vectors.ts';
import type { DraftTrial, Tried } from '../../functions/shared/domain/drafts/trial.ts';
import type { AuthoredAssistant } from '../read.ts';
import { type Sentence, sentencesOf } from '../sentences.ts';

type Neighbour = DraftTrial['phrases'][number]['nearest'][number];

/** Maximum number of sentences encoded for a request, which takes a second or two. */
const MOST_ENCODED = 400;
/** Maximum number of sentences encoded for each label or document if the draft has too many sentences. */
const MOST_OF_ONE = 40;
const MOST_NEAREST = 3;
const MOST_AT_RISK = 10;

/**
 * Compares phrases with the sentences of a draft: where a phrase already stands, which sentences are nearest to it, and
 * which sentences of other labels are at risk. A sentence is at risk if the phrase would replace a sentence of the same
 * label as its nearest neighbour, since its label may then lose similar queries.
 * @param embed embeds a text; undefined if no encoder reads the language
 * @param likely labels whose sentences are always compared
 */
export function compareWithDraft(
  authored: AuthoredAssistant,
  tried: Tried,
  { embed, likely }: { embed: ((text: string) => Float32Array) | undefined; likely: readonly string[] },
): Pick<DraftTrial, 'compared_by' | 'compared' | 'sentences' | 'has_name'> & {
  phrases: Omit<DraftTrial['phrases'][number], 'now'>[];
} {
  const { phrases, language } = tried;
  const name = wantedName(authored, tried);
  const everywhere = [...sentencesOf(authored), ...titlesOf(authored)];
  const all = everywhere.filter((each) => each.language === language);
  const chosen = chooseFrom(all, phrases, [...likely, name]);
  const vectorOf = (text: string) => unit((embed ?? wordsVector)(text));
  const vectors = chosen.map(({ text }) => vectorOf(text));
  const siblings = chosen.map((sentence, index) => nearestSibling(index, sentence, chosen, vectors));
  return {
    compared_by: embed === undefined ? 'words' : 'meaning',
    compared: chosen.length,
    sentences: all.length,
    has_name: hasName(authored, { ...tried, name }, everywhere),
    phrases: phrases.map((text) => {
      const vector = vectorOf(text);
      const ranked = chosen
        .map((sentence, index) => ({
          sentence,
          index,
          similarity: dot(vector, vectors[index]),
        }))
        .sort((a, b) => b.similarity - a.similarity);
      const own = ranked.find(({ sentence }) => isOf(sentence, tried, name));
      const others = ranked.filter(({ sentence }) => !isOf(sentence, tried, name));
      // The phrase would replace a sentence of the same label as nearest neighbour.
      const atRisk = others.flatMap(({ sentence, index, similarity }) => {
        const sibling = siblings[index];
        const isTaken =
          sibling !== undefined &&
          similarity > sibling &&
          sibling >= nearestOf(tried, name, vectors[index], chosen, vectors);
        return isTaken ? [{ ...told(sentence, similarity), own_similarity: rounded(sibling) }] : [];
      });
      return {
        text,
        stands: standsIn(authored, tried, { name, text, all }),
        own: own === undefined ? null : told(own.sentence, own.similarity),
        nearest: firstOfEach(others.map(({ sentence, similarity }) => told(sentence, similarity))).slice(
          0,
          MOST_NEAREST,
        ),
        at_risk: atRisk.slice(0, MOST_AT_RISK),
      };
    }),
  };
}

/** The name to look for. A document may be given by its title, its source or its file's name. */
function wantedName({ faq }: AuthoredAssistant, { kind, name }: Tried): string {
  if (kind !== 'document') return name;
  const document = faq
    .flatMap(({ documents }) => documents)
    .find(({ document: { title, source }, source: { file } }) =>
      [title, source, file, file.replace(/^.*\/|\.md$/g, '')].includes(name),
    );
  return document?.document.title ?? name;
}

const titlesOf = ({ assistant, faq }: AuthoredAssistant): Sentence[] =>
  faq.flatMap(({ documents }) =>
    documents.map(({ document: { title, language } }) => ({
      text: title,
      language: language ?? assistant?.form.languages.default ?? '',
      kind: 'question' as const,
      wanted: title,
      marks: [],
    })),
  );

const isOf = ({ kind, wanted }: Sentence, tried: Tried, name: string): boolean =>
  wanted === name &&
  kind === (tried.kind === 'document' ? 'question' : 'utterance') &&
  tried.kind !== 'value';

/**
 * All sentences; if there are too many, those that share most words with the phrases, and some of each likely label.
 */
function chooseFrom(
  all: readonly Sentence[],
  phrases: readonly string[],
  likely: readonly string[],
): readonly Sentence[] {
  if (all.length <= MOST_ENCODED) return all;
  const asked = phrases.map((text) => unit(wordsVector(text)));
  const ranked = all
    .map((sentence) => {
      const vector = unit(wordsVector(sentence.text));
      return { sentence, score: Math.max(...asked.map((each) => dot(each, vector))) };
    })
    .sort((a, b) => b.score - a.score)
    .map(({ sentence }) => sentence);
  // The labels of the sentences with the most shared words are compared as well.
  const names = new Set([...likely, ...ranked.slice(0, MOST_OF_ONE).map(({ wanted }) => wanted)]);
  const ofNames = [...names].flatMap((name) =>
    ranked.filter(({ wanted }) => wanted === name).slice(0, MOST_OF_ONE),
  );
  return [...new Set([...ranked.slice(0, MOST_OF_ONE), ...ofNames])].slice(0, MOST_ENCODED);
}

/** The similarity of the nearest other sentence of the same label or document; undefined if there is none. */
function nearestSibling(
  index: number,
  { wanted, kind }: Sentence,
  chosen: readonly Sentence[],
  vectors: readonly Float32Array[],
): number | undefined {
  const similarities = chosen.flatMap((other, at) =>
    at !== index && other.wanted === wanted && other.kind === kind ? [dot(vectors[index], vectors[at])] : [],
  );
  return similarities.length === 0 ? undefined : Math.max(...similarities);
}

/** The similarity of the nearest sentence of the tried label or document; −1 if it has no sentence. */
const nearestOf = (
  tried: Tried,
  name: string,
  vector: Float32Array | undefined,
  chosen: readonly Sentence[],
  vectors: readonly Float32Array[],
): number =>
  Math.max(
    -1,
    ...chosen.flatMap((sentence, at) => (isOf(sentence, tried, name) ? [dot(vector, vectors[at])] : [])),
  );

function firstOfEach(neighbours: readonly Neighbour[]): Neighbour[] {
  const seen = new Set<string>();
  return neighbours.filter(({ kind, name }) => {
    const key = `${kind} ${name}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

const told = ({ kind, wanted, text }: Sentence, similarity: number): Neighbour => ({
  kind,
  name: wanted,
  text,
  similarity: rounded(similarity),
});

const rounded = (similarity: number): number => Math.round(similarity * 1000) / 1000;

function hasName({ entities }: AuthoredAssistant, { kind, name }: Tried, all: readonly Sentence[]): boolean {
  if (kind === 'value') return entities.some(({ form }) => Object.hasOwn(form.values ?? {}, name));
  const wanted = kind === 'document' ? 'question' : 'utterance';
  return all.some((sentence) => sentence.kind === wanted && sentence.wanted === name);
}

/** The places where a draft contains a phrase word for word. */
function standsIn(
  { entities, tests }: AuthoredAssistant,
  { kind, name: value, language }: Tried,
  { name, text, all }: { name: string; text: string; all: readonly Sentence[] },
): DraftTrial['phrases'][number]['stands'] {
  const plain = plainWords(text);
  const isSame = (other: string) => plainWords(other) === plain;
  const sentences = all.filter((sentence) => isSame(sentence.text));
  const values = entities.flatMap(({ form }) =>
    Object.entries(form.values ?? {})
      .filter(([canonical, synonyms]) => {
        const ofLanguage = Array.isArray(synonyms) ? synonyms : (synonyms?.[language] ?? []);
        return [canonical, ...ofLanguage].some((synonym) => isSame(String(synonym)));
      })
      .map(([canonical]) => canonical),
  );
  const tested = tests.filter(({ form }) => form.turns.some(({ say }) => isSame(say)));
  const wantedKind = kind === 'document' ? 'question' : kind;
  return [
    ...[...new Set(sentences.map((sentence) => `${sentence.kind} ${sentence.wanted}`))].map((key) => {
      const sentence = sentences.find((each) => `${each.kind} ${each.wanted}` === key) as Sentence;
      const isWanted = sentence.kind === wantedKind && sentence.wanted === name;
      return { kind: sentence.kind, name: sentence.wanted, is_wanted: isWanted };
    }),
    ...values.map((canonical) => ({
      kind: 'value' as const,
      name: canonical,
      is_wanted: kind === 'value' && canonical === value,
    })),
    ...tested.map(({ source }) => ({ kind: 'test' as const, name: source.file, is_wanted: false })),
  ];
}

function unit(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const number of vector) squares += number * number;
  const length = Math.sqrt(squares) || 1;
  return vector.map((number) => number / length);
}

function dot(left: Float32Array | undefined, right: Float32Array | undefined): number {
  let sum = 0;
  for (let at = 0; at < (left?.length ?? 0); at += 1) sum += (left?.[at] ?? 0) * (right?.[at] ?? 0);
  return sum;
}
