import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  Scalar,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';

/** Keys and indexes from a file's root. */
export type Path = readonly (string | number)[];

/** A place that cannot be edited without rewriting its surroundings; the author must edit the text. */
export class CannotEdit extends Error {
  override name = 'CannotEdit';
}

let last: { source: string; document: Document.Parsed } | undefined;

/** Parses a file. The latest result is cached, since the form and the next change both need it. */
export function parsed(source: string): Document.Parsed {
  if (last?.source !== source) last = { source, document: parseDocument(source, { uniqueKeys: false }) };
  return last.document;
}

/** The content of a file. @returns undefined for invalid YAML, or if the content is not a mapping */
export function dataOf(source: string): Record<string, unknown> | undefined {
  const document = parsed(source);
  if (document.errors.length > 0 || !isMap(document.contents)) return undefined;
  return document.toJS({ maxAliasCount: 100 });
}

/**
 * Sets the value at a path and creates missing parents. Only the lines of that place change.
 * @throws {CannotEdit}
 */
export function put(source: string, path: Path, value: unknown): string {
  return edited(source, withValue(parsed(source).toJS(), path, value), () => placed(source, path, value));
}

/** Appends to a list, which is created if missing. @throws {CannotEdit} */
export function append(source: string, path: Path, value: unknown): string {
  const list = parsed(source).getIn(path, true);
  if (!isSeq(list) || list.items.length === 0) return put(source, path, [value]);
  return put(source, [...path, list.items.length], value);
}

/** Removes the value at a path. @throws {CannotEdit} */
export function remove(source: string, path: Path): string {
  return edited(source, without(parsed(source).toJS(), path), () => removed(source, path));
}

/** Returns the changed text if its content is exactly as expected. */
function edited(source: string, wanted: unknown, change: () => string | undefined): string {
  if (parsed(source).errors.length > 0) throw new CannotEdit('the file has errors');
  const text = change();
  if (text === undefined) throw new CannotEdit('this is written in a way that only its text can be changed');
  const document = parsed(text);
  if (document.errors.length > 0 || JSON.stringify(document.toJS()) !== JSON.stringify(wanted)) {
    throw new CannotEdit('this cannot be changed without changing something else');
  }
  return text;
}

function withValue(data: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (typeof key === 'number') {
    const list = Array.isArray(data) ? [...data] : [];
    list[key] = withValue(list[key], rest, value);
    return list;
  }
  const fields = isFields(data) ? data : {};
  return { ...fields, [key]: withValue(fields[key], rest, value) };
}

function without(data: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return data;
  if (Array.isArray(data)) {
    return rest.length === 0
      ? data.filter((_, index) => index !== key)
      : data.map((item, index) => (index === key ? without(item, rest) : item));
  }
  if (!isFields(data)) return data;
  const { [String(key)]: value, ...others } = data;
  if (rest.length === 0) return others;
  return { ...data, [String(key)]: without(value, rest) };
}

const isFields = (data: unknown): data is Record<string, unknown> =>
  typeof data === 'object' && data !== null && !Array.isArray(data);

/** A node on a path. */
interface Step {
  node: unknown;
  /** True within `{…}` or `[…]`. */
  isFlow: boolean;
}

/** The existing nodes along a path, starting with the root. */
function stepsTo(source: string, path: Path): Step[] {
  const steps: Step[] = [];
  let node: unknown = parsed(source).contents;
  let isFlow = false;
  for (const key of [...path, undefined]) {
    if (node === undefined || node === null) break;
    isFlow ||= (isMap(node) || isSeq(node)) && node.flow === true;
    steps.push({ node, isFlow });
    node = key === undefined ? undefined : childOf(node, key);
  }
  return steps;
}

function childOf(node: unknown, key: string | number): unknown {
  if (isSeq(node) && typeof key === 'number') return node.items[key];
  if (isMap(node)) return pairOf(node, key)?.value;
  return undefined;
}

const pairOf = (map: YAMLMap, key: string | number) =>
  map.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === String(key));

function placed(source: string, path: Path, value: unknown): string | undefined {
  const steps = stepsTo(source, path);
  const { node, isFlow } = steps.at(-1) ?? {};
  if (steps.length > path.length)
    return isNode(node) ? replaced(source, node, isFlowAround(steps), value) : undefined;
  const [key, ...rest] = path.slice(steps.length - 1);
  const nested = rest.reduceRight<unknown>(
    (inner, next) => (typeof next === 'number' ? [inner] : { [next]: inner }),
    value,
  );
  if (isMap(node) && typeof key === 'string') return intoMap(source, node, isFlow === true, key, nested);
  if (isSeq(node) && key === node.items.length) return intoList(source, node, nested);
  // A key without a value, such as `slots:`.
  if (isScalar(node) && node.value === null && typeof key === 'string')
    return replaced(source, node, isFlowAround(steps), { [key]: nested });
  return undefined;
}

