import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { removeFolder, temporaryFolder } from '../support/folder.ts';
import { useServer } from '../support/server.ts';
import { parleyHere } from './parley.ts';

vi.mock('../../authoring/train.ts', async (original) =>
  (await import('../support/quick-training.ts')).quickTraining(original),
);

const FILES = {
  'assistant.yaml': `
schema: 1
name: bar
languages: {default: en, supported: [en]}
business_logic: {url: env:BLS_URL, sign: false}
out_of_scope: {say: {en: Only coffee.}}
`,
  'competencies/price.yaml': `
competency: price
business_logic: true
states:
  price:
    terminal: true
    utterances: {en: [what is the price, how much is it, price please, what does it cost, tell me the price]}
    say: {en: "It is {{price}}."}
`,
  'competencies/hours.yaml': `
competency: hours
states:
  hours:
    terminal: true
    utterances: {en: [when do you open, opening hours, when do you close, are you open, how late are you open]}
    say: {en: From seven.}
`,
  'tests/price.yaml': `
name: The price is told
turns:
  - {say: what is the price, expect: {state: price, said: It is 7.}}
  - {say: what is the price, bls: {response_slots: {price: 1}}, expect: {said: It is 1.}}
  - {say: how much is it, expect: {said: It is .}}
`,
  'tests/hours.yaml': 'name: Hours need no server\nturns: [{say: opening hours, expect: {state: hours}}]\n',
};

const answers: (string | number)[] = [];
let calls = 0;
const server: Server = createServer((request, response) => {
  calls += 1;
  request.resume();
  const answer = answers.shift() ?? 500;
  if (typeof answer === 'number') response.writeHead(answer).end();
  else response.end(answer);
});

let folder = '';
const file = (name: string) => path.join(folder, name);
const recordingFile = () => file('tests/recorded/price.json');

const origin = useServer(server);
beforeAll(() => {
  Object.assign(process.env, { BLS_URL: `${origin()}/`, BLS_ALLOW_LOOPBACK: '1' });
});
afterAll(() => {
  delete process.env.BLS_URL;
});
beforeEach(async () => {
  folder = await temporaryFolder();
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(path.dirname(file(name)), { recursive: true });
    await writeFile(file(name), text);
  }
  calls = 0;
  answers.splice(0, answers.length, '{"response_slots": {"price": 7}, "more": [1.5]}', 501);
});
afterEach(() => removeFolder(folder));

const RECORDING = [
  [{ status: 'answered', body: { response_slots: { price: 7 }, more: [1.5] } }],
  [],
  [{ status: 'failed', reason: 'status_501' }],
];

describe('ai test --record', () => {
  test('records the server’s answers to turns without a fixture, refusals too, and plays them again', async () => {
    const recorded = await parleyHere(['ai', 'test', folder, '--record']);
    expect(recorded).toMatchObject({ code: 0, stdout: expect.stringContaining('2 passed, 0 failed.') });
    expect(JSON.parse(await readFile(recordingFile(), 'utf8'))).toEqual(RECORDING);
    expect(calls).toBe(2);

    const again = await parleyHere(['ai', 'test', folder]);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('2 passed, 0 failed.') });
    expect(calls).toBe(2);
    await rm(recordingFile());
    expect((await parleyHere(['ai', 'test', folder])).code).toBe(1);
  });

  test('keeps no recording of a test without calls, and deletes an earlier one', async () => {
    await mkdir(file('tests/recorded'));
    await writeFile(file('tests/recorded/hours.json'), '[[{"status": "answered", "body": {}}]]');
    await parleyHere(['ai', 'test', folder, '--record']);
    await expect(readFile(file('tests/recorded/hours.json'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('replaces a recording that cannot be read, which stops every other command', async () => {
    await mkdir(file('tests/recorded'));
    await writeFile(recordingFile(), '[[\n  {"status": "answred", "body": {}}\n]]');
    const finding = 'tests/recorded/price.json:2:';
    const place = { code: 1, stdout: expect.stringContaining(finding) };
    expect(await parleyHere(['ai', 'check', folder])).toMatchObject(place);
    const stopped = await parleyHere(['ai', 'test', folder]);
    expect(stopped.code).toBe(1);
    expect(stopped.stderr).toContain(finding);
    expect(stopped.stderr).toContain('record it again with parley ai test --record');
    expect((await parleyHere(['ai', 'test', folder, '--record'])).code).toBe(0);
    expect((await parleyHere(['ai', 'check', folder])).code).toBe(0);
  });

  test('reports a call without a recorded answer, instead of making one up', async () => {
    await parleyHere(['ai', 'test', folder, '--record']);
    await writeFile(recordingFile(), JSON.stringify(RECORDING.slice(0, 2)));
    const { code, stdout } = await parleyHere(['ai', 'test', folder]);
    expect(code).toBe(1);
    expect(stdout).toContain(
      'turn 3, "how much is it": the business logic was called, but no answer is recorded for it',
    );
    const check = await parleyHere(['ai', 'check', folder]);
    expect(check.stdout).toContain(
      'price.json:1:1: warning: this recording has 2 turns, but tests/price.yaml has 3',
    );
  });
});

test('ai test --explain shows once for each failed turn how it was read', async () => {
  const wrong =
    'name: Wrong\nturns: [{say: what is the price}, {say: opening hours, expect: {state: price, said: Never.}}]\n';
  await writeFile(file('tests/hours.yaml'), wrong);
  await rm(file('tests/price.yaml'));
  const plain = await parleyHere(['ai', 'test', folder]);
  expect(plain.stdout).not.toContain('does:');
  const told = await parleyHere(['ai', 'test', folder, '--explain']);
  expect(told.code).toBe(1);
  expect(told.stdout.match(/does:/g)).toHaveLength(1);
  expect(told.stdout).toMatch(
    /said [\s\S]*\n {6}does: [\s\S]*start hours \d\.\d\d by \w+ on “opening hours”: applied/,
  );
  const { stdout } = await parleyHere(['ai', 'test', folder, '--explain', '--json']);
  const [failure] = JSON.parse(stdout).tests[0].failures;
  expect(failure.explanation.proposals).toContainEqual(
    expect.objectContaining({ label: 'hours', became: 'applied' }),
  );
});

/** A file of `FILES` in a language that the encoder cannot read, so that training takes a moment. */
const unread = (name: keyof typeof FILES) => FILES[name].replaceAll(/\ben(?=[:,\]])/g, 'fi');

test('ai test --watch plays again after a change, until it is interrupted', async () => {
  for (const name of ['assistant.yaml', 'competencies/price.yaml', 'competencies/hours.yaml'] as const)
    await writeFile(file(name), unread(name));
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const child = spawn(process.execPath, [`${root}cli/bin.mjs`, 'ai', 'test', folder, '--watch'], {
    env: process.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const sums = async (): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done || / passed, /.test(value)) return String(value);
    }
  };
  expect(await sums()).toBe('1 passed, 1 failed.');
  await rm(file('tests/price.yaml'));
  expect(await sums()).toBe('1 passed, 0 failed.');
  await writeFile(file('competencies/hours.yaml'), 'competency: [');
  await writeFile(file('competencies/hours.yaml'), unread('competencies/hours.yaml'));
  expect(await sums()).toBe('1 passed, 0 failed.');
  child.kill('SIGINT');
  await once(child, 'exit');
});
