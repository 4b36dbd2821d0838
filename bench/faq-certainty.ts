import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileAssistant } from '../authoring/compile.ts';
import { readForm } from '../authoring/form.ts';
import { readAssistant } from '../authoring/read-folder.ts';
import { TRAINING } from '../authoring/train.ts';
import { readYaml } from '../authoring/yaml-source.ts';
import type { Faq } from '../engine/faq/ask.ts';
import { EVIDENCE, type Evidence, judged, LEAST_CERTAINTY, MOST_JUDGED } from '../engine/faq/certainty.ts';
import { outOfScopeRows } from '../engine/language/training.ts';
import { buildEncoder } from '../engine/train/encoder/build.ts';
import { seededRandom } from '../engine/train/random.ts';
import { readArguments, runBench } from './command.ts';
import { report } from './report.ts';
import { faqOf } from './support/faq-questions.ts';
import { type Example, fitLogistic, type Logistic } from './support/logistic.ts';
import { talksFile } from './talks/talk.ts';

/**
 * `npm run bench -- faq-certainty`: learns which of a help collection's best documents answers a question, and how
 * certain that is. It learns from
 *
 * - questions that paraphrase the help of four assistants (`bench/faq-learned.jsonl`), some of them without an answer
 *   there; each collection is also asked 40 sentences that no assistant serves and 30 questions to the other assistants;
 * - the questions of `bench/talks` that a document answers within a competency, each with the competency's title; each
 *   collection is also asked as many questions of the other assistants' conversations, within one of its competencies.
 *
 * With each collection left out in turn, it prints how many of that collection's questions are answered right, how many
 * wrong, and how many have no answer; `within` counts those within a competency. `--write` writes the weights learned
 * from all collections but the gym's, which is only tested, as is the bank's by `npm run bench -- faq`.
 */
const HELD_BACK = 'gym';
const SENTENCES = 40;
const QUESTIONS_ELSEWHERE = 30;
const WEIGHTS = fileURLToPath(new URL('../engine/faq/certainty-weights.ts', import.meta.url));
const QUESTIONS = fileURLToPath(new URL('faq-learned.jsonl', import.meta.url));
const TALKS = fileURLToPath(new URL('talks', import.meta.url));

interface Question {
  collection: string;
  question: string;
  /** The document that answers the question, or null. */
  source: string | null;
  /** Other collections with a document that answers the question. */
  also?: readonly string[];
  /** Default `en`. */
  language?: string;
  /** The title of the current competency, for a question within a conversation. */
  about?: string;
}

interface Asked {
  collection: string;
  isOwn: boolean;
  isAnswered: boolean;
  kind: Kind;
  /** The best documents. */
  best: { evidence: Evidence; isRight: boolean }[];
}

/** First questions and those within a competency are learned apart: within one, most questions have an answer. */
const KINDS = ['first', 'within'] as const;
type Kind = (typeof KINDS)[number];

const featuresOf = (evidence: Evidence): number[] => EVIDENCE.map((name) => evidence[name] ?? 0);
const examplesOf = (asked: readonly Asked[]): Example[] =>
  asked.flatMap(({ best }) =>
    best.map(({ evidence, isRight }) => ({ features: featuresOf(evidence), isTrue: isRight })),
  );

/** An assistant whose help is asked. */
interface Help {
  name: string;
  faq: Faq;
  /** The names of its documents. */
  sources: string[];
  /** The titles of its competencies, by language. */
  titles: Map<string, string[]>;
  /** The questions of its conversations that a document answers within a competency. */
  questions: Question[];
}

async function helpOf(name: string): Promise<Help> {
  const compilation = compileAssistant(await readAssistant(join(TALKS, name)));
  const competencies = Object.values(compilation.assistant.competencies);
  const titles = new Map<string, string[]>();
  for (const competency of competencies)
    for (const [language, title] of Object.entries(competency.titles))
      titles.set(language, [...(titles.get(language) ?? []), title]);
  const file = join(TALKS, `${name}.yaml`);
  const { authored } = readForm(readYaml(file, readFileSync(file, 'utf8')), talksFile);
  const questions: Question[] = [];
  for (const { language = 'en', turns } of authored?.form.talks ?? []) {
    let about: string | undefined;
    for (const { say, expect } of turns) {
      if (expect?.competency !== undefined)
        about = competencies.find((known) => known.name === expect.competency)?.titles[language];
      if (typeof expect?.faq === 'string' && about !== undefined)
        questions.push({ collection: name, question: say, source: expect.faq, language, about });
    }
  }
  const sources = compilation.faq.flatMap(({ documents }) => documents.map(({ source }) => source));
  return { name, faq: faqOf(compilation, TRAINING.embed), sources, titles, questions };
}

/** The name of a document without its language, such as “payment”. Namesakes are likely to answer the same questions. */
const subjectOf = (source: string): string => source.split('.')[0] ?? source;