/** True if the last node stands within `{…}` or `[…]`. */
const isFlowAround = (steps: readonly Step[]): boolean => steps.at(-2)?.isFlow === true;

const STEP = '  ';

const lineStart = (source: string, at: number): number => source.lastIndexOf('\n', at - 1) + 1;
const indentAt = (source: string, at: number): string =>
  /^[ ]*/.exec(source.slice(lineStart(source, at)))?.[0] ?? '';
const newlineOf = (source: string): string => (source.includes('\r\n') ? '\r\n' : '\n');
const splice = (source: string, from: number, to: number, text: string): string =>
  source.slice(0, from) + text + source.slice(to);

/** A value on one line, as it can stand within `{…}` or `[…]`. */
const inFlow = (value: unknown): string =>
  stringify([value], { collectionStyle: 'flow', lineWidth: 0, flowCollectionPadding: false })
    .trim()
    .slice(1, -1);

/** A value as indented lines. */
const inLines = (value: unknown, indent: string, newline: string): string =>
  stringify(value, { lineWidth: 0 })
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '' : indent + line))
    .join(newline);

const isCollection = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** Writes a scalar with the quotes of the old value, otherwise with as few quotes as possible. */
function scalarText(value: unknown, old: unknown, isFlow: boolean): string {
  const type = isScalar(old) ? old.type : undefined;
  if (
    typeof value === 'string' &&
    (type === Scalar.QUOTE_DOUBLE || type === Scalar.QUOTE_SINGLE || value.includes('\n'))
  ) {
    const quoted =
      type === Scalar.QUOTE_SINGLE && !value.includes('\n') ? Scalar.QUOTE_SINGLE : Scalar.QUOTE_DOUBLE;
    return stringify(value, { defaultStringType: quoted, lineWidth: 0 }).trimEnd();
  }
  return isFlow ? inFlow(value) : stringify(value, { lineWidth: 0 }).trimEnd();
}

function replaced(source: string, node: Node, isFlow: boolean, value: unknown): string | undefined {
  const [from, to] = node.range ?? [];
  if (from === undefined || to === undefined) return undefined;
  const newline = newlineOf(source);
  const isBlock = !isFlow && (isMap(node) || isSeq(node)) && node.flow !== true;
  if (isBlock && isCollection(value)) {
    const indent = ' '.repeat(from - lineStart(source, from));
    return splice(source, from, endOf(source, to), inLines(value, indent, newline).trimStart());
  }
  if (isBlock) {
    // A value that replaces a block goes on the key's line.
    const head = source.slice(0, from).trimEnd();
    return `${head} ${inFlow(value)}${newline}${source.slice(lineAfter(source, to))}`;
  }
  if (isScalar(node) && (node.type === Scalar.BLOCK_LITERAL || node.type === Scalar.BLOCK_FOLDED)) {
    if (typeof value !== 'string') return undefined;
    return splice(source, from, to, blockText(source, from, to, value, newline));
  }
  if (isCollection(value) && !isFlow) {
    if (isScalar(node) && node.value === null && from === to) {
      const indent = indentAt(source, from) + STEP;
      return spliceLines(source, from, inLines(value, indent, newline));
    }
    return splice(source, from, to, inFlow(value));
  }
  const text =
    isCollection(value) || (typeof value === 'object' && value !== null)
      ? inFlow(value)
      : scalarText(value, node, isFlow);
  const isEmpty = from === to;
  return splice(source, from, to, isEmpty && /[:-]$/.test(source.slice(0, from)) ? ` ${text}` : text);
}

/** The end of a node, without trailing line breaks. */
const endOf = (source: string, to: number): number => {
  const end = source.slice(0, to).trimEnd().length;
  return end;
};

/** The text of a `|` or `>` block, with the existing indentation. */
function blockText(source: string, from: number, to: number, value: string, newline: string): string {
  const [head = '', ...lines] = source.slice(from, to).split(/\r?\n/);
  const first = lines.find((line) => line.trim() !== '');
  const indent = first === undefined ? `${indentAt(source, from)}${STEP}` : (/^ */.exec(first)?.[0] ?? '');
  // A folded block (`>`) would join the lines.
  const mark = `|${value.endsWith('\n') ? '' : '-'}`;
  const comment = /\s#.*$/.exec(head)?.[0] ?? '';
  const body = value
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => (line === '' ? '' : indent + line));
  return [mark + comment, ...body, ''].join(newline);
}

