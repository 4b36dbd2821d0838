import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import type { OnProgress } from '../authoring/publish.ts';
import { readSources } from '../authoring/read-folder.ts';
import { assignVersion, setDefaultVersion } from '../functions/shared/domain/versions/assignments.ts';
import { ArtifactChanged, readArtifact } from '../functions/shared/domain/versions/versions.ts';
import { type OperatorStores, openOperatorStores } from '../functions/shared/store/operator-stores.ts';
import { type DataFolder, readJson, writeJson } from './data-folder.ts';
import { DEMO_INSTITUTION, demoApplication } from './demo.ts';
import { userOfThisMachine } from './user-of-this-machine.ts';

/** The person who starts the service, with the stores. */
interface Operator extends OperatorStores {
  name: string;
}

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** The assistant that `npm start` serves by default. */
export const EXAMPLE = path.join(ROOT, 'examples/bank-assistant');

/**
 * The code that compiles and trains an assistant. Together with the assistant's files, it determines the
 * artifact.
 */
const CODE = ['engine', 'authoring'];

const publishedSchema = z.object({
  /** The folder of the earlier default assistant. */
  first: z.string(),
  /** The published version of each folder, with a digest of its sources. */
  versions: z.record(
    z.string(),
    z.object({ sources: z.string(), ai_version: z.string(), application: z.string() }),
  ),
});
type Published = z.infer<typeof publishedSchema>;

export interface PublishAssistantsOptions {
  folder: DataFolder;
  /** Folders of assistants, at least one. */
  assistants: readonly string[];
  onProgress: (text: string) => void;
}

/** The version that is served, and its application. */
export interface Served {
  versionId: string;
  application: string;
}

/**
 * Publishes assistants for the demo institution if their sources have changed since the last time. Assigns
 * each to its own application, and the first one also as the default.
 * @param options the environment must name the store
 * @returns the first assistant
 */
export async function publishAssistants(options: PublishAssistantsOptions): Promise<Served> {
  const { folder, assistants, onProgress } = options;
  const known = publishedSchema.safeParse(await readJson(folder.publishedFile));
  const published: Published = known.success ? known.data : { first: '', versions: {} };
  const operator: Operator = { ...(await openOperatorStores()), name: userOfThisMachine() };
  try {
    const all: Served[] = [];
    for (const assistant of assistants) {
      const served = await publish(operator, assistant, published, onProgress);
      if (all.some(({ application }) => application === served.application))
        throw new Error(`Two assistants would serve ${served.application}. Rename one of them.`);
      all.push(served);
    }
    const [first] = all;
    const name = assistants[0];
    if (first === undefined || name === undefined) throw new Error('Specify the folder of an assistant.');
    if (published.first !== name) await makeDefault(operator, first.versionId);
    await writeJson(folder.publishedFile, { ...published, first: name });
    for (const { application } of all.slice(1)) onProgress(`${application} is served too.`);
    return first;
  } finally {
    operator.close();
  }
}

/** Publishes an assistant and records it in `published`; reuses the version if the sources are unchanged. */
async function publish(
  operator: Operator,
  assistant: string,
  published: Published,
  onProgress: (text: string) => void,
): Promise<Served> {
  const sources = await digestSources(assistant);
  const before = published.versions[assistant];
  if (before?.sources === sources) {
    const { ai_version: versionId, application } = before;
    if ((await operator.versions.find(DEMO_INSTITUTION, versionId)) !== undefined) {
      const fault = await artifactFault(operator, versionId);
      if (fault === undefined) return { versionId, application };
      onProgress(`The artifact of ${application} ${fault}. Publishing it again.`);
    }
  }
  // Most starts publish nothing.
  const { publishFolder } = await import('../authoring/publish.ts');
  onProgress(`Training the assistant of ${path.relative(ROOT, assistant)}.`);
  const { version } = await publishFolder(operator, assistant, DEMO_INSTITUTION, {
    onProgress: everyQuarter(onProgress),
  });
  const application = demoApplication(version.name);
  const use = { institution: DEMO_INSTITUTION, versionId: version.id, assignedBy: operator.name };
  await assignVersion(operator, { ...use, target: application });
  if (published.first === assistant) await makeDefault(operator, version.id);
  published.versions[assistant] = { sources, ai_version: version.id, application };
  return { versionId: version.id, application };
}

/** A phrase that names the fault of a version's artifact; undefined if the artifact is good. */
async function artifactFault({ artifacts }: Operator, versionId: string): Promise<string | undefined> {
  try {
    return (await readArtifact(artifacts, DEMO_INSTITUTION, versionId)) ? undefined : 'is missing';
  } catch (error) {
    if (error instanceof ArtifactChanged) return 'is damaged';
    throw error;
  }
}

const makeDefault = (operator: Operator, versionId: string) =>
  setDefaultVersion(operator, {
    institution: DEMO_INSTITUTION,
    versionId,
    assignedBy: operator.name,
  });

/** Passes on only the first progress report of each quarter. */
function everyQuarter(onProgress: (text: string) => void): OnProgress {
  let reported = 0;
  return ({ stage, done }) => {
    const quarter = Math.floor(done * 4);
    if (quarter <= reported) return;
    reported = quarter;
    onProgress(`  ${quarter * 25} % (${stage})`);
  };
}

async function digestSources(assistant: string): Promise<string> {
  const hash = createHash('sha256');
  const add = (name: string, bytes: Uint8Array) => hash.update(`${name}\0`).update(bytes).update('\0');
  const { files } = await readSources(assistant);
  for (const [name, bytes] of Object.entries(files)) add(name, bytes);
  const code = CODE.flatMap((directory) =>
    readdirSync(path.join(ROOT, directory), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => path.join(directory, name)),
  );
  // Read synchronously: of five hundred small files, that takes a tenth of the time.
  for (const name of code.sort()) add(name, readFileSync(path.join(ROOT, name)));
  return hash.digest('hex');
}
