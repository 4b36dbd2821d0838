import { describe, expect, test } from 'vitest';
import {
  answered,
  type Call,
  type CallAnswer,
  type Heard,
  hear,
  MOST_SILENCES,
  NEW_CALL,
} from '../../../../../functions/shared/domain/voice/call.ts';
import { CALL_ANSWER, CALL_SETTINGS } from '../../../../support/memory-calls.ts';

const ANSWER = { ...CALL_ANSWER, speak: 'Which color?', choices: ['red', 'blue'] };

const words = (text: string, more: Partial<Heard> = {}): Heard =>
  ({ kind: 'words', text, isFinal: true, ...more }) as Heard;

/** Plays inputs to a call whose assistant always gives `answer`; `lines` tells what is said and asked. */
function play(heard: Heard[], { settings = CALL_SETTINGS, answer = ANSWER as CallAnswer } = {}) {
  let call: Call = NEW_CALL;
  const lines: string[] = [];
  for (const one of heard) {
    const { call: next, effect } = hear(call, one, settings);
    call = next;
    lines.push(effect.do === 'ask' ? `ask ${effect.query}` : effect.do);
    const said = effect.do === 'say' ? effect.said : undefined;
    const after = effect.do === 'ask' ? answered(call, answer, settings) : undefined;
    call = after?.call ?? call;
    const heardNow = said ?? after?.said;
    if (heardNow !== undefined) lines.push(`${heardNow.speech.text} → ${heardNow.next.do}`);
  }
  return { call, lines };
}

const START: Heard = { kind: 'start' };
const SILENCE: Heard = { kind: 'silence' };

describe('a call', () => {
  test('begins with the assistant’s welcome, or with the channel’s greeting', () => {
    expect(play([START]).lines[0]).toBe('ask ');
    expect(play([START], { settings: { ...CALL_SETTINGS, greeting: 'Hello.' } }).lines).toEqual([
      'say',
      'Hello. → listen',
    ]);
  });

  test('counts only what was answered', () => {
    const partial = words('pai', { isFinal: false });
    expect(play([START, partial, { kind: 'barge_in' }, words('paint')]).call.turn).toBe(2);
  });

  test('waits for the end of a sentence, or takes its beginning if the end never comes', () => {
    const heard = [START, words('pai', { isFinal: false }), words('paint the', { isFinal: false })];
    expect(play(heard).lines.slice(2)).toEqual(['wait', 'wait']);
    expect(play([...heard, words('paint the wall')]).lines.at(-2)).toBe('ask paint the wall');
    expect(play([...heard, words('paint the wall'), SILENCE]).lines.at(-2)).toBe('ask ');
    expect(play([...heard, SILENCE]).lines.at(-2)).toBe('ask paint the');
  });

  test('asks again after silence twice, and then hangs up with a word', () => {
    const silences = Array<Heard>(MOST_SILENCES).fill(SILENCE);
    expect(play([START, ...silences]).lines.filter((line) => line === 'ask ')).toHaveLength(3);
    const { call, lines } = play([START, ...silences, SILENCE, words('hello')]);
    expect(lines.slice(-3)).toEqual(['say', 'Goodbye. → hang_up', 'end']);
    expect(call.isOver).toBe(true);
    expect(play([START, ...silences, words('red'), SILENCE]).lines.at(-2)).toBe('ask ');
  });

  test('counts an uncertain transcript as silence if the channel sets a threshold', () => {
    const settings = { ...CALL_SETTINGS, leastConfidence: 0.4 };
    const unsure = words('mumble', { confidence: 0.3 });
    expect(play([START, unsure], { settings }).lines.at(-2)).toBe('ask ');
    expect(play([START, unsure]).lines.at(-2)).toBe('ask mumble');
    expect(play([START, words('clear', { confidence: 0.4 })], { settings }).lines.at(-2)).toBe('ask clear');
    expect(play([START, words(' ')]).lines.at(-2)).toBe('ask ');
  });

  test('takes keys as a number, as a choice, and the star as a wish to hear it again', () => {
    const digits = (pressed: string): Heard => ({ kind: 'digits', digits: pressed });
    expect(play([START, digits('42')]).lines.at(-2)).toBe('ask 42');
    const settings = { ...CALL_SETTINGS, choice: '{number}: {choice}.' };
    expect(play([START, digits('2')], { settings }).lines.at(-2)).toBe('ask blue');
    const { lines } = play([START, digits('*')]);
    expect(lines.at(-1)).toBe(lines[1]);
  });

  test('is handed over to the number of the answer, or of the channel, once', () => {
    const handsOver: CallAnswer = { ...ANSWER, handsOver: true, isWithPeople: true };
    const settings = { ...CALL_SETTINGS, handOverTo: '+15550100' };
    const numberOf = (answer: CallAnswer, used = settings) => answered(NEW_CALL, answer, used).said.next;
    expect(numberOf(handsOver)).toEqual({ do: 'dial', number: '+15550100' });
    expect(numberOf({ ...handsOver, number: '+15550111' })).toEqual({ do: 'dial', number: '+15550111' });
    expect(answered(NEW_CALL, handsOver, CALL_SETTINGS).said.next.do).toBe('listen');
    const { call } = answered(NEW_CALL, handsOver, settings);
    expect(answered(call, handsOver, settings).said.next.do).toBe('listen');
  });

  test('goes on if nobody takes it over, and ends if somebody did', () => {
    const dialed = (isAnswered: boolean): Heard => ({ kind: 'dialed', isAnswered });
    expect(play([START, dialed(false)]).lines.slice(-2)).toEqual(['say', 'Nobody. → listen']);
    expect(play([START, dialed(true)])).toMatchObject({ call: { isOver: true } });
  });

  test('lets the caller wait for people in silence', () => {
    const answer: CallAnswer = { ...ANSWER, isWithPeople: true };
    const { lines } = play([START, SILENCE, SILENCE, SILENCE, SILENCE], { answer });
    expect(lines.slice(-2)).toEqual(['say', ' → listen']);
  });

  test('ends with a goodbye, with the caller, and after a second failure', () => {
    expect(play([START], { answer: { ...ANSWER, ends: true } }).lines.at(-1)).toMatch(/hang_up$/);
    const { call, lines } = play([START, { kind: 'hang_up' }, words('hello')]);
    expect([lines.slice(-2), call.isOver, call.said]).toEqual([['end', 'end'], true, undefined]);
    const failing = { answer: 'failed' as const };
    expect(play([START, words('a')], failing).lines.filter((line) => line.includes('→'))).toEqual([
      'Sorry. → listen',
      'Sorry. → hang_up',
    ]);
    const settings = { ...CALL_SETTINGS, handOverTo: '+15550100' };
    expect(play([START, words('a')], { ...failing, settings }).lines.at(-1)).toBe('Sorry. → dial');
  });
});
