import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { acceptedYaml, isLabel, isMasked, kindsFor } from '../../../clients/console/accepted.ts';
import { LISTED_OUTCOMES } from '../../../clients/console/outcomes.ts';
import { MASK } from '../../../functions/shared/domain/conversations/masking.ts';

describe('the file of accepted phrases', () => {
  test('lists each label once, with its utterances by language, of any characters', () => {
    const odd = 'say "no": - it\'s #1\n\ttab \\ ünïcode 🙂 كم';
    const yaml = acceptedYaml(
      [
        { kind: 'utterance', label: 'balance', language: 'en', utterances: ['what have I got', odd] },
        { kind: 'utterance', label: 'cards', language: 'no', utterances: ['kort'] },
        { kind: 'utterance', label: 'balance', language: 'es', utterances: ['¿cuánto tengo?'] },
        { kind: 'utterance', label: 'balance', language: 'en', utterances: ['what have I got'] },
      ],
      '2030-01-31',
    );
    expect(parse(yaml)).toEqual([
      { label: 'balance', utterances: { en: ['what have I got', odd], es: ['¿cuánto tengo?'] } },
      { label: 'cards', utterances: { no: ['kort'] } },
    ]);
    expect(yaml.split('\n')[0]).toBe('# What went wrong and was accepted in the console on 2030-01-31.');
  });

  test('has values and questions in comments, each with its destination', () => {
    const yaml = acceptedYaml(
      [
        { kind: 'value', label: 'Seattle', slot: 'city', language: 'en', utterances: ['the emerald city'] },
        { kind: 'document', label: 'Opening hours', language: 'en', utterances: ['are you open\non Sunday'] },
      ],
      '2030-01-31',
    );
    expect(parse(yaml)).toEqual([]);
    expect(yaml).toContain('slot city: "Seattle", en:\n#   - "the emerald city"\n');
    expect(yaml).toContain('document "Opening hours", en:\n#   - "are you open\\non Sunday"\n');
  });

  test('has the kinds that each outcome allows, and none for a refused value', () => {
    expect(Object.fromEntries(LISTED_OUTCOMES.map((outcome) => [outcome, kindsFor(outcome)]))).toEqual({
      not_understood: ['utterance'],
      value_not_read: ['value', 'utterance'],
      value_refused: [],
      not_in_documents: ['document', 'utterance'],
      out_of_scope: ['utterance', 'document'],
      corrected: ['utterance'],
    });
  });

  test('recognises masked texts', () => {
    expect(isMasked(`call me at ${MASK}`)).toBe(true);
    expect(isMasked('call me')).toBe(false);
  });

  test.each([
    ['transfer', true],
    ['order_status-2', true],
    ['überweisung', true],
    ['', false],
    ['two words', false],
    ['2nd', false],
    ['a: b', false],
    ['a'.repeat(128), true],
    ['a'.repeat(129), false],
  ])('allows the label %s: %s', (label, allowed) => {
    expect(isLabel(label)).toBe(allowed);
  });
});
