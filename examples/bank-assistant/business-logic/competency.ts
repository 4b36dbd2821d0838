import type { Customer } from './customers.ts';
import type { Answer, BusinessLogicRequest } from './wire.ts';

/** One call of the business logic: what was asked, by whom, when (epoch milliseconds). */
export interface Turn {
  request: BusinessLogicRequest;
  customer: Customer;
  now: number;
}

/** Answers one classifier state. It may change the customer and the request's slots, and nothing else. */
export type StateHandler = (turn: Turn) => Answer;

/** The states that a file of the server answers, by name. */
export type States = Readonly<Record<string, StateHandler>>;
