import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { initSync, parse } from 'es-module-lexer';

initSync();

/** The project's folder with a trailing slash. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The project's source folders, without built, installed or stored files. */
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

/** AssemblyScript, which imports without file endings and is compiled by `npm run kernel`. */
export const KERNEL = 'engine/classify/encoder/kernel/';
export const CODE = FILES.filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.startsWith(KERNEL));

export interface Import {
  from: string;
  /** A file of the project, or the specifier of a package. */
  to: string;
  local: boolean;
  /** True if the import does not exist at run time. */
  typeOnly: boolean;
}

/** The lexer cannot read JSX, which comes after the imports. */
const HEAD = /^[\s\S]*^(?:import|export|\}) .*from '[^']+';$/m;

/** Files of the project that are imported under an alias. */
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

/** True for `import type …` and for braces that contain only types. */
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
 * Files and everything that they import, directly or indirectly: files of the project and package specifiers.
 * @param follow which imports to follow
 */
export function leadingTo(
  first: string | readonly string[],
  follow: (way: Import) => boolean = () => true,
): Set<string> {
  const reached = new Set([first].flat());
  for (const from of reached) {
    for (const way of importsByFile.get(from) ?? []) if (follow(way)) reached.add(way.to);
  }
  return reached;
}

/** A file and every file of the project that it imports, directly or indirectly, including types. */
export const reachable = (file: string): string[] => [...leadingTo(file)].filter((to) => files.has(to));
