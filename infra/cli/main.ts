import { Command, CommanderError } from 'commander';
import { addAiAssign } from './commands/ai-assign.ts';
import { addAiChat } from './commands/ai-chat.ts';
import { addAiCheck } from './commands/ai-check.ts';
import { addAiDefault } from './commands/ai-default.ts';
import { addAiDelete } from './commands/ai-delete.ts';
import { addAiEvaluate } from './commands/ai-evaluate.ts';
import { addAiList } from './commands/ai-list.ts';
import { addAiPublish } from './commands/ai-publish.ts';
import { addClientCreate } from './commands/client-create.ts';
import { addInstitutionCreate } from './commands/institution-create.ts';
import { addUserCreate } from './commands/user-create.ts';
import { CommandFailed, explain, printFailure } from './output.ts';

/** Runs the `parley` command. @returns the exit code */
export async function main(argv: readonly string[]): Promise<number> {
  try {
    await buildProgram().parseAsync([...argv]);
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    if (error instanceof CommandFailed && error.alreadyTold) return 1;
    printFailure(explain(error), argv.includes('--json'));
    return 1;
  }
}

function buildProgram(): Command {
  const program = new Command('parley')
    .description('Operate Parley: institutions and their users, OAuth clients and AI versions.')
    .showHelpAfterError('(add --help for what this takes)')
    .exitOverride();
  const institution = program.command('institution').description('the tenants of the service');
  addInstitutionCreate(institution);
  const user = program.command('user').description('the users of an institution');
  addUserCreate(user);
  const client = program.command('client').description('the OAuth clients of an institution');
  addClientCreate(client);
  const ai = program.command('ai').description('assistants: check, publish and put them to use');
  for (const add of [
    addAiCheck,
    addAiEvaluate,
    addAiPublish,
    addAiAssign,
    addAiDefault,
    addAiList,
    addAiDelete,
    addAiChat,
  ]) {
    add(ai);
  }
  return program;
}
