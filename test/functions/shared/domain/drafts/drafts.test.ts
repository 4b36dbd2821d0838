import { describe, expect, test } from 'vitest';
import {
  DRAFT_LIMITS,
  type Draft,
  type DraftChanges,
  type DraftWrite,
  deleteDraft,
  readDraft,
  writeDraft,
} from '../../../../../functions/shared/domain/drafts/drafts.ts';
import { eventOf } from '../../../../support/rules.ts';

const SETTINGS = 'assistant.yaml';
const EVENT = eventOf({ action: 'draft.write' });

/** Creates an institution's drafts, in a store that somebody else can change just before a write. */
function desk() {
  const latest = new Map<string, Draft>();
  const revisions = new Map<string, Draft>();
  const contents = new Map<string, Uint8Array>();
  let meanwhile: (() => Promise<unknown>) | undefined;
  const stores = {
    artifacts: {
      put: async (key: string, bytes: Uint8Array) => void contents.set(key, bytes),
      get: async (key: string) => contents.get(key),
    },
    drafts: {
      find: async (_institution: string, name: string, revision?: number) =>
        revision === undefined ? latest.get(name) : revisions.get(`${name} ${revision}`),
      list: async () => [...latest.values()].filter(({ isDeleted }) => !isDeleted),
      write: async (next: Draft, previous: Draft | undefined) => {
        const work = meanwhile;
        meanwhile = undefined;
        await work?.();
        if (latest.get(next.name)?.revision !== previous?.revision) return false;
        latest.set(next.name, next);
        revisions.set(`${next.name} ${next.revision}`, next);
        return true;
      },
    },
  };
  const write = (revision: number, changes: DraftChanges, more: Partial<DraftWrite> = {}) =>
    writeDraft(stores, {
      institution: 'acme',
      name: 'shop',
      author: 'ann',
      event: EVENT,
      revision,
      changes,
      ...more,
    });
  const read = async (name = 'shop', revision?: number) =>
    (await readDraft(stores, { institution: 'acme', name, ...(revision && { revision }) })).files;
  const first = (work: () => Promise<unknown>) => {
    meanwhile = work;
  };
  const skipTo = (revision: number, name = 'shop') => {
    const draft = latest.get(name);
    if (draft !== undefined) latest.set(name, { ...draft, revision });
  };
  const remove = (name = 'shop') =>
    deleteDraft(stores.drafts, { institution: 'acme', name, author: 'ann', event: EVENT });
  return { write, read, remove, contents, first, skipTo };
}

describe('two authors of a draft', () => {
  test('who both read a revision do not overwrite each other: the second learns which revision to read', async () => {
    const { write, read } = desk();
    await write(0, { [SETTINGS]: 'first' });
    await write(1, { [SETTINGS]: 'of ann' });
    await expect(write(1, { [SETTINGS]: 'of ben' }, { author: 'ben' })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(
        /is at revision 2, written by ann.*read the draft again.*send revision 2/,
      ),
    });
    expect(await read()).toEqual({ [SETTINGS]: 'of ann' });
  });

  test('who write at the same time do not overwrite each other', async () => {
    const { write, read, first } = desk();
    await write(0, { [SETTINGS]: 'first' });
    first(() => write(1, { [SETTINGS]: 'of ben' }, { author: 'ben' }));
    await expect(write(1, { [SETTINGS]: 'of ann' })).rejects.toMatchObject({ code: 'conflict' });
    expect(await read()).toEqual({ [SETTINGS]: 'of ben' });
  });

  test('who both create it do not overwrite each other', async () => {
    const { write, read } = desk();
    await write(0, { [SETTINGS]: 'of ann' });
    await expect(write(0, { [SETTINGS]: 'of ben' }, { author: 'ben' })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await read()).toEqual({ [SETTINGS]: 'of ann' });
  });
});

