import { describe, expect, test } from 'vitest';
import { callerOf, documentOf, heardIn, stepOf } from '../../../functions/channel-voice/twilio.ts';
import type { CallReply } from '../../../functions/shared/domain/voice/conversation.ts';
import { speechOf } from '../../../functions/shared/domain/voice/speech.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const SOUND = { locale: 'de-DE', oneMoment: 'Moment.' };
const addressOf = (query: string) => `https://parley.example/call${query}`;

const document = (
  reply: CallReply,
  { wait = 0, ...sound }: { wait?: number; voice?: string; choice?: string } = {},
) => documentOf(reply, wait, addressOf, { ...SOUND, ...sound }).replace(HEAD, '');

const said = (speak: string, more: object = {}, choices: string[] = []): CallReply => ({
  do: 'say',
  turn: 3,
  said: { speech: speechOf({ speak, lines: [], choices }), choices, next: { do: 'listen' }, ...more },
});

const heard = (parameters: Record<string, string>, turn: number | 'resume' = 1) =>
  heardIn(new Map(Object.entries({ CallStatus: 'in-progress', ...parameters })), turn);

describe('the input that Twilio heard', () => {
  test.each([
    [{}, 0, { kind: 'start' }],
    [{ CallStatus: 'ringing' }, 0, { kind: 'start' }],
    [{ Digits: '', SpeechResult: '' }, 1, { kind: 'silence' }],
    [{ Digits: '12' }, 1, { kind: 'digits', digits: '12' }],
    [
      { SpeechResult: 'red', Confidence: '0.5' },
      1,
      { kind: 'words', text: 'red', isFinal: true, confidence: 0.5 },
    ],
    // Some recognisers give no confidence, others 0.
    [{ SpeechResult: 'red', Confidence: '0.0' }, 1, { kind: 'words', text: 'red', isFinal: true }],
    [{ SpeechResult: ` red\0 ` }, 1, { kind: 'words', text: 'red', isFinal: true }],
    [{ SpeechResult: 'red' }, 1, { kind: 'words', text: 'red', isFinal: true }],
    [{ DialCallStatus: 'completed' }, 1, { kind: 'dialed', isAnswered: true }],
    [{ DialCallStatus: 'busy' }, 1, { kind: 'dialed', isAnswered: false }],
    [{ CallStatus: 'completed', DialCallStatus: 'completed' }, 1, { kind: 'hang_up' }],
    [{ CallStatus: 'no-answer' }, 0, { kind: 'hang_up' }],
  ] as const)('%j in turn %i is %j', (parameters, turn, expected) => {
    expect(heard(parameters, turn)).toEqual(expected);
  });

  test('is cut at the maximum length of a query', () => {
    expect(heard({ SpeechResult: 'a'.repeat(5000) })).toMatchObject({ text: 'a'.repeat(4096) });
  });

  test('belongs to a caller with a number, or to this call alone', () => {
    const from = (value: string) => callerOf(new Map([['From', value]]), 'CA1');
    expect(['+14155550100', 'sip:ann@example.com', 'client:ann'].map(from)).toEqual([
      '+14155550100',
      'sip:ann@example.com',
      'client:ann',
    ]);
    expect(['anonymous', '', 'Restricted'].map(from)).toEqual(['CA1', 'CA1', 'CA1']);
  });
});

