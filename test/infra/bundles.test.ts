import { build, type Metafile } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../engine/language/languages.ts';
import { BUNDLING } from '../../infra/bundling.ts';
import { ALL_FUNCTIONS, CHANNELS, TRAINER } from '../../infra/functions.ts';

const NAMES = Object.keys(ALL_FUNCTIONS);

/** Modules of Node whose import runs getters that load much: see infra/bundling.ts. */
const FACADES = /^(node:)?(fs|fs\/promises|http|https|process|util)$/;

/** Kilobytes of the function that reads queries, and of the words of each language that it reads. */
const QUERY = 1_035;
const A_LANGUAGE = 20;
/** It reaches the artifacts, and so has the client of S3. */
const READY = 440;
/** It reads the files of authors from artifacts, and so has the reader of YAML as well. */
const VERSIONS_DIFF = READY + 155;

/** It holds the console's files, compressed: the editor of drafts is most of them. */
const CONSOLE = 880;

/** They read and write drafts, and so have the client of S3; the check has the forms and the words of every language. */
const DRAFTS = READY + 40;

/** They invoke functions, and so have the client of Lambda. */
const DELIVERY = 430;

/** All bundles, made at once: what functions share is read once. */
let outputs: Metafile['outputs'] = {};
beforeAll(async () => {
  const { metafile } = await build({
    entryPoints: NAMES.map((name) => `functions/${name}/handler.ts`),
    outdir: '.',
    write: false,
    metafile: true,
    ...BUNDLING,
  });
  ({ outputs } = metafile);
});

/** The bundle of a function: its size, and the files and packages that it is made of. */
function bundle(name: string): { bytes: number; inputs: string[]; imports: string[] } {
  const entry = `functions/${name}/handler.ts`;
  const output = Object.values(outputs).find(({ entryPoint }) => entryPoint === entry);
  if (output === undefined) throw new Error('esbuild made no bundle');
  const imports = output.imports.map(({ path }) => path);
  return { bytes: output.bytes, inputs: Object.keys(output.inputs), imports };
}

describe.each(NAMES)('the bundle of %s', (name) => {
  it('holds no other function, no training and no list of passwords, imports no facade, and is small', () => {
    const { bytes, inputs, imports } = bundle(name);
    const owners = inputs.flatMap((input) => /^functions\/([^/]+)\//.exec(input)?.[1] ?? []);
    expect(new Set(owners).difference(new Set([name, 'shared']))).toEqual(new Set());
    if (name !== TRAINER) expect(inputs.filter((input) => input.startsWith('engine/train/'))).toEqual([]);
    expect(inputs.filter((input) => /zxcvbn|operators|client-changes/.test(input))).toEqual([]);
    expect(imports.filter((path) => FACADES.test(path))).toEqual([]);
    const limits: Partial<Record<string, number>> = {
      query: QUERY + LANGUAGES.length * A_LANGUAGE,
      // It loads documents as the function that reads queries does.
      'handoffs-suggest': QUERY + LANGUAGES.length * A_LANGUAGE,
      ready: READY,
      'versions-diff': VERSIONS_DIFF,
      'drafts-read': DRAFTS,
      'drafts-write': DRAFTS,
      'drafts-check': VERSIONS_DIFF + 350 + LANGUAGES.length * A_LANGUAGE,
      'drafts-try': QUERY + 200 + LANGUAGES.length * A_LANGUAGE,
      'drafts-publish': VERSIONS_DIFF + 450 + LANGUAGES.length * A_LANGUAGE,
      'drafts-delete': DRAFTS,
      'conversations-test': VERSIONS_DIFF,
      [TRAINER]: 4_000,
      console: CONSOLE,
      // They speak to every platform.
      'webhooks-deliver': DELIVERY + 10,
      'channels-answer': DELIVERY + 10,
      // With the clients of connections and of a queue.
      'relay-message': 480,
      'relay-look': 480,
      ...Object.fromEntries(Object.values(CHANNELS).map((channel) => [channel, DELIVERY])),
    };
    const kilobytes = limits[name] ?? 400;
    expect(bytes).toBeLessThan(kilobytes * 1024);
  });
});
