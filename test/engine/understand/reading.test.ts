import { expect, test } from 'vitest';
import { Conversation, did, loadFiles, shippedActs } from '../dialogue/support.ts';

/** A competency that is itself for cancelling, and the texts of which acts were read. */
function callingOff() {
  const read: string[] = [];
  const loaded = loadFiles(
    {
      'assistant.yaml': `
schema: 1
name: club
languages: {default: en, supported: [en]}
out_of_scope: {say: {en: Memberships only.}}
`,
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
  return { conversation: new Conversation(loaded), read };
}

test('who wishes again for what is under way, and is itself for cancelling, leaves nothing', async () => {
  const { conversation } = callingOff();
  await conversation.say('cancel my membership');
  const result = await conversation.say('cancel the membership');
  expect(did(result)).not.toContain('cancel');
  expect(conversation.frame?.state).toBe('membership_cancel');
});

test('the title of what is under way is read for the first of a version’s queries alone', async () => {
  const { conversation, read } = callingOff();
  await conversation.say('cancel my membership');
  await conversation.say('cancel the membership');
  await conversation.say('cancel that membership');
  await conversation.say('cancel this membership');
  expect(read.filter((text) => text === 'Cancel a membership')).toHaveLength(1);
});
