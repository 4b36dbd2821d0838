import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { answerOf, type Fixture } from '../../authoring/run-conversation-test.ts';
import type { CallBusinessLogic } from '../../engine/dialogue/business-logic/protocol.ts';
import { bankAt, clinicAt } from '../support/example-servers.ts';
import type { Confirmation } from './outcomes.ts';

/** Wednesday, 18 March 2026, 9:30: the moment of every conversation. */
export const NOW = Date.UTC(2026, 2, 18, 9, 30);

/** A confirmation, with the queries that lead a new conversation to it, by language. */
export interface Scene extends Confirmation {
  lead: Readonly<Record<string, readonly string[]>>;
}

/** An assistant whose confirmations are replied to. */
export interface Stage {
  folder: string;
  /** Creates business logic for one conversation, so that no state is kept from one conversation to the next. */
  businessLogic: () => CallBusinessLogic;
  scenes: Readonly<Record<string, Scene>>;
}

const ours = (place: string): string => fileURLToPath(new URL(place, import.meta.url));

const BOOKING = {
  en: ['book an appointment with doctor ochoa for march 24 at 3 pm', 'Tom Baker', '650 555 0199', 'skip'],
  es: ['una cita con la doctora ochoa el 24 de marzo a las 15:00', 'Tomás Vidal', '612 345 678', 'saltar'],
};

const bank: Stage = {
  folder: ours('../../examples/bank-assistant'),
  businessLogic: () => bankAt(NOW),
  scenes: {
    transfer: {
      state: 'transfer',
      deed: 'transfer_confirmed',
      lead: {
        en: ['transfer 50 dollars from checking to savings'],
        es: ['transfiere 50 dólares de la cuenta corriente a ahorros'],
      },
    },
    bill: {
      state: 'bill_payment',
      deed: 'bill_paid',
      lead: {
        en: ['pay my electricity bill from checking'],
        es: ['paga el recibo de la luz desde la corriente'],
      },
    },
    freeze: {
      state: 'card_lost',
      deed: 'card_frozen',
      lead: { en: ['I lost my debit card'], es: ['he perdido mi tarjeta de débito'] },
    },
    new_card: {
      state: 'card_frozen',
      deed: 'new_card_ordered',
      lead: {
        en: ['I lost my debit card', 'yes'],
        es: ['he perdido mi tarjeta de débito', 'sí'],
      },
    },
  },
};

const clinic: Stage = {
  folder: ours('../../examples/clinic-assistant'),
  businessLogic: () => clinicAt(NOW),
  scenes: {
    book: { state: 'book', deed: 'booked', lead: BOOKING },
    cancel: {
      state: 'cancel_appointment',
      deed: 'appointment_cancelled',
      lead: {
        en: [...BOOKING.en, 'yes', "I'd like to cancel an appointment"],
        es: [...BOOKING.es, 'sí', 'quisiera anular una cita'],
      },
    },
  },
};

/** An assistant of this folder. Its business logic answers with the fixtures beside it. */
function small(name: string, leads: Readonly<Record<string, Scene['lead']>>): Stage {
  const fixtures: Record<string, Fixture> = JSON.parse(
    readFileSync(ours(`${name}/business-logic/fixtures.json`), 'utf8'),
  );
  return {
    folder: ours(name),
    businessLogic: () => async (request) => answerOf(request, fixtures[request.state] ?? {}),
    scenes: Object.fromEntries(
      Object.entries(SMALL).map(([scene, confirmation]) => [
        scene,
        { ...confirmation, lead: leads[scene] ?? {} },
      ]),
    ),
  };
}

/** The confirmations of the assistants in this folder. */
const SMALL: Readonly<Record<string, Confirmation>> = {
  transfer: { state: 'transfer', deed: 'transfer_done' },
  bill: { state: 'bill', deed: 'bill_paid' },
  freeze: { state: 'freeze', deed: 'card_frozen' },
  new_card: { state: 'card_frozen', deed: 'card_ordered' },
  book: { state: 'book', deed: 'booked' },
  cancel: { state: 'cancel', deed: 'appointment_cancelled' },
};

/** The stages by assistant name, as rows give it. */
export const STAGES: Readonly<Record<string, Stage>> = {
  bank,
  clinic,
  sparkasse: small('sparkasse', {
    transfer: { de: ['überweise 50 Euro vom Girokonto aufs Sparkonto'] },
    bill: { de: ['bezahl die Stromrechnung, 84,20 Euro, vom Girokonto'] },
    freeze: { de: ['ich habe meine Girocard verloren'] },
    new_card: { de: ['ich habe meine Girocard verloren', 'ja'] },
    book: { de: ['ich möchte einen Termin am 24. März um 15 Uhr'] },
    cancel: { de: ['ich muss meinen Termin absagen'] },
  }),
  banque: small('banque', {
    transfer: { fr: ['vire 50 euros du compte courant vers le livret A'] },
    bill: { fr: ["paie la facture d'électricité, 84,20 euros, depuis le compte courant"] },
    freeze: { fr: ["j'ai perdu ma carte bancaire"] },
    new_card: { fr: ["j'ai perdu ma carte bancaire", 'oui'] },
    book: { fr: ['je voudrais un rendez-vous le 24 mars à 15 heures'] },
    cancel: { fr: ['je dois annuler mon rendez-vous'] },
  }),
};
