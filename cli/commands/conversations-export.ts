import { open } from 'node:fs/promises';
import type { Command } from 'commander';
import { writeConversationTest } from '../../authoring/write-conversation-test.ts';
import {
  readConversation,
  sessionsIn,
} from '../../functions/shared/domain/conversations/whole-conversations.ts';
import { type DaysOptions, daysOf, withDays } from '../days.ts';
import { type FilterOptions, filterOf, withFilter } from '../filters.ts';
import { conversationDocument, requireConversation } from '../logged-conversation.ts';
import type { Operator } from '../operator.ts';
import { CommandFailed, print, tell } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';
import { MAX_DAYS } from './conversations-list.ts';

interface Options extends PlaceOptions, DaysOptions, FilterOptions {
  institution: string;
  asTest?: boolean;
  output?: string;
}

/** `parley conversations export [SESSION] --institution NAME [--as-test] [--output FILE]` */
export function addConversationsExport(parent: Command): void {
  const command = parent
    .command('export')
    .description('export logged sessions as JSON lines, or one session as a conversation test')
    .argument('[session]', 'a single session (default: all sessions of the days)')
    .requiredOption('--institution <name>', 'the institution')
    .option('--as-test', 'write a conversation test; masked parts stay masked and are marked with comments')
    .option('--output <file>', 'a new file to write (default: the output)');
  withPlace(withFilter(withDays(command))).action(async (sessionId: string | undefined, options: Options) => {
    if (options.asTest && sessionId === undefined)
      throw new CommandFailed('--as-test requires the id of a session.');
    await onPlace(options, (operator) =>
      sessionId === undefined
        ? exportAll(operator, options)
        : exportOne(operator, options, sessionId.toLowerCase()),
    );
  });
}

async function exportOne(operator: Operator, options: Options, sessionId: string): Promise<void> {
  const { institution, asTest, output, json } = options;
  const conversation = await requireConversation(operator, institution, sessionId);
  const document = conversationDocument(conversation);
  if (!asTest) return write(output, json, [document], [`${JSON.stringify(document)}\n`]);
  const { text, masked, unanswered } = writeConversationTest(conversation.turns);
  if (masked > 0) tell(`${masked} turns are masked and have to be filled in: ${MARKED}.`);
  if (unanswered > 0) {
    tell(
      `In ${unanswered} turns the business logic answered, but the log does not contain its answer: ${MARKED}.`,
    );
  }
  await write(output, json, [{ session_id: sessionId, test: text }], [text]);
}

const MARKED = 'comments in the test mark them';

async function exportAll(operator: Operator, options: Options): Promise<void> {
  const { institution, output, json } = options;
  const { conversations } = operator;
  await operator.requireInstitution(institution);
  const now = operator.now();
  const asked = { ...daysOf(options, now, MAX_DAYS), filter: filterOf(options), now };
  const documents: unknown[] = [];
  async function* lines() {
    for await (const { sessionId } of sessionsIn(conversations, institution, asked)) {
      const conversation = await readConversation(conversations, institution, sessionId, now);
      if (conversation === undefined) continue;
      const document = conversationDocument(conversation);
      // JSON output is a single document, printed at the end.
      if (json) documents.push(document);
      yield `${JSON.stringify(document)}\n`;
    }
  }
  await write(output, json, documents, lines());
}

/** The file's mode: only its owner may read the conversations. */
const FOR_THIS_USER = 0o600;

/** Writes lines to a new file or to standard output. */
async function write(
  output: string | undefined,
  json: boolean | undefined,
  documents: readonly unknown[],
  texts: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  const file = output === undefined ? undefined : await open(output, 'wx', FOR_THIS_USER);
  try {
    for await (const text of texts) {
      if (file !== undefined) await file.write(text);
      else if (!json) print(false, undefined, text.replace(/\n$/, ''));
    }
  } finally {
    await file?.close();
  }
  if (json) print(true, { conversations: documents }, '');
}
