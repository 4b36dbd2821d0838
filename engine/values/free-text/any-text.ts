import type { Candidate } from '../recognizer.ts';

/** True of a value that only the question for it makes one: any text could be the answer to it. */
export const isAnyText = ({ quality }: Pick<Candidate, 'quality'>): boolean =>
  quality === 'learned_answer' || quality === 'whole_answer';

/** True of a value of free text. */
export const isFreeText = (candidate: Pick<Candidate, 'quality'>): boolean =>
  isAnyText(candidate) || candidate.quality === 'learned';
