import { Command, CommanderError } from 'commander';
import { addAiAssign } from './commands/ai-assign.ts';
import { addAiChat } from './commands/ai-chat.ts';
import { addAiCheck } from './commands/ai-check.ts';
import { addAiDefault } from './commands/ai-default.ts';
import { addAiDelete } from './commands/ai-delete.ts';
import { addAiDiff } from './commands/ai-diff.ts';
import { addAiEvaluate } from './commands/ai-evaluate.ts';
import { addAiExport } from './commands/ai-export.ts';
import { addAiHistory } from './commands/ai-history.ts';
import { addAiLearn } from './commands/ai-learn.ts';
import { addAiList } from './commands/ai-list.ts';
import { addAiPublish } from './commands/ai-publish.ts';
import { addAiReplay } from './commands/ai-replay.ts';
import { addAiRollback } from './commands/ai-rollback.ts';
import { addAiTest } from './commands/ai-test.ts';
import { addAudit } from './commands/audit.ts';
import { addBlsMock } from './commands/bls-mock.ts';
import { addBlsRemove } from './commands/bls-remove.ts';
import { addBlsRetire } from './commands/bls-retire.ts';
import { addBlsSet } from './commands/bls-set.ts';
import { addBlsShow } from './commands/bls-show.ts';
import { addClientCreate } from './commands/client-create.ts';
import { addClientDropSecret } from './commands/client-drop-secret.ts';
import { addClientList } from './commands/client-list.ts';
import { addClientRotateSecret } from './commands/client-rotate-secret.ts';
import { addClientSet } from './commands/client-set.ts';
import { addClientShow } from './commands/client-show.ts';
import { addClientStatus } from './commands/client-status.ts';
import { addConversationsExport } from './commands/conversations-export.ts';
import { addConversationsList } from './commands/conversations-list.ts';
import { addConversationsShow } from './commands/conversations-show.ts';
import { addConversationsUnhandled } from './commands/conversations-unhandled.ts';
import { addDemoTraffic } from './commands/demo-traffic.ts';
import { addInstitutionCreate } from './commands/institution-create.ts';
import { addInstitutionDelete } from './commands/institution-delete.ts';
import { addInstitutionExport } from './commands/institution-export.ts';
import { addInstitutionList } from './commands/institution-list.ts';
import { addInstitutionSet } from './commands/institution-set.ts';
import { addInstitutionStatus } from './commands/institution-status.ts';
import { addKeyDelete } from './commands/key-delete.ts';
import { addKeyList } from './commands/key-list.ts';
import { addKeyScan } from './commands/key-scan.ts';
import { addThrottle } from './commands/throttle.ts';
import { addTokenRevoke } from './commands/token-revoke.ts';
import { addUserCreate } from './commands/user-create.ts';
import { addUserErase } from './commands/user-erase.ts';
import { addUserList } from './commands/user-list.ts';
import { addUserSetPassword } from './commands/user-set-password.ts';
import { addUserSetScopes } from './commands/user-set-scopes.ts';
import { addUserStatus } from './commands/user-status.ts';
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

/** Every command, as yet with nothing run. */
export function buildProgram(): Command {
  const program = new Command('parley')
    .description('Operate Parley: institutions and their users, OAuth clients and AI versions.')
    .showHelpAfterError('(add --help for what this takes)')
    .exitOverride();
  const institution = program.command('institution').description('the tenants of the service');
  for (const add of [
    addInstitutionCreate,
    addInstitutionList,
    addInstitutionSet,
    addInstitutionStatus,
    addInstitutionExport,
    addInstitutionDelete,
  ]) {
    add(institution);
  }
  const user = program.command('user').description('the users of an institution');
  for (const add of [
    addUserCreate,
    addUserList,
    addUserStatus,
    addUserSetPassword,
    addUserSetScopes,
    addUserErase,
  ]) {
    add(user);
  }
  const client = program.command('client').description('the OAuth clients of an institution');
  for (const add of [
    addClientCreate,
    addClientList,
    addClientShow,
    addClientSet,
    addClientRotateSecret,
    addClientDropSecret,
    addClientStatus,
  ]) {
    add(client);
  }
  addTokenRevoke(program.command('token').description('access tokens'));
  const key = program.command('key').description('App-Keys: list, delete, and find those that leaked');
  for (const add of [addKeyList, addKeyDelete, addKeyScan]) add(key);
  addAudit(program);
  addThrottle(program.command('throttle').description('failed sign-ins: what they hold up, and its end'));
  const ai = program.command('ai').description('assistants: check, publish and put them to use');
  for (const add of [
    addAiCheck,
    addAiTest,
    addAiEvaluate,
    addAiLearn,
    addAiReplay,
    addAiPublish,
    addAiAssign,
    addAiHistory,
    addAiRollback,
    addAiDiff,
    addAiExport,
    addAiDefault,
    addAiList,
    addAiDelete,
    addAiChat,
  ]) {
    add(ai);
  }
  const conversations = program.command('conversations').description('the log of conversations');
  for (const add of [
    addConversationsList,
    addConversationsShow,
    addConversationsUnhandled,
    addConversationsExport,
  ]) {
    add(conversations);
  }
  addDemoTraffic(program.command('demo').description('what a newcomer may want to see'));
  const bls = program
    .command('bls')
    .description('business logic: which servers an institution’s assistants call');
  for (const add of [addBlsSet, addBlsShow, addBlsRetire, addBlsRemove, addBlsMock]) add(bls);
  return program;
}
