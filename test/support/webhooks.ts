import { addWebhook } from '../../functions/shared/domain/webhooks/webhooks.ts';
import { eventOf } from './rules.ts';

/** The settings of a channel of text messages. */
export const SMS = {
  kind: 'sms',
  service: 'https://parley.example',
  sorry: 'sorry',
  wordsOnly: 'words',
  account: 'AC0',
  authToken: 't',
  from: '+15550100',
} as const;

type Added = Parameters<typeof addWebhook>;

/** Adds a webhook or a channel as an operator does, without a check of its address. */
export const addUnchecked = (deps: Added[0], institution: string, wanted: Added[2]) =>
  addWebhook(deps, institution, wanted, {
    isAddress: () => true,
    event: eventOf({ institution, action: 'webhook.add' }),
  });
