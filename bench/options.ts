import { DEFAULT_LANGUAGE } from '../engine/language/languages.ts';
import { BenchError, readArguments, wholeNumber } from './command.ts';

export interface BenchOptions {
  train: string;
  validation?: string;
  test: string;
  /** Examples of each intent; 0 takes all. */
  shots: number;
  seed: number;
  /** Random edits in each test row. */
  typos: number;
  /** Slots without the encoder, as in the languages that it does not read. */
  lexical: boolean;
  /** The language of the rows, ISO 639-1. */
  language: string;
  /** Rounds in which each leaves out its share of the labels, whose rows nothing serves then; 0 for none. */
  leftOut: number;
}

/**
 * Reads `--train FILE [--val FILE] --test FILE [--shots N] [--seed S] [--typos N] [--lexical] [--language xx]
 * [--left-out N]`.
 * @param unused what changes nothing in this bench, and is refused
 * @throws {BenchError} where a file is not named, N is no whole number, or an option is not of this bench
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
      throw new BenchError(`--${name} changes nothing here`);
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
