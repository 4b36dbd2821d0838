import { Command, CommanderError } from 'commander';
import { CommandFailed, explain, printFailure } from './output.ts';

/** A group of commands with the same first word, or a single command. */
interface Group {
  description: string;
  /** Imports the functions that add the commands. */
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
    description: 'App-Keys: list, delete, and search files for leaked ones',
    load: async () => (await import('./groups/key.ts')).COMMANDS,
  },
  audit: {
    description: 'show the audit events of an institution on a day: who, what, from where, with what outcome',
    load: async () => [(await import('./commands/audit.ts')).addAudit],
  },
  throttle: {
    description: 'slowed-down sign-ins: show and lift',
    load: async () => [(await import('./commands/throttle.ts')).addThrottle],
  },
  ai: {
    description: 'assistants: check, publish and assign',
    load: async () => (await import('./groups/ai.ts')).COMMANDS,
  },
  conversations: {
    description: 'the conversation log',
    load: async () => (await import('./groups/conversations.ts')).COMMANDS,
  },
  demo: {
    description: 'demo data',
    load: async () => [(await import('./commands/demo-traffic.ts')).addDemoTraffic],
  },
  bls: {
    description: 'business logic: the servers that the assistants of an institution call',
    load: async () => (await import('./groups/bls.ts')).COMMANDS,
  },
  channel: {
    description: 'channels: the platforms on which people write to assistants',
    load: async () => (await import('./groups/channel.ts')).COMMANDS,
  },
  webhook: {
    description: 'webhooks: the servers that get events of conversations that are handed over',
    load: async () => (await import('./groups/webhook.ts')).COMMANDS,
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
 * Builds the program without running it.
 * @param loaded the groups to load. Default: all; loading only one halves the start time
 */
export async function buildProgram(loaded: readonly string[] = Object.keys(GROUPS)): Promise<Command> {
  const program = new Command('parley')
    .description('Operate Parley: institutions and their users, OAuth clients and AI versions.')
    .showHelpAfterError('(add --help for usage)')
    .exitOverride();
  for (const [name, { description, load }] of Object.entries(GROUPS)) {
    const command = program.command(name).description(description);
    if (loaded.includes(name)) for (const add of await load()) add(command);
  }
  return program;
}
