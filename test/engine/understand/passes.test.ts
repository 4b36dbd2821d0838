import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { countedKernels } from '../../../bench/turns/counted-kernels.ts';
import { loadEncoder } from '../../../engine/classify/encoder/encoder.ts';
import { MAX_TOKENS } from '../../../engine/classify/encoder/tokenizer.ts';
import { ENCODER_DIRECTORY } from '../../../engine/train/encoder/build.ts';
import { actReaderFile, loadActReader, wordActReaderFile } from '../../../engine/understand/acts/reader.ts';
import { settingsOf } from '../dialogue/languages.ts';
import { Conversation, did, keywordClassifier, loadFiles } from '../dialogue/support.ts';

const FILES = {
  'assistant.yaml': settingsOf('club', ['en']),
  'competencies/membership_cancel.yaml': `
competency: membership_cancel
title: {en: Cancel a membership}
states:
  membership_cancel:
    utterances: {en: [cancel my membership, end my membership]}
    transitions: [{on: "yes", to: ended}, {on: "no", to: root}]
    say: {en: "Shall I?"}
  ended: {terminal: true, say: {en: Ended.}}
`,
  'competencies/table_book.yaml': `
competency: table_book
title: {en: Book a table}
slots:
  people: {entity: number, required: true, ask: {en: How many people?}}
states:
  table_book:
    utterances: {en: [book a table, i want a table]}
    terminal: true
    say: {en: 'Booked for {{people}}.'}
`,
};

/** Creates a conversation whose classifier and act reader share one encoder, and a count of its runs. */
function counted() {
  const { Instance } = WebAssembly;
  const calls = countedKernels();
  const encoder = loadEncoder(ENCODER_DIRECTORY);
  WebAssembly.Instance = Instance;
  const readerOf = (file: string) =>
    loadActReader(readFileSync(path.join(ENCODER_DIRECTORY, file)), () => encoder, ENCODER_DIRECTORY);
  const acts = { ...readerOf(actReaderFile('en')), byWords: readerOf(wordActReaderFile('en')) };
  const keywords = keywordClassifier({ membership: 'membership_cancel', table: 'table_book' });
  const classify = (text: string) => {
    encoder.means(text);
    return keywords.classify(text);
  };
  return { conversation: new Conversation(loadFiles(FILES, { classify }, () => acts)), calls };
}

test('labels and acts of a query of one clause share one run of the encoder', async () => {
  const { conversation, calls } = counted();
  calls.take();
  expect(did(await conversation.say('cancel the membership of my brother'))).toContain('start');
  expect(calls.take().passes).toBe(1);
});

test('a reply of small words alone runs no encoder', async () => {
  const { conversation, calls } = counted();
  await conversation.say('cancel my membership');
  calls.take();
  expect(did(await conversation.say('yes please'))).toContain('affirm');
  expect(calls.take().passes).toBe(0);
});

test('a reply that is certainly a yes by its words runs no encoder', async () => {
  const { conversation, calls } = counted();
  await conversation.say('cancel my membership');
  calls.take();
  expect(did(await conversation.say('lovely, go for it'))).toContain('affirm');
  expect(calls.take().passes).toBe(0);
});

test('a yes that its words leave open is read with the encoder', async () => {
  const { conversation, calls } = counted();
  await conversation.say('cancel my membership');
  calls.take();
  expect(did(await conversation.say('yes, the sooner the better'))).toContain('affirm');
  expect(calls.take().passes).toBeGreaterThan(0);
});

test('an answer of values that the reader of words has never seen runs no encoder', async () => {
  const { conversation, calls } = counted();
  await conversation.say('book a table');
  calls.take();
  expect(did(await conversation.say('97202'))).toContain('set');
  expect(calls.take().passes).toBe(0);
});

test('an answer of values and small words runs no encoder', async () => {
  const { conversation, calls } = counted();
  await conversation.say('book a table');
  calls.take();
  expect(did(await conversation.say('for six please'))).toContain('set');
  expect(calls.take().passes).toBe(0);
});

test('the parts of a yes share the run of the whole reply', async () => {
  const { conversation, calls } = counted();
  await conversation.say('cancel my membership');
  calls.take();
  expect(did(await conversation.say('brilliant, carry on'))).toContain('affirm');
  expect(calls.take().passes).toBe(1);
});

test('the parts of a reply are read separately if the whole leaves its reservation open', async () => {
  const { conversation, calls } = counted();
  await conversation.say('cancel my membership');
  calls.take();
  expect(did(await conversation.say('too early for me. yes, end it'))).toContain('affirm');
  expect(calls.take().passes).toBeGreaterThan(1);
});

describe('of a query that is longer than the encoder reads, only short clauses are read beside the whole:', () => {
  const story =
    'well my sister was here and she said that it rained so then we all went home to have some tea '.repeat(
      8,
    );
  test.each([
    [
      'several wishes and the rest',
      null,
      `book a table. cancel my membership. she said so. we came. ${story}`,
    ],
    ['a question before a reply', 'cancel my membership', `how long does the lift take? yes. ${story}`],
    ['a remark before a reply', 'cancel my membership', `so, my sister was here, oh, ${story}, yes end it`],
  ])('%s', async (_, before, query) => {
    const { conversation, calls } = counted();
    if (before !== null) await conversation.say(before);
    calls.take();
    await conversation.say(query);
    const { tokens } = calls.take();
    expect(tokens).toBeGreaterThanOrEqual(MAX_TOKENS);
    expect(tokens).toBeLessThan(1.5 * MAX_TOKENS);
  });
});
