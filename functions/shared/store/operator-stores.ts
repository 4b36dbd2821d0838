import { randomBytes } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { AuthoredAssistant } from '../authoring/read.ts';
import { formatSuite, runSuite } from '../authoring/test-suite.ts';
import { unpackArtifact } from '../engine/artifact.ts';
import type { AuditReader } from '../functions/shared/domain/audit.ts';
import type { ConversationReader } from '../functions/shared/domain/conversations/conversation-views.ts';
import type { DeploymentKey } from '../functions/shared/domain/deployment-key.ts';
import { ParleyError } from '../functions/shared/domain/errors.ts';
import type { NameStore } from '../functions/shared/domain/institutions/business-logic-changes.ts';
import type { ErasureStore } from '../functions/shared/domain/institutions/erasure.ts';
import type { DeletionDependencies } from '../functions/shared/domain/institutions/institution-deletion.ts';
import {
  findInstitution,
  type PasswordDependencies,
} from '../functions/shared/domain/institutions/operators.ts';
import type { KeyStore } from '../functions/shared/domain/keys/keys.ts';
import type { ClientDependencies } from '../functions/shared/domain/oauth/token-sweep.ts';
import type { QuerySettingsStore } from '../functions/shared/domain/query/query-settings.ts';
import type { ThrottleOperator } from '../functions/shared/domain/sign-in/throttle-control.ts';
import {
  type AiVersion,
  type ArtifactStore,
  publishVersion,
  type VersionStore,
} from '../functions/shared/domain/versions/versions.ts';
import { artifactRemoval } from '../functions/shared/store/artifact-removal.ts';
import { artifactStore } from '../functions/shared/store/artifacts.ts';
import { createAuditReader, createAuditTrail } from '../functions/shared/store/audit.ts';
import { nameStore } from '../functions/shared/store/business-logic-names.ts';
import { createClientStore } from '../functions/shared/store/client-requests.ts';
import { createConversationReader } from '../functions/shared/store/conversation-reader.ts';
import { createKeyStore } from '../functions/shared/store/credentials-keys.ts';
import { deploymentKey } from '../functions/shared/store/deployment-key.ts';
import { createDirectory } from '../functions/shared/store/directory.ts';
import { createSignInStore } from '../functions/shared/store/directory-sign-in.ts';
import { createUserStore } from '../functions/shared/store/directory-users.ts';
import { connect } from '../functions/shared/store/dynamodb.ts';
import { optionalSetting, setting } from '../functions/shared/store/environment.ts';
import { erasureStore } from '../functions/shared/store/erasure.ts';
import { createInstitutionContents } from '../functions/shared/store/institution-contents.ts';
import { createInstitutionStore } from '../functions/shared/store/institutions.ts';
import { querySettingsStore } from '../functions/shared/store/query-settings.ts';
import { createConsentStore } from '../functions/shared/store/sign-ins-consents.ts';
import { readSecretUses } from '../functions/shared/store/sign-ins-secrets.ts';
import { createThrottleLifts } from '../functions/shared/store/throttle.ts';
import { versionStore } from '../functions/shared/store/versions.ts';
import { isCommonPassword } from './common-passwords.ts';
import { readCommit } from './git.ts';
import { operatorName } from './operator-name.ts';
import { loadTrained, trainFolder } from './train.ts';

/** The stores as an operator reaches them, whichever place they are in. */
export interface Operator
  extends PasswordDependencies,
    ClientDependencies,
    DeletionDependencies,
    ThrottleOperator {
  keys: KeyStore;
  trail: AuditReader;
  versions: VersionStore;
  artifacts: ArtifactStore;
  erasure: ErasureStore;
  conversations: ConversationReader;
  /** The hours in which a client's secrets were used last, in epoch milliseconds, by their digests. */
  secretUses(clientId: string): Promise<Map<string, number>>;
  businessLogicNames: NameStore;
  querySettings: QuerySettingsStore;
  deploymentKey: DeploymentKey;
  /** @throws {ParleyError} `not_found` */
  requireInstitution(name: string): Promise<void>;
  /**
   * The name under which changes stand in the history and the audit trail: as AWS knows the operator, where it is
   * AWS.
   */
  name: string;
  client: () => DynamoDBDocumentClient;
  close(): void;
}

