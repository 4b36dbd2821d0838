import { randomBytes } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { AuditReader } from '../domain/audit.ts';
import type { ConversationReader } from '../domain/conversations/conversation-views.ts';
import type { DismissalReader } from '../domain/conversations/dismissals.ts';
import type { KeptGroupsReader } from '../domain/conversations/kept-groups.ts';
import type { DeploymentKey } from '../domain/deployment-key.ts';
import type { DraftStore } from '../domain/drafts/drafts.ts';
import type { DraftJob, JobStore } from '../domain/drafts/jobs.ts';
import type { NameStore } from '../domain/institutions/business-logic-changes.ts';
import type { ErasureStore } from '../domain/institutions/erasure.ts';
import type { DeletionDependencies } from '../domain/institutions/institution-deletion.ts';
import { findInstitution, type PasswordDependencies } from '../domain/institutions/operators.ts';
import type { KeyStore } from '../domain/keys/keys.ts';
import type { ClientDependencies } from '../domain/oauth/token-sweep.ts';
import type { QuerySettingsStore } from '../domain/query/query-settings.ts';
import type { ThrottleOperator } from '../domain/sign-in/throttle-control.ts';
import type { ArtifactStore, VersionStore } from '../domain/versions/versions.ts';
import type { WebhookStore } from '../domain/webhooks/webhooks.ts';
import { artifactRemoval } from './artifact-removal.ts';
import { artifactStore } from './artifacts.ts';
import { createAuditReader, createAuditTrail } from './audit.ts';
import { nameStore } from './business-logic-names.ts';
import { createClientStore } from './client-requests.ts';
import { createConversationReader } from './conversation-reader.ts';
import { createKeyStore } from './credentials-keys.ts';
import { deploymentKey } from './deployment-key.ts';
import { createDirectory } from './directory.ts';
import { createSignInStore } from './directory-sign-in.ts';
import { createUserStore } from './directory-users.ts';
import { createDismissals } from './dismissals.ts';
import { jobStore } from './draft-jobs.ts';
import { draftStore } from './drafts.ts';
import { connect } from './dynamodb.ts';
import { optionalSetting, setting } from './environment.ts';
import { erasureStore } from './erasure.ts';
import { createInstitutionContents } from './institution-contents.ts';
import { createInstitutionStore } from './institutions.ts';
import { querySettingsStore } from './query-settings.ts';
import { createConsentStore } from './sign-ins-consents.ts';
import { readSecretUses } from './sign-ins-secrets.ts';
import { createThrottleLifts } from './throttle.ts';
import { versionStore } from './versions.ts';
import { createWebhookStore } from './webhooks.ts';

/** The stores that operators use, on a laptop or on AWS. */
export interface OperatorStores
  extends Omit<PasswordDependencies, 'isCommonPassword'>,
    ClientDependencies,
    DeletionDependencies,
    ThrottleOperator {
  keys: KeyStore;
  trail: AuditReader;
  versions: VersionStore;
  artifacts: ArtifactStore;
  drafts: DraftStore;
  jobs: JobStore;
  /** Has the deployment train a job; undefined on a laptop. */
  startTraining: ((job: DraftJob) => Promise<void>) | undefined;
  erasure: ErasureStore;
  conversations: ConversationReader & DismissalReader & KeptGroupsReader;
  /** The hour of each client secret's last use, in epoch milliseconds, by digest. */
  secretUses(clientId: string): Promise<Map<string, number>>;
  businessLogicNames: NameStore;
  webhooks: WebhookStore;
  querySettings: QuerySettingsStore;
  deploymentKey: DeploymentKey;
  /** @throws {ParleyError} `not_found` */
  requireInstitution(name: string): Promise<void>;
  client: () => DynamoDBDocumentClient;
  close(): void;
}

/** Opens the stores that the environment names, as functions do. */
export async function openOperatorStores(): Promise<OperatorStores> {
  const client: DynamoDBDocumentClient = connect(optionalSetting('DYNAMODB_ENDPOINT'));
  const directory = createDirectory(() => client);
  // Imported only when needed: few commands use it, and it is slow to load.
  const readKey = deploymentKey(async (arn) => {
    const { readSecret } = await import('./secrets-manager.ts');
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
    drafts: draftStore(client, setting('VERSIONS_TABLE')),
    jobs: jobStore(client, setting('VERSIONS_TABLE')),
    startTraining:
      optionalSetting('TRAINING')?.startsWith('arn:') !== true
        ? undefined
        : async (job) => {
            const { startTraining } = await import('./training-start.ts');
            await startTraining(job);
          },
    erasure: erasureStore(client, {
      sessions: setting('SESSIONS_TABLE'),
      conversations: setting('CONVERSATIONS_TABLE'),
    }),
    requireInstitution: async (name) => void (await findInstitution({ directory }, name)),
    businessLogicNames: nameStore(client, setting('VERSIONS_TABLE')),
    webhooks: createWebhookStore(() => client),
    querySettings: querySettingsStore(client, setting('VERSIONS_TABLE')),
    deploymentKey: readKey,
    conversations: {
      ...createConversationReader({ deploymentKey: readKey, client: () => client }),
      ...createDismissals({ deploymentKey: readKey, client: () => client }),
    },
    now: Date.now,
    random: randomBytes,
    client: () => client,
    close: () => client.destroy(),
  };
}
