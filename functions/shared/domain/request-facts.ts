import { AsyncLocalStorage } from 'node:async_hooks';

/** The facts that every line of the log and every metric gives of its request: ids alone. */
export interface RequestFacts {
  requestId?: string;
  /** Absent where nobody has proved whose request it is. */
  institution?: string;
  /** The root of the trace in X-Ray, where the deployment traces. */
  xrayTraceId?: string;
  /** The AI version that answers, once it is known. */
  versionId?: string;
}

const current = new AsyncLocalStorage<RequestFacts>();

/** Does the work of one request, whose facts everything within it can tell. */
export const aboutRequest = <Result>(facts: RequestFacts, work: () => Result): Result =>
  current.run({ ...facts }, work);

/** Adds to the facts of the request under way, if there is one. */
export function noteFacts(facts: RequestFacts): void {
  Object.assign(current.getStore() ?? {}, facts);
}

/** The facts of the request under way; empty outside of one. */
export const requestFacts = (): Readonly<RequestFacts> => current.getStore() ?? {};
