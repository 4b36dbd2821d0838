import { describe, expect, test } from 'vitest';
import { queryOfDigits, speechOf } from '../../../../../functions/shared/domain/voice/speech.ts';

const NUMBERED = 'Press {number} for {choice}.';
const answer = (speak: string, choices: string[] = [], lines: string[] = []) => ({ speak, choices, lines });

describe('what is said', () => {
  test('is plain text, whatever signs it has', () => {
    expect(speechOf(answer('a < b & "c"'))).toEqual({
      text: 'a < b & "c"',
      xml: 'a &lt; b &amp; &quot;c&quot;',
    });
  });

  test('is SSML if the author wrote SSML, and its choices are plain text after it', () => {
    expect(speechOf(answer('<speak>Which<break/></speak>', ['A & B']))).toEqual({
      text: 'Which\nA & B.',
      xml: 'Which<break/>\nA &amp; B.',
    });
  });

  test('includes the choices unless the text names all of them', () => {
    expect(speechOf(answer('Which color?', ['red', 'blue?'])).text).toBe('Which color?\nred.\nblue?');
    expect(speechOf(answer('Red or blue?', ['red', 'blue'])).text).toBe('Red or blue?');
  });

  test('has a line of the author’s for each choice', () => {
    expect(speechOf(answer('Red or blue?', ['red', '{number}']), NUMBERED).text).toBe(
      'Red or blue?\nPress 1 for red.\nPress 2 for {number}.',
    );
  });
});

describe('a key', () => {
  test('selects a choice by its position, if callers are told so', () => {
    expect(queryOfDigits('2', ['red', 'blue'], NUMBERED)).toBe('blue');
    expect(queryOfDigits('2', ['red', 'blue'], undefined)).toBe('2');
  });

  test('is a number if there is no such choice, or if choices have numbers', () => {
    expect(queryOfDigits('3', ['red', 'blue'], NUMBERED)).toBe('3');
    expect(queryOfDigits('0', ['red', 'blue'], NUMBERED)).toBe('0');
    expect(queryOfDigits('12345', [], NUMBERED)).toBe('12345');
    expect(queryOfDigits('1', ['2 people', '1 person'], NUMBERED)).toBe('1');
    expect(queryOfDigits('#', ['red'], NUMBERED)).toBe('#');
  });
});
