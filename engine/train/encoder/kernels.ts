import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ENCODER = join(dirname(fileURLToPath(import.meta.url)), '../../classify/encoder');

/** The sources of the kernels, in AssemblyScript. */
export const KERNEL_SOURCES = join(ENCODER, 'kernel');
/** The folder of the compiled kernels, and the digest of the sources that they were compiled from. */
export const COMPILED_KERNELS = join(ENCODER, 'compiled');
export const COMPILED_FROM = join(COMPILED_KERNELS, 'sources.sha256');

export interface Kernel {
  file: string;
  source: string;
  flags: readonly string[];
}

const SETTINGS = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--initialMemory', '88'];
const RELAXED = [...SETTINGS, '--enable', 'relaxed-simd', '--use', 'RELAXED=1', '--use', 'PAIRED=0'];
const PAIRED = [...SETTINGS, '--enable', 'relaxed-simd', '--use', 'RELAXED=1', '--use', 'PAIRED=1'];
const PLAIN = [...SETTINGS, '--use', 'RELAXED=0', '--use', 'PAIRED=0'];

/** The WebAssembly modules, each with its source and its compiler flags. */
export const KERNELS: readonly Kernel[] = [
  { file: 'encoder-relaxed.wasm', source: 'encoder.ts', flags: RELAXED },
  { file: 'encoder-paired.wasm', source: 'encoder.ts', flags: PAIRED },
  { file: 'encoder-plain.wasm', source: 'encoder.ts', flags: PLAIN },
  { file: 'head-relaxed.wasm', source: 'head.ts', flags: RELAXED },
  { file: 'head-plain.wasm', source: 'head.ts', flags: PLAIN },
  { file: 'training-relaxed.wasm', source: 'training.ts', flags: RELAXED },
  { file: 'training-plain.wasm', source: 'training.ts', flags: PLAIN },
];

/** The digest of everything that decides the bytes: the sources, the flags and the compiler. */
export function kernelSourcesDigest(): string {
  const hash = createHash('sha256').update(JSON.stringify(KERNELS));
  for (const file of readdirSync(KERNEL_SOURCES).sort())
    hash.update(file).update(readFileSync(join(KERNEL_SOURCES, file)));
  return hash.update(readFileSync(new URL('../kernel/package-lock.json', import.meta.url))).digest('hex');
}
