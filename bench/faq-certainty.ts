import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileAssistant } from '../authoring/compile.ts';
import { readAssistant } from '../authoring/read-folder.ts';
import { TRAINING } from '../authoring/train.ts';
import { EVIDENCE, type Evidence, LEAST_CERTAINTY } from '../engine/faq/certainty.ts';
import { outOfScopeRows } from '../engine/language/training.ts';
import { buildEncoder } from '../engine/train/encoder/build.ts';
import { seededRandom } from '../engine/train/random.ts';
import { readArguments, runBench } from './command.ts';
import { report } from './report.ts';
import { faqOf } from './support/faq-questions.ts';
import { type Example, fitLogistic, type Logistic } from './support/logistic.ts';

/**
 * `npm run bench -- faq-certainty`: learns how certain a help collection may be of its answer. It learns from
 * questions that paraphrase the help of four assistants (`bench/faq-learned.jsonl`), some of them without an answer
 * there. Each collection is also asked 40 sentences that no assistant serves and 30 questions to the other
 * assistants. With each collection left out in turn, it prints how many of that collection's questions are answered
 * right, how many wrong, and how many have no answer. `--write` writes the weights learned from all four. The gym's
 * help is only tested, as is the bank's by `npm run bench -- faq`.
 */
const COLLECTIONS = ['airline', 'rental', 'telecom', 'theatre', 'gym'] as const;
/** Not used for learning: its conversations test what was learned from the others. */
const HELD_BACK = 'gym';
const SENTENCES = 40;
const QUESTIONS_ELSEWHERE = 30;
const WEIGHTS = fileURLToPath(new URL('../engine/faq/certainty-weights.ts', import.meta.url));
const QUESTIONS = fileURLToPath(new URL('faq-learned.jsonl', import.meta.url));

interface Question {
  collection: string;
  question: string;
  /** The document that answers the question, or null. */
  source: string | null;
  /** Other collections with a document that answers the question. */
  also?: readonly string[];
}

interface Asked {
  collection: string;
  isOwn: boolean;
  isAnswered: boolean;
  /** The best two documents. */
  best: { evidence: Evidence; isRight: boolean }[];
}

const featuresOf = (evidence: Evidence): number[] => EVIDENCE.map((name) => evidence[name]);
const examplesOf = (asked: readonly Asked[]): Example[] =>
  asked.flatMap(({ best }) =>
    best.map(({ evidence, isRight }) => ({ features: featuresOf(evidence), isTrue: isRight })),
  );

/** Asks an assistant's help its own questions and those of other assistants. */
async function askedIn(name: string, questions: readonly Question[]): Promise<Asked[]> {
  const folder = fileURLToPath(new URL(`talks/${name}`, import.meta.url));
  const { collections, embed } = faqOf(compileAssistant(await readAssistant(folder)), TRAINING.embed);
  const random = seededRandom(COLLECTIONS.indexOf(name as (typeof COLLECTIONS)[number]) + 1);
  const draw = <Item>(all: readonly Item[], most: number): Item[] =>
    all
      .map((item) => ({ item, key: random() }))
      .sort((a, b) => a.key - b.key)
      .slice(0, most)
      .map(({ item }) => item);
  const own = questions.filter(({ collection }) => collection === name);
  const elsewhere = questions.filter(
    ({ collection, source, also = [] }) => collection !== name && source !== null && !also.includes(name),
  );
  const nothing = (question: string): Question => ({ collection: name, question, source: null });
  const others = [
    ...draw(outOfScopeRows('en'), SENTENCES).map(nothing),
    ...draw(elsewhere, QUESTIONS_ELSEWHERE).map(({ question }) => nothing(question)),
  ];
  return [...own, ...others].flatMap((asked): Asked[] => {
    const found = collections[0]?.index.search(asked.question, {
      language: 'en',
      embed: embed?.('en'),
      topK: 2,
    });
    if (found?.evidence == null) return [];
    const best = found.evidence.map((evidence, index) => ({
      evidence,
      isRight: asked.source !== null && found.candidates[index]?.source === asked.source,
    }));
    return [{ collection: name, isOwn: own.includes(asked), isAnswered: asked.source !== null, best }];
  });
}

const written = ({ bias, weights }: Logistic): string => {
  const round = (weight: number | undefined): number => Number((weight ?? 0).toPrecision(4));
  const named = EVIDENCE.map((name, index) => `${name}: ${round(weights[index])}`).join(', ');
  return `/** Learned by \`npm run bench -- faq-certainty --write\` of questions to the help of the benches' assistants. */
export const CERTAINTY: { bias: number; weights: Record<'sentence' | 'ahead' | 'terms', number> } = {
  bias: ${round(bias)},
  weights: { ${named} },
};
`;
};

await runBench(async () => {
  const { values } = readArguments({ options: { write: { type: 'boolean', default: false } } });
  const questions: Question[] = readFileSync(QUESTIONS, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  await buildEncoder();
  const all: Asked[] = [];
  for (const name of COLLECTIONS) all.push(...(await askedIn(name, questions)));
  const learned = all.filter(({ collection }) => collection !== HELD_BACK);
  for (const name of COLLECTIONS) {
    const others = learned.filter(({ collection }) => collection !== name);
    const model = fitLogistic(examplesOf(others));
    const own = all.filter(({ collection, isOwn }) => collection === name && isOwn);
    const answered = own.filter(
      ({ best }) =>
        best.reduce((sum, { evidence }) => sum + model.of(featuresOf(evidence)), 0) >= LEAST_CERTAINTY,
    );
    const isRight = ({ best }: Asked): boolean => best.some((document) => document.isRight);
    report({
      collection: name,
      questions: own.filter(({ isAnswered }) => isAnswered).length,
      answered_right: answered.filter(isRight).length,
      answered_wrong: answered.filter((asked) => asked.isAnswered && !isRight(asked)).length,
      without_answer: own.filter(({ isAnswered }) => !isAnswered).length,
      answered_all_the_same: answered.filter(({ isAnswered }) => !isAnswered).length,
    });
  }
  if (values.write) writeFileSync(WEIGHTS, written(fitLogistic(examplesOf(learned))));
});
