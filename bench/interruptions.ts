import { readFileSync } from 'node:fs';
import { loadTrained } from '../authoring/train.ts';
import { trainFolder } from '../authoring/train-folder.ts';
import { askedIn, initialState } from '../engine/dialogue/state.ts';
import { type TurnResult, takeTurn } from '../engine/dialogue/turn.ts';
import type { LoadedAssistant } from '../engine/load.ts';
import { BenchError, readArguments, runBench } from './command.ts';
import { INPUT } from './dialogue/replay.ts';
import { report } from './report.ts';

/**
 * `npm run bench -- interruptions`: queries with a value for the slot that the example assistant asks for. Half are
 * answers, half are requests for something else. Reports how many are understood correctly: an answer must only fill
 * the slot, a request must begin its competency. `-- --rows` prints each query.
 */
interface Row {
  language: string;
  open: string[];
  say: string;
  is: 'answer' | 'interruption';
}

const rows: Row[] = readFileSync(new URL('interruptions.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

const NOW = Date.UTC(2026, 0, 1, 12);

/** Plays turns with an echoing business logic; true if the last one was understood correctly. */
async function play(loaded: LoadedAssistant, { language, open, say, is }: Row) {
  let state = initialState();
  let result: TurnResult | undefined;
  let asked: string | null = null;
  for (const query of [...open, say]) {
    asked = askedIn(state);
    result = await takeTurn(loaded, state, { ...INPUT, now: NOW, language, query }, async (request) => ({
      status: 'answered',
      body: request,
    }));
    state = result.state;
  }
  if (asked === null || result === undefined) {
    throw new BenchError(`nothing is asked for after "${open.join('", "')}"`);
  }
  const applied = result.explanation.proposals.filter(({ became }) => became === 'applied');
  const begins = applied.some(({ command }) => command === 'start');
  const answers = applied.some(({ command, slot }) => command === 'set' && slot === asked);
  return is === 'answer' ? answers && !begins : begins;
}

await runBench(async () => {
  const { rows: printsRows } = readArguments({
    options: { rows: { type: 'boolean', default: false } },
  }).values;
  const loaded = loadTrained((await trainFolder('examples/bank-assistant')).artifact);
  const right = { answer: 0, interruption: 0 };
  const of = { answer: 0, interruption: 0 };
  for (const row of rows) {
    const isRight = await play(loaded, row);
    of[row.is] += 1;
    if (isRight) right[row.is] += 1;
    if (printsRows) report({ say: row.say, is: row.is, right: isRight ? 'yes' : 'no' });
  }
  report({
    answers: of.answer,
    answers_taken: right.answer,
    interruptions: of.interruption,
    interruptions_taken: right.interruption,
  });
});
