import { expect, test } from 'vitest';
import { progressOn } from '../../cli/progress.ts';

const WORK = [
  { stage: 'encoding', done: 0 },
  { stage: 'encoding', done: 0.001 },
  { stage: 'encoding', done: 0.5 },
  { stage: 'learning', done: 0.5 },
  { stage: 'done', done: 1 },
];

function shown(isTTY: boolean): string {
  let text = '';
  const tell = progressOn({ isTTY, write: (more) => (text += more) });
  for (const step of WORK) tell(step);
  return text;
}

test('on a terminal a bar grows on one line, and the line ends with the work', () => {
  const line = shown(true);
  expect(line.match(/\n/g)).toEqual(['\n']);
  const states = line.replaceAll('\u001b[K', '').trimEnd().split('\r').slice(1);
  expect(states).toEqual([
    `${'░'.repeat(30)}   0 % encoding`,
    `${'█'.repeat(15)}${'░'.repeat(15)}  50 % encoding`,
    `${'█'.repeat(15)}${'░'.repeat(15)}  50 % learning`,
    `${'█'.repeat(30)} 100 % done`,
  ]);
});

test('in a file there is a line for each stage, without signs for a terminal', () => {
  expect(shown(false)).toBe('0 % (encoding)\n50 % (learning)\n100 % (done)\n');
});
