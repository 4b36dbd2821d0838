import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  COMPILED_FROM,
  COMPILED_KERNELS,
  KERNEL_SOURCES,
  KERNELS,
  type Kernel,
  kernelSourcesDigest,
} from '../encoder/kernels.ts';

/**
 * Compiles one kernel from AssemblyScript to WebAssembly. Needs the compiler: `npm --prefix engine/train/kernel ci`.
 * @throws {Error} where the source does not compile
 */
export async function compileKernel({ file, source, flags }: Kernel): Promise<Uint8Array> {
  const { default: compiler } = await import('assemblyscript/asc');
  let compiled = new Uint8Array();
  const writeFile = (_name: string, contents: Uint8Array | string) => {
    compiled = Uint8Array.from(Buffer.from(contents));
  };
  const { error, stderr } = await compiler.main([join(KERNEL_SOURCES, source), '-o', file, ...flags], {
    writeFile,
  });
  if (error) throw new Error(`cannot compile ${source}: ${stderr.toString()}`, { cause: error });
  return compiled;
}

if (import.meta.main) {
  const checks = process.argv.includes('--check');
  mkdirSync(COMPILED_KERNELS, { recursive: true });
  for (const kernel of KERNELS) {
    const path = join(COMPILED_KERNELS, kernel.file);
    const compiled = await compileKernel(kernel);
    if (!checks) writeFileSync(path, compiled);
    else if (!readFileSync(path).equals(compiled)) {
      process.stderr.write(`${path} is not what its sources give: npm run kernel\n`);
      process.exitCode = 1;
    }
  }
  if (!checks) writeFileSync(COMPILED_FROM, `${kernelSourcesDigest()}\n`);
}
