/**
 * Learned by `npm run bench -- faq-certainty --write` from questions to the help of the benches' assistants: of a
 * conversation's first questions, and of questions within a competency.
 */
export const CERTAINTY: Record<
  'first' | 'within',
  { bias: number; weights: Record<'sentence' | 'ahead' | 'terms' | 'subject', number> }
> = {
  first: { bias: -8.924, weights: { sentence: 13.77, ahead: 2.675, terms: 0.4202, subject: 0 } },
  within: { bias: -6.154, weights: { sentence: 6.537, ahead: 5.511, terms: 0.2637, subject: 14.84 } },
};
