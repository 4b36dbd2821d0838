import {
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type YAMLError,
  type YAMLMap,
} from 'yaml';
import type { Finding } from './findings.ts';

export type Path = readonly PropertyKey[];

/** A YAML file of an assistant, parsed but not yet validated. */
export interface YamlSource {
  /** Path within the assistant's folder, with forward slashes. */
  file: string;
  data: unknown;
  /** YAML syntax errors. */
  findings: Finding[];
  /** The position of a value, or of its nearest existing parent. */
  locate(path: Path): { line: number; column: number };
  /** The position of a value's key. */
  locateKey(path: Path): { line: number; column: number };
}

const WRONG_INDENT =
  'this line is indented differently from the lines of its list or mapping: indent them alike';
const NESTED = 'lists and mappings are nested too deeply';
const REPEATED = 'the aliases (*) of this file repeat more than the file itself has: write it out instead';

export function readYaml(file: string, text: string): YamlSource {
  const lines = new LineCounter();
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  try {
    return readDocument(file, text, lines, at);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const place = { line: 1, column: 1 };
    const findings: Finding[] = [{ file, ...place, severity: 'error', message: NESTED }];
    return { file, data: null, findings, locate: () => place, locateKey: () => place };
  }
}

type Places = (offset: number) => { line: number; column: number };

function readDocument(file: string, text: string, lines: LineCounter, at: Places): YamlSource {
  // Duplicate keys are found below: the library compares each key with all keys before it, which is slow.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const errors = errorsOf(document.errors, text);
  const last = errors.at(-1);
  const end = last !== undefined && isOfIndent(last, text) ? last.pos[0] : Number.POSITIVE_INFINITY;
  const findings: Finding[] = [
    ...errors.map((error) => ({ error, severity: 'error' as const })),
    ...document.warnings.map((error) => ({ error, severity: 'warning' as const })),
  ].map(({ error, severity }) => ({ file, ...at(error.pos[0]), severity, message: messageOf(error, text) }));
  for (const map of mappingsIn(document.contents)) {
    for (const { offset, message } of faultsOfKeys(map))
      if (offset < end) findings.push({ file, ...at(offset), severity: 'error', message });
  }
  let data: unknown = null;
  try {
    // The library converts a key that is a list or mapping to text, including its own keys, which may take
    // very long.
    if (!findings.some(({ severity }) => severity === 'error')) data = document.toJS({ maxAliasCount: 100 });
    // Readers of the data visit a value again for each of its aliases.
    if (charactersOf(data, new Map()) > 2 * text.length) throw new Error(REPEATED);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    const message = error instanceof Error ? error.message : 'the file is unreadable';
    data = null;
    findings.push({ file, line: 1, column: 1, severity: 'error', message });
  }
  const root = document.contents;
  const resolve = (node: unknown): Node | null =>
    isNode(node) ? ('source' in node && 'resolve' in node ? (node.resolve(document) ?? node) : node) : null;
  const pairOf = pairsByKey();
  const offsetOf = (path: Path, ofKey: boolean): number => walk(resolve(root), path, ofKey, resolve, pairOf);
  return {
    file,
    data,
    findings,
    locate: (path) => at(offsetOf(path, false)),
    locateKey: (path) => at(offsetOf(path, true)),
  };
}

/**
 * The number of characters of all texts and keys, counting aliases as copies; infinite if a value contains
 * itself.
 */
function charactersOf(value: unknown, known: Map<object, number>): number {
  if (typeof value === 'string') return value.length;
  if (value === null) return 0;
  if (typeof value !== 'object') return 1;
  const counted = known.get(value);
  if (counted !== undefined) return counted;
  known.set(value, Number.POSITIVE_INFINITY);
  const keys = Array.isArray(value) ? [] : Object.keys(value);
  let characters = 1;
  for (const part of [...keys, ...Object.values(value)]) characters += charactersOf(part, known);
  known.set(value, characters);
  return characters;
}

/**
 * Yields every mapping in file order. The library's own walk copies the path to each node, which is slow for
 * deep files.
 */
function* mappingsIn(contents: unknown): Generator<YAMLMap> {
  const left = [contents];
  while (left.length > 0) {
    const node = left.pop();
    if (isMap(node)) {
      yield node;
      for (const { key, value } of node.items.toReversed()) left.push(value, key);
    } else if (isSeq(node)) for (const item of node.items.toReversed()) left.push(item);
  }
}

