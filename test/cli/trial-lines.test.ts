import { expect, test } from 'vitest';
import { type Trial, trialLines } from '../../cli/trial-lines.ts';

const TRIAL: Trial = {
  kind: 'utterance',
  name: 'payment',
  language: 'en',
  compared_by: 'meaning',
  compared: 400,
  sentences: 3000,
  has_name: true,
  phrases: [
    {
      text: 'how do I pay',
      now: {
        label: 'hours',
        document: null,
        ranked: [{ label: 'hours', probability: 0.823 }],
        out_of_scope: 0.1,
      },
      stands: [{ kind: 'question', name: 'Paying', is_wanted: false }],
      own: { kind: 'utterance', name: 'payment', text: 'take my money', similarity: 0.4 },
      nearest: [{ kind: 'utterance', name: 'account', text: 'joint account', similarity: 0.7 }],
      at_risk: [
        {
          kind: 'utterance',
          name: 'account',
          text: 'joint account',
          similarity: 0.7,
          own_similarity: 0.6,
        },
      ],
    },
  ],
};

test('a phrase is printed with how it is read now, where it stands, what is similar and what is at risk', () => {
  expect(trialLines([TRIAL])).toEqual([
    'As utterances of payment (en; compared by meaning with 400 of 3000 sentences):',
    '  “how do I pay”',
    '    now: taken for hours 82 %',
    '    in the draft already: question of Paying',
    '    most alike in payment: “take my money” 0.40',
    '    most alike elsewhere: account “joint account” 0.70',
    '    may take queries from account: “joint account” 0.70, its next own 0.60',
    '1 phrase tried: 1 may take queries from other labels or documents. Only publishing the draft shows what they break.',
  ]);
});

test('says that the draft lacks a place, and that a phrase puts nothing at risk', () => {
  const phrases = TRIAL.phrases.map((each) => ({
    ...each,
    ...{ now: null, stands: [], own: null, nearest: [], at_risk: [] },
  }));
  const lines = trialLines([
    { ...TRIAL, compared: 3000, has_name: false, phrases: [...phrases, ...phrases] },
  ]);
  expect(lines[0]).toBe(
    'As utterances of payment, which the draft does not have (en; compared by meaning with 3000 sentences):',
  );
  expect(lines.at(-1)).toBe('2 phrases tried: no sentence of another label or document is at risk.');
});
