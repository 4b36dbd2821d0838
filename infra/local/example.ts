import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { assignVersion, setDefaultVersion } from '../../functions/shared/domain/assignments.ts';
import { type OnProgress, openOperator, publishFolder } from '../cli/operator.ts';
import { type DataFolder, readJson, writeJson } from './data-folder.ts';
import { DEMO_APPLICATION, DEMO_INSTITUTION } from './demo.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const EXAMPLE = 'examples/bank-assistant';

/** What decides the artifact: the assistant's own files, and the code that compiles and trains them. */
const SOURCES = [
  `${EXAMPLE}/**/*.yaml`,
  `${EXAMPLE}/faq/**/*.md`,
  'functions/shared/engine/**/*.ts',
  'infra/authoring/**/*.ts',
  'kernel/*.ts',
];

const publishedSchema = z.object({ sources: z.string(), ai_version: z.string() });

/**
 * Publishes the example assistant for the demo institution where its sources have changed since the last time,
 * and puts it to use as its application's version and as the default.
 * @param options the environment must name the store
 * @returns the version's id
 */
export async function publishExample({
  folder,
  onProgress,
}: {
  folder: DataFolder;
  onProgress: (text: string) => void;
}): Promise<string> {
  const operator = await openOperator();
  try {
    const sources = await digestSources();
    const known = publishedSchema.safeParse(await readJson(folder.publishedFile));
    if (known.success && known.data.sources === sources) {
      const id = known.data.ai_version;
      if ((await operator.versions.find(DEMO_INSTITUTION, id)) !== undefined) return id;
    }
    onProgress(`Training the example assistant (${EXAMPLE}).`);
    const { version } = await publishFolder(operator, path.join(ROOT, EXAMPLE), DEMO_INSTITUTION, {
      onProgress: everyQuarter(onProgress),
    });
    const use = { institution: DEMO_INSTITUTION, versionId: version.id, assignedBy: operator.name };
    await assignVersion(operator, { ...use, target: DEMO_APPLICATION });
    await setDefaultVersion(operator, use);
    await writeJson(folder.publishedFile, { sources, ai_version: version.id });
    return version.id;
  } finally {
    operator.close();
  }
}

/** Passes on the first progress of each quarter of the work. */
function everyQuarter(onProgress: (text: string) => void): OnProgress {
  let reported = 0;
  return ({ stage, done }) => {
    const quarter = Math.floor(done * 4);
    if (quarter <= reported) return;
    reported = quarter;
    onProgress(`  ${quarter * 25} % (${stage})`);
  };
}

async function digestSources(): Promise<string> {
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).sort();
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(await readFile(path.join(ROOT, file)))
      .update('\0');
  return hash.digest('hex');
}
