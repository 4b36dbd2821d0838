import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { memoryOf } from '../../../functions/query/assistants.ts';

const SCRIPT = fileURLToPath(new URL('support/assistants-in-memory.ts', import.meta.url));
const EXAMPLES = fileURLToPath(new URL('../../../examples/', import.meta.url));

test.each(['bank-assistant', 'clinic-assistant'])(
  'the cache counts at least the memory of an assistant, and less than three times as much: %s',
  async (name) => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--expose-gc',
      SCRIPT,
      `${EXAMPLES}${name}`,
    ]);
    const { each, artifact } = JSON.parse(stdout);
    expect(each).toBeLessThan(memoryOf(artifact));
    expect(each).toBeGreaterThan(memoryOf(artifact) / 3);
  },
);
