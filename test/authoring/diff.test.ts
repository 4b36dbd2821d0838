import { expect, it } from 'vitest';
import { diffAssistants, formatDifference } from '../../authoring/diff.ts';
import { readAssistantFiles } from '../../authoring/read.ts';

const FILES = {
  'assistant.yaml': `schema: 1
name: cafe
languages: { default: en, supported: [en] }
out_of_scope: { say: { en: No. } }
`,
  'competencies/hours.yaml': `competency: hours
states:
  hours:
    utterances: { en: [when are you open, opening hours] }
    transitions: [{ on: "yes", to: closed }]
    say: { en: From 7. }
  closed: { terminal: true, say: { en: Closed. } }
`,
  'faq/help/pets.md': '---\ntitle: Pets\ntags: [visit]\n---\nDogs may come in.\n',
};

const diff = (changes: Record<string, string>) =>
  diffAssistants(readAssistantFiles(FILES), readAssistantFiles({ ...FILES, ...changes })).map(
    formatDifference,
  );
const hours = (from: string, to: string) => ({
  'competencies/hours.yaml': FILES['competencies/hours.yaml'].replace(from, to),
});

it('ignores layout, comments, file names and the order of utterances', () => {
  const { 'competencies/hours.yaml': text, ...others } = FILES;
  const moved = text.replace('[when are you open, opening hours]', '[opening hours, when are you open]');
  const after = { ...others, 'competencies/other.yaml': `# moved\n${moved}` };
  expect(diffAssistants(readAssistantFiles(FILES), readAssistantFiles(after))).toEqual([]);
});

it.each([
  [
    hours('opening hours', 'are you closed'),
    [
      '- competency hours › state hours › utterances › en › "opening hours"',
      '+ competency hours › state hours › utterances › en › "are you closed"',
    ],
  ],
  [hours('From 7.', 'From 8.'), ['~ competency hours › state hours › say › en: "From 7." → "From 8."']],
  [
    hours('to: closed', 'to: root'),
    [
      '- competency hours › state hours › transitions › transition yes → closed',
      '+ competency hours › state hours › transitions › transition yes → root',
    ],
  ],
  [
    { 'competencies/tip.yaml': 'competency: tip\nstates: { tip: { say: { en: Ta. } } }\n' },
    ['+ competency tip'],
  ],
])('reports what changed by %j', (changes, expected) => {
  expect(diff(changes)).toEqual(expected);
});

it('reports changed and added documents of a collection', () => {
  const changes = {
    'faq/help/pets.md': FILES['faq/help/pets.md'].replace('Dogs', 'Cats'),
    'faq/help/wifi.md': '# Wifi\nIt is free.\n',
  };
  expect(diff(changes)).toEqual([
    expect.stringMatching(/^~ faq help › pets\.md › text: \w{12} → \w{12}$/),
    '+ faq help › wifi.md',
  ]);
});
