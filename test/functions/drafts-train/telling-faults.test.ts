import { expect, test } from 'vitest';
import { tellingFaults } from '../../../functions/drafts-train/telling-faults.ts';

const JOB = { institution: 'acme', id: 'job' };
const WORDS = 'my card is 4444';

function createLines() {
  const lines: { message: string; fields: Record<string, unknown> }[] = [];
  const log = {
    error: (message: string, fields: Record<string, unknown>) => void lines.push({ message, fields }),
  };
  return { lines, log };
}

test('a failed comparison is logged by kind and frames, without its message', async () => {
  const { lines, log } = createLines();
  await tellingFaults(log, JOB, async (onFault) => onFault(new RangeError(WORDS)));
  expect(lines).toEqual([
    {
      message: 'versions not compared',
      fields: {
        institution: 'acme',
        job: 'job',
        error: { name: 'RangeError', frames: expect.arrayContaining([expect.stringContaining('at ')]) },
      },
    },
  ]);
  expect(JSON.stringify(lines)).not.toContain(WORDS);
});

test('a failed training throws for a repeat, and neither logs nor throws its message', async () => {
  const { lines, log } = createLines();
  const failed = tellingFaults(log, JOB, () => Promise.reject(new TypeError(WORDS)));
  await expect(failed).rejects.toThrow(/^the training failed$/);
  await expect(failed).rejects.not.toHaveProperty('cause');
  expect(lines).toMatchObject([{ message: 'training failed', fields: { error: { name: 'TypeError' } } }]);
  expect(JSON.stringify(lines)).not.toContain(WORDS);
});
