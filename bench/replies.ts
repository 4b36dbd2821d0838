import { fileURLToPath } from 'node:url';
import { loadTrained } from '../authoring/train.ts';
import { trainFolder } from '../authoring/train-folder.ts';
import { type DialogState, initialState } from '../engine/dialogue/state.ts';
import { takeTurn } from '../engine/dialogue/turn.ts';
import type { LoadedAssistant } from '../engine/load.ts';
import { BenchError, readArguments, runBench } from './command.ts';
import { readRowsOf } from './data.ts';
import { INPUT } from './dialogue/replay.ts';
import { NOW, type Scene, STAGES, type Stage } from './replies/confirmations.ts';
import {
  figuresOf,
  isAsked,
  isWrong,
  outcomeOf,
  type ReplyRow,
  replyRow,
  type Said,
} from './replies/outcomes.ts';
import { report } from './report.ts';
import { printTable } from './support/table.ts';

const ROWS = fileURLToPath(new URL('replies/rows.jsonl', import.meta.url));
const ROW_FORM = 'write {"assistant", "language", "to", "reply", "is": "yes" or "no_yes", "kind"}';
/** A smoke run says one reply of every this many. */
const EVERY_IN_SMOKE = 12;
const HEADINGS = ['no yes', 'deeds', 'yes', 'taken', 'lost', 'asked again'];

/** @throws {BenchError} if a row's confirmation does not exist in its language */
function sceneOf({ assistant, to, language, reply }: ReplyRow): Scene {
  const scene = STAGES[assistant]?.scenes[to];
  if (scene?.lead[language] === undefined)
    throw new BenchError(`"${reply}": ${assistant} has no confirmation ${to} in ${language}`);
  return scene;
}

interface Answered extends Said {
  /** The answer to the reply. */
  answer: string;
}

/**
 * Leads a new conversation to the confirmation and says the reply.
 * @throws {BenchError} if the conversation does not get there
 */
async function say(loaded: LoadedAssistant, stage: Stage, row: ReplyRow): Promise<Answered> {
  const scene = sceneOf(row);
  const answer = stage.businessLogic();
  let called: string[] = [];
  const turn = (state: DialogState, query: string) => {
    called = [];
    return takeTurn(
      loaded,
      state,
      { ...INPUT, now: NOW, language: row.language, query },
      (request, purpose) => {
        called.push(request.state);
        return answer(request, purpose);
      },
    );
  };
  let state = initialState();
  const said: string[] = [];
  for (const query of scene.lead[row.language] ?? []) {
    const result = await turn(state, query);
    state = result.state;
    said.push(result.visuals.speakableResponse);
  }
  if (!isAsked(scene.state, state))
    throw new BenchError(`${row.assistant} is not led to ${row.to} in ${row.language}: ${said.join(' / ')}`);
  const result = await turn(state, row.reply);
  return {
    row,
    outcome: outcomeOf(scene, called, result.state),
    answer: result.visuals.speakableResponse,
  };
}

/** A table with a line for each group of replies, in order of first appearance. */
function printGroups(title: string, said: readonly Said[], nameOf: (row: ReplyRow) => string): void {
  const groups = Map.groupBy(said, ({ row }) => nameOf(row));
  const lines = [...groups].map(([name, group]) => [name, ...Object.values(figuresOf(group))]);
  printTable(title, [title, ...HEADINGS], lines);
}

const WRONG = { done: 'deed done', open: 'asked again', left: 'lost' };

function printWrong(said: readonly Answered[]): void {
  process.stdout.write('\n');
  for (const { row, outcome, answer } of said.filter(isWrong)) {
    const { assistant, language, to, reply, is, kind } = row;
    const marks = `${WRONG[outcome]}, ${is === 'yes' ? 'yes' : 'no yes'} (${kind})`;
    process.stdout.write(`${marks}, ${assistant} ${language} ${to}: ${reply}\n    ${answer}\n`);
  }
}

/**
 * `npm run bench -- replies`: how people reply to a question whose yes moves money or an appointment. Each reply is
 * said in a new conversation that was led to the question. Prints how many replies without agreement did the deed
 * anyway, and how many agreements did it at once, were asked again or were lost. `--show` prints each reply that went
 * wrong, with its answer; `--json` prints every reply with its outcome, one JSON object per line; `--assistant`,
 * `--language` and `--kind` select replies; `--rows` reads another file; `--smoke` says one reply in twelve, to check
 * that it works.
 */
await runBench(async () => {
  const { values } = readArguments({
    options: {
      assistant: { type: 'string' },
      language: { type: 'string' },
      kind: { type: 'string' },
      rows: { type: 'string', default: ROWS },
      show: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      smoke: { type: 'boolean', default: false },
    },
  });
  const { assistant, language, kind } = values;
  const isWanted = (row: ReplyRow) =>
    (assistant ?? row.assistant) === row.assistant &&
    (language ?? row.language) === row.language &&
    (kind ?? row.kind) === row.kind;
  const wanted = readRowsOf(values.rows, replyRow, ROW_FORM).filter(isWanted);
  const rows = wanted.filter((_, at) => !values.smoke || at % EVERY_IN_SMOKE === 0);
  if (rows.length === 0) throw new BenchError('no reply is of that assistant, language and kind');
  rows.forEach(sceneOf);
  const said: Answered[] = [];
  for (const [name, group] of Map.groupBy(rows, (row) => row.assistant)) {
    const stage = STAGES[name];
    if (stage === undefined) continue;
    const { artifact } = await trainFolder(stage.folder, undefined, { recordings: false });
    const loaded = loadTrained(artifact);
    for (const row of group) said.push(await say(loaded, stage, row));
  }
  if (values.json)
    for (const { row, outcome } of said) process.stdout.write(`${JSON.stringify({ ...row, outcome })}\n`);
  if (values.show) printWrong(said);
  if (!values.json) {
    printGroups('kind', said, (row) => row.kind);
    printGroups('confirmation', said, (row) => `${row.assistant} ${row.to}`);
    printGroups('language', said, (row) => row.language);
  }
  report({ ...figuresOf(said) });
});