/** Asks an assistant's help its own questions and those of other assistants. */
function askedIn(
  { name, faq, sources, titles, questions }: Help,
  helps: readonly Help[],
  learned: Question[],
): Asked[] {
  const random = seededRandom(helps.findIndex((help) => help.name === name) + 1);
  const draw = <Item>(all: readonly Item[], most: number): Item[] =>
    all
      .map((item) => ({ item, key: random() }))
      .sort((a, b) => a.key - b.key)
      .slice(0, most)
      .map(({ item }) => item);
  const own = [...learned.filter(({ collection }) => collection === name), ...questions];
  const nothing = (question: string): Question => ({ collection: name, question, source: null });
  const elsewhere = learned.filter(
    ({ collection, source, also = [] }) => collection !== name && source !== null && !also.includes(name),
  );
  const others = learned.some(({ collection }) => collection === name)
    ? [
        ...draw(outOfScopeRows('en'), SENTENCES).map(nothing),
        ...draw(elsewhere, QUESTIONS_ELSEWHERE).map(({ question }) => nothing(question)),
      ]
    : [];
  const documents = new Set(sources.map(subjectOf));
  const within = [...titles].flatMap(([language, spoken]): Question[] =>
    draw(
      helps
        .filter((help) => help.name !== name)
        .flatMap((help) => help.questions.filter((asked) => asked.language === language))
        .filter(({ source }) => !documents.has(subjectOf(source ?? ''))),
      questions.filter((asked) => asked.language === language).length,
    ).map(({ question }) => ({ ...nothing(question), language, about: draw(spoken, 1)[0] ?? '' })),
  );
  return [...own, ...others, ...within].flatMap((asked): Asked[] => {
    const { question, source, language = 'en', about } = asked;
    const embed = faq.embed?.(language);
    const found = faq.collections[0]?.index.search(question, {
      language,
      embed,
      topK: about === undefined ? 2 : MOST_JUDGED,
      about: about === undefined ? undefined : embed?.(about),
    });
    if (found?.evidence == null) return [];
    const best = found.evidence.map((evidence, index) => ({
      evidence,
      isRight: source !== null && found.candidates[index]?.source === source,
    }));
    return [
      {
        collection: name,
        isOwn: own.includes(asked),
        isAnswered: source !== null,
        kind: about === undefined ? 'first' : 'within',
        best,
      },
    ];
  });
}

const written = (models: Record<Kind, Logistic>): string => {
  const round = (weight: number | undefined): number => Number((weight ?? 0).toPrecision(4));
  const line = (kind: Kind): string => {
    const { bias, weights } = models[kind];
    const named = EVIDENCE.map((name, index) => `${name}: ${round(weights[index])}`).join(', ');
    return `  ${kind}: { bias: ${round(bias)}, weights: { ${named} } },\n`;
  };
  return `/**
 * Learned by \`npm run bench -- faq-certainty --write\` from questions to the help of the benches' assistants: of a
 * conversation's first questions, and of questions within a competency.
 */
export const CERTAINTY: Record<
  'first' | 'within',
  { bias: number; weights: Record<'sentence' | 'ahead' | 'terms' | 'subject', number> }
> = {
${KINDS.map(line).join('')}};
`;
};

await runBench(async () => {
  const { values } = readArguments({ options: { write: { type: 'boolean', default: false } } });
  const questions: Question[] = readFileSync(QUESTIONS, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  await buildEncoder();
  const names = readdirSync(TALKS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(TALKS, entry.name, 'faq')))
    .map(({ name }) => name)
    .sort();
  const helps: Help[] = [];
  for (const name of names) helps.push(await helpOf(name));
  const all = helps.flatMap((help) => askedIn(help, helps, questions));
  const learned = all.filter(({ collection }) => collection !== HELD_BACK);
  for (const name of names) {
    const others = modelsOf(learned.filter(({ collection }) => collection !== name));
    const own = all.filter(({ collection }) => collection === name);
    report({
      collection: name,
      ...figuresOf(
        own.filter(({ kind, isOwn }) => isOwn && kind === 'first'),
        others.first,
        '',
      ),
      ...figuresOf(
        own.filter(({ kind }) => kind === 'within'),
        others.within,
        'within_',
      ),
    });
  }
  if (values.write) writeFileSync(WEIGHTS, written(modelsOf(learned)));
});

function modelsOf(asked: readonly Asked[]): Record<Kind, Logistic> {
  const modelOf = (wanted: Kind) => fitLogistic(examplesOf(asked.filter(({ kind }) => kind === wanted)));
  return { first: modelOf('first'), within: modelOf('within') };
}

/** How a model answers questions. */
function figuresOf(asked: readonly Asked[], model: Logistic, prefix: '' | 'within_'): Record<string, number> {
  const told = asked.map(({ isAnswered, best }) => {
    const { order, certainty, told } = judged(
      best.map(({ evidence }) => evidence),
      (evidence) => model.of(featuresOf(evidence)),
    );
    const isRight = order.slice(0, told).some((place) => best[place]?.isRight === true);
    return { isAnswered, isRight, answers: certainty >= LEAST_CERTAINTY };
  });
  const count = (holds: (answer: (typeof told)[number]) => boolean) => told.filter(holds).length;
  return {
    [`${prefix}questions`]: count(({ isAnswered }) => isAnswered),
    [`${prefix}answered_right`]: count(({ answers, isRight }) => answers && isRight),
    [`${prefix}answered_wrong`]: count(
      ({ answers, isAnswered, isRight }) => answers && isAnswered && !isRight,
    ),
    [`${prefix}without_answer`]: count(({ isAnswered }) => !isAnswered),
    [`${prefix}answered_all_the_same`]: count(({ answers, isAnswered }) => answers && !isAnswered),
  };
}
