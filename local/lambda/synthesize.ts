import { execFile } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The stack's name in the cloud assembly. */
export const STACK = 'Parley';

/** Settings that the command line asks for too: where each resource comes from, and where its bundle lies. */
const METADATA = { 'aws:cdk:enable-path-metadata': true, 'aws:cdk:enable-asset-metadata': true };

/** The environment variable of an assembly that `cdk synth` has just made of this checkout, which is taken as it is. */
const ASSEMBLY = 'PARLEY_CLOUD_ASSEMBLY';

/**
 * Synthesises the stack with its bundles as `cdk synth` does, without its command line, network or credentials, and
 * without its check of the templates, which takes most of the time and changes nothing of them: `npm run synth` has it.
 * @param folder gets the cloud assembly
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
