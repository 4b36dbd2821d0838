import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { AuditReader } from '../../functions/shared/domain/audit.ts';
import { ParleyError } from '../../functions/shared/domain/errors.ts';
import type { KeyStore } from '../../functions/shared/domain/keys.ts';
import type { OperatorDependencies } from '../../functions/shared/domain/operators.ts';
import type { ClientDependencies } from '../../functions/shared/domain/revocation.ts';
import {
  type AiVersion,
  type ArtifactStore,
  publishVersion,
  type VersionStore,
} from '../../functions/shared/domain/versions.ts';
import { artifactStore } from '../../functions/shared/store/artifacts.ts';
import { createAuditReader, createAuditTrail } from '../../functions/shared/store/audit.ts';
import { createKeyStore } from '../../functions/shared/store/credentials-keys.ts';
import { createDirectory } from '../../functions/shared/store/directory.ts';
import { institutionKey } from '../../functions/shared/store/directory-items.ts';
import { createUserStore } from '../../functions/shared/store/directory-users.ts';
import { connect } from '../../functions/shared/store/dynamodb.ts';
import { optionalSetting, setting } from '../../functions/shared/store/environment.ts';
import { versionStore } from '../../functions/shared/store/versions.ts';
import { buildArtifact } from '../authoring/build.ts';
import { compileAssistant } from '../authoring/compile.ts';
import { readAssistant } from '../authoring/read.ts';
import { trainClassifier } from '../authoring/train.ts';
import { buildEncoder } from '../encoder/build.ts';

/** The stores as an operator reaches them, whichever place they are in. */
export interface Operator extends OperatorDependencies, ClientDependencies {
  keys: KeyStore;
  trail: AuditReader;
  versions: VersionStore;
  artifacts: ArtifactStore;
  /** @throws {ParleyError} `not_found` */
  requireInstitution(name: string): Promise<void>;
  /** Who publishes, assigns and changes, for the history and the audit trail. */
  name: string;
  close(): void;
}

/** Opens the stores that the environment names, as it does for a function. */
export async function openOperator(): Promise<Operator> {
  const client: DynamoDBDocumentClient = connect(optionalSetting('DYNAMODB_ENDPOINT'));
  return {
    directory: createDirectory(() => client),
    users: createUserStore(() => client),
    keys: createKeyStore(() => client),
    audit: createAuditTrail(() => client),
    trail: createAuditReader(() => client),
    wait: delay,
    versions: versionStore(client, setting('VERSIONS_TABLE')),
    artifacts: await artifactStore(setting('ARTIFACTS'), optionalSetting('S3_ENDPOINT')),
    requireInstitution: async (name) => {
      const TableName = setting('DIRECTORY_TABLE');
      const { Item } = await client.send(new GetCommand({ TableName, Key: institutionKey(name) }));
      if (Item === undefined)
        throw new ParleyError('not_found', `There is no institution ${name}; create it first.`);
    },
    now: Date.now,
    random: randomBytes,
    name: `${userInfo().username}@parley`,
    close: () => client.destroy(),
  };
}

export type OnProgress = (progress: { stage: string; done: number }) => void;

/**
 * Checks, compiles, trains and publishes an assistant's folder for an institution.
 * @returns the version, and whether it is a new one
 * @throws {AuthoringError} where the folder holds no assistant that can be compiled
 * @throws {ParleyError} `not_found` without the institution
 */
export async function publishFolder(
  operator: Operator,
  directory: string,
  institution: string,
  onProgress?: OnProgress,
): Promise<{ version: AiVersion; created: boolean }> {
  await operator.requireInstitution(institution);
  const compilation = compileAssistant(await readAssistant(directory));
  await buildEncoder();
  const artifact = buildArtifact(compilation, {
    train: trainClassifier,
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  const { name, languages } = compilation.assistant;
  return publishVersion(operator, { institution, artifact, name, languages, publishedBy: operator.name });
}
