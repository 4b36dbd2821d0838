import { describe, expect, it } from 'vitest';
import type { BusinessLogicOutcome } from '../../../engine/dialogue/business-logic/protocol.ts';
import { MAX_UNKNOWN } from '../../../engine/dialogue/unknown-deeds.ts';
import { BANK_FILES, KEYWORDS } from './bank.ts';
import { answering, Conversation, loadFiles } from './support.ts';

const ASSISTANT = BANK_FILES['assistant.yaml'] ?? '';
const withAssistant = (text: string) => loadFiles({ ...BANK_FILES, 'assistant.yaml': text }, KEYWORDS);
const bank = withAssistant(ASSISTANT);
/** A bank that continues when its server does not answer. */
const goingOn = withAssistant(ASSISTANT.replace(/ {2}on_error: .*\n/, ''));

const LOST: BusinessLogicOutcome = { status: 'failed', reason: 'timeout', mayHaveActed: true };
const DEED = 'transfer_confirmed';
const COULD_NOT = /^I could not find out whether this was done: “Transfer money”\./;
const wish = (amount: number) => `send ${amount} dollars from checking to savings`;

const found = answering({ response_slots: { reference: 'R1' } });

/** Makes the server's answer to a deed get lost. */
function lose(user: Conversation): void {
  user.answer = (request) => (request.state === DEED ? LOST : found(request));
}

/** Creates a conversation with one transfer per amount, all with unknown outcomes. */
async function leftWith(amounts: readonly number[], loaded = bank): Promise<Conversation> {
  const user = new Conversation(loaded);
  for (const amount of amounts) {
    lose(user);
    await user.say(wish(amount));
    for (const query of ['yes', 'and?', 'and?', 'and?']) await user.say(query);
  }
  return user;
}

describe('a deed of unknown outcome', () => {
  it('is kept up to a limit per session, beyond which the oldest is forgotten', async () => {
    const amounts = Array.from({ length: MAX_UNKNOWN }, (_, place) => place + 1);
    const user = await leftWith(amounts);
    const kept = () => user.state.unknown?.map(({ slots }) => slots.amount?.value);
    expect(kept()?.toSorted()).toEqual(amounts);
    lose(user);
    await user.say(wish(99));
    for (const query of ['yes', 'and?', 'and?', 'and?']) await user.say(query);
    expect(kept()).toHaveLength(MAX_UNKNOWN);
    expect(kept()).toContain(99);
  });

  it('is reported in words that an author may choose', async () => {
    const texts = 'messages: {outcome_lost: {en: "Nobody knows of: {{competency}}."}}\n';
    const user = new Conversation(withAssistant(ASSISTANT + texts));
    lose(user);
    await user.say(wish(50));
    for (const query of ['yes', 'and?', 'and?']) await user.say(query);
    expect(await user.hear('and?')).toBe('Nobody knows of: Transfer money.');
  });

  it('is requested again with its own qid, query and values', async () => {
    const user = await leftWith([50]);
    const asked = user.requests.filter(({ state }) => state === DEED);
    user.answer = found;
    expect(await user.hear(wish(50))).toBe(
      'To what you asked for before (“Transfer money”): Done, reference R1.',
    );
    const last = user.requests.findLast(({ state }) => state === DEED);
    expect(last).toMatchObject({ qid: asked[0]?.qid, query: 'yes', slots: asked[0]?.slots ?? {} });
    expect(user.state.unknown).toBeUndefined();
  });

  it('is not reported at a wish of another competency', async () => {
    const user = await leftWith([50]);
    expect(await user.hear('what is my balance')).toBe('You have 20.');
    expect(user.state.unknown).toHaveLength(1);
  });

  it('does not stop another deed with another amount', async () => {
    const user = await leftWith([50]);
    const told = await user.hear(wish(60));
    expect(told).toMatch(COULD_NOT);
    expect(told).toContain('Move $60 from checking to savings?');
    user.answer = found;
    expect(await user.hear('yes')).toBe('Done, reference R1.');
    expect(user.state.unknown?.map(({ slots }) => slots.amount?.value)).toEqual([50]);
  });

  it('in a state stored by the previous release is requested again', async () => {
    const user = new Conversation(bank);
    lose(user);
    await user.say(wish(50));
    await user.say('yes');
    const { schema, frames, finished, wishes, choice, hasTold, last, kept, sessionInfo } = user.state;
    user.state = { schema, frames, finished, wishes, choice, hasTold, last, kept, sessionInfo };
    user.answer = found;
    expect(await user.hear('and?')).toBe('Done, reference R1.');
  });
});

describe('a deed that was not done', () => {
  it.each(['connection', 'status_429', 'status_403'])(
    'is not reported as done if the assistant goes on without an answer (%s)',
    async (reason) => {
      const user = new Conversation(goingOn);
      await user.say(wish(50));
      user.answer = () => ({ status: 'failed', reason });
      expect(await user.hear('yes')).toBe('I could not do that just now.');
      expect(user.state.done).toBeUndefined();
    },
  );

  it('gets the author’s text for a failed call if it was the only one', async () => {
    const user = new Conversation(bank);
    await user.say(wish(50));
    user.answer = () => ({ status: 'failed', reason: 'connection' });
    expect(await user.hear('yes')).toBe('The bank is closed.');
  });
});

describe('the answer of a deed', () => {
  it('leaves out a sentence with a missing value', async () => {
    const files = {
      ...BANK_FILES,
      'competencies/transfer.yaml': (BANK_FILES['competencies/transfer.yaml'] ?? '').replace(
        'Done, reference {{reference}}.',
        'All done. Your reference is {{reference}}. Bye.',
      ),
    };
    const user = new Conversation(loadFiles(files, KEYWORDS));
    await user.say(wish(50));
    user.answer = () => ({ status: 'answered', body: {} });
    expect(await user.hear('yes')).toBe('All done. Bye.');
  });

  it('is the author’s or default text for “done” if every sentence lacks a value', async () => {
    for (const [text, said] of [
      ['', 'Done.'],
      ['messages: {done: {en: Good.}}\n', 'Good.'],
    ] as const) {
      const user = new Conversation(withAssistant(ASSISTANT + text));
      await user.say(wish(50));
      user.answer = () => ({ status: 'answered', body: {} });
      expect(await user.hear('yes')).toBe(said);
    }
  });
});
