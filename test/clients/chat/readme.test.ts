import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const read = (file: string) => readFile(new URL(`../../../clients/${file}`, import.meta.url), 'utf8');

/** Returns the names in backticks in the first column of the table under a heading. */
async function documented(heading: string): Promise<string[]> {
  const section =
    (await read('chat/README.md')).split('\n## ').find((text) => text.startsWith(heading)) ?? '';
  return Array.from(section.matchAll(/^\| `([a-z-]+)/gim), ([, name = '']) => name).sort();
}

/** Returns the member names of an interface in the element's types. */
async function declared(name: string): Promise<string[]> {
  const body = (await read('typescript/chat.ts')).split(`interface ${name} `)[1]?.split('\n}')[0] ?? '';
  return Array.from(body.matchAll(/^ {2}'?([a-z-]+)'?[?:(]/gim), ([, member = '']) => member).sort();
}

test.each([
  ['Attributes', 'ChatAttributes', 16],
  ['Properties and methods', 'ChatElement', 5],
  ['Events', 'ChatEvents', 4],
])('the README of the chat element lists the %s of its types', async (heading, name, count) => {
  const names = await documented(heading);
  expect(names).toEqual(await declared(name));
  expect(names).toHaveLength(count);
});

test('the README of the chat element lists the parts of the chat', async () => {
  const sources = await Promise.all(
    ['launcher', 'options', 'rating', 'render', 'view'].map((file) => read(`chat/${file}.ts`)),
  );
  const used = sources
    .join()
    .matchAll(/part: [`']([\w -]+)/g)
    .flatMap(([, names = '']) => names.trim().split(' '));
  const list = (await read('chat/README.md')).split('`::part(…)`:')[1]?.split('\n')[0] ?? '';
  const listed = Array.from(list.matchAll(/`([a-z]+)`/g), ([, name = '']) => name);
  expect([...new Set(used)].filter((name) => !listed.includes(name))).toEqual([]);
});
