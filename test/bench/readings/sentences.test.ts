import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { distinct, sentencesOfData, sentencesOfTalks, talkNames } from '../../../bench/readings/sentences.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parley-readings-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(file: string, ...rows: object[]): void {
  const place = path.join(folder, file);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

test('what users say in conversations is read in the conversation’s language, or else the assistant’s', async () => {
  const said = await sentencesOfTalks(['bank', 'kanzlei']);
  expect(new Set(said.map(({ language }) => language))).toEqual(new Set(['en', 'es', 'de']));
  expect(talkNames()).toContain('kanzlei');
});

test('from data sets, takes only what users say, in known languages', () => {
  const dialogue = {
    turns: [
      { who: 'user', text: 'a table' },
      { who: 'system', text: 'When?' },
      { who: 'user', text: 'at 7' },
    ],
  };
  for (const set of ['sgd', 'star']) write(`${set}/train.jsonl`, dialogue);
  for (const set of ['snips', 'restaurant8k', 'clinc150'])
    write(`${set}/train.jsonl`, { text: set, intent: 'a' });
  write('nlupp/hotels.jsonl', { text: 'a room', intents: [] });
  write('xsid/de.jsonl', { text: 'morgen', intent: 'a' });
  write('xsid/da.jsonl', { text: 'i morgen', intent: 'a' });
  const said = sentencesOfData(folder);
  expect(said.filter(({ language }) => language === 'en').map(({ text }) => text)).toEqual([
    'a table',
    'at 7',
    'snips',
    'restaurant8k',
    'a table',
    'at 7',
    'clinc150',
    'a room',
  ]);
  expect(said.filter(({ language }) => language !== 'en')).toEqual([{ text: 'morgen', language: 'de' }]);
});

test('the error of a missing data set names its path', () => {
  const nowhere = path.join(folder, 'nowhere');
  expect(() => sentencesOfData(nowhere)).toThrow(`${nowhere}/sgd/train.jsonl cannot be read`);
});

test('a repeated sentence is read once in each language', () => {
  const english = { text: 'in april', language: 'en' };
  const german = { text: 'in april', language: 'de' };
  const later = { text: 'now', language: 'en' };
  expect(distinct([english, later, german, { ...english }])).toEqual([english, later, german]);
});
