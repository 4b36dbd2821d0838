import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readForm } from '../authoring/form.ts';
import { type ConversationTest, testFile } from '../authoring/forms/test-file.ts';
import { readYaml } from '../authoring/yaml-source.ts';
import { BenchError, readArguments, runBench } from './command.ts';
import { percentile, report } from './report.ts';
import { CheckoutProcess } from './support/checkout-process.ts';
import { printTable } from './support/table.ts';
import { talksFile } from './talks/talk.ts';
import { layoutOf } from './turns/layouts.ts';
import type { Order, Reply, TurnCost } from './turns/messages.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PLAYER = fileURLToPath(new URL('turns/player.ts', import.meta.url));

/** Assistants by folder, and the files with conversations for them. */
const SETS = [
  { assistant: 'examples/bank-assistant', talks: 'bench/talks/bank.yaml' },
  { assistant: 'examples/clinic-assistant', talks: null },
  { assistant: 'bench/talks/airline', talks: 'bench/talks/airline.yaml' },
  { assistant: 'bench/talks/telecom', talks: 'bench/talks/telecom.yaml' },
  { assistant: 'bench/talks/rental', talks: 'bench/talks/rental.yaml' },
  { assistant: 'bench/talks/theatre', talks: 'bench/talks/theatre.yaml' },
];

/** Turns played for warm-up and not counted. */
const WARM_UP = 40;

/**
 * Limits of a `--smoke` run, about a tenth above today's counts. Counts are the same on every machine, so a change
 * that makes turns do more work is noticed.
 */
const LIMITS = { passes: 0.79, mostPasses: 2 };
/** Conversations of a `--smoke` run. */
const SMOKE_TALKS = 40;

/** A checkout whose engine plays conversations. */
type Player = CheckoutProcess<Order, Reply>;

/** @throws {BenchError} if the folder is not a checkout, or its engine does not start */
async function startPlayer(root: string): Promise<Player> {
  if (layoutOf(root) === undefined) throw new BenchError(`${root} is not a checkout of this project`);
  return CheckoutProcess.start(PLAYER, root);
}

/** The conversations of a set: the assistant's own tests, and the talks. */
function talksOf({ assistant, talks }: (typeof SETS)[number]): ConversationTest[] {
  const tests = path.join(ROOT, assistant, 'tests');
  const files = safeList(tests).filter((name) => name.endsWith('.yaml'));
  const own = files.map((name) => {
    const { authored } = readForm(readYaml(name, readFileSync(path.join(tests, name), 'utf8')), testFile);
    if (authored === null) throw new BenchError(`${assistant}/tests/${name} is not a conversation`);
    return authored.form;
  });
  if (talks === null) return own;
  const file = path.join(ROOT, talks);
  const { authored } = readForm(readYaml(path.basename(file), readFileSync(file, 'utf8')), talksFile);
  if (authored === null) throw new BenchError(`${talks} holds no talks`);
  return [...own, ...authored.form.talks];
}

const safeList = (folder: string): string[] => {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
};

/** Each player plays each conversation, in turns with the others. @returns the turns of each, with the same queries */
async function playSet(
  players: readonly Player[],
  talks: readonly ConversationTest[],
): Promise<Map<Player, TurnCost[]>> {
  const played = new Map(players.map((player): [Player, TurnCost[]] => [player, []]));
  const said = new Set<string>();
  let warm = 0;
  for (const [index, talk] of talks.entries()) {
    const order = index % 2 === 0 ? players : players.toReversed();
    const costs = new Map<Player, TurnCost[]>();
    for (const player of order) {
      const reply = await player.send({ do: 'play', talk });
      if ('error' in reply) throw new BenchError(`${player.root}, ${talk.name}: ${reply.error}`);
      costs.set(player, reply.turns);
    }
    // A repeated query is not counted again.
    const isNew = talk.turns.map(({ say }) => {
      const before = said.size;
      said.add(say.trim().toLowerCase());
      return said.size > before;
    });
    warm += talk.turns.length;
    if (warm <= WARM_UP) continue;
    for (const [player, turns] of costs) played.get(player)?.push(...turns.filter((_, turn) => isNew[turn]));
  }
  return played;
}

const mean = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0) / Math.max(1, values.length);

function figuresOf(turns: readonly TurnCost[]) {
  const cpu = turns.map((turn) => turn.cpu);
  const passes = turns.map((turn) => turn.passes);
  const units = turns.flatMap((turn) => turn.units ?? []);
  return {
    turns: turns.length,
    p50: percentile(cpu, 0.5),
    p95: percentile(cpu, 0.95),
    p99: percentile(cpu, 0.99),
    passes: mean(passes),
    most_passes: Math.max(0, ...passes),
    tokens: mean(turns.map((turn) => turn.tokens)),
    ...(units.length > 0 && { units_p50: percentile(units, 0.5), most_units: Math.max(...units) }),
  };
}

