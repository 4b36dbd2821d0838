import { isBuiltIn } from '../../engine/built-in-entities.ts';
import { languageOf } from '../../engine/language/languages.ts';
import { plainWords } from '../../engine/text/words.ts';
import { checkCanonicalForm, checkPattern, PatternError } from '../../engine/values/pattern.ts';
import type { Authored } from '../form.ts';
import type { EntityFile } from '../forms/entity-file.ts';
import { parseUtterance, withoutMarks } from '../utterance.ts';
import {
  type CheckContext,
  checkLanguageKeys,
  isKnownEntity,
  meantEntity,
  report,
  reportKey,
} from './context.ts';

export function checkEntities(context: CheckContext): void {
  const seen = new Map<string, string>();
  // A misspelled name is reported at its place; the entity that was probably meant counts as used.
  const used = new Set(
    context.authored.competencies.flatMap(({ form }) =>
      Object.values(form.slots ?? {}).map(({ entity }) =>
        isKnownEntity(context, entity) ? entity : meantEntity(context, entity),
      ),
    ),
  );
  for (const { source, form } of context.authored.entities) {
    const first = seen.get(form.entity);
    if (isBuiltIn(form.entity)) {
      report(
        context,
        'error',
        source,
        ['entity'],
        `the entity ${form.entity} is built in: choose another name`,
      );
    } else if (first !== undefined) {
      report(
        context,
        'error',
        source,
        ['entity'],
        `the entity ${form.entity} already exists in ${first}: rename one of them`,
      );
    } else if (!used.has(form.entity)) {
      report(context, 'warning', source, ['entity'], `no slot uses the entity ${form.entity}`);
    }
    seen.set(form.entity, source.file);
    if (form.kind === 'regex') checkRegex(context, { source, form });
    else if (form.kind === 'text') checkTextEntity(context, { source, form });
    else checkList(context, { source, form });
    if (form.open !== undefined && form.kind !== undefined && form.kind !== 'list') {
      const message = `open is only for lists, to accept other values too: this entity has kind: ${form.kind}`;
      reportKey(context, 'error', source, ['open'], message);
    }
    for (const value of Object.keys(form.fields ?? {})) {
      if (Object.hasOwn(form.values ?? {}, value)) continue;
      const message = `the entity has no value ${value}: use one of its values`;
      reportKey(context, 'error', source, ['fields', value], message);
    }
    if (form.examples !== undefined && form.kind !== 'text') {
      reportKey(
        context,
        'error',
        source,
        ['examples'],
        'examples are only for free text: add kind: text, or remove them',
      );
    }
  }
}

function checkList(context: CheckContext, { source, form }: Authored<EntityFile>): void {
  if (Object.keys(form.values ?? {}).length === 0) {
    reportKey(context, 'error', source, ['values'], 'list at least one value');
  }
  for (const key of ['pattern', 'ignore_case', 'canonical'] as const) {
    if (form[key] === undefined) continue;
    reportKey(context, 'error', source, [key], `${key} is only for patterns: add kind: regex, or remove it`);
  }
  checkValues(context, { source, form });
  checkFunctionWords(context, { source, form });
  checkYesNo(context, { source, form });
}

/**
 * Reports a list with only a yes and a no, since other ways to say yes or no would not fill the slot. Lists
 * with values marked in utterances are exempt: a request can contain those values, but not a boolean.
 */
function checkYesNo(context: CheckContext, { source, form }: Authored<EntityFile>): void {
  const values = Object.entries(form.values ?? {});
  const [first, second] = values;
  if (first === undefined || second === undefined || values.length > 2) return;
  const isBoth = context.languages.some((language) => {
    const { yes, no } = languageOf(language).yesNo;
    const says = ([canonical, synonyms]: typeof first, words: readonly string[]) => {
      const calls = Array.isArray(synonyms) ? synonyms : (synonyms?.[language] ?? []);
      return [canonical, ...calls].some((call) => words.includes(plainWords(String(call))));
    };
    return (says(first, yes) && says(second, no)) || (says(first, no) && says(second, yes));
  });
  if (!isBoth || isMarked(context, form.entity)) return;
  const message = `${first[0]} and ${second[0]} mean yes and no: write entity: boolean in the slots that use ${form.entity}`;
  reportKey(context, 'warning', source, ['values'], message);
}

const isMarked = ({ authored }: CheckContext, entity: string): boolean =>
  authored.competencies.some(({ form }) =>
    Object.values(form.states)
      .flatMap(({ utterances }) => Object.values(utterances ?? {}).flat())
      .flatMap((utterance) => parseUtterance(utterance).annotations)
      .some(({ slot }) => form.slots?.[slot]?.entity === entity),
  );

