import { addConversationsExport } from '../commands/conversations-export.ts';
import { addConversationsList } from '../commands/conversations-list.ts';
import { addConversationsShow } from '../commands/conversations-show.ts';
import { addConversationsUnhandled } from '../commands/conversations-unhandled.ts';

/** The commands of `parley conversations`, in the order of its help. */
export const COMMANDS = [
  addConversationsList,
  addConversationsShow,
  addConversationsUnhandled,
  addConversationsExport,
];
