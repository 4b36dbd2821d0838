import { describe, expect, test } from 'vitest';
import { termsOf } from '../../../engine/faq/terms.ts';
import type { Role } from '../../../engine/language/change.ts';
import type { Act } from '../../../engine/understand/acts/acts.ts';
import { openingRepair } from '../../../engine/understand/values/opening-repair.ts';
import { wholeAnswer } from '../../../engine/values/free-text/whole-answer.ts';
import type { Phrase } from '../values/phrases/phrase.ts';
import { Speaker } from './speaker.ts';

type Awaited = Parameters<ReturnType<Speaker['acts']>['read']>[1];

/** What people say in a language, with its meaning. In some texts the values stand in brackets. */
export interface Corpus {
  /** On Wednesday, 18 March 2026, at 10:30. */
  phrases: readonly Phrase[];
  people: readonly (readonly [text: string, count: number])[];
  /** Whole answers with the value in them. */
  answers: readonly (readonly [text: string, value: string])[];
  /** A word that leads a value of the question. */
  lead?: string;
  /** An answer that takes another back, and the answer alone. */
  repair: readonly [text: string, alone: string];
  corrections: readonly (readonly [bracketed: string, meant: string, old: string])[];
  /** Sentences that deny no value, and those that deny the only one. */
  denials: { none: readonly string[]; value?: readonly string[] };
  relative: readonly (readonly [text: string, distance: number | string])[];
  /** Words beside a value with its end of the way; the position of the value among several. */
  ends: readonly (readonly [bracketed: string, role: Role, at?: number])[];
  questions: readonly (readonly [question: string, entity: string, role: Role])[];
  /** Questions with the title of the document that answers them. */
  searches: readonly (readonly [question: string, title: string])[];
  acts: readonly (readonly [text: string, awaited: Awaited, act: Act])[];
  /** Replies that are no yes. */
  notYes?: readonly string[];
}

/** Tests that the engine reads a language as its corpus says. */
export function describeLanguage(code: string, corpus: Corpus): void {
  const speaker = new Speaker(code);
  const passed = new Set(corpus.lead === undefined ? [] : [corpus.lead]);

  describe('a value', () => {
    test.each(corpus.phrases.map((phrase) => [phrase[0], phrase[1], phrase] as const))(
      '“%s” as %s',
      (_text, _entity, phrase) => speaker.expectValue(phrase),
    );

    test.each(corpus.people)('“%s” is so many people', (text, people) => {
      expect(speaker.candidatesOf(text, 'number').map(({ value }) => value)).toEqual([people]);
    });

    test.each(corpus.answers)('is the rest of the answer “%s”', (text, value) => {
      const found = wholeAnswer(text, code, passed);
      expect(text.slice(found?.start, found?.end)).toBe(value);
    });

    test('takes another back behind a word that does so, and only there', () => {
      const repairs = corpus.repair.map((text) =>
        openingRepair({ words: speaker.wordsOf(text), language: code }),
      );
      expect(repairs).toEqual([1, 0]);
    });
  });

  describe('a correction', () => {
    test.each(corpus.corrections)('%s means the one instead of the other', (bracketed, meant, old) => {
      expect(speaker.corrected(bracketed)).toEqual([meant, old]);
    });

    test.each([
      ...corpus.denials.none.map((text) => [text, false] as const),
      ...(corpus.denials.value ?? []).map((text) => [text, true] as const),
    ])('%s denies its value: %s', (bracketed, isDenied) => {
      expect(speaker.denied(bracketed)).toEqual([isDenied]);
    });

    test.each(corpus.relative)('“%s” is told by the value before', (text, distance) => {
      expect(speaker.relativeTo(text)).toEqual([distance]);
    });

    test.each(corpus.ends.map(([bracketed, role, at = 0]) => [bracketed, role, at] as const))(
      '“%s” tells that a value is the %s of the way',
      (bracketed, role, at) => {
        expect(speaker.roleBeside(bracketed, at)).toBe(role);
      },
    );

    test.each(corpus.questions)('“%s” asks for an end of the way', (question, entity, role) => {
      expect(speaker.roleAsked(question, entity)).toBe(role);
    });
  });

  test.each(corpus.searches)('“%s” is searched for by the terms of the title “%s”', (question, title) => {
    expect(termsOf(question, code)).toEqual(termsOf(title, code));
  });

  describe('the act reader', () => {
    const reader = speaker.acts();

    test.each(corpus.acts)('tells that “%s” where a %s is awaited is: %s', (text, awaited, act) => {
      expect(reader.read(text, awaited, '').likelihood[act]).toBeGreaterThan(0.5);
    });

    test.each(corpus.notYes ?? [])('takes “%s” for no yes', (text) => {
      expect(reader.read(text, 'confirm', '').likelihood.affirm).toBeLessThan(0.5);
    });
  });
}
