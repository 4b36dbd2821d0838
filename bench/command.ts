import { parseArgs } from 'node:util';

/** A problem, described in a sentence, that the person who runs a bench can fix. */
export class BenchError extends Error {
  override name = 'BenchError';
}

/** Runs a bench. For a `BenchError` it prints only the message, and exits with 1. */
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
 * `parseArgs` with its errors as sentences.
 * @throws {BenchError} for invalid arguments
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
 * Checks that the packages for comparison are installed, which `npm ci` alone does not do.
 * @throws {BenchError} that says how to install them
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
