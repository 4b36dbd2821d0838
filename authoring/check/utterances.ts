import { BOOLEAN_ENTITY } from '../../engine/built-in-entities.ts';
import { plainWords } from '../../engine/text/words.ts';
import { builtInRecognizer } from '../../engine/values/built-in.ts';
import { gazetteerRecognizer } from '../../engine/values/gazetteer.ts';
import { PatternError } from '../../engine/values/pattern.ts';
import { patternRecognizer } from '../../engine/values/pattern-recognizer.ts';
import type { Recognizer } from '../../engine/values/recognizer.ts';
import { wordsIn } from '../../engine/values/words-in.ts';
import { compileEntity } from '../compile-entity.ts';
import type { Authored } from '../form.ts';
import type { CompetencyFile } from '../forms/competency-file.ts';
import type { EntityFile } from '../forms/entity-file.ts';
import { parseUtterance } from '../utterance.ts';
import type { Path, YamlSource } from '../yaml-source.ts';
import { type CheckContext, checkLanguageKeys, listOf, report, reportKey, slotNamesOf } from './context.ts';

/** With fewer utterances, a classifier learns little. */
const FEW_UTTERANCES = 5;

interface Place {
  label: string | null;
  source: YamlSource;
  path: Path;
}

/** Checks all utterances: annotations, languages, and that no utterance belongs to two states. */
export function checkUtterances(context: CheckContext): void {
  const seen = new Map<string, Place>();
  const { entities } = context.authored;
  const recognizers: Recognizers = {
    known: new Map(),
    lists: new Set(entities.flatMap(({ form }) => (form.values === undefined ? [] : [form.entity]))),
    left: MAX_READ_CHARACTERS,
  };
  const counts = new Map(context.languages.map((language) => [language, 0]));
  for (const competency of context.authored.competencies) {
    const told = new Set<string>();
    for (const [label, { utterances }] of Object.entries(competency.form.states)) {
      if (utterances === undefined) continue;
      const path = ['states', label, 'utterances'];
      checkLanguageKeys(context, competency.source, path, utterances);
      for (const language of context.languages) {
        const sources = utterances[language] ?? [];
        if (sources.length > 0) counts.set(language, (counts.get(language) ?? 0) + 1);
        checkCount(context, competency.source, path, label, language, sources.length);
        for (const [index, source] of sources.entries()) {
          const place = { label, source: competency.source, path: [...path, language, index] };
          checkAnnotations(context, competency, place, source, language, { recognizers, told });
          checkDuplicate(context, seen, place, language, source);
        }
      }
    }
  }
  const assistant = context.authored.assistant;
  if (assistant === null) return;
  for (const [language, sources] of Object.entries(assistant.form.out_of_scope.utterances ?? {})) {
    for (const [index, source] of sources.entries()) {
      const path = ['out_of_scope', 'utterances', language, index];
      checkDuplicate(context, seen, { label: null, source: assistant.source, path }, language, source);
    }
  }
  for (const [index, language] of context.languages.entries()) {
    if ((counts.get(language) ?? 0) > 0) continue;
    const message = `no state has utterances in ${language}: add some, or remove the language`;
    report(context, 'error', assistant.source, ['languages', 'supported', index], message);
  }
}

function checkCount(
  context: CheckContext,
  source: YamlSource,
  path: Path,
  label: string,
  language: string,
  count: number,
): void {
  if (count === 0) {
    reportKey(
      context,
      'warning',
      source,
      path,
      `${label} has no utterances in ${language}, so it is not understood in that language`,
    );
  } else if (count < FEW_UTTERANCES) {
    const message = `${label} has ${count} utterances in ${language}: write at least ${FEW_UTTERANCES}, better 15`;
    reportKey(context, 'warning', source, [...path, language], message);
  }
}

