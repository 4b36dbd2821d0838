import { describe, expect, test } from 'vitest';
import { termsOf } from '../../../engine/faq/terms.ts';
import type { Role } from '../../../engine/language/change.ts';
import type { Act } from '../../../engine/understand/acts/acts.ts';
import { openingRepair } from '../../../engine/understand/values/opening-repair.ts';
import { wholeAnswer } from '../../../engine/values/free-text/whole-answer.ts';
import { expectValues, type Phrase } from '../values/phrases/phrase.ts';
import { Speaker } from './speaker.ts';

type Awaited = Parameters<ReturnType<Speaker['acts']>['read']>[1];

/** What people say in a language, with its meaning. In some texts, brackets mark the values. */
export interface Corpus {
  /** Phrases said on Wednesday, 18 March 2026, at 10:30. */
  phrases: readonly Phrase[];
  people: readonly (readonly [text: string, count: number])[];
  /** Whole answers with the values in them. */
  answers: readonly (readonly [text: string, value: string])[];
  /** A word before the slot's values in annotated utterances. */
  lead?: string;
  /** An answer that opens by taking back another, and the answer alone. */
  repair: readonly [text: string, alone: string];
  corrections: readonly (readonly [bracketed: string, meant: string, old: string])[];
  /** Sentences that deny no value, and sentences that deny their only value. */
  denials: { none: readonly string[]; value?: readonly string[] };
  relative: readonly (readonly [text: string, distance: number | string])[];
  /** Texts with the role of a bracketed value, and that value's position if there are several. */
  ends: readonly (readonly [bracketed: string, role: Role, at?: number])[];
  questions: readonly (readonly [question: string, entity: string, role: Role])[];
  /** Questions with the title of the document that answers them. */
  searches: readonly (readonly [question: string, title: string])[];
  acts: readonly (readonly [text: string, awaited: Awaited, act: Act])[];
  /** Replies that do not mean yes. */
  notYes?: readonly string[];
}

/** Tests that the engine reads a language as its corpus says. */
export function describeLanguage(code: string, corpus: Corpus): void {
  const speaker = new Speaker(code);
  const passed = new Set(corpus.lead === undefined ? [] : [corpus.lead]);

  describe('a value', () => {
    test('is read in every phrase', () => {
      expectValues(code, corpus.phrases);
    });

    test('is the number of people who are named', () => {
      for (const [text, people] of corpus.people)
        expect
          .soft(
            speaker.candidatesOf(text, 'number').map(({ value }) => value),
            text,
          )
          .toEqual([people]);
    });

    test('is the rest of a whole answer', () => {
      for (const [text, value] of corpus.answers) {
        const found = wholeAnswer(text, code, passed);
        expect.soft(text.slice(found?.start, found?.end), text).toBe(value);
      }
    });

    test('replaces another value only after a word of repair', () => {
      const repairs = corpus.repair.map((text) =>
        openingRepair({ words: speaker.wordsOf(text), language: code }),
      );
      expect(repairs).toEqual([1, 0]);
    });
  });

  describe('a correction', () => {
    test('means the new value instead of the old one', () => {
      for (const [bracketed, meant, old] of corpus.corrections)
        expect.soft(speaker.corrected(bracketed), bracketed).toEqual([meant, old]);
    });

    test('denies exactly the value that it means to deny', () => {
      const { none, value = [] } = corpus.denials;
      for (const bracketed of [...none, ...value])
        expect.soft(speaker.denied(bracketed), bracketed).toEqual([value.includes(bracketed)]);
    });

    test('is read relative to the value before', () => {
      for (const [text, distance] of corpus.relative)
        expect.soft(speaker.relativeTo(text), text).toEqual([distance]);
    });

    test('says which end of a trip a value is, and so does a question', () => {
      for (const [bracketed, role, at = 0] of corpus.ends)
        expect.soft(speaker.roleBeside(bracketed, at), bracketed).toBe(role);
      for (const [question, entity, role] of corpus.questions)
        expect.soft(speaker.roleAsked(question, entity), question).toBe(role);
    });
  });

  test('a question is searched for by the terms of the title that answers it', () => {
    for (const [question, title] of corpus.searches)
      expect.soft(termsOf(question, code), question).toEqual(termsOf(title, code));
  });

  test('the act reader recognises the act of each text, and reads no other text as a yes', () => {
    const reader = speaker.acts();
    for (const [text, awaited, act] of corpus.acts)
      expect.soft(reader.read(text, awaited, '').likelihood[act], text).toBeGreaterThan(0.5);
    for (const text of corpus.notYes ?? [])
      expect.soft(reader.read(text, 'confirm', '').likelihood.affirm, text).toBeLessThan(0.5);
  });
}
