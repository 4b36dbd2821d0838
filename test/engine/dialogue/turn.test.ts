import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { initialState } from '../../../engine/dialogue/state.ts';
import { runs } from '../../support/runs.ts';
import { KEYWORDS, smallBank } from './bank.ts';
import { atRoot, Conversation, did, wireValues } from './support.ts';

const bank = smallBank();

describe('a turn', () => {
  it('asks for missing required slots one by one, in the order of declaration', async () => {
    const talk = new Conversation(bank);
    expect(await talk.hear('transfer money')).toBe('From which account?');
    expect(await talk.hear('checking')).toBe('To which account?');
    expect(await talk.hear('savings')).toBe('How much?');
    expect(await talk.hear('50')).toBe('Move $50 from checking to savings?');
  });

  it('takes slots from the sentence that enters the competency and names them on the wire', async () => {
    const talk = new Conversation(bank);
    const result = await talk.say('send 60 dollars from my savings to my checking account');
    expect(result).toMatchObject({
      competency: 'transfer',
      classifier_state: 'transfer',
      intent: 'transfer',
      intent_probability: 0.98,
    });
    expect(result.slots).toEqual({
      _ACCOUNT_FROM_: { type: 'string', values: [{ tokens: 'savings', resolved: -1, value: 'savings' }] },
      _ACCOUNT_TO_: {
        type: 'string',
        values: [{ tokens: 'checking account', resolved: -1, value: 'checking' }],
      },
      _AMOUNT_: {
        type: 'money',
        values: [{ tokens: '60 dollars', resolved: -1, value: 60, currency: 'USD' }],
      },
    });
  });

  it('shows the form for the screen with inserted values escaped', async () => {
    const talk = new Conversation(bank);
    const { visuals } = await talk.say('send 60 dollars from rainy_day fund to checking');
    expect(visuals.formattedResponse).toBe('Move **$60** from rainy&#95;day fund to checking?');
  });

  it('moves on a yes to the confirmed state, which speaks and ends at root with empty slots', async () => {
    const talk = new Conversation(bank);
    await talk.say('send 60 dollars from savings to checking');
    const result = await talk.say('yes please');
    expect(result).toMatchObject({ classifier_state: 'transfer_confirmed', competency: 'transfer' });
    expect(wireValues(result)).toEqual({
      _ACCOUNT_FROM_: 'savings',
      _ACCOUNT_TO_: 'checking',
      _AMOUNT_: 60,
    });
    expect(talk.state).toEqual({ ...atRoot(), done: 'transfer_confirmed' });
  });

  it('moves on a no to root with the words of the transition', async () => {
    const talk = new Conversation(bank);
    await talk.say('send 60 dollars from savings to checking');
    expect(await talk.hear('no thanks')).toBe('Nothing was moved.');
    expect(talk.state).toEqual(atRoot());
  });

  it.each([
    ['no, 70 dollars', { _AMOUNT_: 70 }],
    ['make it 80', { _AMOUNT_: 80 }],
    ['from checking instead', { _ACCOUNT_FROM_: 'checking' }],
    ['to my savings', { _ACCOUNT_TO_: 'savings' }],
  ])('reads %j as a correction and confirms again', async (correction, expected) => {
    const talk = new Conversation(bank);
    await talk.say('send 60 dollars from savings to checking');
    const result = await talk.say(correction);
    expect(wireValues(result)).toMatchObject(expected);
    expect(result.classifier_state).toBe('transfer');
    expect(result.visuals.speakableResponse).toMatch(/^Move/);
  });

  it('repeats the confirmation after neither a yes nor a no', async () => {
    const talk = new Conversation(bank);
    await talk.say('send 60 dollars from savings to checking');
    const unclear = await talk.say('purple elephants');
    expect(unclear.visuals.speakableResponse).toMatch(/Move \$60 from savings to checking\?$/);
    expect(talk.requests).toHaveLength(1);
    expect((await talk.say('yes')).classifier_state).toBe('transfer_confirmed');
  });

  it('lets another competency interrupt, whose slots start empty', async () => {
    const talk = new Conversation(bank);
    await talk.say('send 60 dollars from savings to checking');
    const result = await talk.say('what is my balance');
    expect(result).toMatchObject({ competency: 'balance', slots: {} });
    expect(result.visuals.speakableResponse).toMatch(/^You have 20\. /);
    expect(talk.requests).toHaveLength(1);
  });

  it('lets a sure wish interrupt a question although it holds a value for the slot', async () => {
    const talk = new Conversation(bank);
    await talk.say('transfer money');
    expect((await talk.say('wait, show the balance of my savings')).classifier_state).toBe('balance');
    expect(talk.frame?.slots.account_from).toBeUndefined();
    expect((await talk.say('it is my savings please')).classifier_state).toBe('transfer');
    expect(talk.frame?.slots.account_from?.value).toBe('savings');
  });

  it('keeps the slots when the same competency is entered again', async () => {
    const talk = new Conversation(bank);
    await talk.say('send 60 dollars from savings');
    expect(await talk.hear('transfer it to checking')).toBe('Move $60 from savings to checking?');
  });

  it.each(['cancel', 'never mind', 'forget it please'])(
    'leaves a competency on %j, as a no to its confirmation does',
    async (words) => {
      const talk = new Conversation(bank);
      await talk.say('transfer money');
      expect(await talk.say(words)).toMatchObject({
        competency: 'transfer',
        classifier_state: 'root',
        visuals: { speakableResponse: 'Nothing was moved.' },
      });
      expect(talk.state).toEqual({ ...atRoot(), values: undefined });
    },
  );

  it('says that there is nothing to cancel', async () => {
    const result = await new Conversation(bank).say('cancel');
    expect(result).toMatchObject({ competency: 'root', classifier_state: 'root', intent: null });
    expect(result.visuals.speakableResponse).toBe('There is nothing to cancel.');
  });

  it('answers a query without a label as out of scope and keeps the conversation', async () => {
    const talk = new Conversation(bank);
    expect(await talk.say('purple elephants')).toMatchObject({
      competency: 'out_of_scope',
      classifier_state: 'out_of_scope',
      intent: 'out_of_scope',
      intent_probability: 0.9,
      slots: {},
      bl_resp: null,
      visuals: { speakableResponse: 'Ask me about money.' },
    });
    expect(talk.state).toEqual({ ...initialState(), last: expect.anything(), heard: expect.anything() });
  });

  it('rejects a value beyond its limits and accepts the limits themselves', async () => {
    const talk = new Conversation(bank);
    expect(await talk.hear('send 5000.01 dollars from savings to checking')).toBe(
      'From 1 to 5000, please. How much?',
    );
    expect(await talk.hear('0.99')).toBe('From 1 to 5000, please. How much?');
    expect(await talk.hear('5000')).toBe('Move $5,000 from savings to checking?');
    expect(await talk.hear('no, 1 dollar')).toBe('Move $1 from savings to checking?');
  });

  it('gives up after as many failed attempts as the slot allows', async () => {
    const talk = new Conversation(bank);
    expect(await talk.hear('raise my limit')).toBe('Which limit?');
    expect(await talk.hear('purple')).toBe("Sorry, I didn't understand that. Which limit?");
    const result = await talk.say('500');
    expect(result.visuals.speakableResponse).toBe("Sorry, I still don't understand. Let's start again.");
    expect(result).toMatchObject({ competency: 'limit', classifier_state: 'root' });
    expect(result.state).toEqual({ ...atRoot(), values: undefined });
  });

  it('asks for the slots of a terminal state, then speaks and ends', async () => {
    const talk = new Conversation(bank);
    await talk.say('raise my limit');
    expect(await talk.say('twenty five')).toMatchObject({ classifier_state: 'limit' });
    expect(talk.state).toEqual(atRoot());
  });

  it('asks which of two competencies was meant and goes on with the first query', async () => {
    const talk = new Conversation(bank);
    const asked = await talk.say('send my balance of savings');
    expect(asked).toMatchObject({ competency: 'ambiguous', classifier_state: 'ambiguous' });
    expect(asked.visuals.speakableResponse).toBe('Did you mean "Transfer money" or "Check a balance"?');
    expect(await talk.hear('the second one')).toBe('Your savings holds 10.');
  });

  it.each([
    ['Check a balance', 'balance'],
    ['transfer money please', 'transfer'],
    ['the first one', 'transfer'],
    ['raise my limit', 'limit'],
  ])('after that question reads %j as %s', async (reply, competency) => {
    const talk = new Conversation(bank);
    await talk.say('send my balance');
    expect((await talk.say(reply)).competency).toBe(competency);
  });

  it('speaks the language of the query and the personality of the device', async () => {
    const spanish = new Conversation(bank, { language: 'es' });
    expect(await spanish.hear('transfiere mil doscientos dólares de la hucha a corriente')).toBe(
      '¿Paso 1200 US$ de ahorros a cuenta corriente?',
    );
    const voice = new Conversation(bank, { device: 'alexa' });
    await voice.say('send 60 dollars from savings to checking');
    expect(await voice.hear('yes')).toBe('Done.');
  });

  it('starts again if the version does not know the stored state', async () => {
    const talk = new Conversation(bank);
    await talk.say('transfer money');
    talk.state = { ...talk.state, frames: talk.state.frames.map((frame) => ({ ...frame, state: 'gone' })) };
    expect(did(await talk.say('yes'))).not.toContain('affirm');
    expect(talk.frame).toBeUndefined();
    expect(await talk.hear('transfer money')).toBe('From which account?');
  });

  it('explains itself without slot values', async () => {
    const { explanation } = await new Conversation(bank).say('send 61 dollars from savings to checking');
    expect(explanation).toMatchObject({
      outcome: 'matched',
      transitions: [{ from: 'root', to: 'transfer', on: 'classification' }],
      businessLogic: 'answered',
    });
    expect(explanation.proposals[0]).toMatchObject({ command: 'start', label: 'transfer', start: 0 });
    expect(explanation.proposals.filter(({ command }) => command === 'set')).toMatchObject([
      { slot: 'amount', start: 5, end: 15, became: 'applied' },
      { slot: 'account_from', start: 21, end: 28, became: 'applied' },
      { slot: 'account_to', start: 32, end: 40, became: 'applied' },
    ]);
    expect(JSON.stringify(explanation)).not.toMatch(/61 dollars|"61"|savings|checking/);
  });

  it('never throws, whatever is said, and its state and answer survive JSON', async () => {
    const words = fc.constantFrom(
      ...Object.keys(KEYWORDS),
      'yes',
      'no',
      'cancel',
      'checking',
      'savings',
      '50',
      '$',
      'from',
      '{{x}}',
      '__proto__',
      'constructor',
    );
    const query = fc.oneof(
      fc.array(words, { maxLength: 8 }).map((list) => list.join(' ')),
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(query, { maxLength: 6 }),
        fc.constantFrom('en', 'es'),
        async (queries, language) => {
          const talk = new Conversation(bank, { language });
          for (const text of queries) {
            const result = await talk.say(text);
            expect(JSON.parse(JSON.stringify(result.state))).toEqual(result.state);
            expect(result.visuals.speakableResponse.isWellFormed()).toBe(true);
            expect(result.visuals.speakableResponse).not.toBe('');
          }
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it.each([
    '1 ',
    '1.',
    '$1 ',
    'send ',
    'checking ',
    'one hundred and ',
    '111 ',
    "'",
    '[x](amount) ',
    '\u0000',
    '\ud800',
    'é\u0301',
  ])('answers 4,096 characters of %j in bounded time', async (piece) => {
    const talk = new Conversation(bank);
    await talk.say('transfer money');
    // Measures this process's CPU time, since other processes keep the machine busy.
    const began = process.cpuUsage();
    await talk.say(piece.repeat(4096).slice(0, 4096));
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1000).toBeLessThan(1000);
  });
});
