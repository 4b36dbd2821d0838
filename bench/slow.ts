import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DialogState, initialState, type StoredFrame } from '../engine/dialogue/state.ts';
import { takeTurn } from '../engine/dialogue/turn.ts';
import { LANGUAGES } from '../engine/language/languages.ts';
import type { LoadedAssistant } from '../engine/load.ts';
import { buildEncoder } from '../engine/train/encoder/build.ts';
import { seededRandom } from '../engine/train/random.ts';
import { readArguments, runBench, wholeNumber } from './command.ts';
import { percentile, report } from './report.ts';
import { HELD, loadEverything } from './slow/assistant.ts';
import { classesOf, filled, madeUpWords, pick, SEPARATORS, type WordClass } from './slow/shapes.ts';
import { printTable } from './support/table.ts';

/** The longest allowed query, in UTF-16 units. */
const LONGEST = 4096;
const REPLIES = fileURLToPath(new URL('../engine/language', import.meta.url));
/** How often each of the slowest queries is measured again. */
const TIMES = 4;
/** The number of short replies per language that define a normal query. */
const NORMAL = 40;

interface Slow {
  language: string;
  place: string;
  shape: string;
  cpu: number;
  units: number;
  text: string;
}

/** The states that a conversation may be in. */
async function placesOf(loaded: LoadedAssistant): Promise<Map<string, DialogState>> {
  const { state } = await take(loaded, initialState(), 'en', 'go');
  const inFrame = (change: Partial<StoredFrame>): DialogState => ({
    ...state,
    frames: state.frames.map((frame) => ({ ...frame, ...change })),
  });
  return new Map([
    ['begins', initialState()],
    ['is asked for an amount', inFrame({ asked: 'amount' })],
    ['is asked for a text', inFrame({ asked: 'note' })],
    ['confirms', inFrame({ asked: null, slots: { ...HELD } })],
  ]);
}

const take = (loaded: LoadedAssistant, state: DialogState, language: string, query: string) =>
  takeTurn(
    loaded,
    state,
    {
      qid: 'slow',
      query,
      language,
      device: null,
      lat: null,
      lon: null,
      timeOffset: 0,
      now: Date.UTC(2026, 0, 1, 12),
      institution: null,
      application: null,
      externalUserId: 'bench',
      aiVersion: '00000000-0000-8000-8000-000000000000',
      dialog: 'bench',
      sessionId: 'bench',
      arbitraryFields: {},
    },
    async (request) => ({ status: 'answered', body: { ...request } }),
  );

/** The CPU milliseconds and units of work of a query. */
async function costOf(loaded: LoadedAssistant, state: DialogState, language: string, query: string) {
  const before = process.cpuUsage();
  const { explanation } = await take(loaded, state, language, query);
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1000, units: explanation.work.units };
}

/** A language's replies, as its act reader is trained with them. */
const repliesOf = (language: string): string[] =>
  [...readFileSync(path.join(REPLIES, language, 'replies.yaml'), 'utf8').matchAll(/^ {6}- (\S.*)$/gm)]
    .map(([, text = '']) => text)
    .filter((_, at, all) => at % Math.ceil(all.length / NORMAL) === 0);

/** The shapes to try first: every class alone with every separator, then in pairs with made-up words. */
function* shapesOf(
  classes: readonly WordClass[],
  random: () => number,
  count: number,
): Generator<{ name: string; text: string }> {
  const shape = (picked: readonly WordClass[], separator: string) => ({
    name: `${picked.map(({ name }) => name).join(' + ')} by ${JSON.stringify(separator)}`,
    text: filled(picked, separator, LONGEST, random),
  });
  for (let at = 0; at < count; at += 1) {
    const separator = at % 2 === 0 ? ' ' : pick(SEPARATORS, random);
    const first = classes[at % classes.length];
    if (first === undefined) return;
    const more = Array.from({ length: Math.floor(random() * 3) }, () => pick(classes, random));
    yield shape([first, ...more], separator);
  }
}

/**
 * `npm run bench -- slow`: searches for the queries of 4,096 characters that take the most CPU time. It fills them
 * with each language's words for changes, answers, times and numbers and with made-up words of every script, in every
 * state of a conversation, and keeps the slowest. `--count N` sets the shapes per language and state, `--language
 * CODE` the language, and `--show` prints the beginning of the slowest queries.
 */
await runBench(async () => {
  const { values } = readArguments({
    options: {
      count: { type: 'string', default: '60' },
      language: { type: 'string' },
      show: { type: 'boolean', default: false },
    },
  });
  const count = wholeNumber(values.count);
  await buildEncoder();
  const codes = LANGUAGES.map(({ code }) => code);
  const loaded = loadEverything(codes);
  const places = await placesOf(loaded);
  const worst: Slow[] = [];
  const normal = new Map<string, number>();
  for (const language of codes.filter((code) => values.language === undefined || code === values.language)) {
    const random = seededRandom(7);
    const begins = initialState();
    const costs: number[] = [];
    for (const reply of repliesOf(language)) {
      await costOf(loaded, begins, language, reply);
      costs.push((await costOf(loaded, begins, language, `${reply} `)).cpu);
    }
    normal.set(language, percentile(costs, 0.5));
    const classes = [...classesOf(language), ...madeUpWords(random)];
    for (const [place, state] of places) {
      for (const { name, text } of shapesOf(classes, random, count)) {
        const { cpu, units } = await costOf(loaded, state, language, text);
        worst.push({ language, place, shape: name, cpu, units, text });
        worst.sort((a, b) => b.cpu - a.cpu).splice(200);
      }
    }
    const [slowest] = worst.filter((slow) => slow.language === language);
    process.stdout.write(
      `${language}: normal ${normal.get(language)?.toFixed(2)} ms, worst ${slowest?.cpu.toFixed(0)} ms: ${slowest?.place}, ${slowest?.shape}\n`,
    );
  }
  // Measured again and again, to exclude queries that were slow by chance.
  const again: Slow[] = [];
  for (const slow of worst.slice(0, 20)) {
    const state = places.get(slow.place);
    if (state === undefined) continue;
    let least = slow.cpu;
    for (let time = 0; time < TIMES; time += 1) {
      // Another text each time, since texts are remembered.
      const { cpu } = await costOf(loaded, state, slow.language, `${time} ${slow.text.slice(2)}`);
      least = Math.min(least, cpu);
    }
    again.push({ ...slow, cpu: least });
  }
  again.sort((a, b) => b.cpu - a.cpu);
  printTable(
    'the slowest',
    ['ms', 'units', 'language', 'place', 'shape'],
    again.map(({ cpu, units, language, place, shape }) => [cpu, units, language, place, shape]),
  );
  if (values.show)
    for (const { text } of again.slice(0, 5)) process.stdout.write(`\n${text.slice(0, 200)}\n`);
  const [most] = again;
  report({ worst: most?.cpu ?? 0, units: most?.units ?? 0, normal: Object.fromEntries(normal) });
});
