import { build, type Metafile } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../engine/language/languages.ts';
import { BUNDLING } from '../../infra/bundling.ts';
import { ALL_FUNCTIONS, CHANNELS, TRAINER } from '../../infra/functions.ts';

const NAMES = Object.keys(ALL_FUNCTIONS);

/** Node modules whose import runs getters that load much code: see infra/bundling.ts. */
const FACADES = /^(node:)?(fs|fs\/promises|http|https|process|util)$/;

/** Size limits in KB: `query` without its languages, and the words of each language. */
const QUERY = 1_035;
const A_LANGUAGE = 21;
/** Size limit in KB of `ready`, which reaches the artifacts with the S3 client. */
const READY = 440;
/** Size limit in KB of `versions-diff`, which also has the YAML reader, for authors' files. */
const VERSIONS_DIFF = READY + 155;

/** Size limit in KB of the console's compressed files, most of them the draft editor. */
const CONSOLE = 880;

/** Size limit in KB of functions that read and write drafts with the S3 client. */
const DRAFTS = READY + 40;

/** Size limit in KB of functions that invoke others with the Lambda client. */
const DELIVERY = 430;

/** All bundles, built together so that shared files are read only once. */
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

/** Returns the size, the input files and the imports of a function's bundle. */
function bundle(name: string): { bytes: number; inputs: string[]; imports: string[] } {
  const entry = `functions/${name}/handler.ts`;
  const output = Object.values(outputs).find(({ entryPoint }) => entryPoint === entry);
  if (output === undefined) throw new Error('esbuild made no bundle');
  const imports = output.imports.map(({ path }) => path);
  return { bytes: output.bytes, inputs: Object.keys(output.inputs), imports };
}

describe.each(NAMES)('the bundle of %s', (name) => {
  it('contains no other function, no training and no password list, imports no facade, and is small', () => {
    const { bytes, inputs, imports } = bundle(name);
    const owners = inputs.flatMap((input) => /^functions\/([^/]+)\//.exec(input)?.[1] ?? []);
    expect(new Set(owners).difference(new Set([name, 'shared']))).toEqual(new Set());
    if (name !== TRAINER) expect(inputs.filter((input) => input.startsWith('engine/train/'))).toEqual([]);
    expect(inputs.filter((input) => /zxcvbn|operators|client-changes/.test(input))).toEqual([]);
    expect(imports.filter((path) => FACADES.test(path))).toEqual([]);
    const limits: Partial<Record<string, number>> = {
      query: QUERY + LANGUAGES.length * A_LANGUAGE,
      // Loads documents, as `query` does.
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
      // These talk to every platform.
      'webhooks-deliver': DELIVERY + 10,
      'channels-answer': DELIVERY + 10,
      // With clients for connections and a queue.
      'relay-message': 480,
      'relay-look': 480,
      ...Object.fromEntries(Object.values(CHANNELS).map((channel) => [channel, DELIVERY])),
    };
    const kilobytes = limits[name] ?? 400;
    expect(bytes).toBeLessThan(kilobytes * 1024);
  });
});
