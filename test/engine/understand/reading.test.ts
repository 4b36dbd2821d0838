import { expect, test } from 'vitest';
import { ACTS, type Act } from '../../../engine/understand/acts/acts.ts';
import { CERTAINTY } from '../../../engine/understand/certainty.ts';
import { settingsOf } from '../dialogue/languages.ts';
import { Conversation, did, loadFiles, shippedActs } from '../dialogue/support.ts';

/** Loads a competency that is itself about cancelling, and records the texts whose acts are read. */
function callingOff() {
  const read: string[] = [];
  const loaded = loadFiles(
    {
      'assistant.yaml': settingsOf('club', ['en']),
      'competencies/membership_cancel.yaml': `
competency: membership_cancel
title: {en: Cancel a membership}
slots:
  reason: {entity: reason, required: true, ask: {en: Why?}}
states:
  membership_cancel:
    utterances: {en: [cancel my membership, I want to cancel, end my membership, stop it, close it]}
    transitions: [{on: "yes", to: ended}, {on: "no", to: root}]
    say: {en: "Shall I?"}
  ended: {terminal: true, say: {en: Ended.}}
`,
      'entities/reason.yaml': 'entity: reason\nvalues: {money: {en: [money]}, time: {en: [time]}}\n',
    },
    { membership: 'membership_cancel' },
    (language) => {
      const reader = shippedActs(language);
      return (
        reader && {
          ...reader,
          read: (text, awaited, prompt) => {
            read.push(text);
            return reader.read(text, awaited, prompt);
          },
        }
      );
    },
  );
  const classified: string[] = [];
  const classifiers = new Map(
    [...loaded.classifiers].map(([language, classifier]) => [
      language,
      {
        ...classifier,
        classify: (text: string) => {
          classified.push(text);
          return classifier.classify(text);
        },
      },
    ]),
  );
  return { conversation: new Conversation({ ...loaded, classifiers }), read, classified };
}

test('repeating a wish to cancel something does not cancel the competency itself', async () => {
  const { conversation } = callingOff();
  await conversation.say('cancel my membership');
  const result = await conversation.say('cancel the membership');
  expect(did(result)).not.toContain('cancel');
  expect(conversation.frame?.state).toBe('membership_cancel');
});

test('a plain yes or a reply of small words and values needs no classifier, a longer one does', async () => {
  const { conversation, classified } = callingOff();
  await conversation.say('cancel my membership');
  classified.length = 0;
  await conversation.say('the money please');
  expect(conversation.frame?.slots.reason).toMatchObject({ value: 'money' });
  expect(did(await conversation.say('yes please'))).toContain('affirm');
  expect(classified).toEqual([]);
  await conversation.say('end my membership');
  await conversation.say('the time it takes me');
  expect(classified).toContain('the time it takes me');
});

test('the title of the current competency is read only once per version', async () => {
  const { conversation, read } = callingOff();
  await conversation.say('cancel my membership');
  await conversation.say('cancel the membership');
  await conversation.say('cancel that membership');
  await conversation.say('cancel this membership');
  expect(read.filter((text) => text === 'Cancel a membership')).toHaveLength(1);
});

test('a remark does no deed, however much it resembles replies that agree', async () => {
  const acts: Record<string, Partial<Record<Act, number>>> = {
    'she will be so happy': { affirm: 0.43, chatter: 0.55, assent: 0.94, reservation: 0.09 },
    'yes she will be so happy': { affirm: 0.97, chatter: 0.55, assent: 0.94, reservation: 0.09 },
  };
  const none = Object.fromEntries(ACTS.map((act) => [act, 0])) as Record<Act, number>;
  const loaded = loadFiles(
    {
      'assistant.yaml': settingsOf('shop', ['en']),
      'competencies/order.yaml': `
competency: order
states:
  order:
    utterances: {en: [order a present, order flowers, a present please, flowers please, send flowers]}
    transitions: [{on: "yes", to: ordered}, {on: "no", to: root}]
    say: {en: "Shall I order it?"}
  ordered: {terminal: true, deed: true, say: {en: Ordered.}}
`,
    },
    { present: 'order' },
    () => ({
      read: (text) => ({ likelihood: { ...none, ...acts[text] }, on: () => ({ start: 0, end: 0 }) }),
    }),
  );
  for (const [reply, outcome] of [
    ['she will be so happy', []],
    ['yes she will be so happy', ['affirm']],
  ] as const) {
    const user = new Conversation(loaded);
    await user.say('order a present');
    expect(did(await user.say(reply)).filter((what) => what === 'affirm')).toEqual(outcome);
  }
});

test('a remark gives the asked value at its beginning or end, but not within it', async () => {
  const none = Object.fromEntries(ACTS.map((act) => [act, 0])) as Record<Act, number>;
  const loaded = loadFiles(
    {
      'assistant.yaml': settingsOf('shop', ['en']),
      'competencies/order.yaml': `
competency: order
slots:
  boxes: {entity: number, required: true, ask: {en: How many?}}
states:
  order:
    utterances: {en: [order a present, order boxes, boxes please, a present please, send boxes]}
    say: {en: "{{boxes}} boxes."}
`,
    },
    { present: 'order' },
    () => ({
      read: (text) => ({
        likelihood: { ...none, chatter: text.startsWith('my') ? CERTAINTY.certain : 0.94 },
        on: () => ({ start: 0, end: 0 }),
      }),
    }),
  );
  for (const [reply, boxes] of [
    ['goodness me how about 12', 12],
    ['12 and what a day that was', 12],
    ['an aunt once had 12 cats there', undefined],
    ['my daughter just turned 12', undefined],
  ] as const) {
    const user = new Conversation(loaded);
    await user.say('order a present');
    await user.say(reply);
    expect(user.frame?.slots.boxes?.value, reply).toBe(boxes);
  }
});
