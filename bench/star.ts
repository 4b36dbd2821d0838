import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { initialState } from '../engine/dialogue/state.ts';
import { buildEncoder } from '../engine/train/encoder/build.ts';
import { BenchError, readArguments, runBench, wholeNumber } from './command.ts';
import { train } from './dialogue/assistant.ts';
import { likenessByEncoder } from './dialogue/likeness.ts';
import { heldIn } from './dialogue/replay.ts';
import { type Dialogue, readDialogues, readServices, type Service } from './dialogue/rows.ts';
import { assistantFor, type Training } from './dialogue/service-assistant.ts';
import { report } from './report.ts';
import { exchangesOf, OutcomeBook, outcomesOf } from './star/exchanges.ts';
import { listenerOfAssistant, listenerOfService } from './star/listener.ts';
import { readTaskDialogues, readTasks, type Task, type TaskDialogue } from './star/rows.ts';
import { meansOf, type Scores, TaskCounts } from './star/score.ts';
import { clockOf, NOTHING_MADE, TaskPlayer } from './star/task-replay.ts';
import { formOf, notesOf, serviceOf } from './star/task-service.ts';
import { serviceDialogueOf, sharedTexts } from './star/training-dialogue.ts';

/**
 * `npm run bench -- star --tasks FILE --train FILE --test FILE [--task NAME] [--limit N]`: conversations of people
 * with other people who played the assistant by a flow chart, replayed with an assistant for each task. `--limit`
 * takes N dialogues per task, spread over the file; `--turns` prints each turn with a mistake; `--smoke` uses
 * conversations of our own. `--services FOLDER` has `schema-train.jsonl` and `train.jsonl` of services, from which
 * the assistants learn too; default: the folder `sgd` beside the folder of the training dialogues, if it exists.
 *
 * The assistant is made from the task by the rule of `assistantFor`: its slots are the inputs of the task's API, its
 * questions and states are the chart's (`serviceOf`, `formOf`). Dialogues of the task itself are left out of
 * training. Only dialogues of a single task count. Trivia and directions are left out, since they fill no slots.
 *
 * A slot counts from the turn in which the user says the value of the next query, as read by the assistant's entity
 * or in the same words. Left out are operators, yes or no, values that were never said, and values that the user
 * later replaced.
 *
 * Played with the conversation before each turn as the person left it: `slots_held`, the share of these slots that
 * hold their value after each turn; `contradicted`, the share of held values that differ from the next query's
 * although the user said nothing else; `next_step`, the share of turns after which the assistant takes the person's
 * step: asks for a slot that was not said, queries or asks whether to book, books, or does none of these;
 * `deed_recall`, the share of the person's bookings that ours makes in the same turn; `deed_false`, the share of
 * turns after the question whether to book in which ours books and the person does not; `kept_after_digression`, the
 * share of turns without an answer to the open question (the person asks again, or refuses) after which the same
 * values are held and the same question is open; `corrected`, the share of values changed between two queries that
 * are held after the turn that says them.
 *
 * Played freely, whatever ours asks: `proxy_first_query` and `proxy_last_query`, the share of dialogues in which all
 * stated slots are right in the turn of the first and the last query. All in percent, the mean over tasks.
 */
const smokeFile = (name: string): string => fileURLToPath(new URL(`star/smoke/${name}`, import.meta.url));

const OPTIONS = {
  tasks: { type: 'string' },
  train: { type: 'string' },
  test: { type: 'string' },
  task: { type: 'string' },
  services: { type: 'string' },
  limit: { type: 'string', default: '0' },
  turns: { type: 'boolean', default: false },
  smoke: { type: 'boolean', default: false },
} as const;

/** The most texts taken from users of other tasks for slots that our task shares. */
const MOST_SHARED_TEXTS = 100;
/** Tasks that fill no slots. */
const NOT_PLAYED: readonly string[] = ['trivia', 'trip_directions'];

function optionsOf() {
  const { values } = readArguments({ options: OPTIONS });
  const smoke = {
    tasks: smokeFile('tasks.json'),
    train: smokeFile('dialogues.jsonl'),
    test: smokeFile('dialogues.jsonl'),
  };
  const { tasks, train, test } = values.smoke ? smoke : values;
  if (!tasks || !train || !test)
    throw new BenchError(
      'usage: --tasks FILE --train FILE --test FILE [--task NAME] [--services FOLDER] [--limit N] [--turns], or --smoke',
    );
  const beside = join(dirname(train), '..', 'sgd');
  const services = values.services ?? (existsSync(join(beside, 'train.jsonl')) ? beside : null);
  return {
    tasks,
    train,
    test,
    services,
    task: values.task,
    limit: wholeNumber(values.limit),
    printsTurns: values.turns,
  };
}

