import type { Candidate } from '../values/recognizer.ts';

/** True of a value that only the question for it makes one: any text could be the answer to it. */
export const isAnyText = ({ quality }: Candidate): boolean =>
  quality === 'learned_answer' || quality === 'whole_answer';

/** True of a value of free text. */
export const isFreeText = (candidate: Candidate): boolean =>
  isAnyText(candidate) || candidate.quality === 'learned';