const HEADINGS = ['checkout', 'turns', 'p50 ms', 'p95 ms', 'p99 ms', 'passes', 'most', 'tokens'];
const rowOf = (name: string, turns: readonly TurnCost[]): (string | number)[] => {
  const { turns: count, p50, p95, p99, passes, most_passes: most, tokens } = figuresOf(turns);
  return [name, count, p50, p95, p99, passes, most, tokens];
};

/** @throws {BenchError} if the counts exceed the limits */
function checkCounts({ passes, most_passes: most }: ReturnType<typeof figuresOf>): void {
  const over = [
    passes > LIMITS.passes &&
      `${passes.toFixed(2)} passes of the encoder per turn, but at most ${LIMITS.passes} are allowed`,
    most > LIMITS.mostPasses &&
      `${most} passes of the encoder in one turn, but at most ${LIMITS.mostPasses} are allowed`,
  ].filter((sentence) => sentence !== false);
  if (over.length > 0) throw new BenchError(over.join('\n'));
}

/**
 * `npm run bench -- turns`: the CPU time of turns, and how often each runs the encoder. The conversations in `talks`
 * and the assistants' own tests are played once each, and no query counts twice. `--against DIR` also plays each in
 * another checkout, alternating with this one, and prints the ratios; each checkout plays its own examples. `--only
 * NAME` plays one assistant; `--kept DIR` keeps trained artifacts for the next run; `--differences` prints where two
 * checkouts answer differently; `--smoke` plays a few and fails if counts exceed the limits.
 */
await runBench(async () => {
  const { values } = readArguments({
    options: {
      against: { type: 'string', multiple: true, default: [] },
      only: { type: 'string' },
      kept: { type: 'string' },
      differences: { type: 'boolean', default: false },
      smoke: { type: 'boolean', default: false },
    },
  });
  const only = values.smoke ? 'bank-assistant' : values.only;
  const sets = SETS.filter(({ assistant }) => only === undefined || path.basename(assistant) === only);
  if (sets.length === 0) throw new BenchError(`there is no assistant ${only}`);
  const roots = [ROOT, ...values.against.map((folder) => path.resolve(folder))];
  const players = await Promise.all(roots.map(startPlayer));
  try {
    const all = new Map(players.map((player): [Player, TurnCost[]] => [player, []]));
    for (const set of sets) {
      const talks = talksOf(set).slice(0, values.smoke ? SMOKE_TALKS : undefined);
      const ready: Player[] = [];
      for (const player of players) {
        // Examples are taken from each player's checkout; other assistants from this one.
        const base = set.assistant.startsWith('examples/') ? player.root : ROOT;
        const kept = values.kept === undefined ? null : path.resolve(values.kept);
        const reply = await player.send({ do: 'load', assistant: path.join(base, set.assistant), kept });
        if ('error' in reply)
          process.stdout.write(`${player.root} cannot load ${set.assistant}: ${reply.error}\n`);
        else ready.push(player);
      }
      if (ready.length < players.length) continue;
      const played = await playSet(ready, talks);
      const rows = [...played].map(([{ root }, turns]) => rowOf(root, turns));
      printTable(path.basename(set.assistant), HEADINGS, rows);
      if (values.differences) printDifferences([...played.values()]);
      for (const [player, turns] of played) all.get(player)?.push(...turns);
    }
    const [ours = [], ...others] = all.values();
    if (ours.length === 0) throw new BenchError('nothing was played, since no assistant could be loaded');
    printTable(
      'all of them',
      HEADINGS,
      [...all].map(([{ root }, turns]) => rowOf(root, turns)),
    );
    const figures = figuresOf(ours);
    for (const [index, theirs] of others.entries()) {
      const { p50, p95, p99 } = figuresOf(theirs);
      const ratios = [figures.p50 / p50, figures.p95 / p95, figures.p99 / p99].map((ratio) =>
        ratio.toFixed(2),
      );
      process.stdout.write(
        `\nratios to ${roots[index + 1]}: p50 ${ratios[0]}, p95 ${ratios[1]}, p99 ${ratios[2]}\n`,
      );
    }
    report(figures);
    if (values.smoke) checkCounts(figures);
  } finally {
    for (const player of players) player.stop();
  }
});

/** The turns in which checkouts did or said something different. */
function printDifferences([first = [], ...others]: readonly TurnCost[][]): void {
  for (const [index, turn] of first.entries()) {
    for (const turns of others) {
      const theirs = turns[index];
      if (theirs === undefined || theirs.did === turn.did) continue;
      process.stdout.write(`\n  ${turn.query}\n    here:  ${turn.did}\n    there: ${theirs.did}\n`);
    }
  }
}
