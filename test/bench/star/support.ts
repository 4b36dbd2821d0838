import { fileURLToPath } from 'node:url';
import { readTaskDialogues, readTasks, type Task, type TaskDialogue } from '../../../bench/star/rows.ts';

const smokeFile = (name: string): string =>
  fileURLToPath(new URL(`../../../bench/star/smoke/${name}`, import.meta.url));

export const tasks = readTasks(smokeFile('tasks.json'));
export const dialogues = readTaskDialogues(smokeFile('dialogues.jsonl'));

export function taskCalled(name: string): Task {
  const task = tasks.get(name);
  if (task === undefined) throw new Error(`there is no task ${name}`);
  return task;
}

export function dialogueCalled(id: string): TaskDialogue {
  const dialogue = dialogues.find((candidate) => candidate.id === id);
  if (dialogue === undefined) throw new Error(`there is no dialogue ${id}`);
  return dialogue;
}
