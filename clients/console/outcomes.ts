/** The outcomes that the page To improve lists. */
export const LISTED_OUTCOMES = [
  'not_understood',
  'value_not_read',
  'value_refused',
  'not_in_documents',
  'out_of_scope',
  'corrected',
] as const;
export type ListedOutcome = (typeof LISTED_OUTCOMES)[number];
