import { Logger } from '@aws-lambda-powertools/logger';

/** What an endpoint may log: ids and outcomes. Never a body, a query, a header or a secret. */
export interface Log {
  info(message: string, fields: Record<string, unknown>): void;
  warn(message: string, fields: Record<string, unknown>): void;
  error(message: string, fields: Record<string, unknown>): void;
}

export const createLog = (serviceName: string): Log => new Logger({ serviceName });
