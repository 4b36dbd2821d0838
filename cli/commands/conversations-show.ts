import type { Command } from 'commander';
import { conversationDocument, formatConversation, requireConversation } from '../logged-conversation.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  institution: string;
  explain?: boolean;
}

/** `parley conversations show SESSION --institution NAME [--explain]` */
export function addConversationsShow(parent: Command): void {
  const command = parent
    .command('show')
    .description('show a logged session as a chat, with the outcome of each turn')
    .argument('<session>', 'the session_id from an answer or from `conversations list`')
    .requiredOption('--institution <name>', 'the institution')
    .option('--explain', 'show for each turn what was understood and what was done with it');
  withPlace(command).action(async (sessionId: string, options: Options) => {
    const { institution, explain = false, json } = options;
    const conversation = await onPlace(options, (operator) =>
      requireConversation(operator, institution, sessionId.toLowerCase()),
    );
    print(
      json,
      { institution, ...conversationDocument(conversation) },
      formatConversation(conversation, explain),
    );
  });
}
