import type { States, Turn } from './competency.ts';
import { type Card, type CardId, DAY_MS, isCardId } from './customers.ts';
import type { Answer } from './wire.ts';
import { CARDS, day, ERRORS } from './words.ts';

const DELIVERY_DAYS = 7;

/** Digits of the card that replaces each; a real bank would draw them. */
const REPLACEMENTS: Readonly<Record<CardId, string>> = { debit: '7310', credit: '5526' };

export const cardStates: States = {
  card_lost: (turn) =>
    withCard(turn, (card) => (card.status === 'frozen' ? { state: 'card_already_frozen' } : {})),

  card_frozen: (turn) =>
    withCard(turn, (card) => {
      card.status = 'frozen';
      if (card.replacement === undefined) return arrival(turn, turn.now + DELIVERY_DAYS * DAY_MS);
      return { ...arrival(turn, card.replacement.arrivesAt), state: 'new_card_on_its_way' };
    }),

  card_found: (turn) =>
    withCard(turn, (card) => {
      if (card.replacement !== undefined) {
        return { ...arrival(turn, card.replacement.arrivesAt), state: 'card_replaced' };
      }
      return card.status === 'frozen' ? {} : { state: 'card_not_frozen' };
    }),

  card_unfrozen: (turn) =>
    withCard(turn, (card) => {
      if (card.status === 'frozen') card.status = 'active';
      return {};
    }),

  card_activation: (turn) =>
    withCard(turn, (card) => {
      if (card.replacement !== undefined) {
        card.lastFour = card.replacement.lastFour;
        card.status = 'active';
        delete card.replacement;
        return {};
      }
      if (card.status === 'frozen') return { state: 'card_not_activatable' };
      if (card.status === 'active') return { state: 'card_already_active' };
      card.status = 'active';
      return {};
    }),

  new_card: (turn) =>
    withCard(turn, (card) =>
      card.replacement === undefined
        ? arrival(turn, turn.now + DELIVERY_DAYS * DAY_MS)
        : { ...arrival(turn, card.replacement.arrivesAt), state: 'new_card_on_its_way' },
    ),

  new_card_ordered: (turn) =>
    withCard(turn, (card, id) => {
      card.replacement ??= { lastFour: REPLACEMENTS[id], arrivesAt: turn.now + DELIVERY_DAYS * DAY_MS };
      return arrival(turn, card.replacement.arrivesAt);
    }),

  pin_change: (turn) =>
    withCard(turn, () => ({ responseSlots: { phone_ending: turn.customer.phoneEnding } })),
  pin_link_sent: (turn) =>
    withCard(turn, () => ({ responseSlots: { phone_ending: turn.customer.phoneEnding } })),
};

/** Answers for the card that was named, with what to call it; without one the slot is still to be asked for. */
export function withCard(turn: Turn, answer: (card: Card, id: CardId) => Answer): Answer {
  const { slots, language } = turn.request;
  const named = slots.readText('card');
  if (!isCardId(named)) {
    if (named !== undefined) slots.reject('card', ERRORS.unknownCard[language]);
    return {};
  }
  const card = turn.customer.cards[named];
  const answered = answer(card, named);
  const responseSlots = {
    card_name: CARDS[named][language],
    last_four: card.lastFour,
    ...answered.responseSlots,
  };
  return { ...answered, responseSlots };
}

const arrival = ({ request }: Turn, at: number): Answer => ({
  responseSlots: { arrives_on: day(at, request.language, request.timeOffsetMinutes) },
});