/** At most `most` items, spread evenly over all; 0 takes all. */
const spread = <T>(all: readonly T[], most: number): T[] =>
  most === 0 || all.length <= most
    ? [...all]
    : Array.from({ length: most }, (_, index) => all[Math.floor((index * all.length) / most)] as T);

/** The dialogues of all tasks except one, as dialogues of services. */
function othersThan(
  name: string,
  tasks: ReadonlyMap<string, Task>,
  dialogues: readonly TaskDialogue[],
): { task: Task; service: Service; dialogues: Dialogue[] }[] {
  return [...tasks].flatMap(([other, task]) => {
    const own = dialogues.filter((dialogue) => dialogue.task === other && !dialogue.multitask);
    if (other === name || own.length === 0) return [];
    const service = serviceOf(other, task);
    const converted = own.map((dialogue) =>
      serviceDialogueOf(dialogue, task, service, listenerOfService(service, clockOf(dialogue))),
    );
    return [{ task, service, dialogues: converted }];
  });
}

await runBench(async () => {
  const { tasks: tasksFile, train: trainFile, test, services, task: only, limit, printsTurns } = optionsOf();
  const tasks = readTasks(tasksFile);
  const training = readTaskDialogues(trainFile);
  const single = readTaskDialogues(test).filter(
    ({ multitask, task }) => !multitask && !NOT_PLAYED.includes(task),
  );
  const names = [...new Set(single.map(({ task }) => task))].filter(
    (name) => only === undefined || name === only,
  );
  if (names.length === 0) throw new BenchError(`${test} has no dialogue of ${only ?? 'a single task'}`);
  const beside: Training =
    services === null
      ? { services: [], dialogues: [] }
      : {
          services: readServices(join(services, 'schema-train.jsonl')),
          dialogues: readDialogues(join(services, 'train.jsonl')),
        };
  await buildEncoder();
  const likeness = likenessByEncoder();
  const book = new OutcomeBook(tasks, single);
  const scores: Scores[] = [];
  let turns = 0;
  for (const name of names) {
    const task = tasks.get(name);
    if (task === undefined) throw new BenchError(`${tasksFile} has no task ${name}`);
    const service = serviceOf(name, task);
    const others = othersThan(name, tasks, training);
    const known: Training = {
      services: [...others.map((other) => other.service), ...beside.services],
      dialogues: [...others.flatMap(({ dialogues }) => dialogues), ...beside.dialogues],
    };
    const texts = spread(sharedTexts(task, others), MOST_SHARED_TEXTS);
    const files = assistantFor(service, known, likeness, formOf(name, task, texts));
    const loaded = await train(files);
    const counts = new TaskCounts(listenerOfAssistant(loaded, clockOf({})), notesOf(task));
    let turnsOfTask = 0;
    for (const dialogue of spread(
      single.filter((candidate) => candidate.task === name),
      limit,
    )) {
      const now = clockOf(dialogue);
      const player = new TaskPlayer(loaded, name, outcomesOf(dialogue, book), now);
      const exchanges = exchangesOf(dialogue, task, listenerOfAssistant(loaded, now), (turn) =>
        book.of(name, turn),
      );
      let [state, made] = [initialState(), NOTHING_MADE];
      for (const exchange of exchanges) {
        turnsOfTask++;
        const free = await player.play(state, made, exchange.text);
        ({ state, made } = free);
        counts.addFree(exchange, free);
        const before = player.stateBefore(exchange.before);
        const forced = await player.play(before.state, before.made, exchange.text);
        const wrong = counts.addForced(exchange, forced, heldIn(loaded, before.state));
        if (!printsTurns || wrong.length === 0) continue;
        const held = Object.entries(forced.held).map(([slot, { value }]) => `${slot}: ${value}`);
        process.stdout.write(
          `${dialogue.id} ${name} ${exchange.before.place}: ${exchange.before.prompt} / ${exchange.text} → ${held.join(', ')}; ${wrong.join(', ')}\n`,
        );
      }
    }
    turns += turnsOfTask;
    scores.push(counts.scores());
    report({ task: name, ...counts.scores(), turns: turnsOfTask });
  }
  const { slots_at_first_query: _, slots_at_last_query: __, slots_said_now: ___, ...means } = meansOf(scores);
  report({ ...means, tasks: names.length, turns });
});
