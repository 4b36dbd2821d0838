import { existsSync } from 'node:fs';
import path from 'node:path';

/** The modules of a checkout that a reader needs, relative to its root. */
export const MODULES = {
  recognizers: 'engine/values/built-in.ts',
  words: 'engine/values/words-in.ts',
};

/** The modules that a folder lacks; none if it is a checkout that can be read with. */
export const missingIn = (root: string): string[] =>
  Object.values(MODULES).filter((file) => !existsSync(path.join(root, file)));
