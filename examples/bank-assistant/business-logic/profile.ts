import { nextWorkday, todayOf, writeDay } from './calendar.ts';
import type { States, Turn } from './competency.ts';
import type { Answer } from './wire.ts';
import { ERRORS } from './words.ts';

/** Towns that the bank delivers to itself, by postal code. */
const TOWNS: ReadonlyMap<string, string> = new Map([
  ['97201', 'Ashford'],
  ['97202', 'Brookdale'],
  ['97301', 'Millbrook'],
  ['97401', 'Port Linden'],
]);

const LAST_DIGITS = 2;
const FEWEST_DIGITS = 10;

export const profileStates: States = {
  phone_update: (turn) => phone(turn),
  phone_updated: (turn) => {
    const answer = phone(turn);
    const digits = digitsOf(turn);
    if (digits !== undefined) turn.customer.phoneEnding = digits.slice(-LAST_DIGITS);
    return answer;
  },
  address_update: (turn) => address(turn),
  address_updated: (turn) => {
    const { slots } = turn.request;
    const street = slots.readText('street');
    const zip = slots.readText('zip');
    if (street !== undefined && zip !== undefined) turn.customer.address = { street, zip };
    return address(turn);
  },
};

const digitsOf = ({ request }: Turn): string | undefined =>
  request.slots.readText('phone')?.replaceAll(/\D/g, '');

/** Nobody hears the whole number again: its end tells it. */
function phone(turn: Turn): Answer {
  const digits = digitsOf(turn);
  const responseSlots = { phone_ending: turn.customer.phoneEnding };
  if (digits === undefined) return { responseSlots };
  if (digits.length < FEWEST_DIGITS) {
    turn.request.slots.reject('phone', ERRORS.shortPhone[turn.request.language]);
    return { responseSlots };
  }
  return { responseSlots: { ...responseSlots, new_ending: digits.slice(-LAST_DIGITS) } };
}

function address(turn: Turn): Answer {
  const { slots, language } = turn.request;
  const zip = slots.readText('zip');
  if (zip?.startsWith('000')) slots.reject('zip', ERRORS.unknownZip[language]);
  const town = TOWNS.get(zip ?? '');
  const valid = { valid_from: writeDay(nextWorkday(todayOf(turn))) };
  return { responseSlots: town === undefined ? valid : { ...valid, town } };
}
