import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { initSync, parse } from 'es-module-lexer';

initSync();

/** The project's folder, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The folders that the project is made of, without those that are built, installed or kept beside it. */
const FOLDERS = [
  'authoring',
  'bench',
  'cli',
  'clients',
  'docs',
  'engine',
  'examples',
  'functions',
  'infra',
  'local',
  'test',
];
/** Every file of the project, as a path from its root. */
export const FILES = [
  ...readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(ROOT + folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name))),
  ),
].filter((file) => !/(?:^|\/)(?:node_modules|dist)\//.test(file));

/** AssemblyScript, which names its imports without an ending and is compiled by `npm run kernel`. */
export const KERNEL = 'engine/classify/encoder/kernel/';
export const CODE = FILES.filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.startsWith(KERNEL));

export interface Import {
  from: string;
  /** A file of the project, or the specifier of a package. */
  to: string;
  local: boolean;
  /** True where the import is gone when the program runs. */
  typeOnly: boolean;
}

/** The lexer reads no JSX, which stands below the imports. */
const HEAD = /^[\s\S]*^(?:import|export|\}) .*from '[^']+';$/m;

/** The files of the project that are imported by a name of their own. */
const NAMED: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(`${ROOT}package.json`, 'utf8'),
).imports;

function importsOf(file: string): Import[] {
  const whole = readFileSync(ROOT + file, 'utf8');
  const source = file.endsWith('.tsx') ? (HEAD.exec(whole)?.[0] ?? '') : whole;
  const [imports] = parse(source, file);
  return imports.flatMap(({ n: specifier, ss: start, se: end }) => {
    if (specifier === undefined) return [];
    const typeOnly = isTypeOnly(source.slice(start, end));
    const named = NAMED[specifier];
    const local = named !== undefined || specifier.startsWith('.');
    const to = named ?? (local ? path.posix.join(path.posix.dirname(file), specifier) : specifier);
    return [{ from: file, to: path.posix.normalize(to), local, typeOnly }];
  });
}

/** `import type …`, or braces in which every name is a type. */
function isTypeOnly(statement: string): boolean {
  if (/^(import|export)\s+type\b/.test(statement)) return true;
  const names = /^(?:import|export)\s*\{([^}]*)\}/.exec(statement)?.[1]?.split(',') ?? ['value'];
  return names.every((name) => name.trim() === '' || /^\s*type\s/.test(name));
}

/** Every import of every file. */
export const IMPORTS: readonly Import[] = CODE.flatMap(importsOf);

const importsByFile = Map.groupBy(IMPORTS, ({ from }) => from);
const files = new Set(FILES);

/**
 * A file and everything that it leads to, directly or not: files of the project, and specifiers of packages.
 * @param follow which imports count
 */
export function leadingTo(file: string, follow: (way: Import) => boolean = () => true): Set<string> {
  const reached = new Set([file]);
  for (const from of reached) {
    for (const way of importsByFile.get(from) ?? []) if (follow(way)) reached.add(way.to);
  }
  return reached;
}

/** A file and every file of the project that it imports, directly or not, types included. */
export const reachable = (file: string): string[] => [...leadingTo(file)].filter((to) => files.has(to));
