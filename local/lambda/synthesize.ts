import { execFile } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The stack's name in the cloud assembly. */
export const STACK = 'Parley';

/** Settings that the CDK command line also sets; they record each resource's construct and bundle. */
const METADATA = { 'aws:cdk:enable-path-metadata': true, 'aws:cdk:enable-asset-metadata': true };

/** The environment variable that names a fresh assembly of this checkout from `cdk synth`, to reuse it. */
const ASSEMBLY = 'PARLEY_CLOUD_ASSEMBLY';

/**
 * Synthesises the stack with its bundles like `cdk synth`, but without the CLI, network or credentials. Skips
 * the template checks, which take most of the time and change nothing (`npm run synth` runs them).
 * @param folder the folder for the cloud assembly
 */
export async function synthesize(folder: string): Promise<void> {
  const made = process.env[ASSEMBLY];
  if (made !== undefined) return cp(made, folder, { recursive: true });
  const manifest: { context: Record<string, unknown> } = JSON.parse(
    await readFile(`${ROOT}cdk.json`, 'utf8'),
  );
  const settings = { ...manifest.context, ...METADATA, stackName: STACK };
  await run(process.execPath, ['infra/app.ts'], {
    cwd: ROOT,
    maxBuffer: 2 ** 26,
    env: {
      ...process.env,
      CDK_VALIDATION: 'false',
      CDK_OUTDIR: folder,
      CDK_CONTEXT_JSON: JSON.stringify(settings),
    },
  });
}
