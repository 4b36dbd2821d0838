import type { DraftTraining } from '../../authoring/train-draft.ts';
import { artifactsOfProcess } from '../shared/store/artifacts.ts';
import { createAuditTrail } from '../shared/store/audit.ts';
import { createConversationReader } from '../shared/store/conversation-reader.ts';
import { deploymentKey } from '../shared/store/deployment-key.ts';
import { jobStore } from '../shared/store/draft-jobs.ts';
import { draftStore } from '../shared/store/drafts.ts';
import { documentClient } from '../shared/store/dynamodb.ts';
import { setting } from '../shared/store/environment.ts';
import { readSecret } from '../shared/store/secrets-manager.ts';
import { versionStore } from '../shared/store/versions.ts';

/** Opens the stores that the environment names. */
export async function openTraining(): Promise<DraftTraining> {
  const table = setting('VERSIONS_TABLE');
  return {
    drafts: draftStore(documentClient(), table),
    jobs: jobStore(documentClient(), table),
    versions: versionStore(documentClient(), table),
    artifacts: await artifactsOfProcess(),
    conversations: createConversationReader({ deploymentKey: deploymentKey(readSecret) }),
    audit: createAuditTrail(documentClient),
    now: Date.now,
  };
}
