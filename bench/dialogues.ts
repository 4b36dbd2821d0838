import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { initialState, type SlotValue } from '../engine/dialogue/state.ts';
import { buildEncoder } from '../engine/train/encoder/build.ts';
import { BenchError, readArguments, runBench } from './command.ts';
import { train } from './dialogue/assistant.ts';
import { percentOf } from './dialogue/f1.ts';
import { areSameWords, GoalCounts, type IsValue } from './dialogue/goals.ts';
import { likenessByEncoder } from './dialogue/likeness.ts';
import { snakeCase } from './dialogue/names.ts';
import { competencyIn, heldIn, NO_INTENT, play, stateBefore, valueSpelled } from './dialogue/replay.ts';
import { readDialogues, readServices } from './dialogue/rows.ts';
import { assistantFor } from './dialogue/service-assistant.ts';
import { type ServiceTurn, serviceTurns } from './dialogue/turns.ts';
import { report } from './report.ts';

/**
 * `npm run bench -- dialogues --schema FILE --train FILE --test FILE --service NAME`: what an assistant holds and
 * asks after each turn of recorded dialogues. `--smoke` uses dialogues of our own; `--turns` prints each turn that is
 * not entirely right. `--train-schema FILE` has the services of the training dialogues; default: the file
 * `schema-train.jsonl` beside `train.jsonl`, or else that of `--schema`.
 *
 * The assistant is made by the rule of `assistantFor`, which never reads the test dialogues. In each test dialogue
 * with the service, the user's turns about it are played through `takeTurn` in two ways. Free: one after another,
 * whatever the assistant asks. Teacher-forced: each separately, with the conversation in the state of the dialogue:
 * its intent, its values, and the system's question for the requested slot; if none is requested, a yes or no is
 * awaited. The assistant's business logic follows the system's acts (`businessLogicOf`): it fills slots that the user
 * has not stated with the system's offers, supplies the system's alternative once it is accepted, and fails if the
 * system fails. Values that the user has stated are known only from the user's words.
 *
 * `joint_goal`: the percentage of turns after which every slot stated so far has its value, and every held slot has a
 * value in the dialogue. A value is right if it is one of the dialogue's spellings or what the slot's entity reads in
 * a spelling; if the user leaves the slot open, no value is right too. Slots that the user only accepted from the
 * system's proposals are not counted. `average_goal`: the mean percentage of right slots over turns with any.
 * `intent`: the percentage of turns with an intent after which its competency is active or just completed.
 * `asked_again`: the percentage of the assistant's questions about a slot that the user had stated. `forced_joint`:
 * `joint_goal`, teacher-forced.
 */
const smokeFile = (name: string): string => fileURLToPath(new URL(`dialogue/smoke/${name}`, import.meta.url));

const OPTIONS = {
  schema: { type: 'string' },
  train: { type: 'string' },
  'train-schema': { type: 'string' },
  test: { type: 'string' },
  service: { type: 'string' },
  smoke: { type: 'boolean', default: false },
  turns: { type: 'boolean', default: false },
} as const;

function files() {
  const { values } = readArguments({ options: OPTIONS });
  const dialogues = smokeFile('dialogues.jsonl');
  const { schema, train, test, service } = values.smoke
    ? { schema: smokeFile('schema.jsonl'), train: dialogues, test: dialogues, service: 'Boats_1' }
    : values;
  if (!schema || !train || !test || !service)
    throw new BenchError(
      'usage: --schema FILE --train FILE --test FILE --service NAME [--train-schema FILE] [--turns], or --smoke',
    );
  const beside = join(dirname(train), `schema-${basename(train)}`);
  const trainSchema = values['train-schema'] ?? (existsSync(beside) ? beside : schema);
  return { schema, train, trainSchema, test, service, printsTurns: values.turns };
}

await runBench(async () => {
  const { schema, train: trainFile, trainSchema, test, service: name, printsTurns } = files();
  const service = readServices(schema).find((candidate) => candidate.service === name);
  if (service === undefined) throw new BenchError(`${schema} has no service ${name}`);
  const dialogues = readDialogues(test)
    .map((dialogue) => serviceTurns(dialogue, name))
    .filter((turns) => turns.length > 0);
  if (dialogues.length === 0) throw new BenchError(`${test} has no dialogue with ${name}`);
  await buildEncoder();
  const training = { services: readServices(trainSchema), dialogues: readDialogues(trainFile) };
  const loaded = await train(assistantFor(service, training, likenessByEncoder()));

  const isValue: IsValue = (slot, { value, raw }, spelling) =>
    value === spelling ||
    areSameWords(value, spelling) ||
    areSameWords(raw, spelling) ||
    valueSpelled(loaded, slot, spelling).value === value;
  const [free, forced] = [new GoalCounts(), new GoalCounts()];
  const counts = { intents: 0, rightIntents: 0, questions: 0, again: 0 };
  const show = (
    turn: ServiceTurn,
    held: Readonly<Record<string, SlotValue>>,
    way: string,
    asked: unknown,
  ) => {
    if (!printsTurns) return;
    const ofTurn = new GoalCounts();
    ofTurn.add(turn, held, isValue);
    if (ofTurn.joint === 100) return;
    const values = Object.entries(held).map(([slot, { value }]) => `${slot}: ${value}`);
    const meant = Object.entries(turn.goal.slots).map(([slot, [value]]) => `${slot}: ${value}`);
    const place = `${turn.system?.text ?? ''} / ${turn.text}`;
    process.stdout.write(`${way}: ${place} → ${values.join(', ')}; not ${meant.join(', ')} (${asked})\n`);
  };
  for (const turns of dialogues) {
    let state = initialState();
    let lastIntent: string | null = null;
    for (const turn of turns) {
      const { intent } = turn.goal;
      const result = await play(loaded, state, turn);
      state = result.state;
      const held = heldIn(loaded, state);
      free.add(turn, held, isValue);
      show(turn, held, 'free', result.explanation.asked);
      if (intent !== NO_INTENT) {
        counts.intents++;
        if (competencyIn(loaded, state) === snakeCase(intent)) counts.rightIntents++;
      }
      const { asked } = result.explanation;
      if (asked !== null) {
        counts.questions++;
        if (turn.told.has(asked)) counts.again++;
      }
      const before = stateBefore(loaded, turn, lastIntent);
      const taught = await play(loaded, before, turn);
      const heldThen = heldIn(loaded, taught.state);
      forced.add(turn, heldThen, isValue);
      show(turn, heldThen, 'forced', before.frames[0]?.asked ?? null);
      if (intent !== NO_INTENT) lastIntent = intent;
    }
  }
  report({
    joint_goal: free.joint,
    average_goal: free.average,
    intent: percentOf(counts.rightIntents, counts.intents),
    asked_again: percentOf(counts.again, counts.questions),
    forced_joint: forced.joint,
    dialogues: dialogues.length,
  });
});
