import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SETTING_NAMES } from '../../infra/settings.ts';
import { parleyHere } from '../cli/parley.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';

const PAGE = readFileSync(new URL('../../docs/OPERATIONS.md', import.meta.url), 'utf8');

/** Shell lines of the code blocks, with continued lines joined; `INLINE` has the commands in the text. */
const BLOCKS = [...PAGE.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
  block.replace(/\\\n\s*/g, '').split('\n'),
);
const INLINE = [...PAGE.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
const commands = (program: string): string[] => {
  const parts = [...BLOCKS, ...INLINE]
    .flatMap((line) => (line.includes(`$(${program} `) ? [line] : line.split(/ && | \|$| \| /)))
    .map((part) => part.trim());
  return [
    ...new Set(parts.filter((part) => part.startsWith(`${program} `) || part.includes(`$(${program} `))),
  ];
};

test('every setting has its row, and every row is a setting', () => {
  const [, table = ''] = /\| setting \| default \|.*\n\|[-| ]+\n((?:\|.*\n)+)/.exec(PAGE) ?? [];
  const rows = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(rows.sort()).toEqual([...SETTING_NAMES].sort());
});

describe('the parley command', () => {
  test.each(commands('npx parley').filter((line) => line !== 'npx parley --help'))(
    '%s exists',
    async (line) => {
      const words = line.replace('npx parley ', '').split(' ');
      const end = words.findIndex((word) => !/^[a-z]+(-[a-z]+)*$/.test(word));
      const options = words.filter((word) => word.startsWith('--'));
      // An argument may look like a subcommand; the help of the command before it works either way.
      const command = words.slice(0, end === -1 ? 2 : Math.min(end, 2));
      const { code, stdout } = await parleyHere([...command, '--help']);
      expect(code).toBe(0);
      expect(stdout).toContain(`Usage: parley ${command.join(' ')}`);
      for (const option of options) expect(stdout).toContain(option);
    },
  );
});

/** Script that runs all commands in one process, since loading the AWS command line takes half a second. */
const TOGETHER = `
import contextlib, io, json, sys
from awscli.clidriver import create_clidriver

# It keeps what it has read of each service.
driver = create_clidriver()

def answer(words):
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            driver.main(words)
        except SystemExit:
            pass
    return said.getvalue()

print(json.dumps([answer(words) for words in json.loads(sys.argv[1])]))
`;

/** Script that lists the names in each command's `--query` that its output does not have. */
const STRANGE_NAMES = `
import json, sys
import botocore.session, jmespath
from botocore import xform_name

session = botocore.session.get_session()

def members(shape, seen):
    if shape.name in seen:
        return set()
    seen = seen | {shape.name}
    if shape.type_name == "structure":
        return set(shape.members).union(*(members(each, seen) for each in shape.members.values()))
    if shape.type_name == "list":
        return members(shape.member, seen)
    return members(shape.value, seen) if shape.type_name == "map" else set()

def fields(node):
    own = {node["value"]} if node["type"] == "field" else set()
    return own.union(*(fields(child) for child in node["children"]))

def strange(words):
    service, operation = words[:2]
    model = session.get_service_model({"s3api": "s3", "deploy": "codedeploy"}.get(service, service))
    [name] = [each for each in model.operation_names if xform_name(each, "-") == operation]
    query = words[words.index("--query") + 1]
    return sorted(fields(jmespath.compile(query).parsed) - members(model.operation_model(name).output_shape, set()))

print(json.dumps([strange(words) for words in json.loads(sys.argv[1])]))
`;

/** Marks the end of a command's arguments. */
const END = '\u0001';

describe.concurrent('AWS’s command line', () => {
  /** Environment whose endpoint nobody listens at: a valid command fails only when it connects. */
  const environment = {
    ...process.env,
    AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
    AWS_ACCESS_KEY_ID: 'none',
    AWS_SECRET_ACCESS_KEY: 'none',
    AWS_REGION: 'eu-west-1',
    AWS_DEFAULT_REGION: 'eu-west-1',
    AWS_MAX_ATTEMPTS: '1',
    stack: 'some-stack',
    query: 'SELECT 1',
    bucket: 'some-bucket',
    objects: '{"Objects": [{"Key": "x"}]}',
    table: 'some-table',
    moment: '2026-01-31T12:00:00Z',
    application: 'some-application',
    database: 'some_database',
    run: 'some-run',
    items: '{"some-table": [{"PutRequest": {"Item": {"pk": {"S": "x"}}}}]}',
  };
  /** Working folder of the commands, to which they may write. */
  let folder: string | undefined;
  beforeAll(async () => {
    folder = await temporaryFolder();
  });
  afterAll(() => folder && removeFolder(folder));
  const run = (file: string, ...words: string[]) =>
    new Promise<{ failed: boolean; stdout: string; stderr: string }>((resolve) => {
      execFile(file, words, { env: environment, cwd: folder }, (error, stdout, stderr) =>
        resolve({ failed: error !== null, stdout, stderr }),
      );
    });
  const version = run('aws', '--version');
  const all = commands('aws').filter((line) => line.includes(' --'));

  /** Returns the arguments of each `aws` command in a line, as a shell passes them. */
  async function argumentsOf(line: string): Promise<string[][]> {
    // A separate pipe keeps the shell's own output out of the arguments.
    const recorded = `aws() { printf '%s\\0' "$@" '${END}' >&3; echo some-answer; }\n${line.replace(/<[^>]+>/g, 'some-name')}`;
    const { stdio } = spawn('bash', ['-c', recorded], {
      env: environment,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const said = await textOf(stdio[3] as Readable);
    return said
      .split(`${END}\0`)
      .slice(0, -1)
      .map((words) => words.split('\0').slice(0, -1));
  }

  /**
   * Returns the answers of commands: from one process if the AWS command line is a Python library here,
   * otherwise from a process each.
   */
  async function answersOf(given: readonly string[][]): Promise<string[]> {
    const together = await run('python3', '-c', TOGETHER, JSON.stringify(given));
    if (!together.failed) return JSON.parse(together.stdout);
    return Promise.all(given.map(async (words) => (await run('aws', ...words)).stderr));
  }

  /** Returns the answers of the commands of each line. */
  async function answers(): Promise<string[][]> {
    const given = await Promise.all(all.map(argumentsOf));
    const said = await answersOf(given.flat());
    return given.map((ofLine) => said.splice(0, ofLine.length));
  }
  let said: Promise<string[][]> | undefined;

  test('is used in the guide', ({ expect }) => {
    expect(all.length).toBeGreaterThan(10);
  });

  test.for(all)('understands %s', async (line, { skip, expect }) => {
    if ((await version).failed) return skip('The command line of AWS is not installed here.');
    said ??= answers();
    const own = (await said)[all.indexOf(line)] ?? [];
    expect(own).not.toEqual([]);
    for (const text of own) expect(text).toContain('Could not connect to the endpoint URL');
  });

  test('is queried only for fields that its answers have, and a wrong query is detected', async ({
    skip,
    expect,
  }) => {
    const given = (await Promise.all(all.map(argumentsOf))).flat();
    const asking = given.filter((words) => words.includes('--query'));
    const wrong = ['dynamodb', 'create-table', '--query', 'TableDescription.TableState'];
    const { failed, stdout } = await run('python3', '-c', STRANGE_NAMES, JSON.stringify([...asking, wrong]));
    if (failed) return skip('The model of AWS’s command line is not installed here.');
    expect(asking.length).toBeGreaterThan(10);
    expect(JSON.parse(stdout)).toEqual([...asking.map(() => []), ['TableState']]);
  });

  test('would reject an unknown option', async ({ skip, expect }) => {
    if ((await version).failed) return skip('The command line of AWS is not installed here.');
    const wrong = ['dynamodb', 'delete-table', '--table-name', 'some-name', '--nonsense'];
    expect(await answersOf([['dynamodb', 'list-tables'], wrong])).toEqual([
      expect.stringContaining('Could not connect to the endpoint URL'),
      expect.stringMatching(/Unknown options: --nonsense/),
    ]);
  });
});