function intoMap(
  source: string,
  map: YAMLMap,
  isFlow: boolean,
  key: string,
  value: unknown,
): string | undefined {
  const newline = newlineOf(source);
  const [first, final] = [map.items[0], map.items.at(-1)];
  if (isFlow) {
    const entry = inFlow({ [key]: value }).replace(/^\{\s*|\s*\}$/g, '');
    if (map.range == null) return undefined;
    const end = isNode(final?.value)
      ? final.value.range?.[1]
      : isNode(final?.key)
        ? final.key.range?.[1]
        : undefined;
    if (final === undefined) return splice(source, map.range[0] + 1, map.range[1] - 1, ` ${entry} `);
    return end == null ? undefined : splice(source, end, end, `, ${entry}`);
  }
  if (!isNode(first?.key) || first.key.range == null) return undefined;
  const end = endOfPair(final);
  if (end === undefined) return undefined;
  const indent = ' '.repeat(first.key.range[0] - lineStart(source, first.key.range[0]));
  return spliceLines(source, end, inLines({ [key]: value }, indent, newline));
}

function endOfPair(pair: { key: unknown; value: unknown } | undefined): number | undefined {
  const node = isNode(pair?.value) ? pair.value : pair?.key;
  return isNode(node) ? node.range?.[1] : undefined;
}

function intoList(source: string, list: YAMLSeq, value: unknown): string | undefined {
  const [first, final] = [list.items[0], list.items.at(-1)];
  if (!isNode(final) || final.range == null || !isNode(first) || first.range == null) return undefined;
  if (list.flow) return splice(source, final.range[1], final.range[1], `, ${inFlow(value)}`);
  const [, mark] = /^(\s*-\s+)$/.exec(source.slice(lineStart(source, first.range[0]), first.range[0])) ?? [];
  if (mark === undefined) return undefined;
  const text = inLines(value, ' '.repeat(mark.length), newlineOf(source));
  return spliceLines(source, final.range[1], mark + text.trimStart());
}

/** The start of the line after a position; the position itself if it is the start of a line. */
function lineAfter(source: string, end: number): number {
  if (source[end - 1] === '\n') return end;
  const next = source.indexOf('\n', end);
  return next === -1 ? source.length : next + 1;
}

/** Inserts lines after the line in which a node ends. */
function spliceLines(source: string, end: number, text: string): string {
  const newline = newlineOf(source);
  const at = lineAfter(source, end);
  const isOpen = at === source.length && !source.endsWith('\n') && source !== '';
  return isOpen ? `${source}${newline}${text}${newline}` : splice(source, at, at, text + newline);
}

function removed(source: string, path: Path): string | undefined {
  const steps = stepsTo(source, path);
  const key = path.at(-1);
  if (steps.length <= path.length || key === undefined) return undefined;
  const parent = steps.at(-2)?.node;
  const items = isMap(parent) ? parent.items : isSeq(parent) ? parent.items : [];
  const pair = isMap(parent) ? pairOf(parent, key) : undefined;
  const index = isMap(parent) ? (pair === undefined ? -1 : parent.items.indexOf(pair)) : Number(key);
  if (items.length === 1 && isNode(parent) && path.length > 1) {
    return replaced(source, parent, isFlowAround(steps.slice(0, -1)), isMap(parent) ? {} : []);
  }
  const spans = items.map(spanOf);
  const span = spans[index];
  if (span === undefined) return undefined;
  if ((isMap(parent) || isSeq(parent)) && parent.flow) {
    const next = spans[index + 1];
    const before = spans[index - 1];
    if (next !== undefined) return splice(source, span[0], next[0], '');
    return before === undefined ? undefined : splice(source, before[1], span[1], '');
  }
  const begin = lineStart(source, span[0]);
  // Whole lines are removed, so nothing but a dash may precede the item on its line.
  if (
    !/^\s*(?:-\s+)?$/.test(source.slice(begin, span[0])) ||
    (isMap(parent) && /-/.test(source.slice(begin, span[0])))
  )
    return undefined;
  return splice(source, begin, lineAfter(source, span[1]), '');
}

/** The start and end of a list item, or of a key with its value. */
function spanOf(item: unknown): [number, number] | undefined {
  const isPair = !isNode(item);
  const pair = item as { key: unknown; value: unknown };
  const from = isPair ? pair.key : item;
  const end = isPair ? endOfPair(pair) : isNode(item) ? item.range?.[1] : undefined;
  return isNode(from) && from.range != null && end != null ? [from.range[0], end] : undefined;
}
