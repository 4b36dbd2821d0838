import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  COMPILED_FROM,
  COMPILED_KERNELS,
  KERNELS,
  kernelSourcesDigest,
} from '../../../engine/train/encoder/kernels.ts';

test('the compiled kernels match their sources and compiler (else: npm run kernel)', () => {
  expect(readFileSync(COMPILED_FROM, 'utf8').trim()).toBe(kernelSourcesDigest());
});

test('the folder has every compiled kernel and no other', () => {
  const files = readdirSync(COMPILED_KERNELS).filter((file) => file.endsWith('.wasm'));
  expect(files.sort()).toEqual(KERNELS.map(({ file }) => file).sort());
  for (const file of files) {
    const bytes = readFileSync(join(COMPILED_KERNELS, file));
    expect(bytes.subarray(0, 8).toString('hex'), file).toBe('0061736d01000000');
  }
});
