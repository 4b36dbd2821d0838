import type { AuthoredAssistant } from '../read.ts';
import { crossValidate, type EvaluateOptions } from './evaluate.ts';
import { type Measures, measure } from './measure.ts';

/** The result of `parley ai evaluate`. */
export interface Report {
  assistant: string;
  folds: number;
  seed: number;
  seconds: number;
  /** All languages together. */
  overall: Measures;
  languages: Record<string, Measures>;
}

/**
 * Cross-validates an assistant and measures it, in total and by language.
 * @param now returns a time in milliseconds
 */
export function evaluateAssistant(
  authored: AuthoredAssistant,
  options: EvaluateOptions & { now: () => number },
): Report {
  const began = options.now();
  const results = crossValidate(authored, options);
  const languages = authored.assistant?.form.languages.supported ?? [];
  const byLanguage = languages.map((language) => [
    language,
    measure(results.filter(({ row }) => row.language === language)),
  ]);
  return {
    assistant: authored.assistant?.form.name ?? '',
    folds: options.folds,
    seed: options.seed,
    seconds: Math.round((options.now() - began) / 100) / 10,
    overall: measure(results),
    languages: Object.fromEntries(byLanguage),
  };
}
