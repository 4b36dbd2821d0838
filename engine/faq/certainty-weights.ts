/** Learned by `npm run bench -- faq-certainty --write` of questions to the help of the benches' assistants. */
export const CERTAINTY: { bias: number; weights: Record<'sentence' | 'ahead' | 'terms', number> } = {
  bias: -9.126,
  weights: { sentence: 13.96, ahead: 2.821, terms: 0.4461 },
};
