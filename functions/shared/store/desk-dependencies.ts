import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { handoffChangeDependencies } from './handoff-dependencies.ts';
import { querySettingsStore } from './query-settings.ts';
import { createThreadStore } from './slack-threads.ts';
import { createWebhookStore } from './webhooks.ts';

/** The dependencies of a function that takes what people write and do in Slack or Chatwoot. */
export const deskDependencies = () => ({
  ...handoffChangeDependencies(),
  threads: createThreadStore(),
  webhooks: createWebhookStore(),
  isSuspended: async (institution: string): Promise<boolean> =>
    (await querySettingsStore(documentClient(), setting('VERSIONS_TABLE')).read(institution))?.isSuspended ===
    true,
});