function checkAnnotations(
  context: CheckContext,
  { form }: Authored<CompetencyFile>,
  { source, path }: Place,
  utterance: string,
  language: string,
  { recognizers, told }: { recognizers: Recognizers; told: Set<string> },
): void {
  const { text, annotations, hasStrayBrackets } = parseUtterance(utterance);
  if (hasStrayBrackets) {
    report(
      context,
      'error',
      source,
      path,
      'write annotations as [words](slot_name), and no other square brackets',
    );
  }
  if (plainWords(text) === '')
    report(context, 'error', source, path, 'this utterance has no words: remove it');
  for (const { slot: name, start, end } of annotations) {
    const slot = Object.hasOwn(form.slots ?? {}, name) ? form.slots?.[name] : undefined;
    if (slot === undefined) {
      // A wrong slot name in many utterances is reported once.
      if (told.has(name)) continue;
      told.add(name);
      const names = listOf(slotNamesOf(form));
      report(
        context,
        'error',
        source,
        path,
        `the slot ${name} is unknown: this competency’s slots are ${names}`,
      );
      continue;
    }
    if (slot.entity === BOOLEAN_ENTITY) {
      const message = `only the answer to its question fills the boolean ${name}: remove the mark`;
      report(context, 'error', source, path, message);
      continue;
    }
    const recognize = recognizerOf(context, slot.entity, language, recognizers);
    const value = text.slice(start, end);
    if (!recognizers.lists.has(slot.entity)) {
      recognizers.left -= value.length;
      if (recognizers.left < 0) continue;
    }
    if (
      recognize !== null &&
      recognize({ text: value, words: wordsIn(value, language), language, clock: NOON }).length === 0
    ) {
      report(
        context,
        'warning',
        source,
        path,
        `“${value}” is not a value of ${slot.entity}: ${entityOf(context, slot.entity)?.values === undefined ? 'mark words that are a value by themselves, such as “in may” rather than “may”' : 'add it as a synonym'}`,
      );
    }
  }
}

/** The clock for reading annotated words. Whether a text is a date hardly depends on the time. */
const NOON = { now: Date.UTC(2026, 0, 1, 12), offsetMinutes: 0 };

const entityOf = (context: CheckContext, name: string): EntityFile | undefined =>
  context.authored.entities.find(({ form }) => form.entity === name)?.form;

/** Null for an unknown entity or an invalid pattern, which other checks report. */
function listed(form: EntityFile | undefined, language: string): Recognizer | null {
  if (form === undefined) return null;
  if (form.kind === 'text') return null;
  const entity = compileEntity(form);
  if (entity.pattern === undefined) return gazetteerRecognizer(entity, language);
  try {
    return patternRecognizer(entity.pattern.source, entity.pattern.ignoreCase);
  } catch (error) {
    if (error instanceof PatternError) return null;
    throw error;
  }
}

/**
 * Maximum characters of marked values to read as dates or similar, or to match with patterns; a mebibyte
 * takes up to 20 seconds.
 */
export const MAX_READ_CHARACTERS = 100_000;

interface Recognizers {
  /** By entity and language; null if the entity has no file. */
  known: Map<string, Recognizer | null>;
  /** The entities with listed values, which need little time. */
  lists: ReadonlySet<string>;
  /** The remaining characters that may be read; later marked values are not checked. */
  left: number;
}

function recognizerOf(context: CheckContext, name: string, language: string, { known }: Recognizers) {
  const key = `${language} ${name}`;
  const found = known.get(key);
  const made = found === undefined ? newRecognizer(context, name, language) : found;
  known.set(key, made);
  return made;
}

const newRecognizer = (context: CheckContext, name: string, language: string): Recognizer | null =>
  builtInRecognizer(name, context.assistant.currency ?? null) ?? listed(entityOf(context, name), language);

function checkDuplicate(
  context: CheckContext,
  seen: Map<string, Place>,
  place: Place,
  language: string,
  utterance: string,
): void {
  const key = `${language} ${plainWords(parseUtterance(utterance).text)}`;
  const first = seen.get(key);
  if (first === undefined) {
    seen.set(key, place);
    return;
  }
  const where = `${first.source.file}:${first.source.locate(first.path).line}`;
  if (first.label === place.label) {
    report(
      context,
      'warning',
      place.source,
      place.path,
      `this utterance is written twice (${where}): remove one`,
    );
  } else {
    const [earlier, later] = [first.label ?? 'out of scope', place.label ?? 'out of scope'];
    const message = `this utterance is in ${earlier} (${where}) and in ${later}: keep it in one of them`;
    report(context, 'error', place.source, place.path, message);
  }
}
