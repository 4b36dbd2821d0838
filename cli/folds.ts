import { type Command, InvalidArgumentError } from 'commander';

export interface FoldsOptions {
  folds: number;
  seed: number;
}

const MIN_FOLDS = 2;
const MAX_FOLDS = 20;

/** Adds the options of a cross-validation to a command. */
export const withFolds = (command: Command): Command =>
  command
    .option('--folds <number>', 'number of parts for cross-validation', wholeNumber(MIN_FOLDS, MAX_FOLDS), 5)
    .option('--seed <number>', 'random seed for the parts', wholeNumber(0, 2 ** 31 - 1), 1);

const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`use a whole number from ${min} to ${max}`);
  };
