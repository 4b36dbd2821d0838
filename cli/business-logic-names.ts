import { createHash } from 'node:crypto';
import type {
  BusinessLogicNames,
  NamedServers,
} from '../functions/shared/domain/institutions/business-logic-names.ts';

/** The default names of a server's address and secret in assistants. */
export const URL_NAME = 'BLS_URL';
export const SECRET_NAME = 'BLS_SECRET';

const FINGERPRINT_LENGTH = 16;

/** A name as commands print it: secrets as fingerprints, the current one first. */
export interface PrintedName {
  application: string | null;
  name: string;
  url: string | null;
  secrets: string[];
}

/** All names of an institution, by application and name. */
export const printedNames = ({ everywhere, applications }: BusinessLogicNames): PrintedName[] => [
  ...printed(null, everywhere),
  ...Object.entries(applications)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([application, servers]) => printed(application, servers)),
];

const printed = (application: string | null, servers: NamedServers): PrintedName[] =>
  Object.entries(servers)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, { url, secrets = [] }]) => ({
      application,
      name,
      url: url === undefined ? null : withoutPassword(url),
      secrets: secrets.map(fingerprint),
    }));

/** Identifies a secret without revealing it: the first 16 hex digits of its SHA-256. */
const fingerprint = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex').slice(0, FINGERPRINT_LENGTH);

function withoutPassword(text: string): string {
  const url = new URL(text);
  if (url.password === '') return text;
  url.password = '***';
  return url.href;
}
