import { type Command, InvalidArgumentError, Option } from 'commander';
import type { SessionFilter } from '../functions/shared/domain/conversations/conversation-views.ts';
import {
  SESSION_OUTCOMES,
  type SessionOutcome,
} from '../functions/shared/domain/conversations/conversations.ts';
import { isApplication, isUuid } from '../functions/shared/domain/versions/versions.ts';

export interface FilterOptions {
  application?: string;
  version?: string;
  outcome?: SessionOutcome;
  competency?: string;
}

/** Adds the options that filter sessions to a command. */
export const withFilter = (command: Command): Command =>
  command
    .option('--application <name>', 'only this application, env_name:app_name', readApplication)
    .option('--version <uuid>', 'only this AI version', readVersion)
    .addOption(new Option('--outcome <outcome>', 'only sessions with this outcome').choices(SESSION_OUTCOMES))
    .option('--competency <name>', 'only sessions in which this competency answered');

export const filterOf = ({ application, version, outcome, competency }: FilterOptions): SessionFilter => ({
  ...(application === undefined ? {} : { application }),
  ...(version === undefined ? {} : { versionId: version }),
  ...(outcome === undefined ? {} : { outcome }),
  ...(competency === undefined ? {} : { competency }),
});

export function readApplication(text: string): string {
  if (isApplication(text)) return text;
  throw new InvalidArgumentError('Use the form env_name:app_name.');
}

function readVersion(text: string): string {
  if (isUuid(text)) return text.toLowerCase();
  throw new InvalidArgumentError('Use the UUID of an AI version.');
}

/** Reads an integer from 1 to `most`. */
export const upTo =
  (most: number) =>
  (text: string): number => {
    const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
    if (count >= 1 && count <= most) return count;
    throw new InvalidArgumentError(`Use a whole number from 1 to ${most}.`);
  };
