import { buildArtifact } from '../../authoring/build.ts';
import { compileAssistant } from '../../authoring/compile.ts';
import { type AssistantFiles, readAssistantFiles } from '../../authoring/read.ts';
import { loadTrained, TRAINING } from '../../authoring/train.ts';
import type { LoadedAssistant } from '../../engine/load.ts';
import { plainWords } from '../../engine/text/words.ts';
import { buildEncoder } from '../../engine/train/encoder/build.ts';
import type { Span } from './rows.ts';

/** Trains an assistant from files as for publishing. Each file is an object, since YAML includes JSON. */
export async function train(files: Readonly<Record<string, object>>): Promise<LoadedAssistant> {
  await buildEncoder();
  const texts: AssistantFiles = Object.fromEntries(
    Object.entries(files).map(([path, form]) => [path, JSON.stringify(form)]),
  );
  return loadTrained(buildArtifact(compileAssistant(readAssistantFiles(texts)), TRAINING));
}

/** A text with its values marked; null if it contains square brackets or no words. */
export function marked(text: string, spans: readonly Span[]): string | null {
  if (/[[\]]/.test(text) || plainWords(text) === '') return null;
  let source = '';
  let position = 0;
  for (const { slot, start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (start < position) continue;
    source += `${text.slice(position, start)}[${text.slice(start, end)}](${slot})`;
    position = end;
  }
  return source + text.slice(position);
}

/** Utterances without repetitions of the same words. */
export function distinct(utterances: readonly string[], seen = new Set<string>()): string[] {
  return utterances.filter((utterance) => {
    const words = plainWords(utterance.replace(/\]\([^()\s]*\)/g, ']'));
    if (seen.has(words)) return false;
    seen.add(words);
    return true;
  });
}

/** The texts of marked values by slot. */
export function markedValues(
  rows: readonly { text: string; spans: readonly Span[] }[],
): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const { text, spans } of rows)
    for (const { slot, start, end } of spans)
      values.set(slot, [...(values.get(slot) ?? []), text.slice(start, end)]);
  return values;
}

/** The file of a free-text entity with the known values. */
export const freeTextEntity = (entity: string, values: readonly string[]): object => ({
  entity,
  kind: 'text',
  examples: { en: distinct(values).slice(0, MOST_EXAMPLES) },
});
const MOST_EXAMPLES = 200;
