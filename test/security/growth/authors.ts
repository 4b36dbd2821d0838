import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkAssistant } from '../../../authoring/check.ts';
import { compileAssistant } from '../../../authoring/compile.ts';
import { readAssistantFiles } from '../../../authoring/read.ts';
import { readCollections } from '../../../authoring/read-faq.ts';
import { readRecordings } from '../../../authoring/read-recordings.ts';
import { parseUtterance } from '../../../authoring/utterance.ts';
import { readYaml } from '../../../authoring/yaml-source.ts';
import { scanPaths } from '../../../cli/scan.ts';
import { parseTemplate } from '../../../engine/dialogue/template/parse.ts';
import { renderTemplate } from '../../../engine/dialogue/template/render.ts';
import { passagesOf } from '../../../engine/faq/passages.ts';
import { spokenText } from '../../../engine/faq/spoken-text.ts';
import { termsOfLong } from '../../../engine/faq/terms.ts';
import { patternRecognizer } from '../../../engine/values/pattern-recognizer.ts';
import { newAppKey } from '../../../functions/shared/domain/credentials/secrets.ts';
import { utteranceOf } from '../../engine/values/support.ts';
import type { Entrance } from './entrance.ts';
import { ANY_TEXT, DATA, fill, MARKUP, VALUES } from './shapes.ts';

const LONG = 16 * 1024;
/** Size for YAML, whose parser takes milliseconds per kilobyte. */
const YAML = 4 * 1024;

const markdown = (text: string) => readCollections({ 'faq/help/a.md': text });
const render = (value: unknown) =>
  renderTemplate(
    '{{a}} {{a | money}} {{a | number}} {{a | date}} {{a | list}} {{#each b}}{{this}}{{/each}}',
    {
      data: { a: value, b: [value, value] },
      language: 'en',
      currency: 'EUR',
      escape: true,
    },
  );

const DOCUMENTS: Entrance[] = [
  ...['', '```\n', 'text ', '# ', '- '].flatMap((before): Entrance[] => [
    {
      name: `Markdown that is spoken after ${JSON.stringify(before)}`,
      size: LONG,
      shapes: [...ANY_TEXT, ...MARKUP],
      read: (text) => spokenText(`${before}${text}b\n\`\`\``),
    },
    {
      name: `Markdown that is split after ${JSON.stringify(before)}`,
      size: LONG,
      shapes: [...ANY_TEXT, ...MARKUP],
      read: (text) => passagesOf(`${before}${text}b`),
    },
  ]),
  {
    name: 'terms of a document',
    size: LONG,
    shapes: [...ANY_TEXT, ...MARKUP],
    read: (text) => termsOfLong(text, 'en'),
  },
  {
    name: 'a document below its front matter',
    size: LONG,
    shapes: [...ANY_TEXT, ...MARKUP],
    read: (text) => markdown(`---\ntags: [a]\n---\n${text}`),
  },
  {
    name: 'a document with no end of its front matter',
    size: YAML,
    shapes: ['---a\n', '--- ', '---', '\n', ' ', 'a: b\n', '- '],
    read: (text) => markdown(`---\n${text}`),
  },
];

