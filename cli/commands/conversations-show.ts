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
    .description('show a session of the log as a chat, with what became of each turn')
    .argument('<session>', 'the session_id of an answer, or of `conversations list`')
    .requiredOption('--institution <name>', 'the institution')
    .option('--explain', 'tell of each turn what was understood, and what became of it');
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