/** Opens the stores that the environment names, as it does for a function. */
export async function openOperator(): Promise<Operator> {
  const client: DynamoDBDocumentClient = connect(optionalSetting('DYNAMODB_ENDPOINT'));
  const directory = createDirectory(() => client);
  // Few commands need it, and its client takes a while to load.
  const readKey = deploymentKey(async (arn) => {
    const { readSecret } = await import('../functions/shared/store/secrets-manager.ts');
    return readSecret(arn);
  });
  return {
    directory,
    users: createUserStore(() => client),
    institutions: createInstitutionStore(() => client),
    contents: createInstitutionContents(
      () => client,
      artifactRemoval(setting('ARTIFACTS'), optionalSetting('S3_ENDPOINT')),
    ),
    consents: createConsentStore(() => client),
    secretUses: (clientId) => readSecretUses(client, clientId),
    keys: createKeyStore(() => client),
    audit: createAuditTrail(() => client),
    trail: createAuditReader(() => client),
    signIns: createSignInStore(() => client),
    clients: createClientStore(() => client),
    throttles: createThrottleLifts(() => client),
    versions: versionStore(client, setting('VERSIONS_TABLE')),
    artifacts: await artifactStore(setting('ARTIFACTS'), optionalSetting('S3_ENDPOINT')),
    erasure: erasureStore(client, {
      sessions: setting('SESSIONS_TABLE'),
      conversations: setting('CONVERSATIONS_TABLE'),
    }),
    requireInstitution: async (name) => void (await findInstitution({ directory }, name)),
    isCommonPassword,
    businessLogicNames: nameStore(client, setting('VERSIONS_TABLE')),
    querySettings: querySettingsStore(client, setting('VERSIONS_TABLE')),
    deploymentKey: readKey,
    conversations: createConversationReader({ deploymentKey: readKey, client: () => client }),
    now: Date.now,
    random: randomBytes,
    name: await operatorName(),
    client: () => client,
    close: () => client.destroy(),
  };
}

export type OnProgress = (progress: { stage: string; done: number }) => void;

export interface PublishOptions {
  onProgress?: OnProgress;
  /** Publishes only what passes its own conversation tests. */
  requireTests?: boolean;
}

/** The published version, and the weight of each part of it. */
export interface Published {
  version: AiVersion;
  /** False where this content was a version already. */
  created: boolean;
  /** Bytes by the section's name. */
  weights: Record<string, number>;
}

/**
 * Checks, compiles, trains and publishes an assistant's folder for an institution.
 * @throws {AuthoringError} where the folder holds no assistant that can be compiled
 * @throws {ParleyError} `not_found` without the institution, `conflict` where a required test fails
 */
export async function publishFolder(
  operator: Operator,
  directory: string,
  institution: string,
  { onProgress, requireTests = false }: PublishOptions = {},
): Promise<Published> {
  await operator.requireInstitution(institution);
  const { authored, compilation, artifact } = await trainFolder(directory, onProgress);
  const tests = requireTests ? { tests: await passTests(artifact, authored, operator.now) } : {};
  const { name, languages } = compilation.assistant;
  const provenance = { ...(await readCommit(directory)), ...tests };
  const published = await publishVersion(operator, {
    institution,
    artifact,
    name,
    languages,
    publishedBy: operator.name,
    provenance,
  });
  const sections = Array.from(unpackArtifact(artifact), ([section, { byteLength }]) => [section, byteLength]);
  return { ...published, weights: Object.fromEntries(sections) };
}

async function passTests(artifact: Uint8Array, authored: AuthoredAssistant, now: () => number) {
  const outcome = await runSuite(loadTrained(artifact), authored, { now });
  if (outcome.failed === 0 && outcome.passed > 0) return { passed: outcome.passed, failed: 0 };
  const why = outcome.passed + outcome.failed === 0 ? 'The folder has no tests.' : formatSuite(outcome);
  throw new ParleyError('conflict', `${why}\nNothing was published.`);
}
