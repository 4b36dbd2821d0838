import type { BusinessLogicAnswer } from '../../../clients/business-logic/index.ts';
import { accountStates } from './accounts.ts';
import { branchStates } from './branches.ts';
import { cardLimitStates } from './card-limits.ts';
import { cardStates } from './cards.ts';
import type { StateHandler } from './competency.ts';
import { createCustomers } from './customers.ts';
import { disputeStates } from './disputes.ts';
import { exchangeStates } from './exchange.ts';
import { historyStates } from './history.ts';
import { loanStates } from './loans.ts';
import { openingStates } from './openings.ts';
import { paymentStates } from './payments.ts';
import { profileStates } from './profile.ts';
import { standingOrderStates } from './standing-orders.ts';
import { travelStates } from './travel.ts';
import { type BusinessLogicRequest, writeAnswer } from './wire.ts';

const STATES: ReadonlyMap<string, StateHandler> = new Map(
  Object.entries({
    ...accountStates,
    ...paymentStates,
    ...historyStates,
    ...cardStates,
    ...disputeStates,
    ...exchangeStates,
    ...cardLimitStates,
    ...standingOrderStates,
    ...openingStates,
    ...travelStates,
    ...loanStates,
    ...branchStates,
    ...profileStates,
  }),
);

/** The names of the states that the bank answers. */
export const answeredStates: ReadonlySet<string> = new Set(STATES.keys());

/**
 * The bank: its customers in memory, and the answer to each request. A state that it does not know is answered
 * with the request as it came.
 * @param now epoch milliseconds
 */
export function createBank(now: () => number): (request: BusinessLogicRequest) => BusinessLogicAnswer {
  const customerOf = createCustomers();
  return (request) => {
    const handler = STATES.get(request.state);
    if (handler === undefined) return request.raw;
    const at = now();
    request.slots.keepAll();
    return writeAnswer(
      request,
      handler({ request, customer: customerOf(request.externalUserId, at), now: at }),
    );
  };
}