function* faultsOfKeys({ flow, items }: YAMLMap): Generator<{ offset: number; message: string }> {
  const seen = new Set<string>();
  for (const { key, value } of items) {
    const offset = (isNode(key) ? key.range?.[0] : undefined) ?? 0;
    if (!isScalar(key)) {
      yield { offset, message: 'a key must be a text: quote it if it begins with [, {, ? or *' };
      continue;
    }
    const name = String(key.value);
    if (seen.has(name)) yield { offset, message: 'Map keys must be unique' };
    seen.add(name);
    if (!flow || value !== null) continue;
    const message = `${name} has no value: within { }, a comma ends an unquoted text`;
    yield { offset, message };
  }
}

type PairOf = (map: YAMLMap, key: string) => Pair | undefined;

/** Finds pairs by key; reads a mapping's keys only once. */
function pairsByKey(): PairOf {
  const known = new WeakMap<YAMLMap, Map<string, Pair>>();
  return (map, key) => {
    let pairs = known.get(map);
    if (pairs === undefined) {
      pairs = new Map(
        map.items.flatMap((pair) => (isScalar(pair.key) ? [[String(pair.key.value), pair]] : [])),
      );
      known.set(map, pairs);
    }
    return pairs.get(key);
  };
}

/**
 * Keeps errors up to the first wrong indent or stack overflow, since later errors follow from it. Keeps the
 * last of two errors in one place.
 */
function errorsOf(errors: readonly YAMLError[], text: string): readonly YAMLError[] {
  const ordered = errors.toSorted((a, b) => a.pos[0] - b.pos[0]);
  const first = ordered.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  if (first !== undefined) return [first];
  const breaking = ordered.find((error) => isOfIndent(error, text));
  if (breaking === undefined) return errors;
  return [...ordered.filter(({ pos }) => pos[0] < breaking.pos[0]), breaking];
}

/** True if the error is caused by the line's indent rather than its content. */
const isOfIndent = ({ code, message, pos: [offset] }: YAMLError, text: string): boolean =>
  code === 'BAD_INDENT' ||
  code === 'MULTILINE_IMPLICIT_KEY' ||
  message === 'Sequence item without - indicator' ||
  // At the beginning of a line, only the indent can make a token unexpected.
  ((code === 'UNEXPECTED_TOKEN' || code === 'BLOCK_AS_IMPLICIT_KEY') &&
    text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).trim() === '');

function messageOf(error: YAMLError, text: string): string {
  const { code, message } = error;
  // The library's error for a stack overflow.
  if (code === 'RESOURCE_EXHAUSTION') return NESTED;
  if (code === 'BAD_INDENT' && !message.endsWith('must start at the same column')) return message;
  if (isOfIndent(error, text)) return WRONG_INDENT;
  if (message === 'Nested mappings are not allowed in compact mappings')
    return 'two keys are in one line: put a text that has ": " in it into quotes';
  // YAML mistakes a text that begins with such a character for a list, and its message does not mention
  // quotes.
  return code === 'UNEXPECTED_TOKEN' && message === 'Unexpected scalar at node end'
    ? `${message}: quote a text that begins with [, {, " or '`
    : message;
}

function walk(
  root: Node | null,
  path: Path,
  ofKey: boolean,
  resolve: (node: unknown) => Node | null,
  pairOf: PairOf,
): number {
  let node = root;
  let offset = root?.range?.[0] ?? 0;
  for (const [index, segment] of path.entries()) {
    const isLast = index === path.length - 1;
    if (isMap(node)) {
      const pair = pairOf(node, String(segment));
      if (pair === undefined) return offset;
      const value = isNode(pair.value) ? pair.value : null;
      const place = (ofKey && isLast) || value === null ? pair.key : value;
      offset = (isNode(place) ? place.range?.[0] : undefined) ?? offset;
      node = resolve(pair.value);
    } else if (isSeq(node) && typeof segment === 'number') {
      const item = node.items[segment];
      if (!isNode(item)) return offset;
      offset = item.range?.[0] ?? offset;
      node = resolve(item);
    } else return offset;
  }
  return offset;
}
