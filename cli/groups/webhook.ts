import { addWebhookAdd } from '../commands/webhook-add.ts';
import { addWebhookList } from '../commands/webhook-list.ts';
import { addWebhookRemove } from '../commands/webhook-remove.ts';
import { addWebhookRotate } from '../commands/webhook-rotate.ts';
import { addWebhookTest } from '../commands/webhook-test.ts';

/** The commands of `parley webhook`, in the order of its help. */
export const COMMANDS = [addWebhookAdd, addWebhookList, addWebhookTest, addWebhookRotate, addWebhookRemove];
