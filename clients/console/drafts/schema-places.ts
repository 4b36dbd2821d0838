/** The part of JSON Schema that the schemas of an assistant's files use. */
export interface Schema {
  properties?: Readonly<Record<string, Schema>>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: readonly Schema[];
  enum?: readonly unknown[];
  const?: unknown;
  type?: string | readonly string[];
}

/** The schemas at the end of a path, one for each alternative; `[]` in the path is a list item. */
export function schemasAt(schema: Schema, [key, ...rest]: readonly string[]): Schema[] {
  const alternatives =
    schema.anyOf?.flatMap((one) => schemasAt(one, key === undefined ? [] : [key, ...rest])) ?? [];
  if (key === undefined) return schema.anyOf === undefined ? [schema] : alternatives;
  const { additionalProperties: others } = schema;
  const next =
    key === '[]'
      ? schema.items
      : (schema.properties?.[key] ?? (typeof others === 'object' ? others : undefined));
  return next === undefined ? alternatives : [...alternatives, ...schemasAt(next, rest)];
}

export const keysAt = (schema: Schema, path: readonly string[]): string[] => [
  ...new Set(schemasAt(schema, path).flatMap(({ properties = {} }) => Object.keys(properties))),
];

/** Quotes words that YAML 1.1 reads as booleans, as the examples do. */
const inYaml = (value: unknown): string =>
  typeof value === 'string' && /^(?:yes|no|on|off)$/.test(value) ? `"${value}"` : String(value);

export const valuesAt = (schema: Schema, path: readonly string[]): string[] => [
  ...new Set(
    schemasAt(schema, path).flatMap((one) => [
      ...(one.enum ?? []).map(inYaml),
      ...(one.const === undefined ? [] : [inYaml(one.const)]),
      ...([one.type].flat().includes('boolean') ? ['true', 'false'] : []),
    ]),
  ),
];

/** The place of the cursor in a YAML text. */
export interface WritingPlace {
  /** The keys from the root to the cursor; `[]` for a list item. */
  path: string[];
  /** Whether the author is typing a key of the mapping at the path, or the value at the path. */
  writes: 'key' | 'value';
  /** The start of the word being typed. */
  from: number;
}

const LINE = /^(\s*)((?:-\s+)*)(?:(["']?)([\w-]+)\3\s*:(?:\s|$))?/;

/**
 * Finds the place by indentation alone, so that it works in files with errors elsewhere. @returns undefined
 * in a comment or a block of text
 */
export function writingPlace(text: string, position: number): WritingPlace | undefined {
  const begin = text.lastIndexOf('\n', position - 1) + 1;
  const line = text.slice(begin, position);
  if (/(?:^|\s)#/.test(line)) return undefined;
  const flow = flowPlace(line);
  if (flow !== undefined) {
    const above = pathAbove(text.slice(0, begin), line.slice(0, flow.opened));
    return above && { path: [...above, ...flow.path], writes: flow.writes, from: position - flow.word };
  }
  const value = /^\s*(?:-\s+)*["']?([\w-]+)["']?\s*:\s+(\S*)$/.exec(line);
  if (value !== null) {
    const above = pathAbove(text.slice(0, begin), line);
    return { path: [...above, value[1] ?? ''], writes: 'value', from: position - (value[2] ?? '').length };
  }
  const key = /^\s*(?:-\s+)*([\w-]*)$/.exec(line);
  if (key === null) return undefined;
  return {
    path: pathAbove(text.slice(0, begin), line),
    writes: 'key',
    from: position - (key[1] ?? '').length,
  };
}

/** The place in a flow mapping that opens on this line, such as `- { on: "yes", to: `. */
function flowPlace(
  line: string,
): { path: string[]; writes: 'key' | 'value'; word: number; opened: number } | undefined {
  const opened = line.lastIndexOf('{');
  if (opened === -1 || line.indexOf('}', opened) !== -1) return undefined;
  const [, owner] = /(?:^|[\s{,])["']?([\w-]+)["']?\s*:\s*$/.exec(line.slice(0, opened)) ?? [];
  const entry = /(?:^|,)\s*([^,]*)$/.exec(line.slice(opened + 1))?.[1] ?? '';
  const [, key, value = ''] = /^["']?([\w-]+)["']?\s*:\s*(.*)$/.exec(entry) ?? [];
  const path = owner === undefined ? [] : [owner];
  // Nested mappings on one line get no completion.
  if (line.slice(0, opened).includes('{')) return undefined;
  return key === undefined
    ? { path, writes: 'key', word: entry.length, opened }
    : { path: [...path, key], writes: 'value', word: value.length, opened };
}

/** The keys that lead to the line's mapping, read from the lines above. */
function pathAbove(above: string, line: string): string[] {
  const path: string[] = [];
  const [, indent = '', dashes = ''] = LINE.exec(line) ?? [];
  let limit = indent.length + dashes.length;
  let isItem = false;
  const enterItem = (column: number) => {
    path.unshift('[]');
    limit = column;
    isItem = true;
  };
  if (dashes !== '') enterItem(indent.length);
  const lines = above.split('\n');
  for (let index = lines.length - 1; index >= 0 && limit >= 0; index -= 1) {
    const found = LINE.exec(lines[index] ?? '');
    const [, before = '', marks = '', , key] = found ?? [];
    if (key === undefined) continue;
    const column = before.length + marks.length;
    if (column < limit || (isItem && column === limit && marks === '')) {
      path.unshift(key);
      isItem = false;
      limit = column;
      if (marks !== '') enterItem(before.length);
      if (limit === 0 && !isItem) break;
    } else if (column === limit && marks !== '' && !isItem) {
      enterItem(before.length);
    }
  }
  return path;
}
