/** The kinds of files of an assistant, in display order. */
export const FILE_KINDS = ['assistant', 'competencies', 'entities', 'faq', 'tests'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

const PATTERNS: Readonly<Record<FileKind, RegExp>> = {
  assistant: /^assistant\.ya?ml$/,
  competencies: /^competencies\/([^/]+)\.ya?ml$/,
  entities: /^entities\/([^/]+)\.ya?ml$/,
  faq: /^faq\/(?:[^/]+\.json|[^/]+\/[^/]+\.(?:md|json))$/,
  tests: /^tests\/(?:[^/]+\.ya?ml|recorded\/[^/]+\.json)$/,
};

/** @returns undefined for a file that does not belong to an assistant */
export const kindOf = (path: string): FileKind | undefined =>
  FILE_KINDS.find((kind) => PATTERNS[kind].test(path));

export const isYaml = (path: string): boolean => /\.ya?ml$/.test(path);

/** The display name of a file. */
export const nameOf = (path: string): string =>
  path.replace(/^(?:competencies|entities|tests|faq)\//, '').replace(/\.ya?ml$/, '');

/** The paths by kind, sorted within each kind. */
export const byKind = (paths: readonly string[]): [FileKind, string[]][] =>
  FILE_KINDS.map((kind): [FileKind, string[]] => [
    kind,
    paths.filter((path) => kindOf(path) === kind).sort(),
  ]).filter(([, list]) => list.length > 0);
