import { Command, CommanderError } from 'commander';
import { CommandFailed, explain, printFailure } from './output.ts';

/** The commands that begin with a word, or the one that is it. */
interface Group {
  description: string;
  /** Loads what adds them to the command of the word. */
  load: () => Promise<readonly ((command: Command) => void)[]>;
}

const GROUPS: Readonly<Record<string, Group>> = {
  institution: {
    description: 'the tenants of the service',
    load: async () => (await import('./groups/institution.ts')).COMMANDS,
  },
  user: {
    description: 'the users of an institution',
    load: async () => (await import('./groups/user.ts')).COMMANDS,
  },
  client: {
    description: 'the OAuth clients of an institution',
    load: async () => (await import('./groups/client.ts')).COMMANDS,
  },
  token: {
    description: 'access tokens',
    load: async () => [(await import('./commands/token-revoke.ts')).addTokenRevoke],
  },
  key: {
    description: 'App-Keys: list, delete, and find those that leaked',
    load: async () => (await import('./groups/key.ts')).COMMANDS,
  },
  audit: {
    description: 'show what was done in an institution on a day: who, what, from where, with what outcome',
    load: async () => [(await import('./commands/audit.ts')).addAudit],
  },
  throttle: {
    description: 'failed sign-ins: what they hold up, and its end',
    load: async () => [(await import('./commands/throttle.ts')).addThrottle],
  },
  ai: {
    description: 'assistants: check, publish and put them to use',
    load: async () => (await import('./groups/ai.ts')).COMMANDS,
  },
  conversations: {
    description: 'the log of conversations',
    load: async () => (await import('./groups/conversations.ts')).COMMANDS,
  },
  demo: {
    description: 'what a newcomer may want to see',
    load: async () => [(await import('./commands/demo-traffic.ts')).addDemoTraffic],
  },
  bls: {
    description: 'business logic: which servers an institution’s assistants call',
    load: async () => (await import('./groups/bls.ts')).COMMANDS,
  },
};

/** Runs the `parley` command. @returns the exit code */
export async function main(argv: readonly string[]): Promise<number> {
  try {
    const said = Object.keys(GROUPS).filter((name) => argv.includes(name));
    const program = await buildProgram(said.length === 0 ? Object.keys(GROUPS) : said);
    await program.parseAsync([...argv]);
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    if (error instanceof CommandFailed && error.alreadyTold) return 1;
    printFailure(explain(error), argv.includes('--json'));
    return 1;
  }
}

/**
 * The program, as yet with nothing run.
 * @param loaded the words whose commands are loaded, all by default: one group alone starts in half the time
 */
export async function buildProgram(loaded: readonly string[] = Object.keys(GROUPS)): Promise<Command> {
  const program = new Command('parley')
    .description('Operate Parley: institutions and their users, OAuth clients and AI versions.')
    .showHelpAfterError('(add --help for what this takes)')
    .exitOverride();
  for (const [name, { description, load }] of Object.entries(GROUPS)) {
    const command = program.command(name).description(description);
    if (loaded.includes(name)) for (const add of await load()) add(command);
  }
  return program;
}
