import { type Command, InvalidArgumentError, Option } from 'commander';
import type { SessionFilter } from '../functions/shared/domain/conversations/conversation-views.ts';
import {
  SESSION_OUTCOMES,
  type SessionOutcome,
} from '../functions/shared/domain/conversations/conversations.ts';
import { isApplication, isUuid } from '../functions/shared/domain/versions/versions.ts';

/** Options that narrow a command to a part of the log. */
export interface FilterOptions {
  application?: string;
  version?: string;
  outcome?: SessionOutcome;
  competency?: string;
}

/** Gives a command the options by which sessions are told apart. */
export const withFilter = (command: Command): Command =>
  command
    .option('--application <name>', 'of this application only, env_name:app_name', readApplication)
    .option('--version <uuid>', 'of this AI version only', readVersion)
    .addOption(new Option('--outcome <outcome>', 'that ended so only').choices(SESSION_OUTCOMES))
    .option('--competency <name>', 'in which this competency answered only');

export const filterOf = ({ application, version, outcome, competency }: FilterOptions): SessionFilter => ({
  ...(application === undefined ? {} : { application }),
  ...(version === undefined ? {} : { versionId: version }),
  ...(outcome === undefined ? {} : { outcome }),
  ...(competency === undefined ? {} : { competency }),
});

export function readApplication(text: string): string {
  if (isApplication(text)) return text;
  throw new InvalidArgumentError('Give it as env_name:app_name.');
}

function readVersion(text: string): string {
  if (isUuid(text)) return text.toLowerCase();
  throw new InvalidArgumentError('Give the UUID of an AI version.');
}

/** Reads a whole number from 1 to `most`. */
export const upTo =
  (most: number) =>
  (text: string): number => {
    const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
    if (count >= 1 && count <= most) return count;
    throw new InvalidArgumentError(`Give a whole number from 1 to ${most}.`);
  };
