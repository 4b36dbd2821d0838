import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { CODE, FILES, ROOT } from '../support/imports.ts';

const PAGES = FILES.filter((file) => file.endsWith('.md') && !/^(examples|bench\/talks|test)\//.test(file));

const read = (page: string): string => readFileSync(ROOT + page, 'utf8');
/** Returns a page without code blocks, whose brackets are not links and whose `#` are not headings. */
const prose = (page: string): string => read(page).replace(/^```[\s\S]*?^```/gm, '');

/** Returns the anchors that GitHub gives a page's headings. */
const anchorsOf = (page: string): string[] =>
  [...prose(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  );

/** Returns the links of a page that lead nowhere. */
const deadLinks = (page: string, text: string): string[] =>
  [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    const [to = '', anchor] = link.split('#');
    const file = to === '' ? page : path.posix.join(path.posix.dirname(page), to);
    if (!existsSync(ROOT + file)) return [link];
    return anchor === undefined || anchorsOf(file).includes(anchor) ? [] : [link];
  });

test.each(PAGES)('every link of %s leads to an existing file and heading', (page) => {
  expect(deadLinks(page, prose(page).replace(/`[^`\n]*`/g, ''))).toEqual([]);
});

test('a broken link is found', () => {
  expect(
    deadLinks('README.md', '[a](docs/NONE.md) [b](docs/ENGINE.md#none) [c](docs/ENGINE.md#parts)'),
  ).toEqual(['docs/NONE.md', 'docs/ENGINE.md#none']);
});

/**
 * Returns the project paths that a page names, except placeholders such as a new language or your own file.
 */
const filesIn = (page: string): string[] =>
  [
    ...read(page).matchAll(
      /`((?:authoring|bench|cli|clients|engine|examples|functions|infra|local|test)\/[\w/.-]+)`/g,
    ),
  ]
    .map(([, file = '']) => file)
    .filter((file) => !/\b(?:da|CODE|NAME)\b/.test(file));

test.each(PAGES)('every file of the project that %s names exists', (page) => {
  expect(filesIn(page).filter((file) => !existsSync(ROOT + file))).toEqual([]);
});

const scripts = Object.keys(packageJson.scripts);
/** Returns the benchmarks and npm scripts that a text runs but that do not exist. */
const unknownCommands = (text: string): string[] => [
  ...[...text.matchAll(/\bnpm run (?:--silent )?([a-z][\w:-]*)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !scripts.includes(name)),
  ...[...text.matchAll(/\bnpm run bench -- ([a-z][a-z-]*)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !['', '/run'].some((end) => existsSync(`${ROOT}bench/${name}${end}.ts`))),
];

test('every npm command that a page or a comment names exists', () => {
  const texts = [...PAGES, ...CODE.filter((file) => !file.startsWith('test/docs/'))];
  expect(texts.flatMap((file) => unknownCommands(read(file)).map((name) => `${file}: ${name}`))).toEqual([]);
  expect(unknownCommands('`npm run bench:values`, `npm run bench -- none`')).toEqual([
    'bench:values',
    'none',
  ]);
});

test('every picture of the console is shown in docs/CONSOLE.md and taken by a test', () => {
  const names = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, name = '']) => name).sort();
  const kept = FILES.flatMap((file) => /^docs\/console\/(.+)\.webp$/.exec(file)?.[1] ?? []).sort();
  const tests = CODE.filter((file) => file.startsWith('test/browser/')).map(read);
  expect(names(tests.join('\n'), /\bpicture\(page, '([\w-]+)'\)/g)).toEqual(kept);
  expect(names(read('docs/CONSOLE.md'), /\]\(console\/([\w-]+)\.webp\)/g)).toEqual(kept);
});
