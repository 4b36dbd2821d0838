import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DraftTraining, trainDraft } from '../../authoring/train-draft.ts';
import { buildEncoder } from '../../engine/train/encoder/build.ts';
import type { AuditEvent } from '../../functions/shared/domain/audit.ts';
import { writeDraft } from '../../functions/shared/domain/drafts/drafts.ts';
import { beginJob, type JobStart } from '../../functions/shared/domain/drafts/jobs.ts';
import { assignVersion } from '../../functions/shared/domain/versions/assignments.ts';
import { createAuditTrail } from '../../functions/shared/store/audit.ts';
import { jobStore } from '../../functions/shared/store/draft-jobs.ts';
import { draftStore } from '../../functions/shared/store/drafts.ts';
import { versionStore } from '../../functions/shared/store/versions.ts';
import { useDynamoDb } from '../support/dynamodb.ts';

const db = useDynamoDb();
beforeAll(() => void buildEncoder());

const AT = Date.parse('2030-01-31T12:00:00.000Z');
/** Settings with a language that the encoder does not read, so that training takes a moment. */
const SETTINGS = [
  'schema: 1',
  'name: shop',
  'languages: {default: ja, supported: [ja]}',
  'out_of_scope: {say: {ja: 本だけです。}}',
  '',
].join('\n');
const COMPETENCY = [
  'competency: hours',
  'title: {ja: 営業時間}',
  'states:',
  '  hours:',
  '    terminal: true',
  '    utterances: {ja: [何時に開きますか, 営業時間, 今日は開いていますか]}',
  '    say: {ja: 九時から五時までです。}',
  '',
].join('\n');
const FILES = { 'assistant.yaml': SETTINGS, 'competencies/hours.yaml': COMPETENCY };

let institution = '';
let contents = new Map<string, Uint8Array>();
beforeEach(() => {
  institution = `shop-${randomUUID()}`;
  contents = new Map();
});

const event = (action: AuditEvent['action']): AuditEvent => ({
  at: AT,
  action,
  outcome: 'done',
  institution,
  actor: { kind: 'token', userId: 'ann' },
  requestId: randomUUID(),
});

function training(): DraftTraining & {
  drafts: ReturnType<typeof draftStore>;
  jobs: ReturnType<typeof jobStore>;
} {
  const table = process.env.VERSIONS_TABLE ?? '';
  return {
    drafts: draftStore(db.client(), table),
    jobs: jobStore(db.client(), table),
    versions: versionStore(db.client(), table),
    artifacts: {
      put: async (key, bytes) => void contents.set(key, bytes),
      get: async (key) => contents.get(key),
      reach: async () => undefined,
    },
    audit: createAuditTrail(db.client),
    conversations: {
      sessionsOf: async () => ({ items: [], isComplete: true }),
      turnsOf: async () => ({ items: [] }),
    },
    now: () => AT,
  };
}

/** Creates a draft of these files and begins a job for it. */
async function begun(files: Record<string, string> = FILES) {
  const stores = training();
  const draft = await writeDraft(stores, {
    institution,
    name: 'shop',
    revision: 0,
    changes: files,
    author: 'ann',
    event: event('draft.write'),
  });
  const begin = (at = AT, choices: JobStart['choices'] = {}) =>
    beginJob(stores.jobs, { draft, author: 'ann', event: { ...event('draft.publish'), at }, choices });
  return { stores, draft, begin, job: await begin() };
}

const keptSections = () => [...contents.keys()].filter((key) => key.endsWith('.section'));

