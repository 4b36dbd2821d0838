import { readFileSync } from 'node:fs';
import { loadTrained, trainFolder } from '../cli/train.ts';
import { initialState } from '../engine/dialogue/state.ts';
import { type TurnInput, type TurnResult, takeTurn } from '../engine/dialogue/turn.ts';
import type { LoadedAssistant } from '../engine/load.ts';
import { BenchError, readArguments, runBench } from './command.ts';
import { report } from './report.ts';

/**
 * `npm run bench -- interruptions`: queries that hold a value for the slot that the example assistant asks for, half of
 * them answers, half of them wishes for something else. Tells, for each threshold on the probability of the other
 * label, how many are taken for what they are not. `-- --rows` prints each.
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

const INPUT: Omit<TurnInput, 'query' | 'language'> = {
  qid: 'bench',
  device: null,
  lat: null,
  lon: null,
  timeOffset: 0,
  now: Date.UTC(2026, 0, 1, 12),
  institution: null,
  application: null,
  externalUserId: 'bench',
  aiVersion: 'bench',
  dialog: 'bench',
  sessionId: 'bench',
  arbitraryFields: {},
};

/** How the last of some turns was read; the business logic echoes. */
async function play(loaded: LoadedAssistant, { language, open, say }: Row) {
  let state = initialState();
  let result: TurnResult | undefined;
  let asked: string | null = null;
  for (const query of [...open, say]) {
    asked = state.asked;
    result = await takeTurn(loaded, state, { ...INPUT, language, query }, async (request) => ({
      status: 'answered',
      body: request,
    }));
    state = result.state;
  }
  return { asked, result };
}

/** The probability of a label of another competency, where the query holds what was asked for as well; else null. */
function rivalOf(loaded: LoadedAssistant, asked: string | null, competency: string, result: TurnResult) {
  const { ranked, outcome, slots } = result.explanation;
  const [first] = ranked;
  if (first === undefined || outcome !== 'matched') return null;
  if (loaded.states.get(first.label)?.competency === competency) return null;
  return slots.some(({ slot }) => slot === asked) || result.explanation.decision === 'classification'
    ? first.probability
    : null;
}

const THRESHOLDS = [0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.99];

await runBench(async () => {
  const { rows: printsRows } = readArguments({
    options: { rows: { type: 'boolean', default: false } },
  }).values;
  const loaded = loadTrained((await trainFolder('examples/bank-assistant')).artifact);
  const measured: (Row & { rival: number | null })[] = [];
  for (const row of rows) {
    const opened = await play(loaded, { ...row, say: row.open.at(-1) ?? '', open: row.open.slice(0, -1) });
    const { asked, result } = await play(loaded, row);
    if (asked === null || result === undefined || opened.result === undefined) {
      throw new BenchError(`nothing is asked for after "${row.open.join('", "')}"`);
    }
    measured.push({ ...row, rival: rivalOf(loaded, asked, opened.result.competency, result) });
  }

  const answers = measured.filter(({ is }) => is === 'answer');
  const interruptions = measured.filter(({ is }) => is === 'interruption');
  for (const threshold of THRESHOLDS) {
    const interrupts = ({ rival }: { rival: number | null }) => (rival ?? 0) >= threshold;
    report({
      threshold,
      answers: answers.length,
      answers_lost: answers.filter(interrupts).length,
      interruptions: interruptions.length,
      interruptions_lost: interruptions.filter((row) => !interrupts(row)).length,
    });
  }
  if (printsRows) for (const { say, is, rival } of measured) report({ say, is, other_label: rival });
});
