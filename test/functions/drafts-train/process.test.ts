import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildEncoder } from '../../../engine/train/encoder/build.ts';
import type { AuditEvent } from '../../../functions/shared/domain/audit.ts';
import { type DraftChanges, writeDraft } from '../../../functions/shared/domain/drafts/drafts.ts';
import {
  beginJob,
  DEAD_AFTER_MS,
  type DraftJob,
  type JobStart,
  shownState,
} from '../../../functions/shared/domain/drafts/jobs.ts';
import { artifactStore } from '../../../functions/shared/store/artifacts.ts';
import { jobStore } from '../../../functions/shared/store/draft-jobs.ts';
import { draftStore } from '../../../functions/shared/store/drafts.ts';
import { versionStore } from '../../../functions/shared/store/versions.ts';
import { useDynamoDb } from '../../support/dynamodb.ts';

const PROGRAM = fileURLToPath(new URL('../../../functions/drafts-train/process.ts', import.meta.url));

const db = useDynamoDb();
let folder = '';
let institution = '';
const running = new Set<ChildProcess>();

beforeAll(async () => {
  void buildEncoder();
  folder = await mkdtemp(path.join(tmpdir(), 'parley-training-'));
  await writeFile(path.join(folder, 'key'), randomBytes(32).toString('base64'));
});
beforeEach(() => {
  institution = `shop-${randomUUID()}`;
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const table = () => process.env.VERSIONS_TABLE ?? '';
const jobs = () => jobStore(db.client(), table());
const artifacts = () => artifactStore(pathToFileURL(folder).href);

/** Several languages that the encoder does not read, so that training is slow enough to be killed midway. */
const LANGUAGES = ['ja', 'ko', 'fi'];
const inEach = (of: (language: string) => string) =>
  LANGUAGES.map((language) => `${language}: ${of(language)}`);
const files = (count: number) => ({
  'assistant.yaml': [
    'schema: 1',
    'name: shop',
    `languages: {default: ja, supported: [${LANGUAGES}]}`,
    `out_of_scope: {say: {${inEach(() => 'no')}}}`,
    '',
  ].join('\n'),
  'competencies/hours.yaml': [
    'competency: hours',
    'states:',
    ...['hours', 'prices'].flatMap((label) => [
      `  ${label}:`,
      '    terminal: true',
      `    utterances: {${inEach(
        (language) =>
          `[${Array.from({ length: count }, (_, index) => `${label} ${language} ${index * 37}`).join(', ')}]`,
      )}}`,
      `    say: {${inEach(() => label)}}`,
    ]),
    '',
  ].join('\n'),
});

const event = (action: AuditEvent['action'], at: number): AuditEvent => ({
  at,
  action,
  outcome: 'done',
  institution,
  actor: { kind: 'token', userId: 'ann' },
  requestId: randomUUID(),
});

const write = async (revision: number, changes: DraftChanges) =>
  writeDraft(
    { drafts: draftStore(db.client(), table()), artifacts: await artifacts() },
    { institution, name: 'shop', revision, changes, author: 'ann', event: event('draft.write', Date.now()) },
  );

const begin = (draft: JobStart['draft'], at = Date.now(), choices: JobStart['choices'] = {}) =>
  beginJob(jobs(), { draft, author: 'ann', event: event('draft.publish', at), choices });

/** Starts a job in a separate process, as beside a service. */
function start({ institution, draft, id }: DraftJob): ChildProcess {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify({ institution, draft, id })], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ARTIFACTS: pathToFileURL(folder).href,
      DEPLOYMENT_KEY: pathToFileURL(path.join(folder, 'key')).href,
    },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Runs a job to its end, or kills it once `killOnce` returns true. */
async function run(job: DraftJob, killOnce?: () => Promise<boolean>): Promise<DraftJob | undefined> {
  const child = start(job);
  const ended = once(child, 'exit');
  while (killOnce !== undefined && child.exitCode === null) {
    if (await killOnce()) {
      child.kill('SIGKILL');
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await ended;
  return jobs().find(institution, 'shop');
}

const sections = async () =>
  (await readdir(path.join(folder, institution, 'drafts/trained')).catch(() => [])).filter((name) =>
    name.endsWith('.section'),
  );
const writtenAt = async () =>
  Promise.all(
    (await sections()).map(async (name) => {
      const { mtimeMs } = await stat(path.join(folder, institution, 'drafts/trained', name));
      return [name, mtimeMs] as const;
    }),
  );

/** Checks that a job without an end is shown as dead later, and returns a time when the next may begin. */
async function buried(job: DraftJob | undefined): Promise<number> {
  expect(job?.state).toBe('training');
  const later = (job?.aliveAt ?? 0) + DEAD_AFTER_MS + 1;
  expect(job && shownState(job, later)).toBe('dead');
  return later;
}

test('a killed training is reported as dead, and the next one continues from its sections', async () => {
  const draft = await write(0, files(200));
  const killed = await run(await begin(draft), async () => (await sections()).length > 0);
  const before = await writtenAt();
  expect(before.length).toBeGreaterThan(0);
  const next = await begin(draft, await buried(killed));
  expect(await run(next)).toMatchObject({ id: next.id, state: 'published', play: { comparison: 'none' } });
  // The sections that were kept are not trained again.
  expect(await writtenAt()).toEqual(expect.arrayContaining(before));
  expect((await sections()).length).toBeGreaterThan(before.length);
});

test('a killed play loses no version, and the next one makes the same version and plays to the end', async () => {
  const first = await run(await begin(await write(0, files(5))));
  const compareWith = first?.versionId ?? '';
  const draft = await write(1, files(200));
  const killed = await run(await begin(draft, Date.now(), { compareWith }), async () => {
    const job = await jobs().find(institution, 'shop');
    return job?.state === 'training' && job.versionId !== undefined;
  });
  const { versionId } = killed ?? {};
  const versions = () => versionStore(db.client(), table()).list(institution);
  expect((await versions()).map(({ id }) => id)).toContain(versionId);
  const before = await writtenAt();
  const next = await begin(draft, await buried(killed), { compareWith });
  const played = await run(next);
  expect(played).toMatchObject({
    id: next.id,
    state: 'published',
    versionId,
    play: { comparison: 'done', compared_with: compareWith, sentences: { played: 500 } },
  });
  expect(await writtenAt()).toEqual(before);
  expect(await versions()).toHaveLength(2);
});