describe('a training', () => {
  test('publishes the draft at the revision of its job, tells its progress meanwhile, and records the version', async () => {
    const { stores, job } = await begun();
    await writeDraft(stores, {
      institution,
      name: 'shop',
      revision: 1,
      changes: { 'competencies/hours.yaml': 'competency: [' },
      author: 'ben',
      event: event('draft.write'),
    });
    const told: number[] = [];
    const { update } = stores.jobs;
    stores.jobs.update = async (next) => {
      told.push(next.progress);
      return update(next);
    };
    await trainDraft({ ...stores, signOfLifeMs: 1 }, job);
    expect(told.length).toBeGreaterThan(2);
    expect(told.toSorted((a, b) => a - b)).toEqual(told);
    const ended = await stores.jobs.find(institution, 'shop');
    expect(ended).toMatchObject({ id: job.id, state: 'published', progress: 1, revision: 1 });
    const version = await stores.versions.find(institution, ended?.versionId ?? '');
    expect(version).toMatchObject({ name: 'shop', createdBy: 'ann', deeds: [] });
  });

  test('that was killed continues from what it had trained, and makes the same version', async () => {
    const { stores, job } = await begun();
    const first = training();
    const { update } = first.jobs;
    // The run is replaced midway: its later updates are rejected.
    first.jobs.update = async (next) => (keptSections().length > 0 ? false : update(next));
    await trainDraft({ ...first, signOfLifeMs: 1 }, job);
    const trained = keptSections();
    expect(trained.length).toBeGreaterThan(0);
    expect(await stores.jobs.find(institution, 'shop')).toMatchObject({ state: 'training' });

    const later = await beginJob(stores.jobs, {
      draft: { institution, name: 'shop', revision: 1 },
      author: 'ben',
      event: { ...event('draft.publish'), at: AT + 60_001 },
    });
    const written = new Set(keptSections());
    const again: string[] = [];
    const { put } = stores.artifacts;
    stores.artifacts.put = async (key, bytes) => {
      if (written.has(key)) again.push(key);
      await put(key, bytes);
    };
    await trainDraft(stores, later);
    expect(again).toEqual([]);
    expect(await stores.jobs.find(institution, 'shop')).toMatchObject({
      id: later.id,
      state: 'published',
    });
  });

  test('of an invalid assistant fails with its errors, and publishes nothing', async () => {
    const { stores, job } = await begun({ 'assistant.yaml': 'schema: 1\n' });
    await trainDraft(stores, job);
    expect(await stores.jobs.find(institution, 'shop')).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('the assistant has errors'),
    });
    expect(await stores.versions.list(institution)).toEqual([]);
  });

  test('does not begin for a job that another one has replaced', async () => {
    const { stores, job, begin } = await begun();
    const next = await begin(AT + 60_001);
    await trainDraft(stores, job);
    expect(await stores.jobs.find(institution, 'shop')).toEqual(next);
  });

  test('that fails because of the service gives its author the job’s id, and its operator the cause', async () => {
    const { stores, job } = await begun();
    stores.versions.insert = () => Promise.reject(new Error('the table is gone'));
    await expect(trainDraft(stores, job)).rejects.toThrow('the table is gone');
    const { failure } = (await stores.jobs.find(institution, 'shop')) ?? {};
    expect(failure).toContain(job.id);
    expect(failure).not.toContain('table');
  });
});

const TEST = (said: string) =>
  ['name: asks for the hours', 'turns:', '  - say: 営業時間', `    expect: {said: ${said}}`, ''].join('\n');
const publishedBy = async (stores: ReturnType<typeof training>) =>
  (await stores.versions.list(institution)).map(({ id }) => id);

describe('the play of a draft', () => {
  test('runs its tests, and one that fails stops the publishing, unless its author says otherwise', async () => {
    const { stores, job, begin } = await begun({ ...FILES, 'tests/hours.yaml': TEST('十時') });
    await trainDraft(stores, job);
    const failed = await stores.jobs.find(institution, 'shop');
    expect(failed).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('1 of 1 tests of the draft fail'),
      play: { tests: { passed: 0, failed: 1, failures: [{ file: 'tests/hours.yaml', turn: 1 }] } },
    });
    expect(await publishedBy(stores)).toEqual([]);
    await trainDraft(stores, await begin(AT, { despiteFailedTests: true }));
    expect(await stores.jobs.find(institution, 'shop')).toMatchObject({
      state: 'published',
      play: { comparison: 'none', tests: { failed: 1 } },
    });
    const [version] = await stores.versions.list(institution);
    expect(version?.provenance?.tests).toEqual({ passed: 0, failed: 1 });
  });

  test('compares the new sentences with the version in use, and shows how both read them, even if it cannot read the log', async () => {
    const { stores, draft, job } = await begun({ ...FILES, 'tests/hours.yaml': TEST('九時') });
    await trainDraft(stores, job);
    const [first = ''] = await publishedBy(stores);
    await assignVersion(stores, {
      institution,
      target: 'prod:shop',
      versionId: first,
      assignedBy: 'ann',
    });
    const next = await writeDraft(stores, {
      institution,
      name: 'shop',
      revision: draft.revision,
      changes: { 'competencies/hours.yaml': COMPETENCY.replace('営業時間,', '営業時間, 閉店はいつ,') },
      author: 'ann',
      event: event('draft.write'),
    });
    const again = await beginJob(stores.jobs, { draft: next, author: 'ann', event: event('draft.publish') });
    await trainDraft(stores, again);
    expect(await stores.jobs.find(institution, 'shop')).toMatchObject({
      state: 'published',
      play: {
        compared_with: first,
        comparison: 'done',
        tests: { passed: 1, failed: 0 },
        sentences: { played: 1, right: 1, wrong: [] },
        conversations: { played: 0, verdict: 'open' },
      },
    });

    // A log that cannot be read does not stop the publishing, and the operator learns the cause.
    const last = await beginJob(stores.jobs, {
      draft: next,
      author: 'ann',
      event: { ...event('draft.publish'), at: AT + 60_001 },
      choices: { compareWith: first },
    });
    const faults: unknown[] = [];
    stores.conversations.sessionsOf = () => Promise.reject(new Error('no log'));
    await trainDraft({ ...stores, onFault: (fault) => faults.push(fault) }, last);
    expect(await stores.jobs.find(institution, 'shop')).toMatchObject({
      id: last.id,
      state: 'published',
      play: { compared_with: first, comparison: 'failed' },
    });
    expect(String(faults[0])).toContain('no log');
  });
});