describe('a write', () => {
  test('changes and removes the files that it names, and leaves the others as they are', async () => {
    const { write, read } = desk();
    await write(0, { [SETTINGS]: 'a', 'entities/b.yaml': 'b', 'entities/c.yaml': 'c' });
    await write(1, { 'entities/b.yaml': null, 'entities/c.yaml': 'C', 'faq/help/fees.md': '# Fées' });
    expect(await read()).toEqual({
      [SETTINGS]: 'a',
      'entities/c.yaml': 'C',
      'faq/help/fees.md': '# Fées',
    });
    expect(await read('shop', 1)).toMatchObject({ 'entities/b.yaml': 'b' });
  });

  test('that is repeated after a lost answer is answered as the first one', async () => {
    const { write } = desk();
    await write(0, { [SETTINGS]: 'a' });
    const first = await write(1, { [SETTINGS]: 'b' });
    expect(await write(1, { [SETTINGS]: 'b' })).toEqual(first);
    await expect(write(1, { [SETTINGS]: 'b' }, { author: 'ben' })).rejects.toMatchObject({
      code: 'conflict',
    });
    await write(2, { [SETTINGS]: 'c' });
    await expect(write(1, { [SETTINGS]: 'b' })).rejects.toMatchObject({ code: 'conflict' });
  });

  test('that changes nothing creates no revision', async () => {
    const { write } = desk();
    const first = await write(0, { [SETTINGS]: 'a' });
    expect(await write(1, { [SETTINGS]: 'a', 'entities/none.yaml': null })).toEqual(first);
  });

  test('of a revision of a draft that does not exist is rejected', async () => {
    await expect(desk().write(1, { [SETTINGS]: 'a' })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a deleted draft', () => {
  test('is not found, but its revisions can still be read', async () => {
    const { write, read, remove } = desk();
    await write(0, { [SETTINGS]: 'a' });
    await remove();
    await expect(read()).rejects.toMatchObject({ code: 'not_found' });
    await expect(read('shop', 2)).rejects.toMatchObject({ code: 'not_found' });
    await expect(write(1, { [SETTINGS]: 'b' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(remove()).rejects.toMatchObject({ code: 'not_found' });
    expect(await read('shop', 1)).toEqual({ [SETTINGS]: 'a' });
  });

  test('starts empty when created again, and rejects changes based on the old files', async () => {
    const { write, read, remove } = desk();
    await write(0, { [SETTINGS]: 'a', 'entities/b.yaml': 'b' });
    await remove();
    expect(await write(0, { [SETTINGS]: 'new' })).toMatchObject({ revision: 3 });
    expect(await write(0, { [SETTINGS]: 'new' })).toMatchObject({ revision: 3 });
    await expect(write(1, { [SETTINGS]: 'old' })).rejects.toMatchObject({ code: 'conflict' });
    expect(await read()).toEqual({ [SETTINGS]: 'new' });
  });

  test('can be created again with the same files', async () => {
    const { write, read, remove } = desk();
    await write(0, { [SETTINGS]: 'a' }, { author: 'ben' });
    await remove();
    expect(await write(0, { [SETTINGS]: 'a' })).toMatchObject({ revision: 3 });
    expect(await read()).toEqual({ [SETTINGS]: 'a' });
  });

  test('is not deleted during a write, nor changed by a late write', async () => {
    const { write, read, remove, first } = desk();
    await write(0, { [SETTINGS]: 'a' });
    first(() => write(1, { [SETTINGS]: 'b' }));
    await expect(remove()).rejects.toMatchObject({ code: 'conflict' });
    expect(await read()).toEqual({ [SETTINGS]: 'b' });
    first(() => remove());
    await expect(write(2, { [SETTINGS]: 'c' })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('deleted'),
    });
  });

  test('makes room for another', async () => {
    const { write, remove } = desk();
    for (let index = 0; index < DRAFT_LIMITS.drafts; index += 1)
      await write(0, { [SETTINGS]: 'a' }, { name: `d${index}` });
    await remove('d0');
    expect(await write(0, { [SETTINGS]: 'a' }, { name: 'more' })).toMatchObject({ revision: 1 });
    await expect(write(0, { [SETTINGS]: 'b' }, { name: 'd0' })).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('a draft accepts', () => {
  test.each([
    ['assistant.yml'],
    ['competencies/pay bills.yaml'],
    ['tests/recorded/one.json'],
    ['faq/help/más.md'],
    [`entities/${'a'.repeat(95)}.yaml`],
  ])('the file %s', async (path) => {
    expect(await desk().write(0, { [path]: 'x' })).toMatchObject({ files: 1 });
  });

  test.each([
    ['../assistant.yaml'],
    ['faq/../secret.md'],
    ['competencies/a/b.yaml'],
    ['competencies/.hidden.yaml'],
    ['competencies/a\\b.yaml'],
    ['competencies/a\u0000.yaml'],
    ['competencies/CON:.yaml'],
    ['README.md'],
    ['__proto__'],
    [`entities/${'a'.repeat(96)}.yaml`],
    [`entities/${'漢'.repeat(84)}.yaml`],
    ['competencies/CON.yaml'],
    ['faq/aux/a.md'],
    ['faq/Lpt1.json'],
  ])('no file %j', async (path) => {
    const changes = Object.fromEntries([[path, 'x']]);
    await expect(desk().write(0, changes)).rejects.toMatchObject({
      code: 'invalid_request',
      details: { fields: [{ field: `files.${path}` }] },
    });
  });

  test.each([
    ['entities/a.yaml', 'entities/A.yaml'],
    ['entities/caf\u00e9.yaml', 'entities/cafe\u0301.yaml'],
    ['faq/help/a.md', 'faq/Help/b.md'],
    ['faq/help.json', 'faq/help.json/a.md'],
  ])('not both %j and %j, which are one file on some systems', async (first, second) => {
    const { write, read } = desk();
    await write(0, { [first]: 'x' });
    await expect(write(1, { [second]: 'y' })).rejects.toMatchObject({
      code: 'invalid_request',
      details: { fields: [{ field: `files.${second}`, message: expect.stringContaining(first) }] },
    });
    await write(1, { [first]: null, [second]: 'y' });
    expect(await read()).toEqual({ [second]: 'y' });
  });

  test.each([['a\u0007'], ['a\u001b[0m'], ['\ud800']])('no text that is not plain: %j', async (text) => {
    await expect(desk().write(0, { [SETTINGS]: text })).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('tabs, line ends and every letter', async () => {
    const { write, read } = desk();
    const text = '\ufeffa:\tb\r\n# ñ 漢 😀\n';
    await write(0, { [SETTINGS]: text });
    expect(await read()).toEqual({ [SETTINGS]: text });
  });

  test.each(['a', `a${'b'.repeat(62)}`, '0-x_y'])('the name %s', async (name) => {
    expect(await desk().write(0, { [SETTINGS]: 'a' }, { name })).toMatchObject({ name });
  });

  test.each(['', 'A', '-a', 'a#b', 'a b', `a${'b'.repeat(63)}`])('not the name %j', async (name) => {
    await expect(desk().write(0, { [SETTINGS]: 'a' }, { name })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  test('at most the limit of files', async () => {
    const { write } = desk();
    const files = Array.from({ length: DRAFT_LIMITS.files }, (_, index) => [`entities/e${index}.yaml`, 'x']);
    await write(0, Object.fromEntries(files));
    await expect(write(1, { [SETTINGS]: 'x' })).rejects.toMatchObject({ code: 'conflict' });
  });

  test('at most the limit of bytes', async () => {
    const { write } = desk();
    const most = DRAFT_LIMITS.bytes - SETTINGS.length;
    expect(await write(0, { [SETTINGS]: '"'.repeat(most) })).toMatchObject({ bytes: DRAFT_LIMITS.bytes });
    await expect(write(1, { [SETTINGS]: '"'.repeat(most + 1) })).rejects.toMatchObject({ code: 'conflict' });
  });

  test('at most the limit of revisions, also after it was deleted', async () => {
    const { write, remove, contents, skipTo } = desk();
    await write(0, { [SETTINGS]: 'a' });
    skipTo(DRAFT_LIMITS.revisions - 1);
    const last = await write(DRAFT_LIMITS.revisions - 1, { [SETTINGS]: 'b' });
    expect(last).toMatchObject({ revision: DRAFT_LIMITS.revisions });
    expect(await write(DRAFT_LIMITS.revisions - 1, { [SETTINGS]: 'b' })).toEqual(last);
    await expect(write(DRAFT_LIMITS.revisions, { [SETTINGS]: 'c' })).rejects.toMatchObject({
      code: 'conflict',
    });
    await remove();
    await expect(write(0, { [SETTINGS]: 'd' })).rejects.toMatchObject({ code: 'conflict' });
    expect(contents.size).toBe(2);
  });

  test('at most the limit of drafts in an institution', async () => {
    const { write } = desk();
    for (let index = 0; index < DRAFT_LIMITS.drafts; index += 1)
      await write(0, { [SETTINGS]: 'a' }, { name: `d${index}` });
    await expect(write(0, { [SETTINGS]: 'a' }, { name: 'more' })).rejects.toMatchObject({ code: 'conflict' });
    expect(await write(1, { [SETTINGS]: 'b' }, { name: 'd0' })).toMatchObject({ revision: 2 });
  });
});

test('altered or missing files are not handed out', async () => {
  const { write, read, contents } = desk();
  await write(0, { [SETTINGS]: 'a' });
  const [first] = contents.keys();
  await write(1, { [SETTINGS]: 'b' });
  const [, second] = contents.keys();
  contents.set(second ?? '', contents.get(first ?? '') ?? new Uint8Array());
  await expect(read()).rejects.toMatchObject({ code: 'temporarily_unavailable' });
  contents.clear();
  await expect(read()).rejects.toMatchObject({ code: 'temporarily_unavailable' });
});
