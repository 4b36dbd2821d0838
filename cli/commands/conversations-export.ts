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
    .description('write sessions of the log as JSON, one a line, or one of them as a test of an assistant')
    .argument('[session]', 'one session; without it, all of these days')
    .requiredOption('--institution <name>', 'the institution')
    .option('--as-test', "as a file for the assistant's tests; what was masked is left masked, and said so")
    .option('--output <file>', 'into a new file');
  withPlace(withFilter(withDays(command))).action(async (sessionId: string | undefined, options: Options) => {
    if (options.asTest && sessionId === undefined)
      throw new CommandFailed('Say which session: --as-test is of one.');
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
  if (masked > 0) tell(`${masked} turns are masked, and say nothing as they stand: ${MARKED}.`);
  if (unanswered > 0) {
    tell(
      `In ${unanswered} turns the business logic answered, and the log does not have what it said: ${MARKED}.`,
    );
  }
  await write(output, json, [{ session_id: sessionId, test: text }], [text]);
}

const MARKED = 'a comment in the test marks them';

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
      // One document has them all at its end.
      if (json) documents.push(document);
      yield `${JSON.stringify(document)}\n`;
    }
  }
  await write(output, json, documents, lines());
}

/** The file's mode: nobody else may read what people said. */
const FOR_THIS_USER = 0o600;

/** Writes line by line into a file, which is a new one, or onto the output. */
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
