import type { Candidate } from '../recognizer.ts';

/** True if a text is a value only as the answer to its question: any text could be. */
export const isAnyText = ({ quality }: Pick<Candidate, 'quality'>): boolean =>
  quality === 'learned_answer' || quality === 'whole_answer';

/** True of a value of free text. */
export const isFreeText = (candidate: Pick<Candidate, 'quality'>): boolean =>
  isAnyText(candidate) || candidate.quality === 'learned';
