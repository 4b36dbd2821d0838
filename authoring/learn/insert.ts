import { isDeepStrictEqual } from 'node:util';
import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  parseDocument,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';

/** Thrown if a list cannot be extended without changes elsewhere. */
export class InsertError extends Error {
  override name = 'InsertError';
}

/**
 * Adds texts to the end of a list in a YAML file, and creates the list if needed. The rest stays byte for byte the same
 * if the file is written in a common style; otherwise at least comments and order are kept.
 * @param path keys from the file's root to the list
 * @throws {InsertError} if anything else in the file would change its meaning
 */
export function insertTexts(source: string, path: readonly string[], texts: readonly string[]): string {
  const document = parseDocument(source);
  const wanted = withTexts(document.toJS(), path, texts);
  const edits = [inPlace(document, source, path, texts), rewritten(source, path, texts)];
  const edited = edits.find((edit) => edit !== null && holds(edit, wanted));
  if (edited !== undefined && edited !== null) return edited;
  throw new InsertError(`${path.join('.')} cannot be extended automatically: edit it by hand`);
}

function holds(text: string, wanted: unknown): boolean {
  const document = parseDocument(text);
  return document.errors.length === 0 && isDeepStrictEqual(document.toJS(), wanted);
}

/** The file's expected content afterwards. */
function withTexts(data: unknown, [key, ...rest]: readonly string[], texts: readonly string[]): unknown {
  if (key === undefined) return [...(Array.isArray(data) ? data : []), ...texts];
  const fields: Record<string, unknown> = typeof data === 'object' && data !== null ? { ...data } : {};
  return { ...fields, [key]: withTexts(fields[key], rest, texts) };
}

/** The file rewritten by the YAML library. */
function rewritten(source: string, path: readonly string[], texts: readonly string[]): string {
  const document = parseDocument(source);
  const list = document.getIn(path);
  if (isSeq(list)) for (const text of texts) list.add(document.createNode(text));
  else document.setIn(path, document.createNode([...texts]));
  return document.toString({ lineWidth: 0 });
}

/** Null if the place is written in an unsupported style. */
function inPlace(
  { contents }: Document.Parsed,
  source: string,
  path: readonly string[],
  texts: readonly string[],
): string | null {
  let node: unknown = contents;
  let depth = 0;
  while (depth < path.length && isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && key.value === path[depth]);
    if (pair === undefined) return intoMap(node, source, path.slice(depth), texts);
    node = pair.value;
    depth += 1;
  }
  return isSeq(node) && depth === path.length ? intoList(node, source, texts) : null;
}

function intoList(list: YAMLSeq, source: string, texts: readonly string[]): string | null {
  const [first, last] = [list.items[0], list.items.at(-1)];
  if (list.flow) {
    const at = isNode(last) ? last.range?.[1] : list.range && list.range[0] + 1;
    return at == null ? null : splice(source, at, `${last === undefined ? '' : ', '}${flowItems(texts)}`);
  }
  if (!isNode(first) || !isNode(last) || first.range == null || last.range == null) return null;
  const [, mark] = /^(\s*-\s+)$/.exec(source.slice(lineStart(source, first.range[0]), first.range[0])) ?? [];
  return mark === undefined
    ? null
    : spliceLines(
        source,
        last.range[1],
        texts.map((text) => mark + item(text)),
      );
}

/** Adds a list under missing keys, after the last existing entry. */
function intoMap(
  map: YAMLMap,
  source: string,
  keys: readonly string[],
  texts: readonly string[],
): string | null {
  const [first, last] = [map.items[0], map.items.at(-1)];
  if (!isNode(first?.key) || !isNode(last?.value) || first.key.range == null || last.value.range == null)
    return null;
  const end = last.value.range[1];
  if (map.flow) {
    const opened = keys.map((key, depth) => `${depth === 0 ? '' : '{ '}${key}: `).join('');
    return splice(source, end, `, ${opened}[${flowItems(texts)}]${' }'.repeat(keys.length - 1)}`);
  }
  const indent = source.slice(lineStart(source, first.key.range[0]), first.key.range[0]);
  if (indent.trim() !== '') return null;
  return spliceLines(source, end, [
    ...keys.map((key, depth) => `${indent}${STEP.repeat(depth)}${key}:`),
    ...texts.map((text) => `${indent}${STEP.repeat(keys.length)}- ${item(text)}`),
  ]);
}

const STEP = '  ';

const lineStart = (source: string, at: number): number => source.lastIndexOf('\n', at - 1) + 1;
const splice = (source: string, at: number, text: string): string =>
  source.slice(0, at) + text + source.slice(at);

/** Inserts lines after the line in which a node ends. */
function spliceLines(source: string, end: number, lines: readonly string[]): string {
  const newline = source.includes('\r\n') ? '\r\n' : '\n';
  const added = lines.map((line) => line + newline).join('');
  if (source[end - 1] === '\n') return splice(source, end, added);
  const next = source.indexOf('\n', end);
  return next === -1 ? `${source}${newline}${added}` : splice(source, next + 1, added);
}

const item = (text: string): string => stringify(text, { lineWidth: 0 }).trimEnd();

/** The texts as items of a flow list; texts with commas are quoted. */
const flowItems = (texts: readonly string[]): string =>
  stringify(texts, { collectionStyle: 'flow', lineWidth: 0, flowCollectionPadding: false })
    .trim()
    .slice(1, -1);
