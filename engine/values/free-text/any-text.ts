import type { Candidate } from '../recognizer.ts';

/** True if the value counts only as the answer to its question, where any text could be a value. */
export const isAnyText = ({ quality }: Pick<Candidate, 'quality'>): boolean =>
  quality === 'learned_answer' || quality === 'whole_answer';

/** True if the value is free text. */
export const isFreeText = (candidate: Pick<Candidate, 'quality'>): boolean =>
  isAnyText(candidate) || candidate.quality === 'learned';
