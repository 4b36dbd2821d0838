import { AsyncLocalStorage } from 'node:async_hooks';

/** Facts of a request, added to each of its log lines and metrics: ids only. */
export interface RequestFacts {
  requestId?: string;
  /** Absent until the caller is authenticated. */
  institution?: string;
  /** The X-Ray trace id, if the deployment traces. */
  xrayTraceId?: string;
  /** The AI version that answers, once known. */
  versionId?: string;
}

const current = new AsyncLocalStorage<RequestFacts>();

/** Runs a request's work with its facts available to everything inside. */
export const aboutRequest = <Result>(facts: RequestFacts, work: () => Result): Result =>
  current.run({ ...facts }, work);

/** Adds facts to the current request, if there is one. */
export function noteFacts(facts: RequestFacts): void {
  Object.assign(current.getStore() ?? {}, facts);
}

/** The facts of the current request; empty outside a request. */
export const requestFacts = (): Readonly<RequestFacts> => current.getStore() ?? {};
