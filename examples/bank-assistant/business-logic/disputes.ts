import { createHash } from 'node:crypto';
import type { States, Turn } from './competency.ts';
import { DAY_MS, type Dispute } from './customers.ts';
import type { Entry } from './ledger.ts';
import type { Answer } from './wire.ts';
import { day, major, partyName } from './words.ts';

const DISPUTABLE_DAYS = 90;
const ANSWER_DAYS = 10;

export const disputeStates: States = {
  dispute: (turn) => {
    const { slots } = turn.request;
    const named = slots.readText('merchant');
    const cents = slots.readCents('amount');
    if (named === undefined && cents === undefined) return {};
    const charge = findCharge(turn, named, cents);
    if (charge === undefined) return named === undefined ? {} : notFound(turn, named);
    if (named === undefined && charge.party !== undefined) slots.fill('merchant', charge.party);
    const open = turn.customer.disputes.get(charge.id);
    return open === undefined
      ? { responseSlots: described(charge, turn) }
      : {
          state: 'dispute_open_already',
          responseSlots: { ...described(charge, turn), ...opened(open, turn) },
        };
  },

  dispute_opened: (turn) => {
    const named = turn.request.slots.readText('merchant');
    const charge = findCharge(turn, named, turn.request.slots.readCents('amount'));
    if (charge === undefined) return notFound(turn, named);
    const dispute = turn.customer.disputes.get(charge.id) ?? {
      reference: reference(turn.request.qid),
      answerBy: turn.now + ANSWER_DAYS * DAY_MS,
    };
    turn.customer.disputes.set(charge.id, dispute);
    return { responseSlots: { ...described(charge, turn), ...opened(dispute, turn) } };
  },
};

/** The latest charge by a merchant, or of an amount, or both. */
function findCharge(turn: Turn, merchant: string | undefined, cents: number | undefined): Entry | undefined {
  if (merchant === undefined && cents === undefined) return undefined;
  return turn.customer.ledger
    .entries()
    .find(
      (entry) =>
        entry.cents < 0 &&
        entry.party !== undefined &&
        entry.at >= turn.now - DISPUTABLE_DAYS * DAY_MS &&
        (merchant === undefined || entry.party === merchant) &&
        (cents === undefined || entry.cents === -cents),
    );
}

function notFound({ request }: Turn, merchant: string | undefined): Answer {
  const responseSlots =
    merchant === undefined ? {} : { merchant_name: partyName(merchant, request.language) };
  return { state: 'dispute_not_found', responseSlots };
}

const described = (charge: Entry, { request }: Turn) => ({
  charge_amount: major(-charge.cents),
  merchant_name: partyName(charge.party, request.language),
  charge_date: day(charge.at, request.language, request.timeOffsetMinutes),
});

const opened = (dispute: Dispute, { request }: Turn) => ({
  reference: dispute.reference,
  answer_by: day(dispute.answerBy, request.language, request.timeOffsetMinutes),
});

const reference = (key: string): string =>
  createHash('sha256').update(`dispute.${key}`).digest('hex').slice(0, 8).toUpperCase();
