import type { CompiledAssistant } from '../../engine/assistant.ts';
import type { Classification } from '../../engine/classify/classifier.ts';
import { type LoadedAssistant, loadAssistant } from '../../engine/load.ts';
import { slotsOf } from '../../engine/understand/values/slots-of.ts';
import { ValueTable } from '../../engine/understand/values/value-table.ts';
import { wordsIn } from '../../engine/values/words-in.ts';
import { buildArtifact } from '../build.ts';
import { type Compilation, compileAssistant } from '../compile.ts';
import { freeTextExamples } from '../compile-free-text.ts';
import { contextsOf } from '../compile-slot.ts';
import type { CompetencyFile } from '../forms/competency-file.ts';
import type { AuthoredAssistant } from '../read.ts';
import { type DealtFolds, dealRows, type Row, withoutFold } from './rows.ts';

export interface EvaluateOptions {
  /** The number of folds; each is held out once. 2–20. */
  folds: number;
  seed: number;
  /** The folds from an earlier evaluation to reuse. */
  dealt?: DealtFolds | undefined;
  /** Builds an artifact from a compilation; `load` loads the artifact. */
  build?: (compilation: Compilation) => Uint8Array;
  load?: (artifact: Uint8Array) => LoadedAssistant;
  /** Asked after each fold but the last; true ends the evaluation with the folds that are done. */
  isEnough?: (foldsDone: number) => boolean;
  /** Called after each fold; `done` grows to 1. */
  onProgress?: (progress: { stage: string; done: number }) => void;
}

/** The part of an utterance that fills a slot. */
export interface SlotSpan {
  slot: string;
  start: number;
  end: number;
}

/** The result for an utterance that was held out of training. */
export interface HeldBack {
  row: Row;
  classification: Classification;
  /** The values that the author marked. */
  expected: SlotSpan[];
  /** The values that the engine found, given the right competency. */
  found: SlotSpan[];
}

/**
 * Cross-validates an assistant: for each fold, builds it without the fold's utterances and then asks it those
 * utterances.
 * @throws {AuthoringError} if the check finds errors
 */
export function crossValidate(authored: AuthoredAssistant, options: EvaluateOptions): HeldBack[] {
  const { folds, seed, dealt, build = buildArtifact, load = loadAssistant, isEnough, onProgress } = options;
  const compilation = compileAssistant(authored);
  const rows = dealRows(authored, folds, seed, dealt);
  const forms = authored.competencies.map(({ form }) => form);
  const results: HeldBack[] = [];
  for (let fold = 0; fold < folds; fold += 1) {
    onProgress?.({ stage: `fold ${fold + 1} of ${folds}`, done: fold / folds });
    const held = rows.filter((row) => row.fold === fold);
    if (held.length === 0) continue;
    const left = forms.map((form) => withoutFold(form, rows, fold));
    const artifact = build({
      assistant: withContexts(compilation.assistant, left),
      examples: examplesWithout(rows, fold, compilation.assistant.languages.supported),
      freeText: freeTextExamples(authored, left),
      faq: [],
      sources: {},
    });
    const loaded = load(artifact);
    for (const row of held) results.push(ask(loaded, row));
    if (fold + 1 < folds && isEnough?.(fold + 1)) break;
  }
  onProgress?.({ stage: 'done', done: 1 });
  return results;
}

/** The classifiers' training examples without those of a fold. */
function examplesWithout(
  rows: readonly Row[],
  fold: number,
  languages: readonly string[],
): Compilation['examples'] {
  return Object.fromEntries(
    languages.map((language) => [
      language,
      rows
        .filter((row) => row.language === language && row.fold !== fold)
        .map(({ text, label }) => ({ text, label })),
    ]),
  );
}

/** Replaces slot contexts, which are also learned from utterances, with contexts from the other folds. */
function withContexts(assistant: CompiledAssistant, forms: readonly CompetencyFile[]): CompiledAssistant {
  const competencies = forms.flatMap((form) => {
    const compiled = assistant.competencies[form.competency];
    if (compiled === undefined) return [];
    const slots = compiled.slots.map((slot) => ({ ...slot, contexts: contextsOf(slot.name, form) }));
    return [[form.competency, { ...compiled, slots }]];
  });
  return { ...assistant, competencies: Object.fromEntries(competencies) };
}

/** A Thursday at noon. The time does not affect which words are a date. */
const CLOCK = { now: Date.UTC(2026, 0, 1, 12), offsetMinutes: 0 };
const NOTHING: Classification = { ranked: [], outOfScope: 1, outcome: 'out_of_scope' };

function ask(loaded: LoadedAssistant, row: Row): HeldBack {
  const { text, language, annotations } = row;
  const competency = row.competency === null ? undefined : loaded.competencies.get(row.competency);
  const utterance = { text, language, words: wordsIn(text, language), clock: CLOCK };
  const spans =
    competency === undefined
      ? []
      : slotsOf(new ValueTable(loaded, { competency, slots: {} }, utterance, { asked: null }));
  return {
    row,
    classification: loaded.classifiers.get(language)?.classify(text) ?? NOTHING,
    expected: annotations.map(({ slot, start, end }) => ({ slot, start, end })),
    found: spans.map(({ slot, candidate: { start, end } }) => ({ slot, start, end })),
  };
}
