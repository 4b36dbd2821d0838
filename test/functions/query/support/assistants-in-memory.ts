/**
 * Prints the bytes by which this process grows with each loaded and used assistant of a folder, and the
 * bytes of its artifact. Run with `--expose-gc` in a separate process.
 */
import { trainFolder } from '../../../../authoring/train-folder.ts';
import { initialState } from '../../../../engine/dialogue/state.ts';
import { takeTurn } from '../../../../engine/dialogue/turn.ts';
import { type LoadedAssistant, loadAssistant } from '../../../../engine/load.ts';
import { engineLoaders } from '../../../../engine/loaders.ts';
import { ENCODER_DIRECTORY } from '../../../../engine/train/encoder/build.ts';

const [, , folder = ''] = process.argv;
/** The heap grows in steps of many megabytes, so the growth is divided by a number of assistants that hides a step. */
const WARMING = 15;
const MEASURED = 45;
const SAYINGS = [
  'hello there',
  'how much is in my savings account',
  'yes',
  'cancel that',
  'what is the fee abroad',
];

const { artifact } = await trainFolder(folder);
const loaders = engineLoaders(() => ENCODER_DIRECTORY);
const kept: LoadedAssistant[] = [];

async function more(count: number): Promise<void> {
  for (let each = 0; each < count; each += 1) {
    const loaded = loadAssistant(Uint8Array.from(artifact), loaders);
    kept.push(loaded);
    let state = initialState();
    for (const query of SAYINGS) state = (await say(loaded, state, query)).state;
  }
}

const say = (loaded: LoadedAssistant, state: ReturnType<typeof initialState>, query: string) =>
  takeTurn(
    loaded,
    state,
    {
      ...{ qid: 'q', query, language: loaded.assistant.languages.default, now: 0 },
      ...{ device: null, lat: null, lon: null, timeOffset: null, application: null },
      ...{ institution: 'acme', externalUserId: 'ann', aiVersion: 'v', dialog: 'd', sessionId: 's' },
      ...{ turnKey: 't', arbitraryFields: {} },
    },
    async () => ({ status: 'answered', body: {} }),
  );

function residentBytes(): number {
  for (let round = 0; round < 3; round += 1) globalThis.gc?.();
  return process.memoryUsage.rss();
}

// The first round is not measured: it loads what all assistants share and grows the heap.
await more(WARMING);
const before = residentBytes();
await more(MEASURED);
const each = (residentBytes() - before) / MEASURED;
process.stdout.write(JSON.stringify({ each, artifact: artifact.byteLength, kept: kept.length }));
