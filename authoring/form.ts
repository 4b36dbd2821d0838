import type * as z from 'zod/mini';
import { isOneErrorAway } from '../engine/values/spellings.ts';
import type { Finding } from './findings.ts';
import type { Path, YamlSource } from './yaml-source.ts';

/** A file that matches its schema. */
export interface Authored<Form> {
  source: YamlSource;
  form: Form;
}

/** Validates a file against its schema. With errors, `authored` is null and `findings` contains them. */
export function readForm<Form>(
  source: YamlSource,
  schema: z.ZodMiniType<Form>,
): { authored: Authored<Form> | null; findings: Finding[] } {
  if (source.findings.some(({ severity }) => severity === 'error')) {
    return { authored: null, findings: source.findings };
  }
  if (source.data === null || typeof source.data !== 'object' || Array.isArray(source.data)) {
    const message = 'the file is empty or not a mapping: write keys with values, one per line';
    return {
      authored: null,
      findings: [...source.findings, { file: source.file, line: 1, column: 1, severity: 'error', message }],
    };
  }
  const parsed = schema.safeParse(source.data);
  if (parsed.success) return { authored: { source, form: parsed.data }, findings: source.findings };
  return {
    authored: null,
    findings: [...source.findings, ...findingsOfForm(parsed.error.issues, source)],
  };
}

/** Converts schema issues into findings at their places in the file. */
export const findingsOfForm = (issues: readonly Issue[], source: YamlSource): Finding[] =>
  issues.flatMap((issue) => findingsOf(issue, [], source));

type Issue = z.core.$ZodIssue;

function findingsOf(issue: Issue, parent: Path, source: YamlSource): Finding[] {
  const path = [...parent, ...issue.path];
  const error = (place: { line: number; column: number }, message: string): Finding => ({
    file: source.file,
    ...place,
    severity: 'error',
    message,
  });
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => error(source.locateKey([...path, key]), unknownKey(key)));
  }
  if (issue.code === 'invalid_key') {
    const message = issue.issues[0]?.message ?? 'write another key';
    return [error(source.locateKey(path), `${name(path)}: ${message}`)];
  }
  if (issue.code === 'invalid_union') {
    // The author meant the alternative of a union that matched deepest.
    const deepest = issue.errors.filter((issues) => issues.every(isInside));
    const meant = deepest.length === 1 ? deepest[0] : undefined;
    if (meant !== undefined && meant.length > 0)
      return meant.flatMap((inner) => findingsOf(inner, path, source));
  }
  if (isMissing(source.data, path)) return [error(source.locateKey(path), `add the key ${name(path)}`)];
  return [error(source.locate(path), `${name(path)}: ${messageOf(issue)}`)];
}

const isInside = (issue: Issue): boolean => issue.path.length > 0 || issue.code === 'unrecognized_keys';

const name = (path: Path): string => path.map((key) => beginningOf(String(key))).join('.') || 'the file';

/**
 * Maximum length of a key in a message. A key can be as long as its file, and everything within it can be
 * wrong.
 */
const MAX_KEY_LENGTH = 100;

const beginningOf = (key: string): string =>
  key.length > MAX_KEY_LENGTH ? `${key.slice(0, MAX_KEY_LENGTH).toWellFormed()}…` : key;

function messageOf(issue: Issue): string {
  if (issue.message !== '' && issue.message !== 'Invalid input') return issue.message;
  if (issue.code === 'invalid_type') return `write ${EXPECTED[issue.expected] ?? `a ${issue.expected}`}`;
  if (issue.code === 'too_small') return 'write something: it is empty';
  return 'this value is not allowed here';
}

const EXPECTED: Readonly<Record<string, string>> = {
  object: 'keys with values',
  record: 'keys with values',
  array: 'a list',
  string: 'a text',
  boolean: 'true or false',
  int: 'a whole number',
};

function isMissing(data: unknown, path: Path): boolean {
  let value = data;
  for (const segment of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return true;
    value = (value as Record<PropertyKey, unknown>)[segment];
  }
  return value === undefined;
}

const KNOWN_KEYS = (
  'schema name languages default supported currency business_logic url secret timeout_ms sign protocol on_error personalities ' +
  'devices out_of_scope say utterances threshold out_of_scope_weight messages competency title slots states entity ' +
  'required ask validate min max one_of reject sensitive retries transitions terminal values turns expect language ' +
  'device state said asks interrupts help keep on_retries_exhausted pattern length from slot is clear log_queries ' +
  'multiple kind faq collection top_k after before open canonical case form unknown not_understood silence welcome choices ' +
  'link image card cards table columns rows each url alt text visuals deed hands_off follow_up_turns ignore_case examples questions ' +
  'said_back labels asks_about_target label mapper fields older_answer conversations queries contains filled people within after_failures when_nobody when_closed hours time_zone queues competencies'
).split(' ');

function unknownKey(whole: string): string {
  const key = beginningOf(whole);
  if (KNOWN_KEYS.includes(key))
    return `the key ${key} does not belong here: remove it, or indent it otherwise`;
  const meant = KNOWN_KEYS.find((known) => key.length > 2 && isOneErrorAway(known, key));
  return `the key ${key} is unknown here: ${meant === undefined ? 'remove it' : `did you mean ${meant}?`}`;
}
