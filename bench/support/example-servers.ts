import type { CallBusinessLogic } from '../../engine/dialogue/business-logic/protocol.ts';
import { createBank } from '../../examples/bank-assistant/business-logic/bank.ts';
import { readRequest as readBankRequest } from '../../examples/bank-assistant/business-logic/wire.ts';
import { createClinic } from '../../examples/clinic-assistant/business-logic/clinic.ts';
import { readRequest as readClinicRequest } from '../../examples/clinic-assistant/business-logic/wire.ts';

/** The bank's business logic with its own books, at a fixed time. */
export function bankAt(now: number): CallBusinessLogic {
  const answer = createBank(() => now);
  return async (request) => ({
    status: 'answered',
    body: answer(readBankRequest(JSON.stringify(request))),
  });
}

/** The clinic's business logic with its own diary. */
export function clinicAt(now: number): CallBusinessLogic {
  const answer = createClinic(() => now);
  return async (request) => ({
    status: 'answered',
    body: answer(readClinicRequest(JSON.stringify(request))),
  });
}