function checkRegex(context: CheckContext, { source, form }: Authored<EntityFile>): void {
  if (form.values !== undefined) {
    reportKey(
      context,
      'error',
      source,
      ['values'],
      'an entity of kind: regex cannot have values: remove them',
    );
  }
  if (form.pattern === undefined) {
    reportKey(context, 'error', source, ['kind'], 'add pattern, a regular expression for the values');
    return;
  }
  try {
    checkPattern(form.pattern);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    report(context, 'error', source, ['pattern'], `the pattern cannot be used: ${error.message}`);
    return;
  }
  if (form.canonical !== undefined) checkCanonical(context, { source, form }, form.pattern);
}

function checkCanonical(
  context: CheckContext,
  { source, form }: Authored<EntityFile>,
  pattern: string,
): void {
  const { case: letters, form: canonical } = form.canonical ?? {};
  if (letters === undefined && canonical === undefined) {
    const message = 'write case: upper, case: lower, or form with groups of the pattern, such as $1-$2';
    reportKey(context, 'error', source, ['canonical'], message);
  }
  if (canonical === undefined) return;
  try {
    checkCanonicalForm(pattern, canonical);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    report(context, 'error', source, ['canonical', 'form'], error.message);
  }
}

function checkTextEntity(context: CheckContext, { source, form }: Authored<EntityFile>): void {
  for (const key of ['values', 'pattern', 'ignore_case', 'canonical'] as const) {
    if (form[key] === undefined) continue;
    const message = `an entity of kind: text cannot have ${key}: write examples here, and rules in validate of the slot`;
    reportKey(context, 'error', source, [key], message);
  }
  const { examples } = form;
  if (examples === undefined) {
    const message = 'add examples of possible values, or write entity: text in the slots that use it';
    reportKey(context, 'warning', source, ['kind'], message);
    return;
  }
  if (!Array.isArray(examples)) checkLanguageKeys(context, source, ['examples'], examples);
  const lists = Array.isArray(examples)
    ? [[[], examples] as const]
    : Object.entries(examples).map(([language, list]) => [[language], list] as const);
  for (const [language, list] of lists) {
    for (const [index, example] of list.entries()) {
      if (plainWords(String(example)) !== '') continue;
      const place = ['examples', ...language, index];
      report(context, 'error', source, place, 'this example contains no letter or digit: remove it');
    }
  }
}

/**
 * Reports a value with the name of a function word (“some”) if an utterance of a competency with such a slot
 * contains the word unmarked: there it would be understood as the value.
 */
function checkFunctionWords(context: CheckContext, { source, form }: Authored<EntityFile>): void {
  for (const language of context.languages) {
    const { stopWords } = languageOf(language).search;
    for (const [canonical, synonyms] of Object.entries(form.values ?? {})) {
      const calls = Array.isArray(synonyms) ? synonyms : (synonyms?.[language] ?? []);
      for (const call of [canonical, ...calls].map((each) => plainWords(String(each)))) {
        const heard = stopWords.has(call) ? unmarkedUse(context, form.entity, language, call) : undefined;
        if (heard === undefined) continue;
        const message = `“${call}” is a function word and would be heard as ${canonical} in “${heard}” too: call the value something else`;
        reportKey(context, 'warning', source, ['values', canonical], message);
        break;
      }
    }
  }
}

/** An utterance that contains the word outside its marks, in a competency with a slot of the entity. */
const unmarkedUse = (
  { authored }: CheckContext,
  entity: string,
  language: string,
  word: string,
): string | undefined =>
  authored.competencies
    .filter(({ form }) => Object.values(form.slots ?? {}).some((slot) => slot.entity === entity))
    .flatMap(({ form }) =>
      Object.values(form.states).flatMap(({ utterances }) => utterances?.[language] ?? []),
    )
    .find((utterance) => plainWords(withoutMarks(utterance)).split(' ').includes(word));

function checkValues(context: CheckContext, { source, form }: Authored<EntityFile>): void {
  const owners = new Map<string, string>();
  for (const [canonical, synonyms] of Object.entries(form.values ?? {})) {
    const path = ['values', canonical];
    const byLanguage = Array.isArray(synonyms) ? null : (synonyms ?? {});
    if (byLanguage !== null) checkLanguageKeys(context, source, path, byLanguage);
    const lists = Array.isArray(synonyms) ? [['*', synonyms] as const] : Object.entries(byLanguage ?? {});
    for (const [language, list] of lists) {
      for (const [index, synonym] of list.entries()) {
        const place = language === '*' ? [...path, index] : [...path, language, index];
        const phrase = plainWords(String(synonym));
        if (phrase === '') {
          report(context, 'error', source, place, 'this synonym contains no letter or digit: remove it');
          continue;
        }
        const key = `${language} ${phrase}`;
        const owner = owners.get(key);
        if (owner !== undefined && owner !== canonical) {
          const message = `“${synonym}” already means ${owner}, which wins: remove it from one of the two`;
          report(context, 'warning', source, place, message);
        }
        if (owner === undefined) owners.set(key, canonical);
      }
    }
  }
}
