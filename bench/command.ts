import { parseArgs } from 'node:util';

/** A fault that the person who runs a bench has to mend, as a sentence for them. */
export class BenchError extends Error {
  override name = 'BenchError';
}

/** Runs a bench. Of what its caller has to mend it prints the sentence alone, and the process ends with 1. */
export async function runBench(work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof BenchError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/**
 * `parseArgs`, which throws what it refuses as an error for the program's author.
 * @throws {BenchError} where the arguments have another form
 */
export const readArguments: typeof parseArgs = (config) => {
  try {
    return parseArgs(config);
  } catch (error) {
    const isOurs = error instanceof Error && 'code' in error && /^ERR_PARSE_ARGS_/.test(String(error.code));
    throw isOurs ? new BenchError(error.message) : error;
  }
};

/** @throws {BenchError} */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new BenchError(`"${text}" is not a whole number`);
  return Number(text);
}

/**
 * Makes sure that what a bench compares us with is there: `npm ci` alone does not install it.
 * @throws {BenchError} that says how to install it
 */
export function needPeers(...names: readonly string[]): void {
  for (const name of names) {
    try {
      import.meta.resolve(name);
    } catch (error) {
      throw new BenchError(`${name} is not installed. Run: npm --prefix bench ci`, { cause: error });
    }
  }
}
