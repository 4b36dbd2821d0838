import { type Finding, hasErrors } from '../findings.ts';
import type { AuthoredAssistant } from '../read.ts';

/** The business logic that is set for an institution. */
export interface InstitutionServers {
  /** The names of addresses, such as `BLS_URL`. */
  addresses: ReadonlySet<string>;
  /** The hosts of addresses that an operator has set, with their ports. */
  hosts: ReadonlySet<string>;
  /** The names of signing secrets. */
  secrets: ReadonlySet<string>;
}

const NAMED = /^env:(.*)$/;

const HOW_TO_SET =
  'have it set by somebody who may, on the console’s page “Business logic” or with parley bls set';

/**
 * Restrictions on an assistant kept by the service. Its authors need no access to the deployment, so it may
 * call only the business logic that is set for its institution.
 */
export function checkHosted(
  { assistant, findings }: AuthoredAssistant,
  servers: InstitutionServers,
): Finding[] {
  const logic = assistant?.form.business_logic;
  if (assistant === null || logic === undefined || hasErrors(findings)) return [];
  const found: Finding[] = [];
  const refuse = (key: 'url' | 'secret', message: string) =>
    found.push({
      file: assistant.source.file,
      ...assistant.source.locate(['business_logic', key]),
      severity: 'error',
      message,
    });
  const [, name] = NAMED.exec(logic.url) ?? [];
  if (name !== undefined && !servers.addresses.has(name)) {
    refuse('url', `${name} is not set for your institution: ${HOW_TO_SET}`);
  }
  if (name === undefined && !servers.hosts.has(new URL(logic.url).host)) {
    refuse(
      'url',
      `this host is not your institution’s business logic: write env:BLS_NAME instead, and ${HOW_TO_SET}`,
    );
  }
  const [, secret = ''] = NAMED.exec(logic.secret) ?? [];
  if (logic.sign && !servers.secrets.has(secret)) {
    refuse('secret', `the secret ${secret} is not set for your institution: ${HOW_TO_SET}`);
  }
  return found;
}
