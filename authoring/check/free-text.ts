import { plainWords } from '../../engine/text/words.ts';
import type { Authored } from '../form.ts';
import type { CompetencyFile } from '../forms/competency-file.ts';
import { entityExamples, textSlotsOf } from '../text-slots.ts';
import { type ParsedUtterance, parseUtterance } from '../utterance.ts';
import type { Path } from '../yaml-source.ts';
import { type CheckContext, report, reportKey } from './context.ts';

/** With fewer marked values, a tagger learns little. */
const FEW_VALUES = 5;
/** A shorter value often occurs in utterances with another meaning. */
const SHORTEST_VALUE = 4;

interface Placed extends ParsedUtterance {
  path: Path;
}

/** Checks the examples of free-text slots in a competency's utterances, by language. */
export function checkFreeText(context: CheckContext, competency: Authored<CompetencyFile>): void {
  const entities = context.authored.entities.map(({ form }) => form);
  const slots = textSlotsOf(competency.form, entities);
  if (slots.length === 0) return;
  for (const language of context.languages) {
    const utterances = utterancesIn(competency.form, language);
    if (utterances.length === 0) continue;
    for (const slot of slots) {
      const name = competency.form.slots?.[slot]?.entity;
      const entity = entities.find((declared) => declared.entity === name);
      const examples = entity === undefined ? 0 : entityExamples(entity, language).length;
      checkMarked(context, competency, { slot, language, utterances, examples });
    }
    checkForgotten(context, competency, slots, utterances);
  }
}

const utterancesIn = ({ states }: CompetencyFile, language: string): Placed[] =>
  Object.entries(states).flatMap(([state, { utterances }]) =>
    (utterances?.[language] ?? []).map((source, index) => ({
      ...parseUtterance(source),
      path: ['states', state, 'utterances', language, index],
    })),
  );

function checkMarked(
  context: CheckContext,
  { source, form }: Authored<CompetencyFile>,
  {
    slot,
    language,
    utterances,
    examples,
  }: { slot: string; language: string; utterances: readonly Placed[]; examples: number },
): void {
  const marked = utterances.flatMap(({ annotations }) =>
    annotations.filter((annotation) => annotation.slot === slot),
  );
  // Examples take the place of marked values in training, but need an utterance to stand in.
  if (marked.length > 0 && marked.length + examples >= FEW_VALUES) return;
  const instead =
    form.slots?.[slot]?.ask === undefined
      ? 'or it is never filled, since it has no ask'
      : 'or only the answer to its question fills it';
  const message =
    marked.length === 0
      ? `no utterance in ${language} marks a value of ${slot}: mark some as [words](${slot}), ${instead}`
      : `${slot} has ${marked.length} marked ${marked.length === 1 ? 'value' : 'values'}${examples === 0 ? '' : ` and ${examples} of its entity’s examples`} in ${language}: mark at least ${FEW_VALUES}, better 15`;
  reportKey(context, 'warning', source, ['slots', slot], message);
}

/**
 * Reports a value that is marked in one utterance but unmarked in another: contradictory examples for the
 * tagger.
 */
function checkForgotten(
  context: CheckContext,
  { source }: Authored<CompetencyFile>,
  slots: readonly string[],
  utterances: readonly Placed[],
): void {
  const known = new Map<string, string>();
  for (const { text, annotations } of utterances) {
    for (const { slot, start, end } of annotations) {
      const value = plainWords(text.slice(start, end));
      if (slots.includes(slot) && value.length >= SHORTEST_VALUE) known.set(value, slot);
    }
  }
  const lengths = new Set([...known.keys()].map((value) => value.split(' ').length));
  for (const { path, ...utterance } of utterances) {
    const phrases = new Set(unmarkedWords(utterance).flatMap((words) => phrasesOf(words, lengths)));
    for (const value of phrases) {
      const slot = known.get(value);
      if (slot === undefined) continue;
      const message = `“${value}” is marked as ${slot} in another utterance: mark it here too`;
      report(context, 'warning', source, path, message);
    }
  }
}

/** The words between marked values. */
function unmarkedWords({ text, annotations }: ParsedUtterance): string[][] {
  const edges = [0, ...annotations.flatMap(({ start, end }) => [start, end]), text.length];
  return Array.from({ length: edges.length / 2 }, (_, i) =>
    plainWords(text.slice(edges[2 * i] ?? 0, edges[2 * i + 1] ?? 0)).split(' '),
  );
}

/** All sequences of words with the given lengths. */
const phrasesOf = (words: readonly string[], lengths: Iterable<number>): string[] =>
  [...lengths].flatMap((length) =>
    Array.from({ length: Math.max(0, words.length - length + 1) }, (_, from) =>
      words.slice(from, from + length).join(' '),
    ),
  );
