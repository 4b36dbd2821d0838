/**
 * Learned by `npm run bench -- faq-certainty --write` from questions to the help of the benches' assistants: of a
 * conversation's first questions, and of questions within a competency.
 */
export const CERTAINTY: Record<
  'first' | 'within',
  { bias: number; weights: Record<'sentence' | 'ahead' | 'terms' | 'subject', number> }
> = {
  first: { bias: -9.305, weights: { sentence: 14.63, ahead: 3.722, terms: 0.4041, subject: 0 } },
  within: { bias: -6.298, weights: { sentence: 8.882, ahead: 6.181, terms: -0.01222, subject: 8.01 } },
};
