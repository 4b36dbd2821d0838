import { describe, expect, test } from 'vitest';
import { AuthoringError } from '../../../authoring/findings.ts';
import { acceptUtterances, learningLabels } from '../../../authoring/learn/accept.ts';
import { readAccepted } from '../../../authoring/learn/accept-file.ts';
import { readAssistantFiles } from '../../../authoring/read.ts';
import { SHOP } from '../../support/shop.ts';

const shop = () => readAssistantFiles(SHOP);
const accept = (label: string, utterances: string[], language = 'en') =>
  acceptUtterances(shop(), [{ label, language, utterances }]);
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

describe('accepted utterances', () => {
  test('are added to the file of their state, those out of scope to assistant.yaml', () => {
    const { changed, added, skipped } = acceptUtterances(shop(), [
      { label: 'hours', language: 'en', utterances: ['is the shop   open today'] },
      { label: 'out_of_scope', language: 'en', utterances: ['buy me gold'] },
      { label: 'order', language: 'en', utterances: ['get me [assam](tea)'] },
    ]);
    expect(Object.keys(changed).sort()).toEqual([
      'assistant.yaml',
      'competencies/hours.yaml',
      'competencies/order.yaml',
    ]);
    expect(text(changed['competencies/hours.yaml'])).toBe(
      `${SHOP['competencies/hours.yaml']}        - is the shop open today\n`,
    );
    expect(text(changed['assistant.yaml'])).toContain('play some music, buy me gold]');
    expect(text(changed['competencies/order.yaml'])).toContain('place an order, "get me [assam](tea)"]');
    expect(added).toHaveLength(3);
    expect(skipped).toEqual([]);
  });

  test('are added once, and skipped where they exist already, whatever their case and punctuation', () => {
    const { added, skipped, changed } = acceptUtterances(shop(), [
      {
        label: 'hours',
        language: 'en',
        utterances: ['Opening hours?', 'open now', 'Open now!', 'order tea'],
      },
    ]);
    expect(added.map(({ utterance }) => utterance)).toEqual(['open now']);
    expect(skipped.map(({ utterance, why }) => [utterance, why])).toEqual([
      ['Opening hours?', 'it already exists there'],
      ['Open now!', 'it already exists there'],
      ['order tea', 'it already exists in order: remove it there first'],
    ]);
    expect(Object.keys(changed)).toEqual(['competencies/hours.yaml']);
  });

  test('are skipped if they are masked, empty or have brackets that mark no value', () => {
    const { added, skipped } = accept('hours', ['call ••• now', '  ', 'open [today']);
    expect(added).toEqual([]);
    expect(skipped.map(({ why }) => why)).toEqual([
      'it is masked',
      'it is empty',
      'it has brackets that do not mark a value',
    ]);
  });

  test.each([
    [
      'nothing',
      'en',
      'The assistant has no state nothing. States that can learn: hours, order, out_of_scope.',
    ],
    ['ordered', 'en', 'The state ordered has no utterances'],
    ['hours', 'de', 'The assistant supports en, not de.'],
  ])('for %s in %s are refused', (label, language, sentence) => {
    expect(() => accept(label, ['x'], language)).toThrow(sentence);
  });

  test('are not added at all if one of them would be an error', () => {
    const twice = () =>
      acceptUtterances(shop(), [
        { label: 'hours', language: 'en', utterances: ['open now'] },
        { label: 'order', language: 'en', utterances: ['buy [x](nothing)'] },
      ]);
    expect(twice).toThrow(AuthoringError);
    expect(twice).toThrow('Nothing was added, because the assistant has errors:\ncompetencies/order.yaml:');
  });

  test('are refused with the errors of the assistant, if it has any', () => {
    const broken = readAssistantFiles({ ...SHOP, 'entities/tea.yaml': 'entity: tea\nvalue: {}\n' });
    expect(() => acceptUtterances(broken, [])).toThrow('Nothing was added, because the assistant has errors');
  });

  test('report only the warnings that they cause', () => {
    expect(accept('hours', ['open now']).warnings).toEqual([]);
    expect(accept('order', ['do you open, when']).warnings).toEqual([
      expect.objectContaining({
        file: 'competencies/order.yaml',
        message: expect.stringContaining('this is nearly the same as “when do you open” of hours'),
      }),
    ]);
  });
});

test('states that have utterances and out_of_scope can learn', () => {
  expect(learningLabels(shop())).toEqual(['hours', 'order', 'out_of_scope']);
});

describe('a file of accepted utterances', () => {
  test('has the groups with a label, by language', () => {
    const file =
      '# head\n- {label: null, utterances: {en: [a]}}\n- {count: 3, label: hours, utterances: {en: [b], es: [c]}}\n- {utterances: {en: [d]}}\n';
    expect(readAccepted('x.yaml', file)).toEqual([
      { label: 'hours', language: 'en', utterances: ['b'] },
      { label: 'hours', language: 'es', utterances: ['c'] },
    ]);
  });

  test.each([
    ['[', 'x.yaml: '],
    ['label: hours', 'x.yaml: the file is invalid'],
    ['- {label: hours, utterances: [a]}', 'x.yaml: 0.utterances is invalid'],
    ['- {label: hours}', 'x.yaml: 0.utterances is invalid'],
  ])('of another form is rejected (%s)', (file, sentence) => {
    expect(() => readAccepted('x.yaml', file)).toThrow(sentence);
  });
});