const FILES: Entrance[] = [
  { name: 'YAML', size: YAML, shapes: [...ANY_TEXT, ...DATA], read: (text) => readYaml('a.yaml', text) },
  {
    name: 'YAML in flow style',
    size: YAML,
    shapes: [...ANY_TEXT, ...DATA],
    read: (text) => readYaml('a.yaml', `a: [${text}`),
  },
  {
    name: 'a mapping of many keys',
    size: 128 * 1024,
    shapes: ['x'],
    read: ({ length }) =>
      readYaml('a.yaml', Array.from({ length: length / 10 }, (_, at) => `key${at}: a\n`).join('')),
  },
  {
    name: 'a recording',
    size: YAML,
    shapes: [...DATA, '[1],', '[{"status":"x"}],'],
    read: (text) => readRecordings({ 'tests/recorded/a.json': `[${text}` }, new Map([['tests/a.yaml', 1]])),
  },
  { name: 'a template', size: LONG, shapes: [...ANY_TEXT, ...MARKUP], read: parseTemplate },
  {
    name: 'a tag of a template',
    size: LONG,
    shapes: ANY_TEXT,
    read: (text) => [parseTemplate(`{{${text}}}`), parseTemplate(`{{#if ${text}}}`)],
  },
  { name: 'a value in a template', size: LONG, shapes: [...ANY_TEXT, ...VALUES, 'P1D', '1Y'], read: render },
  {
    name: 'many values in a template',
    size: LONG,
    shapes: ['x'],
    read: ({ length }) => render(Array.from({ length }, (_, at) => ({ value: at }))),
  },
  { name: 'an utterance', size: LONG, shapes: [...ANY_TEXT, ...MARKUP], read: parseUtterance },
  {
    name: 'what matches an author’s pattern',
    size: 4096,
    shapes: [...ANY_TEXT, ...VALUES],
    read: (text) => [
      patternRecognizer('[A-Z]{2}[0-9]{3,9}(?:-[A-Z0-9]+)*', true)(utteranceOf(text)),
      patternRecognizer('(?:[a-z0-9]+ ?)+x|[a-z].*z|a', true)(utteranceOf(text)),
    ],
  },
];

const ASSISTANT =
  'schema: 1\nname: big\nlanguages: {default: en, supported: [en]}\nout_of_scope: {say: {en: No.}}\n';

const competency = (slot: string, utterances: readonly string[]) => `competency: all
slots:
  s: {entity: ${slot}}
states:
  all:
    terminal: true
    utterances:
      en:
${utterances.map((utterance) => `        - ${JSON.stringify(utterance)}`).join('\n')}
    say: {en: Fine.}
`;
const folder = (slot: string, utterances: readonly string[]) =>
  readAssistantFiles({ 'assistant.yaml': ASSISTANT, 'competencies/all.yaml': competency(slot, utterances) });

/** Assistant folders with something long or numerous, and a file that is scanned for keys. */
const FOLDERS: Entrance[] = [
  {
    name: 'an utterance of many marked values',
    size: LONG,
    shapes: ['[5](s) ', '[5](s)', 'a[5](s) b '],
    read: (text) => {
      const utterance = text.slice(0, text.lastIndexOf(')') + 1);
      return compileAssistant(folder('number', ['one', 'two', 'three', 'four', utterance]));
    },
  },
  {
    name: 'a competency of many utterances with free text',
    size: 4 * LONG,
    shapes: ['x'],
    read: ({ length }) =>
      checkAssistant(
        folder(
          'text',
          Array.from({ length: length / 32 }, (_, at) => `say [value ${at} of it](s) now ${at}`),
        ),
      ),
  },
  {
    name: 'an entity of many wrong values',
    size: LONG,
    shapes: ['x'],
    read: ({ length }) => {
      const values = Array.from({ length: length / 16 }, (_, at) => `  v${at}: 5\n`).join('');
      return readAssistantFiles({
        'assistant.yaml': ASSISTANT,
        'entities/e.yaml': `entity: e\nvalues:\n${values}`,
      });
    },
  },
  {
    name: 'a file that is searched for keys',
    size: 256 * 1024,
    shapes: [
      'cak_',
      `cak_${fill('0', 36)} `,
      `${newAppKey((size) => new Uint8Array(size))}\n`,
      '\n',
      'cak_0',
    ],
    read: async (text) => {
      const folder = await mkdtemp(join(tmpdir(), 'growth-'));
      try {
        await writeFile(join(folder, 'file'), text);
        for await (const _ of scanPaths([folder]));
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  },
];

/** Texts from authors, and files that operators scan. */
export const AUTHORS: readonly Entrance[] = [...DOCUMENTS, ...FILES, ...FOLDERS];
