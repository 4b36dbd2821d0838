import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ConversationTest, timeOf } from '../../authoring/forms/test-file.ts';
import { answerOf, fixtureOf } from '../../authoring/run-conversation-test.ts';
import type { initialState as InitialState } from '../../engine/dialogue/state.ts';
import type { takeTurn as TakeTurn } from '../../engine/dialogue/turn.ts';
import type { LoadedAssistant } from '../../engine/load.ts';
import { countedKernels } from './counted-kernels.ts';
import { layoutOf } from './layouts.ts';
import type { Order, Reply, TurnCost } from './messages.ts';

// Plays conversations with the engine of the given checkout, and reports each turn's cost to the parent process.

const [, , root = ''] = process.argv;
const layout = layoutOf(root);
if (layout === undefined) throw new Error(`${root} is not a checkout of this project`);
// Before any module of the checkout instantiates a kernel.
const calls = countedKernels();
// Other checkouts have their own types; these are the parts that the calls below use in all of them.
const load = (file: string) => import(pathToFileURL(path.join(root, file)).href);
const { takeTurn }: { takeTurn: typeof TakeTurn } = await load(layout.turn);
const { initialState }: { initialState: typeof InitialState } = await load(layout.state);
type LoadTrained = (artifact: Uint8Array) => LoadedAssistant;
const trained: {
  trainFolder: (folder: string) => Promise<{ artifact: Uint8Array }>;
  loadTrained?: LoadTrained;
} = await load(layout.training);
// Earlier checkouts load where they train.
const { loadTrained: loading = trained.loadTrained }: { loadTrained?: LoadTrained } = await load(
  layout.loading,
);
if (loading === undefined) throw new Error(`${root} has no loadTrained in ${layout.loading}`);
const loadTrained: LoadTrained = loading;
const { trainFolder } = trained;

/** Thursday, 1 January 2026, 12:00: the default time of a conversation. */
const USUAL_NOW = Date.UTC(2026, 0, 1, 12);

async function artifactOf(assistant: string, kept: string | null): Promise<Uint8Array> {
  const name = createHash('sha256')
    .update(`${path.resolve(root)} ${assistant}`)
    .digest('hex')
    .slice(0, 16);
  const file = kept === null ? null : path.join(kept, `${name}.artifact`);
  if (file !== null && existsSync(file)) return readFileSync(file);
  const { artifact } = await trainFolder(assistant);
  if (file !== null) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, artifact);
  }
  return artifact;
}

async function play(loaded: LoadedAssistant, talk: ConversationTest): Promise<TurnCost[]> {
  const turns: TurnCost[] = [];
  let now = timeOf(talk.now ?? '') ?? USUAL_NOW;
  let state = initialState();
  for (const [turn, { say, filters, now: later }] of talk.turns.entries()) {
    now = timeOf(later ?? '') ?? now;
    const fixture = fixtureOf(talk, turn) ?? {};
    const input = {
      qid: `turn-${turn + 1}`,
      query: say,
      language: talk.language ?? loaded.assistant.languages.default,
      device: talk.device ?? null,
      lat: null,
      lon: null,
      timeOffset: 0,
      now,
      institution: null,
      application: null,
      externalUserId: 'bench',
      aiVersion: '00000000-0000-8000-8000-000000000000',
      dialog: 'bench',
      sessionId: 'bench',
      faqFilters: filters,
      arbitraryFields: {},
    };
    calls.take();
    const before = process.cpuUsage();
    const result = await takeTurn(loaded, state, input, async (request) => answerOf(request, fixture));
    const { user, system } = process.cpuUsage(before);
    state = result.state;
    const { work } = result.explanation as { work?: { units: number } };
    turns.push({
      query: say,
      cpu: (user + system) / 1000,
      ...calls.take(),
      units: work?.units ?? null,
      did: `${result.classifier_state}: ${result.visuals.speakableResponse}`,
    });
  }
  return turns;
}

let loaded: LoadedAssistant | undefined;

async function obey(order: Order): Promise<Reply> {
  if (order.do === 'load') {
    loaded = loadTrained(await artifactOf(order.assistant, order.kept));
    return { turns: [] };
  }
  if (loaded === undefined) return { error: 'no assistant is loaded' };
  return { turns: await play(loaded, order.talk) };
}

process.on('message', async (order: Order) => {
  const reply = await obey(order).catch((error: unknown): Reply => ({ error: String(error) }));
  process.send?.(reply);
});
process.send?.({ turns: [] } satisfies Reply);
