import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { acceptedYaml, isLabel, isMasked } from '../../../clients/console/accepted.ts';
import { MASK } from '../../../functions/shared/domain/conversations/masking.ts';

describe('what was accepted', () => {
  test('is one list of labels with their utterances by language, each once, whatever stands in them', () => {
    const odd = 'say "no": - it\'s #1\n\ttab \\ ünïcode 🙂 كم';
    const yaml = acceptedYaml(
      [
        { label: 'balance', language: 'en', utterances: ['what have I got', odd] },
        { label: 'cards', language: 'no', utterances: ['kort'] },
        { label: 'balance', language: 'es', utterances: ['¿cuánto tengo?'] },
        { label: 'balance', language: 'en', utterances: ['what have I got'] },
      ],
      '2030-01-31',
    );
    expect(parse(yaml)).toEqual([
      { label: 'balance', utterances: { en: ['what have I got', odd], es: ['¿cuánto tengo?'] } },
      { label: 'cards', utterances: { no: ['kort'] } },
    ]);
    expect(yaml.split('\n')[0]).toBe(
      '# What was not understood and was accepted in the console on 2030-01-31.',
    );
  });

  test('has nothing in it that the log has masked', () => {
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
  ])('may have the label %s: %s', (label, allowed) => {
    expect(isLabel(label)).toBe(allowed);
  });
});
