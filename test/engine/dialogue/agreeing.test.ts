import { expect, it } from 'vitest';
import { settingsOf } from './languages.ts';
import { Conversation, loadFiles } from './support.ts';

/** A German service that blocks a card for good. */
const service = loadFiles(
  {
    'assistant.yaml': settingsOf('service', ['de']),
    'competencies/block.yaml': `
competency: block
states:
  block:
    utterances: {de: [karte, karte a, karte b, karte c, karte d]}
    transitions: [{on: "yes", to: block_done}, {on: "no", to: root}]
    say: {de: Ich sperre die Karte endgültig. Einverstanden?}
  block_done: {terminal: true, deed: true, say: {de: Gesperrt.}}
`,
  },
  { karte: 'block' },
);

const stateAfter = async (reply: string) => {
  const conversation = new Conversation(service, { language: 'de' });
  await conversation.say('karte');
  return (await conversation.say(reply)).classifier_state;
};

it.each(['ja, sperren', 'ja sperre sie'])(
  'a yes with the question’s own verb, in any form, is a yes: “%s”',
  async (reply) => {
    expect(await stateAfter(reply)).toBe('block_done');
  },
);

it.each(['ja, stornieren', 'ja, aufhören'])(
  'a yes with a verb of cancelling other than the question’s does no deed: “%s”',
  async (reply) => {
    expect(await stateAfter(reply)).not.toBe('block_done');
  },
);

it.each([
  'ihr seid echt flink, find ich stark',
  'so schade, da hängen Erinnerungen dran',
  'hihi, meine Schwester jubelt schon',
  'puh, der Papierkram immer',
  'als ich klein war, gab es sowas nicht',
])('a remark neither does the deed nor leaves its question: “%s”', async (remark) => {
  expect(await stateAfter(remark)).toBe('block');
});
