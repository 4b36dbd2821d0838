import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildArtifact } from '../../authoring/build.ts';
import { type Compilation, compileAssistant } from '../../authoring/compile.ts';
import { readAssistant } from '../../authoring/read-folder.ts';
import { TRAINING } from '../../authoring/train.ts';
import { askFaq, collectionSection, FAQ_SECTION, type Faq } from '../../engine/faq/ask.ts';
import { loadAssistant } from '../../engine/load.ts';
import { engineLoaders } from '../../engine/loaders.ts';
import { ENCODER_DIRECTORY } from '../../engine/train/encoder/build.ts';
import { trainNgrams } from '../../engine/train/ngrams.ts';

/** A question to the bank's help collection, phrased in words that the collection does not use. */
interface Question {
  language: string;
  question: string;
  /** The document that answers it, or null. */
  source: string | null;
}

const QUESTIONS = fileURLToPath(new URL('../faq-questions.jsonl', import.meta.url));
const BANK = fileURLToPath(new URL('../../examples/bank-assistant', import.meta.url));

/** Queries the bank's help collection as published, by words only and by words and meaning. */
export async function compareRetrieval(print: (line: string) => void): Promise<void> {
  const compilation = compileAssistant(await readAssistant(BANK));
  const questions: Question[] = readFileSync(QUESTIONS, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  for (const language of ['en', 'es']) {
    const asked = questions.filter((question) => question.language === language);
    print(
      `${language}: ${asked.filter(({ source }) => source !== null).length} questions that the bank’s help can answer, ${asked.filter(({ source }) => source === null).length} that it cannot`,
    );
    for (const [name, embed] of [
      ['words alone', undefined],
      ['words and meaning', TRAINING.embed],
    ] as const) {
      print(`  ${name.padEnd(18)} ${figures(faqOf(compilation, embed), asked)}`);
    }
  }
}

/** The FAQ of a version. The rest of the version is trained quickly and not used. */
export function faqOf(compilation: Compilation, embed: BuildOptions['embed']): Faq {
  const artifact = buildArtifact(compilation, {
    train: trainNgrams,
    ...(embed && { embed, encoder: TRAINING.encoder }),
  });
  const { faq } = loadAssistant(
    artifact,
    engineLoaders(() => ENCODER_DIRECTORY),
  );
  if (faq === undefined) throw new Error(`${FAQ_SECTION} or ${collectionSection('help')} is missing`);
  return faq;
}

function figures(faq: Faq, questions: readonly Question[]): string {
  const counts = { first: 0, right: 0, wrong: 0, unfounded: 0, two: 0 };
  for (const { question, language, source } of questions) {
    const { answer, explanation } = askFaq(faq, question, language);
    const first = explanation[0]?.candidates[0]?.source;
    const cited = answer === null ? [] : [answer.citation, ...(answer.citation.more ?? [])];
    const isRight = cited.some((document) => document.source === source);
    counts.two += cited.length > 1 ? 1 : 0;
    if (source === null) counts.unfounded += answer === null ? 0 : 1;
    else {
      counts.first += first === source ? 1 : 0;
      counts.right += isRight ? 1 : 0;
      counts.wrong += answer !== null && !isRight ? 1 : 0;
    }
  }
  return `recall@1 ${counts.first}, answered right ${counts.right} and wrong ${counts.wrong}; answers to what it does not know ${counts.unfounded}; answers of two documents ${counts.two}`;
}
