import { Logger } from '@aws-lambda-powertools/logger';
import { requestFacts } from '../domain/request-facts.ts';

/** The log of an endpoint: ids and outcomes. Never a body, a query, a header or a secret. */
export interface Log {
  info(message: string, fields: Record<string, unknown>): void;
  warn(message: string, fields: Record<string, unknown>): void;
  error(message: string, fields: Record<string, unknown>): void;
}

/** A log of which every line says which request it is about: its id, its institution and its AI version. */
export const withRequestFacts = (log: Log): Log => ({
  info: (message, fields) => log.info(message, { ...requestFacts(), ...fields }),
  warn: (message, fields) => log.warn(message, { ...requestFacts(), ...fields }),
  error: (message, fields) => log.error(message, { ...requestFacts(), ...fields }),
});

export const createLog = (serviceName: string): Log => withRequestFacts(new Logger({ serviceName }));
