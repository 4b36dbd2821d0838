import { DEFAULT_LANGUAGE } from '../engine/language/languages.ts';
import { BenchError, readArguments, wholeNumber } from './command.ts';

export interface BenchOptions {
  train: string;
  validation?: string;
  test: string;
  /** Examples per intent; 0 uses all. */
  shots: number;
  seed: number;
  /** Random edits in each test row. */
  typos: number;
  /** Slots without the encoder, as in languages that it does not cover. */
  lexical: boolean;
  /** The language of the rows, ISO 639-1. */
  language: string;
  /** Rounds that each leave out a share of the labels; 0 for none. */
  leftOut: number;
}

/**
 * Reads `--train FILE [--val FILE] --test FILE [--shots N] [--seed S] [--typos N] [--lexical] [--language xx]
 * [--left-out N]`.
 * @param unused options that have no effect in this bench and are refused
 * @throws {BenchError} if a file is missing, N is not an integer, or an option is unknown
 */
export function benchOptions(
  unused: readonly ('typos' | 'lexical' | 'language' | 'left-out')[],
  args: string[] = process.argv.slice(2),
): BenchOptions {
  const { values } = readArguments({
    args,
    options: {
      train: { type: 'string' },
      val: { type: 'string' },
      test: { type: 'string' },
      shots: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      typos: { type: 'string', default: '0' },
      lexical: { type: 'boolean', default: false },
      language: { type: 'string', default: DEFAULT_LANGUAGE.code },
      'left-out': { type: 'string', default: '0' },
    },
  });
  if (!values.train || !values.test) {
    throw new BenchError(
      'usage: --train FILE [--val FILE] --test FILE [--shots N] [--seed S] [--typos N] [--lexical] [--language xx] [--left-out N]',
    );
  }
  for (const name of unused) {
    if (args.some((arg) => arg.split('=')[0] === `--${name}`))
      throw new BenchError(`--${name} has no effect here`);
  }
  return {
    train: values.train,
    test: values.test,
    ...(values.val ? { validation: values.val } : {}),
    shots: wholeNumber(values.shots),
    seed: wholeNumber(values.seed),
    typos: wholeNumber(values.typos),
    lexical: values.lexical,
    language: values.language,
    leftOut: wholeNumber(values['left-out']),
  };
}
