import { isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from 'yaml';
import type { Finding } from './findings.ts';

export type Path = readonly PropertyKey[];

/** One YAML file of an assistant, read but not yet checked against its form. */
export interface YamlSource {
  /** Path within the assistant's folder, with forward slashes. */
  file: string;
  data: unknown;
  /** What YAML itself has against the text. */
  findings: Finding[];
  /** Where a value stands; of a path that is not there, its nearest parent. */
  locate(path: Path): { line: number; column: number };
  /** Where the key of a value stands. */
  locateKey(path: Path): { line: number; column: number };
}

export function readYaml(file: string, text: string): YamlSource {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const findings: Finding[] = [
    ...document.errors.map((error) => ({ error, severity: 'error' as const })),
    ...document.warnings.map((error) => ({ error, severity: 'warning' as const })),
  ].map(({ error, severity }) => ({ file, ...at(error.pos[0]), severity, message: messageOf(error) }));
  visit(document, {
    Map: (_, { flow, items }) => {
      for (const { key, value } of flow ? items : []) {
        if (value !== null || !isScalar(key)) continue;
        const message = `${String(key.value)} has no value: within { } a comma ends a text, unless the text is in quotes`;
        findings.push({ file, ...at(key.range?.[0] ?? 0), severity: 'error', message });
      }
    },
  });
  let data: unknown = null;
  try {
    if (document.errors.length === 0) data = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    const message = error instanceof Error ? error.message : 'the file cannot be read';
    findings.push({ file, line: 1, column: 1, severity: 'error', message });
  }
  const root = document.contents;
  const resolve = (node: unknown): Node | null =>
    isNode(node) ? ('source' in node && 'resolve' in node ? (node.resolve(document) ?? node) : node) : null;
  const offsetOf = (path: Path, ofKey: boolean): number => walk(resolve(root), path, ofKey, resolve);
  return {
    file,
    data,
    findings,
    locate: (path) => at(offsetOf(path, false)),
    locateKey: (path) => at(offsetOf(path, true)),
  };
}

/** A text that begins with a mark reads as a list to YAML, which does not tell that quotes are missing. */
const messageOf = ({ code, message }: { code: string; message: string }): string =>
  code === 'UNEXPECTED_TOKEN' && message === 'Unexpected scalar at node end'
    ? `${message}: put a text that begins with [, {, " or ' into quotes`
    : message;

function walk(
  root: Node | null,
  path: Path,
  ofKey: boolean,
  resolve: (node: unknown) => Node | null,
): number {
  let node = root;
  let offset = root?.range?.[0] ?? 0;
  for (const [index, segment] of path.entries()) {
    const isLast = index === path.length - 1;
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(segment));
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
