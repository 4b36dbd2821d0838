import { withCard } from './cards.ts';
import type { States, Turn } from './competency.ts';
import { type CardId, DAY_MS } from './customers.ts';
import { amountOf } from './payments.ts';
import { major, money } from './words.ts';

/** Months of income that a card may spend: a day with the debit card, a month with the credit card. */
const INCOMES: Readonly<Record<CardId, number>> = { debit: 1, credit: 2 };
const INCOME_DAYS = 60;
const INCOME_MONTHS = 2;

export const cardLimitStates: States = {
  card_limit: (turn) =>
    withCard(turn, (card, id) => {
      const responseSlots = { current_limit: major(card.limitCents) };
      const cents = amountOf(turn, 'limit');
      const allowed = allowedCents(turn, id);
      if (cents !== undefined && cents > allowed) {
        turn.request.slots.reject('limit', tooHigh(allowed, turn));
      } else if (cents === card.limitCents) return { state: 'card_limit_same', responseSlots };
      return { responseSlots };
    }),

  card_limit_changed: (turn) =>
    withCard(turn, (card, id) => {
      const cents = amountOf(turn, 'limit');
      if (cents === undefined || cents > allowedCents(turn, id)) return { state: 'card_limit' };
      card.limitCents = cents;
      return { responseSlots: { current_limit: major(cents) } };
    }),
};

function allowedCents({ customer, now }: Turn, id: CardId): number {
  const income = customer.ledger
    .entries()
    .filter(({ party, at }) => party === 'employer' && at >= now - INCOME_DAYS * DAY_MS)
    .reduce((cents, entry) => cents + entry.cents, 0);
  return Math.floor((income / INCOME_MONTHS) * INCOMES[id]);
}

function tooHigh(allowed: number, { request: { language } }: Turn): string {
  const amount = money(allowed, language);
  return language === 'es'
    ? `Con tus ingresos puedo llegar hasta ${amount}.`
    : `With your income I can go up to ${amount}.`;
}
