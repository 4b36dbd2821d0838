import { type Command, InvalidArgumentError } from 'commander';

/** Options of a cross-validation. */
export interface FoldsOptions {
  folds: number;
  seed: number;
}

const MIN_FOLDS = 2;
const MAX_FOLDS = 20;

/** Gives a command the options of a cross-validation. */
export const withFolds = (command: Command): Command =>
  command
    .option(
      '--folds <number>',
      'how many parts the utterances are dealt into',
      wholeNumber(MIN_FOLDS, MAX_FOLDS),
      5,
    )
    .option('--seed <number>', 'deals the parts in another way', wholeNumber(0, 2 ** 31 - 1), 1);

const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`write a whole number from ${min} to ${max}`);
  };
