import { Logger } from '@aws-lambda-powertools/logger';
import { requestFacts } from '../domain/request-facts.ts';

/** An endpoint's log: ids and outcomes, never a body, query, header or secret. */
export interface Log {
  info(message: string, fields: Record<string, unknown>): void;
  warn(message: string, fields: Record<string, unknown>): void;
  error(message: string, fields: Record<string, unknown>): void;
}

/** Adds the request's id, institution and AI version to every line. */
export const withRequestFacts = (log: Log): Log => ({
  info: (message, fields) => log.info(message, { ...requestFacts(), ...fields }),
  warn: (message, fields) => log.warn(message, { ...requestFacts(), ...fields }),
  error: (message, fields) => log.error(message, { ...requestFacts(), ...fields }),
});

export const createLog = (serviceName: string): Log => withRequestFacts(new Logger({ serviceName }));
