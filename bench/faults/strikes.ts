import { FAULTS, type Fault, IN_PROGRESS } from '../support/fault-proxy.ts';
import type { Dependency } from './calls.ts';

/** A fault in the requests of one dependency. */
export interface Strike {
  name: string;
  /** The fault for an operation; undefined to let it pass. */
  of(operation: string): Fault | undefined;
}

/** No fault: the time that the same requests normally take. */
export const CALM: Strike = { name: 'none', of: () => undefined };

const broken: readonly Strike[] = FAULTS.map((fault) => ({ name: fault, of: () => fault }));
const always = (name: string, fault: Fault): Strike => ({ name, of: () => fault });

/** All faults of a dependency: network faults, and errors of the service itself. */
export const STRIKES: Readonly<Record<Dependency, readonly Strike[]>> = {
  DynamoDB: [
    ...broken,
    always('throttled', { error: 'ThrottlingException' }),
    always('denied', { error: 'AccessDeniedException' }),
    {
      name: 'in progress',
      of: (operation) => (operation === 'TransactWriteItems' ? IN_PROGRESS : undefined),
    },
  ],
  S3: [
    ...broken,
    always('throttled', { error: 'SlowDown', status: 503 }),
    always('denied', { error: 'AccessDenied', status: 403 }),
  ],
  'business logic': [
    ...broken,
    always('done, 303', { error: 'SeeOther', status: 303, passesOn: true }),
    always('done, 503', { error: 'Unavailable', status: 503, passesOn: true }),
    always('refused, 403', { error: 'Forbidden', status: 403 }),
  ],
};

/** True for a share of operations, spread evenly. */
export const isStruck = (share: number, index: number): boolean => (index * 0.618_034) % 1 < share;