describe('the address of an input', () => {
  const step = (query: string) => {
    const parameters = new URLSearchParams(query);
    return stepOf(new Map([...parameters.keys()].map((name) => [name, parameters.getAll(name)])));
  };

  test('names its place in the call', () => {
    const isAfterRelay = false;
    expect(step('')).toEqual({ turn: 0, isAfterRelay, wait: 0, query: '' });
    expect(step('?turn=3')).toEqual({ turn: 3, isAfterRelay, wait: 0, query: '?turn=3' });
    expect(step('?turn=0&wait=2')).toEqual({ turn: 0, isAfterRelay, wait: 2, query: '?turn=0&wait=2' });
    expect(step('?resume=1')).toEqual({ turn: 'resume', isAfterRelay, wait: 0, query: '?resume=1' });
    expect(step('?relay=1')).toEqual({ turn: 0, isAfterRelay: true, wait: 0, query: '?relay=1' });
  });

  test('has one form, so the same input in another form is never signed', () => {
    for (const query of [
      '?turn=03',
      '?turn=-1',
      '?turn=3&more=1',
      '?turn=99999',
      '?wait=1',
      '?resume=2',
      '?relay=2',
      '?relay=1&turn=1',
      '?turn=1e1',
    ]) {
      expect(step(query).query).not.toBe(query);
    }
  });
});

describe('a document for Twilio', () => {
  test('speaks, listens for words and keys, and takes silence as an input', () => {
    expect(document(said('Welche <Farbe>?', {}, ['rot', 'blau, hell']))).toBe(
      '<Response><Gather input="dtmf speech" language="de-DE" timeout="5" speechTimeout="auto"' +
        ' actionOnEmptyResult="true" hints="rot, blau hell" action="https://parley.example/call?turn=3" method="POST">' +
        '<Say language="de-DE">Welche &lt;Farbe&gt;?\nrot.\nblau, hell.</Say></Gather></Response>',
    );
  });

  test('takes the first key as a choice, unless choices have numbers', () => {
    const menu = { choice: '{number} {choice}' };
    expect(document(said('Which?', {}, ['red', 'blue']), menu)).toContain(' numDigits="1"');
    expect(document(said('Which?', {}, ['2 people']), menu)).not.toContain('numDigits');
    expect(document(said('Which?', {}, ['red', 'blue']))).not.toContain('numDigits');
    expect(document(said('Which?', {}, []), menu)).not.toContain('numDigits');
  });

  test('has SSML for a chosen voice, and plain words for any other', () => {
    const reply = said('<speak>Hi<break time="1s"/> Ann</speak>');
    expect(document(reply, { voice: 'Polly.Vicki' })).toContain(
      '<Say language="de-DE" voice="Polly.Vicki">Hi<break time="1s"/> Ann</Say>',
    );
    expect(document(reply)).toContain('<Say language="de-DE">Hi Ann</Say>');
  });

  test('divides text that is too long for Twilio', () => {
    const says = document(said('word '.repeat(2000))).match(/<Say[^>]*>[^<]*<\/Say>/g) ?? [];
    expect(says).toHaveLength(3);
    expect(Math.max(...says.map((say) => say.length))).toBeLessThan(4096);
  });

  test('listens longer while a caller waits for a person', () => {
    expect(document(said(''))).toMatch(/ timeout="30" .*method="POST"><\/Gather>/);
  });

  test('calls a number, and ends the call', () => {
    expect(document(said('Wait.', { next: { do: 'dial', number: '+14155550100' } }))).toBe(
      '<Response><Say language="de-DE">Wait.</Say><Dial action="https://parley.example/call?turn=3" method="POST"' +
        ' timeout="30" answerOnBridge="true"><Number>+14155550100</Number></Dial></Response>',
    );
    expect(document(said('Bye.', { next: { do: 'hang_up' } }))).toContain('Bye.</Say><Hangup/>');
    expect(document({ do: 'end' })).toBe('<Response><Hangup/></Response>');
  });

  test('says “one moment” once, then has Twilio ask again until there is an answer', () => {
    expect(document({ do: 'come_back', turn: 2 })).toBe(
      '<Response><Say language="de-DE">Moment.</Say>' +
        '<Redirect method="POST">https://parley.example/call?turn=2&amp;wait=1</Redirect></Response>',
    );
    expect(document({ do: 'come_back', turn: 2 }, { wait: 1 })).toBe(
      '<Response><Pause length="1"/>' +
        '<Redirect method="POST">https://parley.example/call?turn=2&amp;wait=2</Redirect></Response>',
    );
  });
});
