// Plain JavaScript, so that what follows it can be kept too.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));

/**
 * Keeps the code that this process compiles beside the packages, for the next process: it starts in half the time.
 * Where the folder cannot be written, each compiles for itself.
 */
export function keepCompiled() {
  module.enableCompileCache?.(FOLDER);
}
