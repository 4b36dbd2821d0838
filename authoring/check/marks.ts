import { isBuiltIn, TEXT_ENTITY } from '../../engine/built-in-entities.ts';
import { languageOf } from '../../engine/language/languages.ts';
import { normalise } from '../../engine/text/words.ts';
import { wordsIn } from '../../engine/values/words-in.ts';
import type { Authored } from '../form.ts';
import type { CompetencyFile } from '../forms/competency-file.ts';
import { parseUtterance, wordsAround } from '../utterance.ts';
import type { Path } from '../yaml-source.ts';
import { type CheckContext, report } from './context.ts';

interface MarkedWord {
  slot: string;
  /** The preposition before the value. */
  lead: string;
  marked: string;
  path: Path;
}

/**
 * Warns if a slot's values are marked with their preposition in some utterances and without it in others:
 * contradictory examples.
 */
export function checkMarks(context: CheckContext, competency: Authored<CompetencyFile>): void {
  for (const language of context.languages) checkMarksIn(context, competency, language);
}

function checkMarksIn(
  context: CheckContext,
  { source, form }: Authored<CompetencyFile>,
  language: string,
): void {
  const prepositions = new Set(languageOf(language).answers.prepositions.map(normalise));
  const inside: MarkedWord[] = [];
  const outside = new Map<string, Path>();
  for (const [state, { utterances }] of Object.entries(form.states)) {
    for (const [index, utterance] of (utterances?.[language] ?? []).entries()) {
      const path = ['states', state, 'utterances', language, index];
      const { text, annotations } = parseUtterance(utterance);
      const words = wordsIn(text, language);
      for (const annotation of annotations) {
        const { slot, start, end } = annotation;
        // Built-in entities determine the start of a value from the words themselves: "from May to June".
        const entity = form.slots?.[slot]?.entity ?? '';
        if (isBuiltIn(entity) && entity !== TEXT_ENTITY) continue;
        const [lead, ...rest] = words.filter((word) => word.start >= start && word.end <= end);
        const before = wordsAround(words, annotation, annotations).left;
        if (before !== null && prepositions.has(before)) {
          const key = `${slot} ${before}`;
          if (!outside.has(key)) outside.set(key, path);
        }
        if (lead === undefined || rest.length === 0 || !prepositions.has(lead.text)) continue;
        inside.push({ slot, lead: lead.text, marked: text.slice(start, end), path });
      }
    }
  }
  for (const { slot, lead, marked, path } of inside) {
    const unmarked = outside.get(`${slot} ${lead}`);
    if (unmarked === undefined) continue;
    const { line } = source.locate(unmarked);
    const message = `“${marked}” is marked with “${lead}”, but line ${line} marks ${slot} without it: mark only the value everywhere`;
    report(context, 'warning', source, path, message);
  }
}
